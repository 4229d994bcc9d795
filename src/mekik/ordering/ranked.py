"""An ordering by a rank that an address gets once, when it is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from mekik.ordering.protocol import Lesson, Score, Waiting

ID_BITS = 40
_ID_MASK = (1 << ID_BITS) - 1


class RankedOrdering:
    """A heap of waiting addresses per host, and a heap of the awake hosts' best ones.

    An entry is one integer, rank above id, so the smaller rank and then the older address comes first; a waiting
    address costs about 48 bytes. The heap of hosts may hold outdated entries: one counts only if its host is
    awake and it still is that host's best. Taking an address costs O(log n).
    """

    texts = learns = False

    def __init__(self, name: str, rank: Callable[[Waiting], int], explain: Callable[[Waiting], Score]) -> None:
        self.name = name
        self.rank = rank
        self._explain = explain
        self._queues: dict[int, list[int]] = {}
        self._awake: set[int] = set()
        self._heads: list[tuple[int, int]] = []

    def add(self, addresses: Sequence[Waiting]) -> None:
        rank, queues, awake = self.rank, self._queues, self._awake
        for address in addresses:
            entry = rank(address) << ID_BITS | address.id
            host = address.host
            queue = queues.get(host)
            if queue is None:
                queues[host] = [entry]
            else:
                heappush(queue, entry)
                if queue[0] != entry:
                    continue
            if host in awake:
                heappush(self._heads, (entry, host))

    def wake(self, host: int) -> None:
        self._awake.add(host)
        queue = self._queues.get(host)
        if queue:
            heappush(self._heads, (queue[0], host))

    def rest(self, host: int) -> None:
        self._awake.discard(host)

    def pop(self) -> tuple[int, int] | None:
        heads, queues, awake = self._heads, self._queues, self._awake
        while heads:
            entry, host = heappop(heads)
            queue = queues.get(host)
            if host not in awake or queue is None or queue[0] != entry:
                continue
            heappop(queue)
            if queue:
                heappush(heads, (queue[0], host))
            else:
                del queues[host]
            return host, entry & _ID_MASK
        return None

    def drain(self, host: int) -> list[int]:
        return sorted(entry & _ID_MASK for entry in self._queues.pop(host, ()))

    def explain(self, address: Waiting) -> Score:
        return self._explain(address)

    def learn(self, page: Lesson) -> None:
        """A rank that is given once learns nothing."""
