"""On-line page importance (OPIC): every page that is read hands its cash on to the addresses that it names.

A seed starts with 1. A page shares all its cash equally among its links when it is read and has none afterwards; the
address with most cash comes next, exactly. What a page without links holds leaves the game. Cash received, less cash
handed on, is what an address holds: so it can be told again in any order, with the cash that each page handed on as
its grade. The links of a page that was read several times share all that it ever handed on when it is told again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.graph import Graph
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.scored import Ids, Learned, Waits


class OpicScorer:
    name = "opic"

    def __init__(self) -> None:
        self._graph = Graph()
        self._cash = Column(np.float64, 0.0)
        self._given = Column(np.float64, 0.0)
        """All that a node handed on so far."""
        self._named = Column(np.int32, 0)
        self._seeded: set[int] = set()

    def place(self, addresses: Sequence[Waiting]) -> None:
        nodes = self._graph.place(addresses)
        self._cash.reach(self._graph.nodes)
        for address, node in zip(addresses, nodes.tolist(), strict=True):
            if address.found_on is None and node not in self._seeded:
                self._seeded.add(node)
                self._cash.values[node] += 1.0

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._cash.take(self._graph.node_of(ids))

    def learn(self, page: Lesson) -> Learned:
        node, targets, _ = self._graph.read(page)
        self._cash.reach(self._graph.nodes)
        self._given.reach(self._graph.nodes)
        held = self._cash.values.item(node)
        given = held if page.grade is None else page.grade
        self._cash.values[node] -= given
        self._given.values[node] += given
        if len(targets):
            self._cash.put(targets, self._cash.take(targets) + given / len(targets))
            self._named.put(targets, self._named.take(targets) + 1)
        changed = self._graph.ids_of(np.append(targets, node))
        return Learned(self._given.values.item(node), changed)

    def renew(self, _waiting: Waits) -> bool:
        return False

    def explain(self, address: Waiting) -> Score:
        node = self._graph.node_of(np.array([address.id]))
        cash, named = float(self._cash.take(node)[0]), int(self._named.take(node)[0])
        own = 1 if int(node[0]) in self._seeded else 0
        text = f"opic: cash {cash:.6g} = {own} as a seed + {cash - own:.6g} handed on by {named} pages"
        return Score(cash, text)
