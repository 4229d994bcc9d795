"""Where to go on among links of equal worth: the order depth, and the setting `ordering.dead_end` of others."""

from __future__ import annotations

from mekik.ordering.protocol import Waiting
from mekik.settings import OrderingSettings

TOP = 1 << 40
"""More than any rank here."""
_NEVER = object()


class Remembered:
    """Depth first, every page puts its links before those of all earlier pages; what is left of those waits until a
    page is a dead end, and then the robot goes back the way it came."""

    def __init__(self, *, depth_first: bool) -> None:
        self._depth_first = depth_first
        self._pages = 0
        self._last: object = _NEVER

    @classmethod
    def of(cls, settings: OrderingSettings) -> Remembered:
        return cls(depth_first=settings.dead_end == "depth")

    def rank(self, address: Waiting) -> int:
        if not self._depth_first:
            return 0
        if address.found_on != self._last:
            self._last = address.found_on
            self._pages += 1
        return TOP - 1 - self._pages
