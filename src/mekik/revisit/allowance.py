"""A budget that is never overdrawn: a bucket into which permits drip evenly, and which holds no more than a burst.

In any span of time T no more than burst + rate·T are taken, however visits come due. Nothing here looks at a clock:
times are given, and those of one run must come from a clock that is never put back.
"""

from __future__ import annotations

from math import floor

_DAY = 86_400.0
_ROUNDING = 1e-6


class Allowance:
    def __init__(self, per_day: float, burst: float, level: float, now: float) -> None:
        """`level`: permits that are there now."""
        self.per_day, self.burst = per_day, max(burst, 1.0)
        self._rate = per_day / _DAY
        self._level, self._at = min(level, self.burst), now
        self.taken = 0
        """Permits taken in this run."""

    def level(self, now: float) -> float:
        """Permits there are; below zero when more were taken than there were."""
        if now > self._at:
            self._level = min(self._level + (now - self._at) * self._rate, self.burst)
            self._at = now
        return self._level

    def whole(self, now: float) -> int:
        """How many can be taken now."""
        return max(floor(self.level(now) + _ROUNDING), 0)

    def take(self, now: float) -> None:
        """Also when there is none: the next one then comes later."""
        self._level = self.level(now) - 1
        self.taken += 1

    def ready_at(self, wanted: int) -> float:
        """When so many can be taken, if none is in between."""
        return self._at + max(wanted - _ROUNDING / 2 - self._level, 0.0) / self._rate
