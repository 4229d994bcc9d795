"""Topic-selective: only links whose address or anchor text holds one of the job's words."""

from __future__ import annotations

from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.remembered import Remembered
from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings


class Topic:
    """Without words it follows everything."""

    name = "topic"
    texts = learns = True

    def __init__(self, settings: OrderingSettings) -> None:
        self._words = Words(settings)
        self._named = settings.words
        self._wanted = self._words.wanted(settings.words)
        self._spellings = self._words.spellings(settings.words)
        self._graded, self._sum = 0, 0.0
        queue = RankedOrdering(self.name, Remembered.of(settings).rank, self.explain)
        self.add, self.wake, self.rest, self.pop, self.drain = (
            queue.add, queue.wake, queue.rest, queue.pop, queue.drain,
        )  # fmt: skip

    def match(self, address: Waiting) -> tuple[str, str] | None:
        """(the word, where it stands) of the first match."""
        places = (("anchor", self._words.of_text(address.anchor)), ("address", self._words.of_address(address.url)))
        for place, words in places:
            for forms in words:
                if not self._wanted.isdisjoint(forms):
                    return forms[0], place
        return None

    def worth(self, address: Waiting) -> float:
        """1 where a word stands in the link, else 0."""
        return float(self.match(address) is not None)

    def refusal(self, address: Waiting) -> str:
        if not self._wanted or self.match(address):
            return ""
        return f"topic: neither address nor anchor holds {', '.join(self._named[:5])}"[:100]

    def explain(self, address: Waiting) -> Score:
        found = self.match(address) if self._wanted else None
        if found is None:
            return Score(0.0, "topic: followed without a word" if self._wanted else "topic: no words are set")
        return Score(1.0, f"topic: {found[0]!r} stands in the {found[1]}")

    def learn(self, page: Lesson) -> float | None:
        """Whether the page holds one of the words."""
        grade = page.grade
        if grade is None and not (page.words or page.title):
            return None  # sitemaps and pictures: there is nothing to be graded
        if grade is None:
            title = self._words.of_text(page.title)
            holds = any(not self._wanted.isdisjoint(forms) for forms in title)
            holds = holds or not self._spellings.isdisjoint(page.words.split() + page.roots.split())
            grade = 1.0 if holds else 0.0
        self._graded += 1
        self._sum += grade
        return grade

    @property
    def harvest(self) -> tuple[float, int]:
        return self._sum, self._graded
