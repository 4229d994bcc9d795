"""Phrases of three words, marked in a bitmap: whether a text says anything that others did not."""

from __future__ import annotations

import numpy as np

from mekik.analysis.native import native
from mekik.analysis.prints import ODD, in_passes, mixed

SLOTS = 1 << 16
BYTES = SLOTS // 8
"""Of a bitmap."""
_DIGITS = b"0123456789"
_SLOT = np.uint64(48)
"""What a number is shifted by to leave a slot."""


def mark(text: str, most: int, bits: bytearray, old: bytes) -> tuple[int, int, int]:
    """Marks the phrases among the first `most` characters of a text, in which blanks stand between words; digits count
    for nothing. How many there are, how many of them were not marked before, and how many of those are not marked in
    `old` either."""
    if native is None:
        return mark_in_passes(text, most, bits, old)
    try:
        return native.phrases(text, most, bits, old)
    except UnicodeEncodeError:  # half a surrogate pair
        return native.phrases(text.encode("utf-8", "replace").decode(), most, bits, old)


def mark_in_passes(text: str, most: int, bits: bytearray, old: bytes) -> tuple[int, int, int]:
    """The same without compiled code."""
    numbers = in_passes(text[:most].encode("utf-8", "replace").translate(None, _DIGITS))
    slots = np.unique(mixed((numbers[:-2] * ODD + numbers[1:-1]) * ODD + numbers[2:]) >> _SLOT).astype(np.int64)
    places, marks = slots >> 3, (1 << (slots & 7)).astype(np.uint8)
    now, before = np.frombuffer(bits, np.uint8), np.frombuffer(old, np.uint8)
    unmarked = now[places] & marks == 0
    places, marks = places[unmarked], marks[unmarked]
    np.bitwise_or.at(now, places, marks)
    return max(0, len(numbers) - 2), len(places), int((before[places] & marks == 0).sum())
