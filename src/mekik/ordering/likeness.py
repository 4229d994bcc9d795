"""Is a page like the examples? For jobs that were shown what is wanted and not what is unwanted.

Likeness is the cosine of a page's roots and those of the examples, a root counting by how rare it is among the pages
read so far that were not wanted. What is alike enough is told by two marks that the crawl itself gives: how like each
other the examples are, and how like them other pages usually are. A page in the upper half between the two is wanted,
one in the lowest quarter is not, and of the rest nothing is said.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

Features = npt.NDArray[np.int64]

_USUAL = 0.35
"""Likeness of wanted pages to a single example, which has nothing to be compared with."""
_LIKE, _UNLIKE = 0.5, 0.25
_SURELY = 0.9
"""While too few were read to tell which roots are everybody's."""
_RECENT = 64
_FEW = 10
"""Pages that must be read before it counts for much that a root stood in one of them."""
_GROWTH = 1.25
"""Looks at everything again when so many times as many pages were read."""
_MOST = 200
"""Examples that are compared with each other."""


class Likeness:
    """4 bytes three times for each of the roots that are told apart, and the roots of the examples and of 64 pages."""

    def __init__(self, bits: int) -> None:
        self._examples: list[Features] = []
        self._read = np.zeros(1 << bits, dtype=np.float32)
        """In how many of the pages that were not wanted a root stands: in those that are, the roots that tell them are
        common."""
        self._pages = self._asked = 0
        self._recent: list[Features] = []
        self._usual, self._least, self._due_at = _USUAL, 0.0, 0.0
        self._rarity = self._weighed = self._read
        """By root, as of the last look: how rare it is, and that times the examples that have it."""
        self._square = 0.0

    def __bool__(self) -> bool:
        return bool(self._examples)

    def example(self, features: Features) -> None:
        self._examples.append(features)
        self._due_at = 0.0

    def ordinary(self, features: Features) -> None:
        """A page of which nothing is known but that it is there."""
        self._read[features] += 1
        self._pages += 1
        self._recent = [*self._recent[1 - _RECENT :], features]

    def opinion(self, features: Features) -> float:
        """1, 0, or a half; the page counts as one that was read from now on."""
        self._asked += 1
        if self._asked >= self._due_at:
            self._look()
        place = (self._like(features) - self._least) / (self._usual - self._least)
        if place >= (_LIKE if self._pages > _FEW else _SURELY):
            return 1.0
        self.ordinary(features)
        return 0.0 if place <= _UNLIKE else 0.5

    def _look(self) -> None:
        """Weighs the examples by what was read so far, and sets the marks."""
        self._due_at = self._asked * _GROWTH
        self._rarity = np.log((self._pages + _FEW) / (self._read + np.float32(1.0)))
        self._weighed = np.zeros_like(self._read)
        for example in self._examples:
            self._weighed[example] += 1
        self._weighed *= self._rarity
        self._square = float(self._weighed @ self._weighed)
        shown = self._examples[:_MOST]
        if len(shown) > 1:
            alike = [self._like(example, own=1.0) for example in shown]
            self._usual = max(sum(alike) / len(alike), 1e-6)
        likes = sorted(self._like(features) for features in self._recent)
        others = likes[len(likes) // 2] if likes else 1.0
        self._least = min(others, self._usual / 2)

    def _like(self, features: Features, own: float = 0.0) -> float:
        """Cosine with the sum of the examples; with `own` 1 this is one of them, and what it adds does not count."""
        rarity, weighed = self._rarity[features], self._weighed[features]
        others = weighed - own * rarity
        square = self._square - float(weighed @ weighed) + float(others @ others)
        length = sqrt(max(square, 1e-12) * max(float(rarity @ rarity), 1e-12))
        return float(others @ rarity) / length
