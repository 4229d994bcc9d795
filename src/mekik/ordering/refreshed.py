"""What PageRank and HITS share: numbers for all nodes, computed anew when enough more pages were read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.graph import Graph
from mekik.ordering.protocol import Waiting
from mekik.ordering.scored import Ids

_FEW = 10
"""Pages that must be read at least between two computations, so that a young crawl does not compute all the time."""


class Refreshed:
    """Holds the graph and a value per node. `growth`: the share of further pages after which values are out of date."""

    def __init__(self, growth: float) -> None:
        self.graph = Graph()
        self.values = Column(np.float64, 0.0)
        self.fresh_from = 0
        """Nodes from here on came after the last computation."""
        self._growth = growth
        self._due_at = 1

    def place(self, addresses: Sequence[Waiting]) -> None:
        self.graph.place(addresses)
        self.values.reach(self.graph.nodes)

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self.values.take(self.graph.node_of(ids))

    def is_due(self) -> bool:
        return self.graph.pages >= self._due_at

    def computed(self, values: NDArray[np.float64]) -> None:
        self.values.put(np.arange(len(values)), values)
        self.fresh_from = len(values)
        self._due_at = self.graph.pages + max(_FEW, int(self.graph.pages * self._growth))
