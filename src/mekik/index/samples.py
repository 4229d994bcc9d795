"""Which pages stand for many: a quarter of all, an eighth, a sixteenth and so on, by chance.

Each page is in a sample or not by the number that stands for its address, so the same page always is; each sample is
a part of the one before. A page of four has a word for it in the index at all.
"""

from __future__ import annotations

from mekik.urls import key

FIRST, LAST = 2, 14
"""Powers of two: a page of four, to a page of 16,384."""


def samples_of(url: str) -> list[int]:
    """The samples that a page belongs to, by their powers of two."""
    number = key(url)
    if number & 3:
        return []
    zeros = (number & -number).bit_length() - 1 if number else LAST
    return list(range(FIRST, min(zeros, LAST) + 1))
