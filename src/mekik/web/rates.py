"""How often somebody may ask: so many requests a minute for each person, or each address of visitors.

Fixed windows, because that is what the headers can say exactly; bounded memory, because anybody can come from
many addresses.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

MOST_KEPT = 10_000


class Allowance(NamedTuple):
    allowed: bool
    limit: int
    left: int
    """Requests left in this window."""
    seconds: int
    """Until the next window."""


class Rate:
    """Counts by key in windows; safe to use from many threads."""

    def __init__(
        self, limit: int, window: float, most_kept: int = MOST_KEPT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit, self.window = limit, window
        self._most_kept = most_kept
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, key: str) -> Allowance:
        """Counts one more. What is refused counts too, but no window grows longer by it."""
        return self._look(key, 1)

    def look(self, key: str) -> Allowance:
        """Whether one more would be allowed, without counting it."""
        allowance = self._look(key, 0)
        return allowance._replace(allowed=allowance.left > 0)

    def forget(self, key: str) -> None:
        with self._lock:
            self._windows.pop(key, None)

    def _look(self, key: str, more: int) -> Allowance:
        now = self._clock()
        with self._lock:
            began, count = self._windows.get(key, (now, 0))
            if now - began >= self.window:
                began, count = now, 0
                self._windows.pop(key, None)
            count += more
            if more:
                self._windows[key] = (began, count)
                while len(self._windows) > self._most_kept:
                    self._windows.popitem(last=False)
        seconds = max(1, int(began + self.window - now + 0.999))
        return Allowance(count <= self.limit, self.limit, max(0, self.limit - count), seconds)


def place_of(client: tuple[str, int] | None) -> str:
    """Whom an address stands for: itself, or its /64, of which one household has all. Empty for this machine."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0][:64]
    if address.version == 6 and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return ""
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
