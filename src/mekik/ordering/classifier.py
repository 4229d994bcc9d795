"""Is this page about what the job looks for? Naive Bayes on hashed roots, taught by examples, words and pages."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
import numpy.typing as npt

from mekik.analysis.prints import mixed, word_numbers
from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings

_BITS = 18
_MASK = np.uint64((1 << _BITS) - 1)
_LONGEST = 40_000
"""Bytes of a page's words that are looked at."""
_ENOUGH = 3
"""Pages of both kinds that must have been seen before the numbers are trusted."""
_HALF = 0.5
_CERTAIN = 3.0
"""No single word counts for more than this in a page's log odds."""
_LIKE, _UNLIKE = 0.6, 0.3
"""Likeness to the examples, by that among the examples, above and below which a page counts as one of them or not."""
_USUAL_LIKENESS = 0.35
_HITS = 2

Features = npt.NDArray[np.int64]


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
        self._examples: list[Features] = []
        self._both = False
        """Whether a person named pages that are not wanted, too."""
        self._centre: npt.NDArray[np.float32] | None = None
        self._usual = _USUAL_LIKENESS
        stop = " ".join(sorted(words.stop)).encode()
        self._stop = _hashed(stop)

    def features(self, words: str, roots: str) -> Features:
        """The distinct roots of a page."""
        text = (roots[:_LONGEST] + " " + words[:_LONGEST]).encode()
        return np.setdiff1d(_hashed(text), self._stop, assume_unique=True)

    def example(self, features: Features, grade: float, *, named: bool = True) -> None:
        if named and grade >= _HALF and len(features):
            self._examples.append(features)
            self._centre = None
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
        of_kind = (self._counts[:, features] + _HALF) / (self._pages[:, None] + 1.0)
        odds = np.clip(np.log(of_kind[1] / of_kind[0]), -_CERTAIN, _CERTAIN)
        alone = 1 / (1 + exp(-max(min(float(odds.sum()) / sqrt(len(features)), 30.0), -30.0)))
        return alone if opinion is None else (alone + opinion) / 2

    def _opinion(self, features: Features, title: str, words: str, roots: str) -> float | None:
        """What the words or the examples say; None when there are neither, or both kinds of examples."""
        if self._wanted:
            if any(not self._wanted.isdisjoint(forms) for forms in self._words.of_text(title)):
                return 1.0
            spellings = self._spellings
            hits = sum(word in spellings for text in (words, roots) for word in text[:_LONGEST].split())
            return 1.0 if hits >= _HITS else _HALF if hits else 0.0
        if not self._examples or (self._both and self._pages.min() >= _ENOUGH):
            return None
        return self._likeness(features)

    def _likeness(self, features: Features) -> float:
        if self._centre is None:
            self._centre = np.zeros(1 << _BITS, dtype=np.float32)
            for example in self._examples:
                self._centre[example] += 1
            self._centre /= np.linalg.norm(self._centre)
            if len(self._examples) > 1:
                alike = [self._cosine(example, self._centre) for example in self._examples]
                self._usual = sum(alike) / len(alike)
        like = self._cosine(features, self._centre) / self._usual
        return 1.0 if like >= _LIKE else 0.0 if like <= _UNLIKE else _HALF

    @staticmethod
    def _cosine(features: Features, centre: npt.NDArray[np.float32]) -> float:
        return float(centre[features].sum()) / sqrt(len(features)) if len(features) else 0.0

    def _learn(self, features: Features, wanted: bool) -> None:
        self._counts[int(wanted), features] += 1
        self._pages[int(wanted)] += 1


def _hashed(text: bytes) -> Features:
    numbers = mixed(word_numbers(text)) & _MASK
    return np.unique(numbers.astype(np.int64))
