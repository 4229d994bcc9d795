"""Is this page about what the job looks for? Naive Bayes on hashed roots, taught by examples, words and pages."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, sqrt

import numpy as np

from mekik.analysis.prints import mixed, word_numbers
from mekik.ordering.likeness import Features, Likeness
from mekik.ordering.protocol import ORDINARY
from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings

_BITS = 18
_MASK = np.uint64((1 << _BITS) - 1)
_LONGEST = 40_000
"""Bytes of a page's words that are looked at."""
_ENOUGH = 3
"""Pages of both kinds that must have been seen before the numbers are trusted."""
_TRUST, _FEW = 0.5, 10.0
"""What the numbers count for beside an opinion in the end, and the pages of each kind that earn them half of that."""
_PRIOR = 3.0
"""Pages that a root is taken to have been in, of either kind, as often as in all of them."""
_HALF = 0.5
_CERTAIN = 3.0
"""No single word counts for more than this in a page's log odds."""
_HITS = 2
_REMEMBERED = 50_000


class Classifier:
    """`grade` tells how much a page is wanted, from 0 to 1; `teach` takes one in.

    What teaches is never its own opinion, which would let it drift: it is a person's examples, the words, or, where
    there are examples of one kind only, a page's likeness to them.
    """

    def __init__(self, settings: OrderingSettings, words: Words) -> None:
        self._words = words
        self._spellings = words.spellings(settings.words)
        self._wanted = words.wanted(settings.words)
        self._pages = np.zeros(2, dtype=np.float64)
        """Unwanted, wanted."""
        self._counts = np.zeros((2, 1 << _BITS), dtype=np.float32)
        """In how many of them a root stands."""
        self._likeness = Likeness(_BITS)
        self._places: dict[str, tuple[int, ...]] = {}
        """Of words that were looked up."""
        self._both = False
        """Whether a person named pages that are not wanted, too."""
        stop = " ".join(sorted(words.stop)).encode()
        self._stop = _hashed(stop)

    def features(self, words: str, roots: str) -> Features:
        """The distinct roots of a page."""
        text = (roots[:_LONGEST] + " " + words[:_LONGEST]).encode()
        return np.setdiff1d(_hashed(text), self._stop, assume_unique=True)

    def example(self, features: Features, grade: float, *, named: bool = True) -> None:
        if grade == ORDINARY:
            self._likeness.ordinary(features)
            return
        if named and grade > _HALF and len(features):
            self._likeness.example(features)
        self._both = self._both or (named and grade < _HALF)
        self._learn(features, grade >= _HALF)

    def judge(self, features: Features, title: str, words: str, roots: str) -> float:
        """The grade of a new page; the page teaches."""
        opinion = self._opinion(features, title, words, roots)
        grade = self.grade(features, opinion)
        if opinion is not None and opinion != _HALF:
            self._learn(features, opinion > _HALF)
        return grade

    def grade(self, features: Features, opinion: float | None = None) -> float:
        if self._pages.min() < _ENOUGH or not len(features):
            return _HALF if opinion is None else opinion
        counts = self._counts[:, features]
        total = counts.sum(axis=0)
        counts, total = counts[:, total > 0], total[total > 0]  # a root that was never met speaks for neither
        if not len(total):
            return _HALF if opinion is None else opinion
        share = (total + _HALF) / (self._pages.sum() + 1.0)
        of_kind = (counts + _PRIOR * share) / (self._pages[:, None] + _PRIOR)
        odds = np.clip(np.log(of_kind[1] / of_kind[0]), -_CERTAIN, _CERTAIN)
        alone = 1 / (1 + exp(-max(min(float(odds.sum()) / sqrt(len(odds)), 30.0), -30.0)))
        if opinion is None:
            return alone
        trust = _TRUST * self._pages.min() / (self._pages.min() + _FEW)
        return float(trust * alone + (1 - trust) * opinion)

    def grade_of_words(self, words: Iterable[str]) -> float:
        """What a few words would be worth as a page: the same as `grade`, without the cost of arrays."""
        unwanted, wanted = self._pages.tolist()
        if min(unwanted, wanted) < _ENOUGH:
            return _HALF
        not_in, is_in = self._counts[0].item, self._counts[1].item
        odds, met = 0.0, 0
        for place in {place for word in words for place in self._places_of(word)}:
            without, within = not_in(place), is_in(place)
            if without + within:
                share = _PRIOR * (without + within + _HALF) / (unwanted + wanted + 1.0)
                ratio = (within + share) * (unwanted + _PRIOR) / ((without + share) * (wanted + _PRIOR))
                odds += max(min(log(ratio), _CERTAIN), -_CERTAIN)
                met += 1
        return 1 / (1 + exp(-max(min(odds / sqrt(met), 30.0), -30.0))) if met else _HALF

    def _places_of(self, word: str) -> tuple[int, ...]:
        found = self._places.get(word)
        if found is None:
            if len(self._places) >= _REMEMBERED:
                self._places.clear()
            found = self._places[word] = tuple(self.features(*self._words.spelled(word)).tolist())
        return found

    def _opinion(self, features: Features, title: str, words: str, roots: str) -> float | None:
        """What the words or the examples say; None when there are neither, or both kinds of examples."""
        if self._wanted:
            if any(not self._wanted.isdisjoint(forms) for forms in self._words.of_text(title)):
                return 1.0
            spellings = self._spellings
            hits = sum(word in spellings for text in (words, roots) for word in text[:_LONGEST].split())
            return 1.0 if hits >= _HITS else _HALF if hits else 0.0
        if not self._likeness or (self._both and self._pages.min() >= _ENOUGH):
            return None
        return self._likeness.opinion(features)

    def _learn(self, features: Features, wanted: bool) -> None:
        self._counts[int(wanted), features] += 1
        self._pages[int(wanted)] += 1


def _hashed(text: bytes) -> Features:
    numbers = mixed(word_numbers(text)) & _MASK
    return np.unique(numbers.astype(np.int64))
