"""Topic-focused: the words that links are made of, counted while crawling, say what a web is about."""

from __future__ import annotations

from collections import Counter

from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.remembered import TOP, Remembered
from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings

_MOST_WORDS = 200_000
_STEPS = 1000


class TopicFocused:
    """Follows links with a word that many links hold, the most frequent first.

    Every address counts once, with the anchor by which it was found first. Page texts do not count, so text that
    visitors never see leads nowhere; nor do pictures without words. When too many words are known, those met once
    are forgotten.
    """

    name = "topic_focused"
    texts = learns = True

    def __init__(self, settings: OrderingSettings) -> None:
        self._words = Words(settings)
        self._threshold, self._at_first = settings.anchor_threshold, settings.anchor_links
        self._counts: Counter[str] = Counter()
        self._links = 0
        self._last = 0
        """Addresses up to here were counted: ids grow."""
        self._remembered = Remembered.of(settings)
        queue = RankedOrdering(self.name, self._rank, self.explain)
        self.add, self.wake, self.rest, self.pop, self.drain = (
            queue.add, queue.wake, queue.rest, queue.pop, queue.drain,
        )  # fmt: skip

    def worth(self, address: Waiting) -> float:
        """Of an address that waits from now on: the share of links that hold its best word."""
        self._last = max(self._last, address.id)
        return self._best(address.anchor)[1]

    def notice(self, address: Waiting) -> None:
        """Counts the words of a link that is new."""
        if address.id > self._last:
            self._last = address.id
            self._count(address.anchor)

    def refusal(self, address: Waiting) -> str:
        self.notice(address)
        if self._links <= self._at_first:
            return ""
        word, share = self._best(address.anchor)
        if share >= self._threshold:
            return ""
        return f"topic_focused: {word or 'no word'} {share:.1%}, wanted {self._threshold:.1%}"

    def explain(self, address: Waiting) -> Score:
        word, share = self._best(address.anchor)
        if not word:
            return Score(0.0, "topic_focused: its anchor has no word that was met before")
        return Score(share, f"topic_focused: {word!r} stands in {share:.1%} of {self._links} links")

    def learn(self, page: Lesson) -> None:
        """Told again at start, a page has the anchors of what was found on it."""
        if not page.links.urls:
            for anchor in page.links.anchors:
                self._count(anchor)

    @property
    def harvest(self) -> tuple[float, int]:
        """It follows what is frequent and has no opinion of pages."""
        return 0.0, 0

    def _rank(self, address: Waiting) -> int:
        return round((1 - self.worth(address)) * _STEPS) * TOP + self._remembered.rank(address)

    def _best(self, anchor: str) -> tuple[str, float]:
        """The most frequent word of an anchor, and the share of links that hold it."""
        counts = self._counts
        word, count = max(((forms[-1], counts[forms[-1]]) for forms in self._words.of_text(anchor)),
                          key=lambda found: found[1], default=("", 0))  # fmt: skip
        return word, count / self._links if self._links else 0.0

    def _count(self, anchor: str) -> None:
        self._links += 1
        self._counts.update({forms[-1] for forms in self._words.of_text(anchor)})
        if len(self._counts) > _MOST_WORDS:
            self._counts = Counter({word: count for word, count in self._counts.items() if count > 1})
