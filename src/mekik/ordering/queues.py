"""Waiting addresses under scores that change while they wait: a lazy heap per host, and one of the awake hosts."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.ranked import ID_BITS

_ID_MASK = (1 << ID_BITS) - 1
_TOP = 0xFFFFFFFE
_GONE = 0xFFFFFFFF
_SLACK = 32
"""Outdated entries that a queue may hold beside as many as it has waiting ones."""


def ranks_of(scores: NDArray[Any]) -> NDArray[np.uint32]:
    """The smaller, the better. Scores from 0 on are told apart to seven digits: the bits of a float grow with it."""
    bits = (np.maximum(scores, 0.0) + 0.0).astype(np.float32).view(np.uint32)
    ranks: NDArray[np.uint32] = np.uint32(_TOP) - bits
    return ranks


class ScoredQueues:
    """Gives out the highest present score among the awake hosts, the older address among equals; exactly.

    A change of score adds an entry and leaves the old one to be recognised later, because the address's rank in
    `_ranks` is another one by then. Every awake host has one live head whose entry is at least as good as its best
    waiting address: taking the best head and looking whether it is still true therefore finds the best of all.
    Outdated entries are swept out when they outnumber the true ones, so that memory stays bounded: about 60 bytes a
    waiting address, twice that at worst, and 8 bytes for every other id.
    """

    def __init__(self) -> None:
        self._ranks = Column(np.uint32, _GONE)
        self._hosts = Column(np.int32, -1)
        self._queues: dict[int, list[int]] = {}
        self._counts: dict[int, int] = {}
        self._awake: set[int] = set()
        self._heads: list[tuple[int, int]] = []
        self._head_of: dict[int, int] = {}

    def add(self, ids: NDArray[np.int64], hosts: list[int], scores: NDArray[Any]) -> None:
        ranks = ranks_of(scores)
        self._ranks.put(ids, ranks)
        self._hosts.put(ids, hosts)
        for id, host, rank in zip(ids.tolist(), hosts, ranks.tolist(), strict=True):
            self._counts[host] = self._counts.get(host, 0) + 1
            self._push(host, rank << ID_BITS | id)

    def update(self, ids: NDArray[np.int64], scores: NDArray[Any]) -> None:
        """New scores; what does not wait is passed over."""
        before, ranks = self._ranks.take(ids), ranks_of(scores)
        changed = np.flatnonzero((before != _GONE) & (before != ranks))
        if not len(changed):
            return
        ids, ranks = ids[changed], ranks[changed]
        self._ranks.put(ids, ranks)
        hosts = self._hosts.take(ids).tolist()
        for id, host, rank in zip(ids.tolist(), hosts, ranks.tolist(), strict=True):
            self._push(host, rank << ID_BITS | id)
        for host in set(hosts):
            queue = self._queues[host]
            if len(queue) > 2 * self._counts[host] + _SLACK:
                queue[:] = sorted({entry for entry in queue if self._is_true(entry)})

    def holds(self, id: int) -> bool:
        return bool(self._ranks.at(id) != _GONE)

    def waiting(self) -> NDArray[np.int64]:
        """The ids of all that wait."""
        ids: NDArray[np.int64] = np.flatnonzero(self._ranks.values != _GONE)
        return ids

    def replace(self, ids: NDArray[np.int64], scores: NDArray[Any]) -> None:
        """New scores for everything that waits, in one go; `ids` as `waiting` gave them, the smaller first."""
        if not len(ids):
            return
        ranks = ranks_of(scores)
        self._ranks.put(ids, ranks)
        hosts = self._hosts.take(ids)
        order = np.argsort(hosts.astype(np.uint64) << np.uint64(32) | ranks, kind="stable")
        entries = [
            rank << ID_BITS | id for rank, id in zip(ranks[order].tolist(), ids[order].tolist(), strict=True)
        ]  # fmt: skip
        sorted_hosts = hosts[order]
        starts = np.flatnonzero(np.diff(sorted_hosts, prepend=-2)).tolist()
        for host, start, end in zip(sorted_hosts[starts].tolist(), starts, [*starts[1:], len(entries)], strict=True):
            self._queues[host] = entries[start:end]
        self._sweep_heads()

    def wake(self, host: int) -> None:
        self._awake.add(host)
        queue = self._queues.get(host)
        if queue:
            self._head(host, queue[0])

    def rest(self, host: int) -> None:
        self._awake.discard(host)
        self._head_of.pop(host, None)

    def pop(self) -> tuple[int, int, int] | None:
        """(host, id, rank) of the best."""
        heads, head_of = self._heads, self._head_of
        while heads:
            entry, host = heappop(heads)
            if head_of.get(host) != entry:
                continue
            queue = self._queues[host]
            best = self._best(queue)
            if best == entry:
                heappop(queue)
                id = entry & _ID_MASK
                self._ranks.values[id] = _GONE
                self._counts[host] -= 1
                best = self._best(queue)
            else:
                id = -1
            if best is None:
                del self._queues[host], self._counts[host], head_of[host]
            else:
                self._head(host, best)
            if id >= 0:
                return host, id, entry >> ID_BITS
        return None

    def put_back(self, host: int, id: int, rank: int) -> None:
        """Waits again under a rank that `pop` told."""
        self._ranks.reach(id)
        self._hosts.reach(id)
        self._ranks.values[id] = rank
        self._hosts.values[id] = host
        self._counts[host] = self._counts.get(host, 0) + 1
        self._push(host, rank << ID_BITS | id)

    def drain(self, host: int) -> list[int]:
        self._head_of.pop(host, None)
        self._counts.pop(host, None)
        ids = sorted({entry & _ID_MASK for entry in self._queues.pop(host, ()) if self._is_true(entry)})
        self._ranks.put(np.array(ids, dtype=np.int64), _GONE)
        return ids

    def _is_true(self, entry: int) -> bool:
        return bool(self._ranks.values.item(entry & _ID_MASK) == entry >> ID_BITS)

    def _best(self, queue: list[int]) -> int | None:
        rank_of = self._ranks.values.item
        while queue:
            entry = queue[0]
            if rank_of(entry & _ID_MASK) == entry >> ID_BITS:
                return entry
            heappop(queue)
        return None

    def _push(self, host: int, entry: int) -> None:
        queue = self._queues.get(host)
        if queue is None:
            queue = self._queues[host] = [entry]
        else:
            heappush(queue, entry)
        if queue[0] == entry and host in self._awake:
            self._head(host, entry)

    def _head(self, host: int, entry: int) -> None:
        if self._head_of.get(host) == entry:
            return
        self._head_of[host] = entry
        heappush(self._heads, (entry, host))
        if len(self._heads) > 2 * len(self._head_of) + 1024:
            self._sweep_heads()

    def _sweep_heads(self) -> None:
        self._head_of = {host: self._queues[host][0] for host in self._awake if self._queues.get(host)}
        self._heads = [(entry, host) for host, entry in self._head_of.items()]
        heapify(self._heads)
