"""Waiting addresses whose roots, paths and queries count the same compete by age only: a heap for each such bucket."""

from __future__ import annotations

from array import array
from heapq import heapify, heappop, heappush
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mekik.ordering.popularity.parts import LIGHT

Numbers = npt.NDArray[np.int64]
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


class Watcher(Protocol):
    """Is told of every bucket whose first address is another one."""

    def raised(self, bucket: int, cells: Cells, time: int) -> None:
        """It is an older one, or the bucket is new."""

    def lowered(self, bucket: int, time: int) -> None: ...
    def dropped(self, bucket: int) -> None: ...


class Buckets:
    """A heap may hold entries of addresses that stand elsewhere by now; its first one never does."""

    def __init__(self, entries: list[int], watcher: Watcher) -> None:
        self._entries = entries
        """By slot; `FREE` for one that nobody has."""
        self._watcher = watcher
        self.of_slot = array("i")
        """By slot; -1 for an address that does not compete."""
        self.cells: list[Cells] = []
        self._of_root: dict[int, array[int]] = {}
        """By cell of a heavy root."""
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
            time = self.first[bucket] = time_of(entry)
            self._watcher.raised(bucket, cells, time)

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
        time = self.first[bucket] = time_of(heap[0])
        self._watcher.lowered(bucket, time)

    def of_root(self, cell: int) -> Numbers:
        """The buckets of a heavy root."""
        known = self._of_root.get(cell)
        return np.zeros(0, dtype=np.int64) if known is None else np.array(known, dtype=np.int64)

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
        if cells[0] > LIGHT:
            of_root = self._of_root.get(cells[0])
            if of_root is None:
                of_root = self._of_root[cells[0]] = array("q")
            of_root.append(bucket)
        return bucket

    def _drop(self, bucket: int) -> None:
        cells = self.cells[bucket]
        self._heaps[bucket] = []
        del self._index[cells]
        if cells[0] > LIGHT:
            of_root = self._of_root[cells[0]]
            of_root.remove(bucket)
            if not of_root:
                del self._of_root[cells[0]]
        self.cells[bucket] = (0, 0, 0)
        self.x[bucket] = self.y[bucket] = self.z[bucket] = 0
        self.first[bucket] = 0.0
        self._free.append(bucket)
        self._watcher.dropped(bucket)
