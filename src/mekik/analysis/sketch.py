"""A sketch of a text: 64 bytes of which two texts share as many as they share of their pairs of words.

MinHash with one permutation: the numbers of all pairs of neighbouring words fall into 64 bins of equal width, and the
least of each bin stands for it. A short text leaves bins empty; each borrows from another one, always the same. Of
every number one byte is kept, which is enough to compare: two unlike texts agree by chance in one byte of 256.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mekik.analysis.native import native
from mekik.analysis.prints import Numbers, in_passes, mixed, pair_numbers

SIZE = 64
"""Bytes of a sketch."""
VERSION = 1
"""Changes with anything that changes a sketch: those of different versions cannot be compared."""
SHORTEST = 16
"""Words below which a sketch says nothing."""

_PLACES = np.arange(SIZE)
_EDGES = np.arange(SIZE, dtype=np.uint64) << np.uint64(58)
_BIN = np.uint64(58)
_LAST_BYTE = np.uint64(56)
_LENDERS = 64
_BORROW = (
    mixed(np.arange(1, SIZE * _LENDERS + 1, dtype=np.uint64)).reshape(SIZE, _LENDERS) % np.uint64(SIZE)
).astype(np.int64)  # fmt: skip
"""Whom an empty bin asks, one after the other."""
_LENT = _BORROW.astype(np.uint8).tobytes()


class Outline(NamedTuple):
    """What the words of a text tell without being read."""

    words: int
    pairs: int
    """Different pairs of neighbouring words."""
    sketch: bytes
    """Empty for a text that is too short."""
    letters: bytes
    """The words without the blanks between them."""


def outline(words: bytes) -> Outline:
    """Of a text's words, UTF-8 with one or more blanks between them."""
    if native is None:
        return outline_in_passes(words)
    count, pairs, sketch, letters = native.outline(words, _LENT)
    return Outline(count, pairs, sketch if count >= SHORTEST else b"", letters)


def outline_in_passes(words: bytes) -> Outline:
    """The same without compiled code."""
    numbers = in_passes(words)
    pairs = pair_numbers(numbers)
    pairs.sort()
    different = 1 + int(np.count_nonzero(pairs[1:] != pairs[:-1])) if len(pairs) else 0
    sketch = _sketch(pairs) if len(numbers) >= SHORTEST else b""
    return Outline(len(numbers), different, sketch, words.translate(None, b" "))


def _sketch(pairs: Numbers) -> bytes:
    """Of the sorted pairs of a text."""
    places = pairs.searchsorted(_EDGES)
    places[places == len(pairs)] = 0
    least = pairs.take(places)
    full = (least >> _BIN).astype(np.int64) == _PLACES
    if not full.all():
        # A text this long fills some bins, and one of 64 lenders is nearly always among them.
        asked = full[_BORROW]
        lender = _BORROW[_PLACES, asked.argmax(axis=1)]
        least = least.take(np.where(full, _PLACES, lender))
    return (mixed(least) >> _LAST_BYTE).astype(np.uint8).tobytes()


def likeness(one: bytes, other: bytes) -> float:
    """About the share of pairs of words that two texts have in common, 0 to 1."""
    if len(one) != len(other) or not one:
        return 0.0
    same = np.frombuffer(one, dtype=np.uint8) == np.frombuffer(other, dtype=np.uint8)
    return max(0.0, (float(same.mean()) * 256 - 1) / 255)
