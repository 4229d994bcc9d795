"""1 → 2: what was found, and whether the order wants it."""

from __future__ import annotations

from collections.abc import Callable

from mekik.frontier.hints import percent
from mekik.frontier.lessons import row_of
from mekik.frontier.lookup import key_at, unpacked
from mekik.frontier.memory import Memory
from mekik.frontier.off_topic import is_judged
from mekik.frontier.offers import waiting_of
from mekik.frontier.store import Found
from mekik.ordering import Lesson, Waiting
from mekik.outcome import Outcome, Status
from mekik.page import NOFOLLOW, Address, Hint, LinkKind, Links
from mekik.urls import authority as authority_of

Judge = Callable[[str, int], Outcome | None]
"""(address, depth) → why it is refused, or None."""

_ANCHOR = 100
_FEED = Hint(role="feed")
_LETTERS = [kind.letter for kind in LinkKind]


class Finding(Memory):
    def offer(self, links: Links, source: Address | None, judge: Judge, at: float, now: float) -> int:
        """Takes up the links that nobody named before; how many were new."""
        if not links.hints:
            self.anchors.name(links.keys, links.anchors)
        places = self._keys.add_new(links.keys)
        if self._off_topic and source is not None:
            self._name_again(links, set(places), source, now)
        if not places and not links.hints:
            return 0
        urls, anchors, kinds, hints = links.urls, links.anchors, links.kinds, links.hints
        depth_of_source = source.depth if source else -1
        known = self._last_id
        around = links.around if self.reads_around else []
        topical = bool(self._off_topic) and source is not None
        found_on, path = (source.id, source.path) if source else (None, "")
        waiting: list[Waiting] = []
        by_host: dict[int, int] = {}
        for place in places:
            url, key = urls[place], key_at(links.keys, place)
            kind = kinds[place] & ~NOFOLLOW
            hint = hints[place] if hints else None
            beside = kind == LinkKind.REDIRECT or (hint is not None and hint.role == "sitemap")
            depth = depth_of_source if beside and source else depth_of_source + 1
            refusal = judge(url, depth)
            self._last_id += 1
            host, reason = self.numbers.host(authority_of(url)), None
            words = around[place] if around else ""
            if words:
                self.around.tell(self._last_id, words)
            if topical and not refusal and not beside:
                anchor = anchors[place][:_ANCHOR]
                named = Waiting(self._last_id, host, depth, found_on, key=key, url=url, anchor=anchor, around=words)
                reason = self._off_topic.refusal(named) or None
                refusal = Outcome.OFF_TOPIC if reason else None
            found = Found(
                id=self._last_id, key=key, host=host,
                status=int(refusal.status if refusal else Status.WAITING), depth=depth,
                found_on=found_on, outcome=refusal.number if refusal else None,
                found_at=int(at), url=url, path=path + _LETTERS[kind],
                anchor=anchors[place][:_ANCHOR], reason=reason,
            )  # fmt: skip
            self._batch.found.append(found)
            self._fresh[found.id] = found
            self._fresh_keys[found.key] = found.id
            if not refusal:
                self.anchors.found(found.key, found.id, found.anchor)
            self.counts[refusal.status if refusal else Status.WAITING] += 1
            if kind == LinkKind.FEED and not hints:
                self.hints.tell(found.id, _FEED, found.found_on or 0, is_new=True)
            if not refusal:
                priority = percent(hint.priority if hint else None)
                waiting.append(
                    Waiting(
                        found.id, found.host, depth, found.found_on, priority, found.found_at, found.key, url,
                        found.anchor, around=words,
                    )
                )  # fmt: skip
                by_host[found.host] = by_host.get(found.host, 0) + 1
        self._wait(waiting, by_host, now)
        if hints:
            told = zip(map(self.id_of, unpacked(links.keys)), hints, strict=True)
            self.hints.hear(told, source.id if source else 0, self._fresh, known)
        return len(places)

    def _name_again(self, links: Links, new: set[int], source: Address, now: float) -> None:
        """What was not followed when it was found may be called by a better name here."""
        for place in self._off_topic.refused_before(links.keys):
            key = key_at(links.keys, place)
            id = None if place in new else self.id_of(key)
            if id is None:
                continue
            url, anchor = links.urls[place], links.anchors[place][:_ANCHOR]
            before = self.address(id)
            named = waiting_of(before, self.numbers.host(before.authority))
            words = links.around[place] if links.around else ""
            named = named._replace(found_on=source.id, url=url, anchor=anchor, around=words)
            if self._off_topic.refusal(named):
                continue
            self._off_topic.lift(key)
            self._batch.renamed.append((anchor, source.id, id))
            if self.reads_around:
                self.around.tell(id, words)
            found = self._fresh.get(id)
            if found is not None:
                waiting = Status.WAITING.value
                self._fresh[id] = found._replace(
                    status=waiting, outcome=None, reason=None, anchor=anchor, found_on=source.id
                )
            self._move(Status.REFUSED, Status.WAITING)
            self._wait([named], {named.host: 1}, now)

    def off_topic(self, address: Address) -> str:
        """Why the ordering does not want an address after all."""
        if not self._off_topic or not is_judged(address):
            return ""
        return self._off_topic.refusal(waiting_of(address, self.numbers.host(address.authority)))

    @property
    def harvest(self) -> tuple[float, int] | None:
        """Sum of the grades of pages and their number, for an ordering that grades them."""
        return self._off_topic.harvest

    @property
    def learns(self) -> bool:
        return self._hosts.ordering.learns or self.importance is not None

    def learn(self, lesson: Lesson) -> None:
        """A page was read; its links are about to be offered."""
        grade = self._hosts.ordering.learn(lesson) if self._hosts.ordering.learns else None
        if self.importance is not None:
            self.importance.learn(lesson)
        self._batch.lessons.append(row_of(lesson, grade, self.order))
