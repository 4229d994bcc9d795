"""Small webs told to an ordering the way the frontier does it: a page is learned, then its new links are added."""

from __future__ import annotations

from collections.abc import Callable

from mekik.ordering import Grade, Lesson, Ordering, Selective, Waiting
from mekik.page import Links
from mekik.urls import key, keys


class Telling:
    """Tells an ordering of pages and keeps what a plain computation needs to know."""

    def __init__(self, ordering: Ordering, anchor: Callable[[str], str] = lambda _: "") -> None:
        self.ordering, self.anchor = ordering, anchor
        self.ids: dict[str, int] = {}
        self.waiting: dict[str, Waiting] = {}
        self.links: dict[str, list[str]] = {}
        self.grades: dict[str, Grade] = {}

    def seed(self, *urls: str) -> None:
        self._add(urls, None, 0)

    def read(self, url: str, links: list[str], words: str = "") -> Grade:
        """Takes a waiting address as read with these links."""
        before = self.waiting.pop(url, None)
        found_on = before.found_on if before else None
        lesson = Lesson(
            self.ids[url], host_of(url), signed(url), url, 0, Links(links, keys(links)), words=words,
            anchor=self.anchor(url), found_on=found_on,
        )  # fmt: skip
        self.links[url] = links
        self.grades[url] = self.ordering.learn(lesson)
        self._add([link for link in links if link not in self.ids], self.ids[url], (before.depth if before else 0) + 1)
        return self.grades[url]

    def pop(self) -> str | None:
        """The next one that was not read out of its turn."""
        while (taken := self.ordering.pop()) is not None:
            url = next(url for url, id in self.ids.items() if id == taken[1])
            if url not in self.links:
                return url
        return None

    def retold(self, ordering: Ordering) -> Telling:
        """Another ordering that is told all of this again, as at start."""
        for url in sorted(self.links, key=self.ids.__getitem__):
            links, grade = Links(keys=keys(self.links[url])), self.grades[url]
            one, several = (None, grade) if isinstance(grade, dict) else (grade, {})
            lesson = Lesson(self.ids[url], host_of(url), signed(url), url, 0, links, grade=one, grades=several)
            ordering.learn(lesson)
        ordering.add(sorted(self.waiting.values()))
        for address in self.waiting.values():
            ordering.wake(address.host)
        again = Telling(ordering)
        again.ids, again.waiting, again.links = dict(self.ids), dict(self.waiting), dict(self.links)
        return again

    def score(self, url: str) -> float:
        return self.ordering.explain(self.waiting[url]).value

    def _add(self, urls: list[str] | tuple[str, ...], found_on: int | None, depth: int) -> None:
        new = []
        for url in dict.fromkeys(urls):
            self.ids[url] = len(self.ids) + 1
            self.waiting[url] = Waiting(
                self.ids[url], host_of(url), depth, found_on, 50, 1000 + len(self.links), signed(url), url,
                self.anchor(url),
            )  # fmt: skip
            new.append(self.waiting[url])
            if isinstance(self.ordering, Selective):
                self.ordering.refusal(self.waiting[url])  # asked as it is; what it would not follow is added here
        self.ordering.add(new)
        for address in new:
            self.ordering.wake(address.host)


def host_of(url: str) -> int:
    """`http://h7.test/x` is on host 7."""
    return int(url.split("//h", 1)[1].split(".", 1)[0])


def signed(url: str) -> int:
    number = key(url)
    return number - (1 << 64) if number >> 63 else number
