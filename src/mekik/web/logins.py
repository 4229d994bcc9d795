"""How often somebody may try to sign in, before a password is even looked at: hashing one takes 64 MB on purpose.

A person who mistypes is held up only at their own place, so nobody can lock another one out from elsewhere unless they
guess from very many places at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mekik.web.rates import Rate

QUARTER = 900.0
AT_ONCE = 8


class TooMany(Exception):
    """Too many attempts; `seconds` until the next may be made."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many attempts. Wait {seconds} seconds.")
        self.seconds = seconds


class Logins:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._pair = Rate(8, QUARTER, clock=clock)
        """A name from one place."""
        self._place = Rate(60, QUARTER, clock=clock)
        self._name = Rate(200, 4 * QUARTER, clock=clock)
        """A name from anywhere."""
        self._room = threading.BoundedSemaphore(AT_ONCE)

    @contextmanager
    def attempt(self, name: str, place: str) -> Iterator[Callable[[], None]]:
        """Counts an attempt, or raises `TooMany`; whoever succeeds calls what it gives."""
        name = name.strip().lower()[:64]
        pair = f"{place} {name}"
        taken = [self._pair.take(pair), self._place.take(place), self._name.take(name)]
        waits = [allowance.seconds for allowance in taken if not allowance.allowed]
        if waits:
            raise TooMany(max(waits))
        if not self._room.acquire(blocking=False):  # else a flood of guesses would take every thread
            raise TooMany(1)
        try:
            yield lambda: self._pair.forget(pair)
        finally:
            self._room.release()
