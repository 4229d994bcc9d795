"""Random: every waiting address of the awake hosts is equally likely to be next, at every hand-out."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from mekik.ordering.protocol import Lesson, Score, Waiting


class RandomOrdering:
    """Draws a host by how many of its addresses wait, then one of them.

    What waits for a host is an array of ids, 8 bytes an address; the last one takes the place of the one drawn.
    `_sums` is a Fenwick tree over the awake hosts' numbers of addresses: drawing and changing cost O(log hosts).
    The same seed and the same calls give the same lots.
    """

    name = "random"
    texts = learns = False

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - an order, no secret
        self._queues: dict[int, array[int]] = {}
        self._places: dict[int, int] = {}
        """host → its place in the tree, from 1 on; kept for good, as hosts come back."""
        self._hosts = [0]
        self._sums = [0]
        self._awake: set[int] = set()
        self._total = 0

    def add(self, addresses: Sequence[Waiting]) -> None:
        more: dict[int, int] = {}
        for address in addresses:
            queue = self._queues.get(address.host)
            if queue is None:
                queue = self._queues[address.host] = array("q")
            queue.append(address.id)
            more[address.host] = more.get(address.host, 0) + 1
        for host, count in more.items():
            if host in self._awake:
                self._change(host, count)

    def wake(self, host: int) -> None:
        if host not in self._awake:
            self._awake.add(host)
            self._change(host, len(self._queues.get(host, ())))

    def rest(self, host: int) -> None:
        if host in self._awake:
            self._awake.discard(host)
            self._change(host, -len(self._queues.get(host, ())))

    def pop(self) -> tuple[int, int] | None:
        if not self._total:
            return None
        host, place = self._find(self._chance.randrange(self._total))
        queue = self._queues[host]
        queue[place], queue[-1] = queue[-1], queue[place]
        id = queue.pop()
        if not queue:
            del self._queues[host]
        self._change(host, -1)
        return host, id

    def drain(self, host: int) -> list[int]:
        if host in self._awake:
            self._change(host, -len(self._queues.get(host, ())))
        return sorted(self._queues.pop(host, ()))

    def explain(self, address: Waiting) -> Score:  # noqa: ARG002 - all are alike
        return Score(0.0, "random: every waiting address of the hosts that may be visited is equally likely")

    def learn(self, page: Lesson) -> None:
        """Lots learn nothing."""

    def _change(self, host: int, count: int) -> None:
        if not count:
            return
        sums = self._sums
        place = self._places.get(host)
        if place is None:
            place = self._places[host] = len(sums)
            self._hosts.append(host)
            # A new last node sums up what its children hold already.
            total, child, end = 0, place - 1, place - (place & -place)
            while child > end:
                total += sums[child]
                child -= child & -child
            sums.append(total)
        self._total += count
        while place < len(sums):
            sums[place] += count
            place += place & -place

    def _find(self, lot: int) -> tuple[int, int]:
        """The host in whose share the lot falls, and how far into it."""
        sums, place = self._sums, 0
        step = 1 << (len(sums).bit_length() - 1)
        while step:
            further = place + step
            if further < len(sums) and sums[further] <= lot:
                place = further
                lot -= sums[further]
            step >>= 1
        return self._hosts[place + 1], lot
