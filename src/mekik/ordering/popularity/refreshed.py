"""popularity by the plain formula, worked out for all that wait every few minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from mekik.ordering.popularity.formula import Split, Standing, Weights
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.ranked import RankedOrdering

_LAST = 1 << 50


class RefreshedPopularity:
    """What was found since the last scoring comes after all that was scored, in the order of discovery."""

    name = "popularity"
    texts, learns = True, False

    def __init__(
        self, weights: Weights, cut: Split, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._weights, self._cut, self._seconds, self._clock = weights, cut, seconds, clock
        self._waiting: dict[int, tuple[int, int, int, int, int]] = {}
        """id → host, time, and hashes of root, path and query."""
        self._awake: set[int] = set()
        self._due: float | None = None
        self._ranks: dict[int, int] = {}
        self._ranked = self._by_rank()

    def add(self, addresses: Sequence[Waiting]) -> None:
        for address in addresses:
            root, path, query = map(hash, self._cut(address.url))
            self._waiting[address.id] = (address.host, address.found_at, hash((address.host, root)), path, query)
        self._ranked.add(addresses)

    def wake(self, host: int) -> None:
        self._awake.add(host)
        self._ranked.wake(host)

    def rest(self, host: int) -> None:
        self._awake.discard(host)
        self._ranked.rest(host)

    def pop(self) -> tuple[int, int] | None:
        now = self._clock()
        if self._waiting and (self._due is None or now >= self._due):
            self._refresh()
            self._due = now + self._seconds
        answer = self._ranked.pop()
        if answer is not None:
            del self._waiting[answer[1]]
        return answer

    def drain(self, host: int) -> list[int]:
        ids = self._ranked.drain(host)
        for id in ids:
            del self._waiting[id]
        return ids

    def explain(self, address: Waiting) -> Score:
        if address.id not in self._waiting:
            return Standing(0.0, 0.0, 0.0, 0.0).told(self._weights)
        ids, standings = self._standings()
        return standings[ids.index(address.id)].told(self._weights)

    def learn(self, page: Lesson) -> None:
        """Counts what waits, not what was read."""

    def _by_rank(self) -> RankedOrdering:
        return RankedOrdering(self.name, lambda address: self._ranks.get(address.id, _LAST), self.explain)

    def _refresh(self) -> None:
        ids, columns = self._columns()
        score = np.round(sum(weight * column for weight, column in zip(self._weights, columns, strict=True)), 9)
        order = np.lexsort((np.array(ids), -np.asarray(score)))
        self._ranks = {ids[place]: rank for rank, place in enumerate(order.tolist())}
        self._ranked = self._by_rank()
        self._ranked.add([Waiting(id, self._waiting[id][0], 0, None) for id in ids])
        for host in self._awake:
            self._ranked.wake(host)

    def _standings(self) -> tuple[list[int], list[Standing]]:
        ids, columns = self._columns()
        return ids, [Standing(*map(float, row)) for row in zip(*columns, strict=True)]

    def _columns(self) -> tuple[list[int], list[np.ndarray[tuple[int], np.dtype[np.float64]]]]:
        """The four parts of all scores."""
        ids = list(self._waiting)
        table = np.array(list(self._waiting.values()), dtype=np.int64)
        shares = []
        for column in table[:, 2:].T:
            _, which, counts = np.unique(column, return_inverse=True, return_counts=True)
            shares.append(100.0 * counts[which] / len(ids))
        times = table[:, 1]
        span = times.max() - times.min()
        shares.append(100.0 * (times.max() - times) / span if span else np.zeros(len(ids)))
        return ids, shares
