"""Which bucket has the best score now, without looking at all of them each time.

K, the oldest and the newest time are the same for all, so the winner is the one with the largest

    v = root + path + query − c·time     each weight × count, c = weight of time × K / (newest − oldest)

A scan of all buckets keeps the best as candidates, and what the others are worth at most at both ends of a small window
of c: v is linear in c, so between the ends they stay below the line. After that

- a bucket that gets an older first address, or a new one, becomes a candidate;
- so do the best buckets of a root that wakes, whose others get a bound of their own;
- a root, path or query that grows raises the bounds by the most that any of them grew.

The best candidate is the answer if it beats every bound. If only the bounds of some roots, or their growth, are in the
way, these are looked at again. Else the scan is made anew.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from mekik.ordering.popularity.buckets import Buckets, Cells, Numbers
from mekik.ordering.popularity.parts import Parts
from mekik.ordering.popularity.roots import Roots

KEPT = 512
"""Candidates of a scan."""
KEPT_OF_ROOT = 4
MOST = 2048
"""Candidates with which an answer is looked for; when there are more, everything is looked at anew."""
WINDOW = 0.01
"""How far `c` may move from its value at a scan."""
_TRIES = 4
_ROOM = 4096
_NOTHING = -1e300
"""The bound of nobody; infinities would not add up."""

Values = npt.NDArray[np.float64]


class Candidates:
    def __init__(self, roots: Roots, paths: Parts, queries: Parts) -> None:
        self._roots, self._paths, self._queries = roots, paths, queries
        self.scans = 0
        self._size = 0
        self._list = np.zeros(_ROOM, dtype=np.int64)
        """Their buckets; what follows is theirs too, so that it need not be looked up."""
        self._x, self._y, self._z = (np.zeros(_ROOM, dtype=np.int64) for _ in range(3))
        self._time = np.zeros(_ROOM)
        self._places = array("i", bytes(4 * 1024))
        """By bucket: its place in the list, from 1 on, or 0."""
        self._low = self._high = 0.0
        """The window of c. There is none before the first scan."""
        self._valid = False
        self._from = 0.0
        """The time that counts as 0."""
        self._bound = (-np.inf, -np.inf)
        self._place_of_root: dict[int, int] = {}
        """Cell of a root that has a bound of its own → its place in the next two."""
        self._root_cells = np.zeros(256, dtype=np.int64)
        self._root_bounds = np.zeros((3, 256))
        """The root's value then, and the bounds at both ends of the window."""

    def raised(self, bucket: int, cells: Cells, time: int) -> None:
        places = self._places
        if bucket >= len(places):
            places.extend(array("i", bytes(4 * len(places))))
        place = places[bucket] - 1
        if place < 0:
            place = self._size
            if place == len(self._list):
                self._valid = False  # far too many: the next look is at all of them
                return
            self._size += 1
            self._list[place], places[bucket] = bucket, place + 1
        self._x[place], self._y[place], self._z[place] = cells
        self._time[place] = time

    def lowered(self, bucket: int, time: int) -> None:
        place = self._places[bucket] if bucket < len(self._places) else 0
        if place:
            self._time[place - 1] = time

    def dropped(self, bucket: int) -> None:
        place = self._places[bucket] if bucket < len(self._places) else 0
        if place:
            self._x[place - 1] = 0  # which is worth nothing

    def best(self, buckets: Buckets, c: float, oldest: int, near: float) -> list[int]:
        """The buckets whose first addresses are best, up to a difference of `near`; none when no host is awake."""
        if not self._valid or not self._low <= c <= self._high or self._size > MOST:
            return self._scan(buckets, c, oldest, near)
        self._look_at_roots(buckets, self._roots.woken, c)
        for _ in range(_TRIES):
            size = self._size
            values: Values = self._roots.values[self._x[:size]]
            values += self._paths.values[self._y[:size]]
            values += self._queries.values[self._z[:size]]
            values -= c * (self._time[:size] - self._from)
            best = float(values.max()) if size else -np.inf
            bound, own = self._bounds(c)
            grown = bound + self._roots.rise
            if best > max(grown, float(own.max()) if own.size else -np.inf) + near:
                return list(self._list[:size][values >= best - near].tolist())
            if best == bound == -np.inf and not (own > -np.inf).any():  # all are asleep
                return []
            if best <= bound + near:
                break
            again = self._root_cells[: own.size][own + near >= best].tolist()
            if best <= grown + near:
                again += self._grown_by(best - bound - near)
            self._look_at_roots(buckets, again, c)
        return self._scan(buckets, c, oldest, near)

    def _grown_by(self, least: float) -> list[int]:
        roots = self._roots
        return [cell for cell in roots.grown if roots.values[cell] - roots.marked[cell] >= least]

    def _look_at_roots(self, buckets: Buckets, cells: Collection[int], c: float) -> None:
        """These have bounds of their own from now on."""
        if not cells:
            return
        # One that fell asleep again is looked at when it wakes.
        awake = [cell for cell in cells if self._roots.values[cell] > -np.inf]
        for cell in awake:
            self._look_at_root(buckets, cell, c)
        self._roots.woken.clear()
        self._roots.put_apart(awake)

    def _bounds(self, c: float) -> tuple[float, Values]:
        """What those that are no candidates are worth at most: all of the scan, and by root those looked at since."""
        share = (c - self._low) / (self._high - self._low) if self._high > self._low else 0.0
        low, high = self._bound
        rise = self._paths.rise + self._queries.rise
        size = len(self._place_of_root)
        grown: Values = self._roots.values[self._root_cells[:size]]
        then, lows, highs = self._root_bounds[:, :size]
        return (
            (low if low == high else (1 - share) * low + share * high) + rise,
            (1 - share) * lows + share * highs + (grown - then) + rise,
        )

    def _scan(self, buckets: Buckets, c: float, oldest: int, near: float) -> list[int]:
        self.scans += 1
        self._valid, self._from = True, float(oldest)
        self._low, self._high = c * (1 - WINDOW), c * (1 + WINDOW)
        self._size, self._places = 0, array("i", bytes(4 * (2 * len(buckets) + 1024)))
        self._place_of_root.clear()
        self._roots.mark()
        self._bound = (-np.inf, -np.inf)
        self._paths.mark()
        self._queries.mark()
        size = len(buckets)
        values = self._roots.values[buckets.x[:size]]
        values += self._paths.values[buckets.y[:size]]
        values += self._queries.values[buckets.z[:size]]
        times = buckets.first[:size] - self._from
        values -= c * times
        awake = np.flatnonzero(values > -np.inf)
        if not awake.size:
            return []
        chosen = awake
        if awake.size > 2 * KEPT:
            order = np.argpartition(values[awake], awake.size - KEPT)
            chosen, others = awake[order[-KEPT:]], awake[order[:-KEPT]]
            here, ages = values[others], times[others]
            self._bound = (
                float((here + (c - self._low) * ages).max()),
                float((here + (c - self._high) * ages).max()),
            )
        self._keep(buckets, chosen)
        best = values.max()
        return list(np.flatnonzero(values >= best - near).tolist())

    def _look_at_root(self, buckets: Buckets, cell: int, c: float) -> None:
        """The best of a root's buckets become candidates; the others get a bound, by the counts of the last scan."""
        value, low, high = float(self._roots.values[cell]), _NOTHING, _NOTHING
        left = buckets.of_root(cell)
        left = left[np.frombuffer(self._places, dtype=np.int32)[left] == 0]
        if left.size > 2 * KEPT_OF_ROOT:
            values = self._paths.values[buckets.y[left]] + self._queries.values[buckets.z[left]]
            values -= c * (buckets.first[left] - self._from)
            order = np.argpartition(values, left.size - KEPT_OF_ROOT)
            left, others = left[order[-KEPT_OF_ROOT:]], left[order[:-KEPT_OF_ROOT]]
            counted = value + self._paths.marked[buckets.y[others]] + self._queries.marked[buckets.z[others]]
            ages = buckets.first[others] - self._from
            low, high = float((counted - self._low * ages).max()), float((counted - self._high * ages).max())
        place = self._place_of_root.setdefault(cell, len(self._place_of_root))
        if place == len(self._root_cells):
            self._root_cells = np.concatenate((self._root_cells, np.zeros_like(self._root_cells)))
            self._root_bounds = np.concatenate((self._root_bounds, np.zeros_like(self._root_bounds)), axis=1)
        self._root_cells[place] = cell
        self._root_bounds[:, place] = value, low, high
        self._keep(buckets, left)

    def _keep(self, buckets: Buckets, more: Numbers) -> None:
        """These are candidates from now on."""
        start, self._size = self._size, self._size + more.size
        if self._size > len(self._list):
            self._list, self._x, self._y, self._z = (
                np.concatenate((old, np.zeros(self._size, dtype=np.int64)))
                for old in (self._list, self._x, self._y, self._z)
            )
            self._time = np.concatenate((self._time, np.zeros(self._size)))
        here = slice(start, self._size)
        self._list[here], self._time[here] = more, buckets.first[more]
        self._x[here], self._y[here], self._z[here] = buckets.x[more], buckets.y[more], buckets.z[more]
        np.frombuffer(self._places, dtype=np.int32)[more] = np.arange(start + 1, self._size + 1)
