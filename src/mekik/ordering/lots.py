"""Lots that depend on a seed and an address only: neither the order of calls nor a restart changes them."""

from __future__ import annotations

from xxhash import xxh3_64_intdigest

_MASK = (1 << 64) - 1


def lot(seed: int, key: int) -> float:
    """From 0 to 1."""
    drawn: int = xxh3_64_intdigest((key & _MASK).to_bytes(8, "little"), seed=seed & _MASK)
    return drawn / (1 << 64)
