"""How many waiting addresses share a part: a root, a path or a query."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LIGHT = 8
"""A part that so few share is known by its count; one that more share, *heavy* from then on, by a cell of its own."""

_NOBODY: tuple[int, ...] = ()


class Parts:
    """The parts of one kind. A part is a 60-bit hash.

    A light part remembers who shares it: when its count changes they compete with others from then on. A heavy one has
    its count in one cell, so that all who share it rise and fall with a single store.
    """

    def __init__(self, weight: float) -> None:
        self.weight = weight
        self.counts = list(range(LIGHT + 1))
        """By cell. The first ones stand for the light parts with that count."""
        self.values = np.full(64, -np.inf)
        """Weight × count by cell."""
        self.values[1 : LIGHT + 1] = [weight * count for count in range(1, LIGHT + 1)]
        self.rise = 0.0
        """At most so much has the value of a cell grown since `mark`."""
        self.marked = self.values.copy()
        self._sharing: dict[int, int | list[int]] = {}
        """Who shares a part: one, some, or minus the cell of a heavy one."""
        self._free: list[int] = []

    def __contains__(self, part: int) -> bool:
        return part in self._sharing

    def cell(self, part: int) -> int:
        sharing = self._sharing[part]
        if type(sharing) is int:
            return 1 if sharing >= 0 else -sharing
        return len(sharing)  # type: ignore[arg-type]  # the other kind

    def count(self, part: int) -> int:
        return self.counts[self.cell(part)] if part in self._sharing else 0

    def members(self, part: int) -> Sequence[int]:
        """Those who share a light part."""
        sharing = self._sharing[part]
        return (sharing,) if type(sharing) is int else sharing  # type: ignore[return-value]  # see `cell`

    def join(self, part: int, slot: int) -> Sequence[int]:
        """Who, beside `slot`, stands in another cell from now on."""
        sharing = self._sharing.get(part)
        if sharing is None:
            self._sharing[part] = slot
            return _NOBODY
        if type(sharing) is int:
            if sharing < 0:
                self._count(-sharing, 1)
                return _NOBODY
            self._sharing[part] = [sharing, slot]
            return (sharing,)
        assert isinstance(sharing, list)
        others = sharing.copy()
        sharing.append(slot)
        if len(sharing) > LIGHT:
            cell = self._new_cell()
            self._sharing[part] = -cell
            self.counts[cell] = 0
            self._count(cell, len(sharing))
        return others

    def leave(self, part: int, slot: int) -> Sequence[int]:
        """The same for one who goes."""
        sharing = self._sharing[part]
        if type(sharing) is int:
            if sharing >= 0:
                del self._sharing[part]
                return _NOBODY
            self._count(-sharing, -1)
            if not self.counts[-sharing]:
                del self._sharing[part]
                self.values[-sharing] = -np.inf
                self._free.append(-sharing)
            return _NOBODY
        assert isinstance(sharing, list)
        sharing.remove(slot)
        if len(sharing) > 1:
            return sharing.copy()
        self._sharing[part] = sharing[0]
        return (sharing[0],)

    def mark(self) -> None:
        self.marked = self.values.copy()
        self.rise = 0.0

    def _count(self, cell: int, more: int) -> None:
        count = self.counts[cell] = self.counts[cell] + more
        value = self.values[cell] = self.weight * count
        # A cell that was free then is shared by nobody who was there then.
        if more > 0 and cell < len(self.marked) and value - self.marked[cell] < np.inf:
            self.rise = max(self.rise, float(value - self.marked[cell]))

    def _new_cell(self) -> int:
        if self._free:
            return self._free.pop()
        self.counts.append(0)
        cell = len(self.counts) - 1
        if cell == len(self.values):
            self.values = np.concatenate((self.values, np.full(cell, -np.inf)))
        return cell
