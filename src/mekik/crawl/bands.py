"""Which texts may be like this one? An index of sketches in memory, 136 bytes a text.

A sketch of 64 bytes is cut into sixteen bands of four. Texts that share three quarters of their word pairs share a band
in 998 cases of 1,000; texts that share a tenth, in one of 600. A band is a key of 32 bits beside the number of its
text, and all of them stand in a few sorted arrays that grow as a log-structured merge tree does: looking up costs a
binary search in each. One key more is the text's own fingerprint.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

Entries = npt.NDArray[np.uint64]

BANDS = 16
KEYS = BANDS + 1
BYTES = 8 * KEYS
"""Of one text."""
_RECENT = 2048
"""Texts that are kept by key until they are sorted in."""
_GROWTH = 4
_SHIFT = np.uint64(32)
_SALT = (np.arange(1, KEYS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> _SHIFT
"""So that equal bands in different places are different keys."""


def keys_of(group: int, sketch: bytes) -> Entries:
    """The keys of a text, in the upper half of 64 bits."""
    return keys_of_all(np.array([group], dtype=np.uint64), sketch).ravel()


def keys_of_all(groups: Entries, sketches: bytes) -> Entries:
    """A row for each text."""
    found = np.empty((len(groups), KEYS), dtype=np.uint64)
    found[:, :BANDS] = np.frombuffer(sketches, dtype="<u4").reshape(len(groups), BANDS)
    found[:, BANDS] = groups & np.uint64(0xFFFFFFFF)
    found ^= _SALT
    found <<= _SHIFT
    return found


class Bands:
    def __init__(self, memory: int) -> None:
        self._most = max(memory // BYTES, _RECENT) * KEYS
        self._levels: list[Entries] = []
        """Sorted, the largest and oldest first."""
        self._recent: dict[int, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._levels)) + len(self._recent)

    def load(self, numbers: Entries, groups: Entries, sketches: bytes) -> None:
        """All texts of a store at once."""
        if len(numbers):
            entries = (keys_of_all(groups, sketches) | numbers[:, None]).ravel()
            entries.sort()
            self._levels = [entries]

    def add(self, keys: Entries, number: int) -> None:
        """The first text with a key keeps it: whoever comes later and is like it belongs to its group."""
        recent = self._recent
        for key in keys.tolist():
            recent.setdefault(key, number)
        if len(recent) >= _RECENT * KEYS:
            self._merge()

    def candidates(self, keys: Entries) -> list[int]:
        """Numbers of texts that share a key, those that share most first."""
        found: Counter[int] = Counter()
        for level in self._levels:
            places = level.searchsorted(keys)
            places[places == len(level)] = 0
            entries = level[places]
            same = (entries ^ keys) >> _SHIFT == 0
            if same.any():
                found.update((entries[same] & np.uint64(0xFFFFFFFF)).tolist())
        recent = self._recent
        for key in keys.tolist():
            if key in recent:
                found[recent[key]] += 1
        return [number for number, _ in found.most_common()] if found else []

    def _merge(self) -> None:
        recent = self._recent
        keys = np.fromiter(recent.keys(), dtype=np.uint64, count=len(recent))
        level = keys | np.fromiter(recent.values(), dtype=np.uint64, count=len(recent))
        level.sort()
        self._recent = {}
        levels = self._levels
        while levels and len(levels[-1]) < _GROWTH * len(level):
            level = np.concatenate((levels.pop(), level))
            level.sort(kind="stable")
        levels.append(level)
        while len(self) > self._most and len(levels) > 1:
            del levels[0]
