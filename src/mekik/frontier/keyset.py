"""The set of all known addresses' keys, at 8 bytes each.

Sorted arrays of geometrically growing size, as in a log-structured merge tree: adding is amortised O(log n),
asking costs one binary search per array. In front of them a plain set of what was met lately, because the
links of a page are mostly those of the page before.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mekik.frontier.lookup import absent, key_at

Keys = npt.NDArray[np.int64]

_RECENT = 1 << 16


class KeySet:
    def __init__(self, keys: Keys | None = None) -> None:
        """`keys` must be sorted and distinct."""
        self._levels: list[Keys] = [keys] if keys is not None and len(keys) else []
        self._sorted = sum(map(len, self._levels))
        """How many keys they hold."""
        self._new: set[int] = set()
        self._familiar: set[int] = set()

    def __len__(self) -> int:
        return len(self._new) + self._sorted

    def __contains__(self, key: int) -> bool:
        return key in self._new or key in self._familiar or not self._strange([key])

    def present(self, keys: bytes) -> list[int]:
        """The places in `keys`, as in `Links.keys`, of those that are there."""
        unsure = absent(keys, self._new, self._familiar)
        places = range(len(keys) // 8)
        if not unsure:
            return list(places)
        strange = {unsure[index] for index in self._strange([key_at(keys, place) for place in unsure])}
        return [place for place in places if place not in strange]

    def add_new(self, keys: bytes) -> list[int]:
        """Adds the keys; the places in `keys`, as in `Links.keys`, of those that were not there before."""
        new = self._new
        places = absent(keys, new, self._familiar)
        if not places:
            return places
        if self._levels:
            strange = self._strange([key_at(keys, place) for place in places])
            places = [places[index] for index in strange]
        if len(new) + len(places) >= _RECENT:
            self._merge()
            new = self._new
        fresh = []
        for place in places:
            key = key_at(keys, place)
            if key not in new:
                new.add(key)
                fresh.append(place)
        return fresh

    def _strange(self, keys: list[int]) -> list[int]:
        """The places of the keys that are in no level; the others become familiar."""
        array = np.array(keys, dtype=np.int64)
        known = np.zeros(len(array), dtype=bool)
        for level in self._levels:
            places = level.searchsorted(array)
            places[places == len(level)] = 0
            known |= level[places] == array
        if len(self._familiar) > _RECENT:
            self._familiar.clear()
        self._familiar.update(array[known].tolist())
        return [int(place) for place in np.flatnonzero(~known)]

    def _merge(self) -> None:
        if not self._new:
            return
        level = np.fromiter(self._new, dtype=np.int64, count=len(self._new))
        level.sort()
        self._sorted += len(level)
        self._new = set()
        levels = self._levels
        while levels and len(levels[-1]) < 2 * len(level):
            level = np.concatenate((levels.pop(), level))
            level.sort(kind="stable")
        levels.append(level)

    @property
    def bytes(self) -> int:
        """What grows with the number of keys."""
        return sum(level.nbytes for level in self._levels)
