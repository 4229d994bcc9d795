"""Most named first: how many pages that were read name an address. Exact at every hand-out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.graph import Graph
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.scored import Ids, Learned, Waits


class InlinkScorer:
    name = "inlinks"

    def __init__(self) -> None:
        self._graph = Graph()
        self._counts = Column(np.int32, 0)

    def place(self, addresses: Sequence[Waiting]) -> None:
        self._graph.place(addresses)

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._counts.take(self._graph.node_of(ids))

    def learn(self, page: Lesson) -> Learned:
        _, targets, before = self._graph.read(page)
        changed = targets
        if before is not None:
            self._counts.put(before, self._counts.take(before) - 1)
            changed = np.union1d(before, targets)
        self._counts.put(targets, self._counts.take(targets) + 1)
        return Learned(None, self._graph.ids_of(changed))

    def renew(self, _waiting: Waits) -> bool:
        return False

    def explain(self, address: Waiting) -> Score:
        node = self._graph.node_of(np.array([address.id]))
        count = int(self._counts.take(node)[0])
        return Score(float(count), f"inlinks {count}: so many pages that were read name it")
