"""Breadth first: nearest to a seed first, then first found first."""

from __future__ import annotations

from mekik.ordering.protocol import Score, Waiting
from mekik.ordering.ranked import RankedOrdering


def _explain(address: Waiting) -> Score:
    return Score(float(-address.depth), f"breadth: depth {address.depth}, then in the order of discovery")


def breadth() -> RankedOrdering:
    return RankedOrdering("breadth", lambda address: address.depth, _explain)
