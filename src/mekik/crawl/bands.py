"""Which texts may be like this one? An index of sketches in memory, 136 bytes a text.

A sketch of 64 bytes is cut into sixteen bands of four. Texts that share three quarters of their word pairs share a band
in 998 cases of 1,000; texts that share a tenth, in one of 600. A band is a key of 32 bits beside the number of its
text, and all of them stand in a few sorted arrays that grow as a log-structured merge tree does: looking up costs a
binary search in each. One key more is the text's own fingerprint.
"""

from __future__ import annotations

from collections import Counter
from struct import Struct
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mekik.frontier.lookup import beside

Keys = npt.NDArray[np.uint32]

BANDS = 16
KEYS = BANDS + 1
BYTES = 8 * KEYS
"""Of one text."""
_RECENT = 2048
"""Texts that are kept by key until they are sorted in."""
_GROWTH = 4
_SALT = ((np.arange(1, KEYS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)).astype(np.uint32)
"""So that equal bands in different places are different keys."""
_SALTS = int.from_bytes(_SALT.astype("<u4").tobytes(), "little")
_unpack = Struct(f"<{KEYS}I").unpack


class Level(NamedTuple):
    """Keys in order, and the text of each."""

    keys: Keys
    numbers: Keys


def keys_of(group: int, sketch: bytes) -> bytes:
    """The keys of a text, four bytes each: all of them at once, as one number."""
    number = int.from_bytes(sketch + (group & 0xFFFFFFFF).to_bytes(4, "little"), "little")
    return (number ^ _SALTS).to_bytes(4 * KEYS, "little")


class Bands:
    def __init__(self, memory: int) -> None:
        self._most = max(memory // BYTES, _RECENT) * KEYS
        self._levels: list[Level] = []
        """The largest and oldest first."""
        self._recent: dict[int, int] = {}

    def __len__(self) -> int:
        return sum(len(level.keys) for level in self._levels) + len(self._recent)

    def load(self, numbers: Keys, groups_and_sketches: bytes) -> None:
        """All texts of a store at once: of each its sketch and four bytes of its group."""
        if len(numbers):
            keys = np.frombuffer(groups_and_sketches, dtype="<u4").reshape(len(numbers), KEYS) ^ _SALT
            self._levels = [_sorted(keys.ravel(), numbers.repeat(KEYS))]

    def add(self, keys: bytes, number: int) -> None:
        """The first text with a key keeps it: whoever comes later and is like it belongs to its group."""
        recent = self._recent
        for key in _unpack(keys):
            recent.setdefault(key, number)
        if len(recent) >= _RECENT * KEYS:
            self._merge()

    def candidates(self, keys: bytes) -> list[int]:
        """Numbers of texts that share a key, those that share most first."""
        found: list[int] = []
        for level in self._levels:
            found += beside(keys, level.keys, level.numbers)
        recent = self._recent
        found += [recent[key] for key in _unpack(keys) if key in recent]
        return [number for number, _ in Counter(found).most_common()] if len(found) > 1 else found

    def _merge(self) -> None:
        recent = self._recent
        keys = np.fromiter(recent.keys(), dtype=np.uint32, count=len(recent))
        numbers = np.fromiter(recent.values(), dtype=np.uint32, count=len(recent))
        self._recent = {}
        levels = self._levels
        while levels and len(levels[-1].keys) < _GROWTH * len(keys):
            older = levels.pop()
            keys, numbers = np.concatenate((older.keys, keys)), np.concatenate((older.numbers, numbers))
        levels.append(_sorted(keys, numbers))
        while len(self) > self._most and len(levels) > 1:
            del levels[0]


def _sorted(keys: Keys, numbers: Keys) -> Level:
    order = keys.argsort(kind="stable")
    return Level(keys.take(order), numbers.take(order))
