"""popularity, exact at every hand-out."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from mekik.ordering.popularity.ages import Ages
from mekik.ordering.popularity.buckets import FREE, Buckets, entry_of, id_of, slot_of, time_of
from mekik.ordering.popularity.candidates import Candidates
from mekik.ordering.popularity.formula import Split, Weights, standing
from mekik.ordering.popularity.parts import Parts
from mekik.ordering.popularity.roots import Roots
from mekik.ordering.protocol import Lesson, Score, Waiting

_HASH = (1 << 60) - 1
_NEAR = 1e-10


class Popularity:
    """Gives out the address with the highest P of all awake hosts; of equals the one with the smallest id.

    An address has a slot: its entry (time, id, slot in one number), which the heap of its bucket shares, and the
    hashes of its parts.
    """

    name = "popularity"
    texts, learns = True, False

    def __init__(self, weights: Weights, cut: Split) -> None:
        self._weights, self._whole, self._cut = weights, weights.whole(), cut
        self._roots = Roots(weights.root)
        self._paths, self._queries = Parts(weights.path), Parts(weights.query)
        self._ages = Ages()
        self._entries: list[int] = []
        self._x, self._y, self._z = array("q"), array("q"), array("q")
        self._free: list[int] = []
        self._waiting = 0
        self._candidates = Candidates(self._roots, self._paths, self._queries)
        self._buckets = Buckets(self._entries, self._candidates)

    @property
    def scans(self) -> int:
        """How often everything was looked at."""
        return self._candidates.scans

    def add(self, addresses: Sequence[Waiting]) -> None:
        # A start brings all at once: then everybody takes a place when all counts are known.
        many = len(addresses) > self._waiting
        for address in addresses:
            slot, others = self._join(address)
            if not many:
                self._settle(slot)
                for other in others:
                    self._settle(other)
        if many:
            for slot, entry in enumerate(self._entries):
                if entry != FREE:
                    self._settle(slot)

    def wake(self, host: int) -> None:
        for slot in self._roots.wake(host):
            self._settle(slot)

    def rest(self, host: int) -> None:
        for slot in self._roots.rest(host):
            self._settle(slot)

    def pop(self) -> tuple[int, int] | None:
        if not self._waiting:
            return None
        oldest, newest = self._ages.span()
        c = self._weights.time * self._waiting / (newest - oldest) if newest > oldest else 0.0
        near = _NEAR * self._waiting + 1e-12
        found = self._candidates.best(self._buckets, c, oldest, near)
        if not found:
            return None
        bucket = found[0] if len(found) == 1 else self._first(found, newest - oldest)
        entry = self._buckets.head(bucket)
        slot = slot_of(entry)
        host = self._roots.host(self._x[slot])
        self._remove((slot,))
        return host, id_of(entry)

    def drain(self, host: int) -> list[int]:
        roots = self._roots.of_host(host)
        if not roots:
            return []
        here = np.isin(np.frombuffer(self._x, dtype=np.int64), np.array(roots, dtype=np.int64))
        slots = [slot for slot in np.flatnonzero(here).tolist() if self._entries[slot] != FREE]
        ids = sorted(id_of(self._entries[slot]) for slot in slots)
        self._remove(slots)
        return ids

    def explain(self, address: Waiting) -> Score:
        root, path, query = self._hashes(address)
        counts = self._roots.count(root), self._paths.count(path), self._queries.count(query)
        oldest, newest = self._ages.span()
        return standing(counts, self._waiting, self._time(address), oldest, newest).told(self._weights)

    def learn(self, page: Lesson) -> None:
        """Counts what waits, not what was read."""

    def _hashes(self, address: Waiting) -> tuple[int, int, int]:
        root, path, query = self._cut(address.url)
        return hash((address.host, root)) & _HASH, hash(path) & _HASH, hash(query) & _HASH

    def _time(self, address: Waiting) -> int:
        """Without a weight for time the oldest of equals is the one with the smallest id."""
        return max(address.found_at, 0) if self._weights.time else 0

    def _join(self, address: Waiting) -> tuple[int, list[int]]:
        """Its slot, and who else is to take another place."""
        root, path, query = self._hashes(address)
        time = self._time(address)
        if self._free:
            slot = self._free.pop()
            self._x[slot], self._y[slot], self._z[slot] = root, path, query
            self._entries[slot] = entry_of(time, address.id, slot)
        else:
            slot = len(self._entries)
            self._x.append(root)
            self._y.append(path)
            self._z.append(query)
            self._entries.append(entry_of(time, address.id, slot))
            self._buckets.of_slot.append(-1)
        others = [
            *self._roots.enter(root, address.host, slot), *self._paths.join(path, slot),
            *self._queries.join(query, slot),
        ]  # fmt: skip
        self._ages.add(time)
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
            self._ages.remove(time_of(self._entries[slot]))
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

    def _first(self, buckets: list[int], span: int) -> int:
        """The best of some that are equal or nearly so, by whole numbers."""
        root, path, query, time = self._whole

        def worth(bucket: int) -> tuple[int, int]:
            x, y, z = self._buckets.cells[bucket]
            entry = self._buckets.head(bucket)
            counted = root * self._roots.counts[x] + path * self._paths.counts[y] + query * self._queries.counts[z]
            return counted * max(span, 1) - time * self._waiting * time_of(entry), -id_of(entry)

        return max(buckets, key=worth)
