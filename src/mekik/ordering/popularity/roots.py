"""The roots: parts that belong to a host, which is awake or not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mekik.ordering.popularity.parts import LIGHT, Parts


class Roots(Parts):
    """A heavy root whose host is asleep has the value minus infinity; who shares a light one does not compete then."""

    def __init__(self, weight: float) -> None:
        super().__init__(weight)
        self.awake: set[int] = set()
        self.woken: set[int] = set()
        """Heavy cells that slept at the last `mark` and have woken since, and new ones."""
        self.grown: set[int] = set()
        """Those that were awake then and have grown; `rise` tells by how much at most."""
        self.apart: set[int] = set()
        """Those that somebody else watches: they count for neither."""
        self._hosts: dict[int, int] = {}
        self._of_host: dict[int, list[int]] = {}
        self._awake_cells = np.zeros(len(self.values), dtype=bool)

    def host(self, root: int) -> int:
        return self._hosts[root]

    def of_host(self, host: int) -> Sequence[int]:
        return self._of_host.get(host, ())

    def competes(self, root: int) -> bool:
        """Whether its addresses are to stand among those that may be given out."""
        return self._hosts[root] in self.awake or self.cell(root) > LIGHT

    def enter(self, root: int, host: int, slot: int) -> Sequence[int]:
        if root not in self._hosts:
            self._hosts[root] = host
            self._of_host.setdefault(host, []).append(root)
        others = self.join(root, slot)
        cell = self.cell(root)
        if cell > LIGHT and others:  # it has just become heavy
            self._set_awake(cell, host in self.awake)
        return others

    def leave(self, root: int, slot: int) -> Sequence[int]:
        others = super().leave(root, slot)
        if root not in self:
            host = self._hosts.pop(root)
            self._of_host[host].remove(root)
            if not self._of_host[host]:
                del self._of_host[host]
        return others

    def wake(self, host: int) -> list[int]:
        """Who competes from now on."""
        self.awake.add(host)
        return self._turn(host, awake=True)

    def rest(self, host: int) -> list[int]:
        """Who no longer competes."""
        self.awake.discard(host)
        return self._turn(host, awake=False)

    def _turn(self, host: int, *, awake: bool) -> list[int]:
        slots: list[int] = []
        for root in self.of_host(host):
            cell = self.cell(root)
            if cell > LIGHT:
                self._set_awake(cell, awake)
            else:
                slots += self.members(root)
        return slots

    def _set_awake(self, cell: int, awake: bool) -> None:
        if cell >= len(self._awake_cells):
            more = np.zeros(len(self.values) - len(self._awake_cells), dtype=bool)
            self._awake_cells = np.concatenate((self._awake_cells, more))
        self._awake_cells[cell] = awake
        self.values[cell] = self.weight * self.counts[cell] if awake else -np.inf
        if awake:
            self._grow(cell)

    def mark(self) -> None:
        super().mark()
        for cells in (self.woken, self.grown, self.apart):
            cells.clear()

    def put_apart(self, cells: Sequence[int]) -> None:
        self.apart.update(cells)
        if self.grown.isdisjoint(cells):
            return
        self.grown.difference_update(cells)
        self.rise = max((float(self.values[cell] - self.marked[cell]) for cell in self.grown), default=0.0)

    def _grow(self, cell: int) -> None:
        if cell in self.apart:
            return
        grown = float(self.values[cell] - self.marked[cell]) if cell < len(self.marked) else np.inf
        if grown == np.inf:
            self.woken.add(cell)
        elif grown > 0:
            self.grown.add(cell)
            self.rise = max(self.rise, grown)

    def _count(self, cell: int, more: int) -> None:
        self.counts[cell] += more
        if cell < len(self._awake_cells) and self._awake_cells[cell]:
            self.values[cell] = self.weight * self.counts[cell]
            if more > 0:
                self._grow(cell)
