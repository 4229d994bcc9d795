"""The contest of popularity in Python: where nothing was compiled, and what the compiled one is compared with."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np

from mekik.ordering.popularity.buckets import FREE, Buckets, entry_of, id_of, slot_of, time_of
from mekik.ordering.popularity.candidates import Candidates
from mekik.ordering.popularity.contest import Row
from mekik.ordering.popularity.parts import Parts
from mekik.ordering.popularity.roots import Roots


class PythonContest:
    """A slot has its entry (time, id, slot in one number), which the heap of its bucket shares, and the hashes of its
    parts."""

    def __init__(self, weights: tuple[float, float, float]) -> None:
        root, path, query = weights
        self._roots = Roots(root)
        self._paths, self._queries = Parts(path), Parts(query)
        self._entries: list[int] = []
        self._x, self._y, self._z = array("q"), array("q"), array("q")
        self._free: list[int] = []
        self._waiting = 0
        self._candidates = Candidates(self._roots, self._paths, self._queries)
        self._buckets = Buckets(self._entries, self._candidates)

    @property
    def scans(self) -> int:
        return self._candidates.scans

    def __len__(self) -> int:
        return self._waiting

    def add(self, rows: list[Row], /) -> None:
        # A start brings all at once: then everybody takes a place when all counts are known.
        many = len(rows) > self._waiting
        for row in rows:
            slot, others = self._join(*row)
            if not many:
                self._settle(slot)
                for other in others:
                    self._settle(other)
        if many:
            for slot, entry in enumerate(self._entries):
                if entry != FREE:
                    self._settle(slot)

    def wake(self, host: int, /) -> None:
        for slot in self._roots.wake(host):
            self._settle(slot)

    def rest(self, host: int, /) -> None:
        for slot in self._roots.rest(host):
            self._settle(slot)

    def best(self, c: float, oldest: int, near: float, /) -> list[int]:
        return [slot_of(self._buckets.head(bucket)) for bucket in self._candidates.best(self._buckets, c, oldest, near)]

    def rival(self, slot: int, /) -> tuple[int, int, int, int, int]:
        entry = self._entries[slot]
        return *self.counts(self._x[slot], self._y[slot], self._z[slot]), time_of(entry), id_of(entry)

    def take(self, slot: int, /) -> tuple[int, int, int]:
        host, entry = self._roots.host(self._x[slot]), self._entries[slot]
        self._remove((slot,))
        return host, id_of(entry), time_of(entry)

    def drain(self, host: int, /) -> list[tuple[int, int]]:
        roots = self._roots.of_host(host)
        if not roots:
            return []
        here = np.isin(np.frombuffer(self._x, dtype=np.int64), np.array(roots, dtype=np.int64))
        slots = [slot for slot in np.flatnonzero(here).tolist() if self._entries[slot] != FREE]
        gone = [(id_of(self._entries[slot]), time_of(self._entries[slot])) for slot in slots]
        self._remove(slots)
        return gone

    def counts(self, root: int, path: int, query: int, /) -> tuple[int, int, int]:
        return self._roots.count(root), self._paths.count(path), self._queries.count(query)

    def _join(self, root: int, path: int, query: int, host: int, time: int, id: int) -> tuple[int, list[int]]:
        """Its slot, and who else is to take another place."""
        if self._free:
            slot = self._free.pop()
            self._x[slot], self._y[slot], self._z[slot] = root, path, query
            self._entries[slot] = entry_of(time, id, slot)
        else:
            slot = len(self._entries)
            self._x.append(root)
            self._y.append(path)
            self._z.append(query)
            self._entries.append(entry_of(time, id, slot))
            self._buckets.of_slot.append(-1)
        others = [
            *self._roots.enter(root, host, slot), *self._paths.join(path, slot), *self._queries.join(query, slot),
        ]  # fmt: skip
        self._waiting += 1
        return slot, others

    def _remove(self, slots: Iterable[int]) -> None:
        left: set[int] = set()
        for slot in slots:
            if self._buckets.of_slot[slot] >= 0:
                self._buckets.take(slot)
            left.update(self._roots.leave(self._x[slot], slot))
            left.update(self._paths.leave(self._y[slot], slot))
            left.update(self._queries.leave(self._z[slot], slot))
            self._entries[slot] = FREE
            self._free.append(slot)
            self._waiting -= 1
        for slot in left:
            if self._entries[slot] != FREE:
                self._settle(slot)

    def _settle(self, slot: int) -> None:
        """Puts an address in the bucket where it belongs now, if it competes."""
        root = self._x[slot]
        bucket = self._buckets.of_slot[slot]
        if not self._roots.competes(root):
            if bucket >= 0:
                self._buckets.take(slot)
            return
        cells = self._roots.cell(root), self._paths.cell(self._y[slot]), self._queries.cell(self._z[slot])
        if bucket >= 0:
            if self._buckets.cells[bucket] == cells:
                return
            self._buckets.take(slot)
        self._buckets.place(slot, cells)
