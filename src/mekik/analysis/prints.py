"""The words of a text as numbers, all at once: what likeness and stuffing are reckoned from.

A loop over the words of a page would cost more than all the rest of it, so a word is known by its first eight bytes
and its length, which a few passes over the whole text give.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mekik.analysis.native import native

Numbers = npt.NDArray[np.uint64]

_BLANK = 32
_FIRST = 8
"""Bytes of a word that count."""
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_FIRST + 1)], dtype=np.uint64)
ODD = np.uint64(0x9E3779B97F4A7C15)
_ODD_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_LENGTH = np.uint64(56)
_SHIFT = np.uint64(29)
_SHIFT_2 = np.uint64(32)


def word_numbers(words: bytes) -> Numbers:
    """A number for each word; equal words have equal ones. `words` is UTF-8 with one or more blanks between them."""
    return in_passes(words) if native is None else np.frombuffer(native.numbers(words), dtype=np.uint64)


def in_passes(words: bytes) -> Numbers:
    """The same without compiled code."""
    data = b" " + words + b" " * _FIRST
    blank = np.frombuffer(data, dtype=np.uint8) == _BLANK
    edges = np.flatnonzero(blank[:-1] != blank[1:])
    starts = edges[0::2]
    sizes = edges[1::2] - starts
    starts = starts + 1
    eight = np.ndarray((len(data) - _FIRST + 1,), dtype="<u8", buffer=data, strides=(1,))
    numbers: Numbers = eight.take(starts)
    numbers &= _MASKS.take(sizes, mode="clip")
    numbers += sizes.view(np.uint64) << _LENGTH
    return numbers


def pair_numbers(numbers: Numbers) -> Numbers:
    """A number for each word with its successor."""
    return mixed(numbers[:-1] * ODD + numbers[1:])


def mixed(numbers: Numbers) -> Numbers:
    """Every bit depends on every other. The same on every machine and in every version: sketches are kept."""
    numbers = numbers ^ (numbers >> _SHIFT)
    numbers *= _ODD_2
    numbers ^= numbers >> _SHIFT_2
    numbers *= ODD
    return numbers
