"""The transport's own event machinery, tied to the engine's loop."""

from __future__ import annotations

import contextlib
import math
import resource
import select
import time
from collections.abc import Callable

import pycurl

from mekik.fetch.poller import READ, WRITE, Poller, Timer

Finished = Callable[[pycurl.Curl, int, str], None]

_EVENTS = {pycurl.POLL_IN: READ, pycurl.POLL_OUT: WRITE, pycurl.POLL_INOUT: READ | WRITE}
_TROUBLE = select.EPOLLERR | select.EPOLLHUP


class Multi:
    """Runs easy handles; `finished(curl, code, message)` is called from the loop when one is done."""

    def __init__(self, poller: Poller, connections: int, finished: Finished) -> None:
        self._poller, self._on_finished = poller, finished
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._socket_changed)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._timer_changed)
        self._multi.setopt(pycurl.M_MAXCONNECTS, _connections_kept(connections))
        self._count = 0
        self._deadline = math.inf
        self._timer: Timer | None = None
        self._due_now = False
        self._collecting = False
        self._closed = False

    def add(self, curl: pycurl.Curl) -> None:
        """It begins with the next turn of the loop: all that are added before it go out in one call."""
        self._multi.add_handle(curl)
        self._count += 1
        self._collect_soon()

    def remove(self, curl: pycurl.Curl) -> None:
        self._multi.remove_handle(curl)
        self._count -= 1

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._multi.close()

    def _socket_changed(self, what: int, fd: int, _multi: object, _data: object) -> None:
        if what == pycurl.POLL_REMOVE:
            self._poller.unwatch(fd)
        elif not self._closed:
            self._poller.watch(fd, _EVENTS[what], self._socket_ready)

    def _socket_ready(self, fd: int, events: int) -> None:
        mask = (pycurl.CSELECT_IN if events & READ else 0) | (pycurl.CSELECT_OUT if events & WRITE else 0)
        if events & _TROUBLE:
            mask |= pycurl.CSELECT_ERR
        _, running = self._multi.socket_action(fd, mask)
        if running != self._count or self._due_now:
            self._collect_soon()

    def _timer_changed(self, milliseconds: int) -> None:
        """May only take notes: the transport must not be called from its own callback."""
        if milliseconds <= 0:
            self._deadline = math.inf
            self._due_now = milliseconds == 0
            return
        self._deadline = time.monotonic() + milliseconds / 1000
        if self._timer is None or self._timer.when > self._deadline:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._poller.call_at(self._deadline, self._timer_rang)

    def _timer_rang(self) -> None:
        self._timer = None
        if self._closed:
            return
        if time.monotonic() < self._deadline:
            if self._deadline < math.inf:
                self._timer = self._poller.call_at(self._deadline, self._timer_rang)
            return
        self._deadline = math.inf
        self._multi.socket_action(pycurl.SOCKET_TIMEOUT, 0)
        self._collect_soon()

    def _collect_soon(self) -> None:
        if not self._collecting:
            self._collecting = True
            self._poller.call_at(0.0, self._collect)

    def _collect(self) -> None:
        self._collecting = False
        if self._closed:
            return
        if self._due_now:
            self._due_now = False
            self._multi.socket_action(pycurl.SOCKET_TIMEOUT, 0)
        queued = 1
        while queued:
            queued, succeeded, failed = self._multi.info_read()
            for curl in succeeded:
                self._end(curl, 0, "")
            for curl, code, message in failed:
                self._end(curl, code, message)
        if self._due_now:
            self._collect_soon()

    def _end(self, curl: pycurl.Curl, code: int, message: str) -> None:
        self.remove(curl)
        self._on_finished(curl, code, message)


def _connections_kept(connections: int) -> int:
    """Idle connections are worth keeping, but not at the price of the process's file descriptors."""
    with contextlib.suppress(OSError, ValueError):
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(connections, min(1024, soft // 3))
    return max(connections, 1024)
