"""popularity as a `Scorer`: its part in a mix, where its scores are compared with others'.

Every hand-out changes all scores a little, and in a sum with other models no shortcut tells which address that puts
first. So here the plain formula is worked out for all that wait when as many have come or gone as `ordering.refresh`
says; what is found meanwhile counts by the numbers of the last time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.popularity.formula import Split, Standing, Weights, standing
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.scored import NONE, Ids, Learned, Waits

_HASH = (1 << 62) - 1


Counts = NDArray[np.int64]


class _Counted(NamedTuple):
    """How many shared a part at the last time; 16 bytes for each different one."""

    parts: Counts
    counts: Counts

    def of(self, parts: Counts) -> Counts:
        """An address that was not there then has at least itself."""
        if not len(self.parts):
            return np.ones(len(parts), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.parts, parts), len(self.parts) - 1)
        found: Counts = np.where(self.parts[places] == parts, self.counts[places], 1)
        return found


def _count(parts: Counts) -> tuple[_Counted, Counts]:
    """What is kept, and the count of each of these."""
    known, which, counts = np.unique(parts, return_inverse=True, return_counts=True)
    return _Counted(known, counts), counts[which]


class PopularityScorer:
    """40 bytes for each address that waits or waited, and 16 for each different root, path and query."""

    name = "popularity"

    def __init__(self, weights: Weights, cut: Split, growth: float) -> None:
        self._weights, self._cut, self._growth = weights, cut, growth
        self._parts = [Column(np.int64, 0) for _ in range(3)]
        self._times = Column(np.int64, 0)
        self._scores = Column(np.float64, 0.0)
        self._counted = [_Counted(NONE, NONE) for _ in range(3)]
        self._waiting, self._oldest, self._newest = 1, 0, 0
        self._events, self._due_at = 0, 1

    def place(self, addresses: Sequence[Waiting]) -> None:
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        hashes = [self._hashes(address) for address in addresses]
        for column, values in zip(self._parts, zip(*hashes, strict=True), strict=False):
            column.put(ids, values)
        self._times.put(ids, [max(address.found_at, 0) for address in addresses])
        self._score(ids, self._counts(ids))
        self._events += len(addresses)

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._scores.take(ids)

    def learn(self, _page: Lesson) -> Learned:
        return Learned(None, NONE)

    def renew(self, waiting: Waits) -> bool:
        self._events += 1  # the hand-out that this is asked for
        if self._events < self._due_at:
            return False
        ids = waiting()
        if not len(ids):
            return False
        counted = [_count(column.take(ids)) for column in self._parts]
        self._counted = [kept for kept, _ in counted]
        times = self._times.take(ids)
        self._waiting, self._oldest, self._newest = len(ids), int(times.min()), int(times.max())
        self._score(ids, [counts for _, counts in counted])
        self._events, self._due_at = 0, max(1, int(len(ids) * self._growth))
        return True

    def explain(self, address: Waiting) -> Score:
        ids = np.array([address.id], dtype=np.int64)
        counts = [int(count[0]) for count in self._counts(ids)]
        return self._standing((counts[0], counts[1], counts[2]), max(address.found_at, 0)).told(self._weights)

    def _standing(self, counts: tuple[int, int, int], time: int) -> Standing:
        return standing(counts, self._waiting, min(time, self._newest), self._oldest, self._newest)

    def _counts(self, ids: Ids) -> list[Counts]:
        return [counted.of(column.take(ids)) for column, counted in zip(self._parts, self._counted, strict=True)]

    def _score(self, ids: Ids, counts: list[Counts]) -> None:
        shares = zip(self._weights, counts, strict=False)
        total = sum(weight * 100.0 * sharing / self._waiting for weight, sharing in shares)
        if self._newest > self._oldest:
            ages = np.maximum(self._newest - self._times.take(ids), 0)
            total += self._weights.time * 100.0 * ages / (self._newest - self._oldest)
        self._scores.put(ids, total)

    def _hashes(self, address: Waiting) -> tuple[int, int, int]:
        root, path, query = self._cut(address.url)
        return hash((address.host, root)) & _HASH, hash(path) & _HASH, hash(query) & _HASH
