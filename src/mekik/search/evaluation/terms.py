"""How many different words a collection has, as they are and by their roots: what stemming does to an index."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import xxhash

_PENDING = 1_000_000
"""Words between two looks for repetitions. A word costs eight bytes, so millions of them are no matter."""


class Distinct:
    """Counts different words by 64-bit hashes of them."""

    def __init__(self) -> None:
        self._known: npt.NDArray[np.uint64] = np.empty(0, dtype=np.uint64)
        self._pending = array("Q")

    def add(self, words: Iterable[str]) -> None:
        self._pending.extend(xxhash.xxh3_64_intdigest(word.encode()) for word in set(words))
        if len(self._pending) >= _PENDING:
            self._merge()

    def count(self) -> int:
        self._merge()
        return len(self._known)

    def _merge(self) -> None:
        pending = np.frombuffer(self._pending, dtype=np.uint64) if self._pending else self._known[:0]
        self._known = np.union1d(self._known, pending)
        self._pending = array("Q")
