"""Depth first: the links of the page read last come first, in page order."""

from __future__ import annotations

from mekik.ordering.protocol import Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.remembered import Remembered


def _explain(address: Waiting) -> Score:
    return Score(float(address.depth), f"depth: depth {address.depth}, links of the page read last first")


def depth() -> RankedOrdering:
    return RankedOrdering("depth", Remembered(depth_first=True).rank, _explain)
