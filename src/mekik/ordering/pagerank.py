"""Highest PageRank first, over all that is known: pages that were read and addresses that were only named.

Addresses that were not read have no links of their own; what they hold goes to all alike, as usual. The ranks are those
of the last computation, which comes when the pages read have grown by `ordering.refresh`. An address found since then
has the share that the pages naming it hand on, on top of what every address has; so it can be compared with the others.
Computing takes one pass over the links an iteration: about a second for ten million links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.graph import Nodes
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.refreshed import Refreshed
from mekik.ordering.scored import NONE, Ids, Learned, Waits

_ITERATIONS = 100
_TOLERANCE = 1e-9
"""Sum of all changes in an iteration after which it ends; ranks add up to 1."""


def page_rank(
    sources: Nodes, targets: Nodes, nodes: int, damping: float, start: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The PageRank of every node; `start` is a guess that saves iterations."""
    from scipy.sparse import csr_array  # takes a tenth of a second, and most orders do without it

    out = np.bincount(sources, minlength=nodes)
    weights = 1.0 / np.maximum(out, 1)
    matrix = csr_array((weights[sources], (targets, sources)), shape=(nodes, nodes))
    dangling = out == 0
    rank = np.full(nodes, 1.0 / nodes) if start is None or start.sum() <= 0 else start / start.sum()
    for _ in range(_ITERATIONS):
        spread = (damping * rank[dangling].sum() + 1.0 - damping) / nodes
        following = damping * (matrix @ rank) + spread
        change = float(np.abs(following - rank).sum())
        rank = following
        if change < _TOLERANCE:
            break
    return rank


class PageRankScorer:
    name = "pagerank"

    def __init__(self, damping: float, growth: float) -> None:
        self._damping = damping
        self._held = Refreshed(growth)
        self._floor = 0.0
        """What an address has that nobody names."""

    def place(self, addresses: Sequence[Waiting]) -> None:
        before = self._held.graph.nodes
        self._held.place(addresses)
        self._raise(before)

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._held.scores(ids)

    def learn(self, page: Lesson) -> Learned:
        held, known = self._held, self._held.graph.nodes
        node, targets, before = held.graph.read(page)
        held.values.reach(held.graph.nodes)
        self._raise(known)
        fresh = targets[targets >= held.fresh_from]
        if not len(fresh) or before is not None:
            return Learned(None, NONE)
        share = self._damping * held.values.values.item(node) / len(targets)
        held.values.put(fresh, held.values.take(fresh) + share)
        return Learned(None, held.graph.ids_of(fresh))

    def renew(self, _waiting: Waits) -> bool:
        held = self._held
        if not held.is_due():
            return False
        nodes = held.graph.nodes
        ranks = page_rank(*held.graph.edges(), nodes, self._damping, held.values.values[:nodes])
        held.computed(ranks)
        self._floor = float(ranks.min())
        return True

    def explain(self, address: Waiting) -> Score:
        graph = self._held.graph
        node = int(graph.node_of(np.array([address.id]))[0])
        rank = self._held.values.values.item(node)
        named = int((graph.edges()[1] == node).sum())
        text = (
            f"pagerank {rank:.6g} = {rank * graph.nodes:.3g} times the mean of {graph.nodes} known addresses; "
            f"{named} of {graph.pages} pages read name it"
        )
        if node >= self._held.fresh_from:
            text += ", found since the last computation"
        return Score(rank, text)

    def _raise(self, first: int) -> None:
        self._held.values.values[first : self._held.graph.nodes] = self._floor
