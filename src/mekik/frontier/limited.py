"""Visits to known pages within a hard budget of requests.

A page that comes back is *promised* a permit before it waits for its turn, and the permit is taken when the request is
made. So no more known pages wait than there are permits, and however long a host keeps them waiting, they never come in
a flood. Pages that wait without a promise (tried again, left over from an earlier run, made to wait by a person) are
put off until there is one.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

import msgspec

from mekik.frontier.offers import waiting_of
from mekik.ordering import Waiting
from mekik.page import Address
from mekik.revisit import Allowance
from mekik.settings import RevisitSettings

PERMITS = "revisit.permits"
"""In the store of a job: how many there were at the end of the last run, and when; empty while it runs."""
_HOURS = 24


class VisitBudget(msgspec.Struct):
    """How a job stands with its budget of visits to known pages."""

    per_day: float
    burst: float
    """Requests that may have been saved up."""
    left: float
    """Requests that may be made now."""
    made: int
    """By this run."""
    next_in: float
    """Seconds until another one may be made."""


class Limited:
    """Times are monotonic. Without an allowance nothing is limited."""

    def __init__(self, allowance: Allowance | None = None) -> None:
        self._allowance = allowance
        self._promised: set[int] = set()
        self._put_off: deque[Waiting] = deque()

    @property
    def put_off(self) -> int:
        """How many wait for a permit, not for their turn."""
        return len(self._put_off)

    def room(self, now: float) -> int | None:
        """How many more known pages may wait for their turn; None: any number."""
        if self._allowance is None:
            return None
        return max(self._allowance.whole(now) - len(self._promised), 0)

    def promise(self, id: int) -> None:
        if self._allowance is not None:
            self._promised.add(id)

    def admits(self, address: Address, host: int, now: float) -> bool:
        """At the turn of an address: whether a request may be made. If not, it is put off."""
        if self._allowance is None or not address.seen_at or address.id in self._promised or address.role:
            return True
        if self.room(now):
            self._promised.add(address.id)
            return True
        self._put_off.append(waiting_of(address, host))
        return False

    def take_ready(self, now: float) -> Iterator[Waiting]:
        """Those that were put off and are promised a permit now."""
        while self._put_off and self.room(now):
            waiting = self._put_off.popleft()
            self._promised.add(waiting.id)
            yield waiting

    def requested(self, address: Address, now: float) -> None:
        """A request for this address is made: the first one, or one more because it leads to itself."""
        if self._allowance is None:
            return
        if address.id in self._promised or (address.seen_at and not address.role):
            self._promised.discard(address.id)
            self._allowance.take(now)

    def forget(self, id: int) -> None:
        """Whatever became of it, no request is made for now."""
        self._promised.discard(id)

    def clear(self) -> None:
        self._promised.clear()
        self._put_off.clear()

    def ready_at(self) -> float:
        """When the next known page may be visited."""
        return -inf if self._allowance is None else self._allowance.ready_at(len(self._promised) + 1)

    def standing(self, now: float) -> VisitBudget | None:
        allowance = self._allowance
        if allowance is None:
            return None
        left = max(round(allowance.level(now), 2), 0.0)
        next_in = max(round(self.ready_at() - now, 1), 0.0)
        return VisitBudget(allowance.per_day, allowance.burst, left, allowance.taken, next_in)

    def begun(self) -> dict[str, str | int]:
        """For the store, at the start of a run: nobody knows how it will end."""
        return {PERMITS: ""} if self._allowance is not None else {}

    def ended(self, now: float) -> dict[str, str | int]:
        """For the store, at the orderly end of a run."""
        if self._allowance is None:
            return {}
        return {PERMITS: json.dumps([self._allowance.level(now), time.time()])}


def limited_of(settings: RevisitSettings, meta: Mapping[str, Any], now: float) -> Limited:
    """As the last run left it. A run that was killed did not say how many permits it had left: then there is none."""
    if settings.policy == "never" or settings.budget is None:
        return Limited()
    burst = settings.budget / _HOURS if settings.burst is None else float(settings.burst)
    level, at = burst, time.time()
    if PERMITS in meta:
        level, at = json.loads(meta[PERMITS] or "null") or (0.0, at)
    allowance = Allowance(settings.budget, burst, level, now - max(time.time() - at, 0.0))
    return Limited(allowance)
