"""Addresses that wait for a certain time, not for their turn: those to be tried again."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from mekik.ordering import Waiting


class Later:
    """By time, the soonest first. Times are monotonic."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, Waiting]] = []
        self._ids: set[int] = set()

    def __contains__(self, id: int) -> bool:
        return id in self._ids

    def add(self, due: float, waiting: Waiting) -> None:
        heapq.heappush(self._heap, (due, waiting))
        self._ids.add(waiting.id)

    def take_due(self, now: float) -> Iterator[Waiting]:
        """Those whose time has come; they are no longer here."""
        heap = self._heap
        while heap and heap[0][0] <= now:
            waiting = heapq.heappop(heap)[1]
            if waiting.id in self._ids:
                self._ids.discard(waiting.id)
                yield waiting

    def remove(self, id: int) -> None:
        self._ids.discard(id)
        self._heap = [entry for entry in self._heap if entry[1].id != id]
        heapq.heapify(self._heap)

    def clear(self) -> None:
        self._heap.clear()
        self._ids.clear()

    @property
    def next_due(self) -> float | None:
        return self._heap[0][0] if self._heap else None
