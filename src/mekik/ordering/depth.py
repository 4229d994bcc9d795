"""Depth first: the links of the page read last come first, in page order."""

from __future__ import annotations

from mekik.ordering.protocol import Score, Waiting
from mekik.ordering.ranked import RankedOrdering

_NEVER = object()
_TOP = 1 << 40


def _explain(address: Waiting) -> Score:
    return Score(float(address.depth), f"depth: depth {address.depth}, links of the page read last first")


def depth() -> RankedOrdering:
    pages = 0
    last: object = _NEVER

    def rank(address: Waiting) -> int:
        nonlocal pages, last
        if address.found_on != last:
            last = address.found_on
            pages += 1
        return _TOP - pages

    return RankedOrdering("depth", rank, _explain)
