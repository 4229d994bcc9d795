"""The engine's one event loop: file descriptors and timers, nothing else.

A plain loop rather than asyncio, so that a crawl runs inside any program (also one with a running loop),
costs a few microseconds an event, and reads from top to bottom.
"""

from __future__ import annotations

import heapq
import select
import time
from collections.abc import Callable

READ, WRITE = select.EPOLLIN, select.EPOLLOUT

Callback = Callable[[int, int], None]


class Timer:
    __slots__ = ("callback", "when")

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class Poller:
    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._callbacks: dict[int, Callback] = {}
        self._timers: list[tuple[float, int, Timer]] = []
        self._serial = 0

    def watch(self, fd: int, events: int, callback: Callback) -> None:
        """Calls `callback(fd, events)` when one of `events` is there; replaces an earlier watch."""
        known = fd in self._callbacks
        self._callbacks[fd] = callback
        if not known:
            try:
                self._epoll.register(fd, events)
                return
            except FileExistsError:  # the number was closed and given out again without an unwatch
                pass
        try:
            self._epoll.modify(fd, events)
        except FileNotFoundError:
            self._epoll.register(fd, events)

    def unwatch(self, fd: int) -> None:
        if self._callbacks.pop(fd, None) is not None:
            try:
                self._epoll.unregister(fd)
            except OSError:  # already closed: the kernel forgot it by itself
                return

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """`when` is on the clock of `time.monotonic`."""
        timer = Timer(when, callback)
        self._serial += 1
        heapq.heappush(self._timers, (when, self._serial, timer))
        return timer

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return self.call_at(time.monotonic() + seconds, callback)

    def run_once(self, timeout: float) -> None:
        """Waits at most `timeout` seconds, then runs every callback that is due."""
        timers = self._timers
        while timers and timers[0][2].callback is None:
            heapq.heappop(timers)
        if timers:
            timeout = min(timeout, max(0.0, timers[0][0] - time.monotonic()))
        callbacks = self._callbacks
        for fd, events in self._epoll.poll(timeout):
            callback = callbacks.get(fd)
            if callback is not None:
                callback(fd, events)
        if timers:
            now = time.monotonic()
            while timers and timers[0][0] <= now:
                due = heapq.heappop(timers)[2].callback
                if due is not None:
                    due()

    def close(self) -> None:
        self._epoll.close()
        self._callbacks.clear()
        self._timers.clear()
