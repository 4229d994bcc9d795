"""Breadth first: nearest to a seed first, then what a sitemap puts first, then first found first."""

from __future__ import annotations

from mekik.ordering.protocol import USUAL_PRIORITY, Score, Waiting
from mekik.ordering.ranked import RankedOrdering


def _explain(address: Waiting) -> Score:
    text = f"breadth: depth {address.depth}, then in the order of discovery"
    if address.priority != USUAL_PRIORITY:
        text = f"breadth: depth {address.depth}, sitemap priority {address.priority / 100:g}, then as discovered"
    return Score(float(-address.depth), text)


def breadth() -> RankedOrdering:
    return RankedOrdering("breadth", lambda address: (address.depth << 7) + 100 - address.priority, _explain)
