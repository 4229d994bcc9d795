"""Waiting addresses whose roots, paths and queries count the same compete by age only: a heap for each such bucket."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from heapq import heapify, heappop, heappush

import numpy as np

Cells = tuple[int, int, int]
"""Cells of root, path and query."""

SLOT_BITS = 32
ID_BITS = 40
FREE = -1
_SLOT = (1 << SLOT_BITS) - 1
_ID = (1 << ID_BITS) - 1


def entry_of(time: int, id: int, slot: int) -> int:
    """An address as a heap has it: the older first, then the smaller id."""
    return (time << ID_BITS | id) << SLOT_BITS | slot


def slot_of(entry: int) -> int:
    return entry & _SLOT


def id_of(entry: int) -> int:
    return entry >> SLOT_BITS & _ID


def time_of(entry: int) -> int:
    return entry >> (SLOT_BITS + ID_BITS)


class Buckets:
    """A heap may hold entries of addresses that stand elsewhere by now; its first one never does."""

    def __init__(self, entries: list[int], tell: Callable[[int], None]) -> None:
        self._entries = entries
        """By slot; `FREE` for one that nobody has."""
        self._tell = tell
        """Called with a bucket whose first address is another, older one."""
        self.of_slot = array("i")
        """By slot; -1 for an address that does not compete."""
        self.cells: list[Cells] = []
        self.of_root: dict[int, set[int]] = {}
        """By cell of a root."""
        self.x = np.zeros(64, dtype=np.int32)
        self.y = np.zeros(64, dtype=np.int32)
        self.z = np.zeros(64, dtype=np.int32)
        self.first = np.zeros(64)
        """Time of the first address. A bucket that is free has the cells 0, which are worth minus infinity."""
        self._heaps: list[list[int]] = []
        self._live = array("i")
        self._index: dict[Cells, int] = {}
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._heaps)

    def head(self, bucket: int) -> int:
        return self._heaps[bucket][0]

    def place(self, slot: int, cells: Cells) -> None:
        bucket = self._index.get(cells)
        if bucket is None:
            bucket = self._new(cells)
        entry = self._entries[slot]
        heap = self._heaps[bucket]
        heappush(heap, entry)
        self._live[bucket] += 1
        self.of_slot[slot] = bucket
        if heap[0] is entry:
            self.first[bucket] = time_of(entry)
            self._tell(bucket)

    def take(self, slot: int) -> None:
        """It competes no longer."""
        bucket = self.of_slot[slot]
        self.of_slot[slot] = -1
        heap = self._heaps[bucket]
        live = self._live[bucket] = self._live[bucket] - 1
        if not live:
            self._drop(bucket)
            return
        if len(heap) > 2 * live + 16:
            heap[:] = {entry for entry in heap if self._stands(entry, bucket)}
            heapify(heap)
        elif heap[0] != self._entries[slot]:
            return
        while not self._stands(heap[0], bucket):
            heappop(heap)
        self.first[bucket] = time_of(heap[0])

    def _stands(self, entry: int, bucket: int) -> bool:
        slot = entry & _SLOT
        return self.of_slot[slot] == bucket and self._entries[slot] == entry

    def _new(self, cells: Cells) -> int:
        if self._free:
            bucket = self._free.pop()
            self.cells[bucket] = cells
        else:
            bucket = len(self._heaps)
            self._heaps.append([])
            self._live.append(0)
            self.cells.append(cells)
            if bucket == len(self.x):
                self.x, self.y, self.z = (np.concatenate((old, np.zeros_like(old))) for old in (self.x, self.y, self.z))
                self.first = np.concatenate((self.first, np.zeros_like(self.first)))
        self._index[cells] = bucket
        self.x[bucket], self.y[bucket], self.z[bucket] = cells
        self.of_root.setdefault(cells[0], set()).add(bucket)
        return bucket

    def _drop(self, bucket: int) -> None:
        cells = self.cells[bucket]
        self._heaps[bucket] = []
        del self._index[cells]
        buckets = self.of_root[cells[0]]
        buckets.discard(bucket)
        if not buckets:
            del self.of_root[cells[0]]
        self.cells[bucket] = (0, 0, 0)
        self.x[bucket] = self.y[bucket] = self.z[bucket] = 0
        self.first[bucket] = 0.0
        self._free.append(bucket)
