"""What good hubs name first: the sum of the HITS hub scores of the pages that name an address, for finding seeds.

A hub is a page that names what many hubs name. Links inside one host say nothing about that and are left out. The best
hub has 1. Scores are those of the last computation (`ordering.refresh`); a page read since then counts as a hub by what
it names: the part of all authority that its links hold, compared with the best hub's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.graph import Nodes
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.refreshed import Refreshed
from mekik.ordering.scored import Ids, Learned, Waits

_ITERATIONS = 100
_TOLERANCE = 1e-9


def hits(sources: Nodes, targets: Nodes, nodes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(hubs, authorities) of every node: the best hub has 1, and an authority is the sum of the hubs that name it."""
    from scipy.sparse import csr_array  # takes a tenth of a second, and most orders do without it

    matrix = csr_array((np.ones(len(sources)), (sources, targets)), shape=(nodes, nodes))
    backward = matrix.T.tocsr()
    hubs = (np.bincount(sources, minlength=nodes) > 0).astype(np.float64)
    for _ in range(_ITERATIONS):
        following = matrix @ (backward @ hubs)
        best = float(following.max(initial=0.0))
        if best <= 0:
            break
        following /= best
        change = float(np.abs(following - hubs).max())
        hubs = following
        if change < _TOLERANCE:
            break
    return hubs, backward @ hubs


class HubScorer:
    name = "hub"

    def __init__(self, growth: float) -> None:
        self._held = Refreshed(growth)
        self._hubs = Column(np.float64, 0.0)
        self._best = 0.0
        """The authority that the links of the best hub hold."""

    def place(self, addresses: Sequence[Waiting]) -> None:
        self._held.place(addresses)

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._held.scores(ids)

    def learn(self, page: Lesson) -> Learned:
        held = self._held
        node, targets, before = held.graph.read(page)
        held.values.reach(held.graph.nodes)
        hosts = held.graph.hosts()
        outside = targets[hosts[targets] != page.host]
        if not len(outside) or before is not None or not self._best:
            return Learned(None, np.empty(0, dtype=np.int64))
        hub = min(float(held.values.take(outside).sum()) / self._best, 1.0)
        self._hubs.put(np.array([node]), hub)
        held.values.put(outside, held.values.take(outside) + hub)
        return Learned(None, held.graph.ids_of(outside))

    def renew(self, _waiting: Waits) -> bool:
        held = self._held
        if not held.is_due():
            return False
        sources, targets = held.graph.edges()
        hosts = held.graph.hosts()
        outside = hosts[sources] != hosts[targets]
        hubs, authorities = hits(sources[outside], targets[outside], held.graph.nodes)
        held.computed(authorities)
        self._hubs.put(np.arange(len(hubs)), hubs)
        best = int(hubs.argmax())
        self._best = float(authorities[targets[outside & (sources == best)]].sum())
        return True

    def explain(self, address: Waiting) -> Score:
        graph = self._held.graph
        node = int(graph.node_of(np.array([address.id]))[0])
        score = self._held.values.values.item(node)
        sources, targets = graph.edges()
        naming = sources[targets == node]
        naming = naming[graph.hosts()[naming] != address.host]
        hubs = np.sort(self._hubs.take(naming))[::-1]
        shown = " + ".join(f"{hub:.3g}" for hub in hubs[:5].tolist()) or "0"
        more = " + …" if len(hubs) > 5 else ""
        return Score(score, f"hub {score:.6g} = {shown}{more}: hub scores of the {len(hubs)} pages that name it")
