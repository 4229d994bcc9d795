"""Who names whom, as far as pages were read: what PageRank, HITS and the counts of links are worked out from.

A node is an address that was read or named, also one that was never visited. About 40 bytes a node (key, id, host,
the model's number) and 4 bytes a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.protocol import Lesson, Waiting
from mekik.ordering.scored import Ids

Nodes = NDArray[np.int64]
_FRESH = 4096
_LEFT_BEHIND = 100_000
"""Links that may stand about that no page has any more."""
_SIGN = 1 << 63


class NodeNumbers:
    """Numbers keys from 0 on. Most stand in sorted arrays of 12 bytes a key; the newest in a dictionary."""

    def __init__(self) -> None:
        self._keys: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._numbers: NDArray[np.int32] = np.empty(0, dtype=np.int32)
        self._fresh: dict[int, int] = {}
        self.count = 0

    def find(self, keys: NDArray[np.int64]) -> Nodes:
        """Their numbers; -1 for keys that have none."""
        found = self._sorted(keys)
        for place in np.flatnonzero(found < 0).tolist():
            found[place] = self._fresh.get(int(keys[place]), -1)
        return found

    def _sorted(self, keys: NDArray[np.int64]) -> Nodes:
        found: Nodes = np.full(len(keys), -1, dtype=np.int64)
        if len(self._keys):
            places = np.searchsorted(self._keys, keys)
            places[places == len(self._keys)] = 0
            known = self._keys[places] == keys
            found[known] = self._numbers[places[known]]
        return found

    def of(self, keys: NDArray[np.int64]) -> Nodes:
        """Their numbers; new keys get the next ones."""
        found = self._sorted(keys)
        missing = np.flatnonzero(found < 0)
        if len(missing):
            fresh = self._fresh
            numbers = []
            for key in keys[missing].tolist():
                number = fresh.get(key)
                if number is None:
                    number = fresh[key] = self.count
                    self.count += 1
                numbers.append(number)
            found[missing] = numbers
            if len(fresh) > max(_FRESH, len(self._keys) // 8):
                self._merge()
        return found

    def _merge(self) -> None:
        keys = np.concatenate((self._keys, np.fromiter(self._fresh.keys(), np.int64, len(self._fresh))))
        numbers = np.concatenate((self._numbers, np.fromiter(self._fresh.values(), np.int32, len(self._fresh))))
        order = np.argsort(keys, kind="stable")
        self._keys, self._numbers = keys[order], numbers[order]
        self._fresh = {}


class Read(NamedTuple):
    """A page that was read, as a node."""

    node: int
    targets: Nodes
    """Distinct, without itself."""
    before: Nodes | None
    """What it named when it was read before."""


class Graph:
    def __init__(self) -> None:
        self._nodes = NodeNumbers()
        self._node_of = Column(np.int32, -1)
        self._id_of = Column(np.int64, -1)
        self._host_of = Column(np.int32, -1)
        self._slot_of = Column(np.int32, -1)
        """Of a node that was read: its place among the pages."""
        self._pages = Column(np.int32, -1)
        self._starts = Column(np.int64, 0)
        self._lengths = Column(np.int32, 0)
        self._targets = Column(np.int32, -1)
        self._end = self._left_behind = 0
        self.pages = 0

    @property
    def nodes(self) -> int:
        return self._nodes.count

    def place(self, addresses: Sequence[Waiting]) -> Nodes:
        """The nodes of waiting addresses."""
        nodes = self._nodes.of(np.array([_signed(address.key) for address in addresses], dtype=np.int64))
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._node_of.put(ids, nodes)
        self._id_of.put(nodes, ids)
        self._host_of.put(nodes, [address.host for address in addresses])
        return nodes

    def read(self, page: Lesson) -> Read:
        links = np.frombuffer(page.links.keys, dtype="<i8").astype(np.int64)
        numbers = self._nodes.of(np.append(links, _signed(page.key)))
        node = int(numbers[-1])
        targets: Nodes = np.unique(numbers[:-1])
        targets = targets[targets != node]
        self._host_of.reach(node)
        self._host_of.values[node] = page.host
        slot = self._slot_of.at(node)
        before: Nodes | None = None
        if slot < 0:
            slot = self.pages
            self.pages += 1
            self._slot_of.reach(node)
            self._slot_of.values[node] = slot
            self._pages.reach(slot)
            self._pages.values[slot] = node
        else:
            before = self.links_of(slot)
            if np.array_equal(before, targets):
                return Read(node, targets, before)
            self._left_behind += len(before)
            if self._left_behind > max(_LEFT_BEHIND, self._end // 2):
                self._close_up()
        # A page that is read again leaves its old links behind; `edges` no longer sees them.
        self._starts.reach(slot)
        self._lengths.reach(slot)
        self._starts.values[slot], self._lengths.values[slot] = self._end, len(targets)
        self._targets.put(np.arange(self._end, self._end + len(targets)), targets)
        self._end += len(targets)
        return Read(node, targets, before)

    def _close_up(self) -> None:
        """A crawl that comes back for years must not keep every link there ever was."""
        _, targets = self.edges()
        lengths = self._lengths.values[: self.pages].astype(np.int64)
        self._starts.values[: self.pages] = np.cumsum(lengths) - lengths
        self._targets = Column(np.int32, -1)
        self._targets.put(np.arange(len(targets)), targets)
        self._end, self._left_behind = len(targets), 0

    def links_of(self, slot: int) -> Nodes:
        start = self._starts.at(slot)
        found: Nodes = self._targets.values[start : start + self._lengths.at(slot)].astype(np.int64)
        return found

    def find(self, keys: NDArray[np.int64]) -> Nodes:
        """Nodes by their keys; -1 for one that is not known."""
        return self._nodes.find(keys)

    def node_of(self, ids: Ids) -> Nodes:
        found: Nodes = self._node_of.take(ids).astype(np.int64)
        return found

    def ids_of(self, nodes: Nodes) -> Ids:
        """The ids of those that ever waited."""
        ids = self._id_of.take(nodes)
        found: Ids = ids[ids >= 0]
        return found

    def edges(self) -> tuple[Nodes, Nodes]:
        """(from, to) of every link."""
        lengths = self._lengths.values[: self.pages].astype(np.int64)
        starts = self._starts.values[: self.pages]
        sources: Nodes = np.repeat(self._pages.values[: self.pages].astype(np.int64), lengths)
        first = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
        return sources, self._targets.values[first + np.arange(len(sources))].astype(np.int64)

    def hosts(self) -> NDArray[np.int32]:
        """The host of every node, -1 for one that neither waited nor was read."""
        self._host_of.reach(self.nodes)
        found: NDArray[np.int32] = self._host_of.values[: self.nodes]
        return found


def _signed(key: int) -> int:
    """Keys are unsigned where addresses are made and signed where they are stored."""
    return key - (1 << 64) if key >= _SIGN else key
