"""Local files, fetched beside the web on the same loop and through the same few methods as `Fetcher`.

Reading blocks, on a network drive for long, so threads do it. One that hangs is given up after `fetch.timeout` and
another takes its place.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from queue import SimpleQueue

from mekik.fetch.exchange import TypeFilter
from mekik.fetch.folders import Folders
from mekik.fetch.local import read_local
from mekik.fetch.poller import READ, Poller
from mekik.fetch.request import Request
from mekik.fetch.transfer import Done
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.settings import FetchSettings

_READERS = 2
_MOST_READERS = 16
"""With those that hang."""


class FileFetcher:
    def __init__(self, settings: FetchSettings, poller: Poller, folders: Folders) -> None:
        self._settings, self._poller, self._folders = settings, poller, folders
        self._types = TypeFilter()
        self._todo: SimpleQueue[int | None] = SimpleQueue()
        self._jobs: dict[int, tuple[Request, Done, float]] = {}
        self._serial = 0
        self._results: deque[tuple[int, Exchange]] = deque()
        self._readers = self._hanging = 0
        self._signal = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poller.watch(self._signal, READ, self._deliver)
        self._sweeping = False
        self._closed = False
        self._lock = threading.Lock()

    @property
    def active(self) -> int:
        return len(self._jobs)

    def start(self, request: Request, done: Done) -> None:
        """`done` is called from the loop, once, and never from inside."""
        self._serial += 1
        self._jobs[self._serial] = (request, done, time.monotonic())
        self._todo.put(self._serial)
        if self._readers - self._hanging < min(_READERS, len(self._jobs)) and self._readers < _MOST_READERS:
            self._readers += 1
            threading.Thread(target=self._read, name="mekik-files", daemon=True).start()
        if not self._sweeping:
            self._sweeping = True
            self._poller.call_later(self._interval, self._sweep)

    def close(self) -> None:
        """Requests that are under way get no `done` any more."""
        self._poller.unwatch(self._signal)
        with self._lock:  # a thread that comes back late must not write to a number that is someone else's by then
            if not self._closed:
                os.close(self._signal)
            self._closed = True
        self._jobs.clear()
        for _ in range(self._readers):
            self._todo.put(None)

    def _read(self) -> None:
        """A thread's work."""
        while (number := self._todo.get()) is not None:
            job = self._jobs.get(number)
            if job is None:
                continue  # given up before its turn
            request = job[0]
            types = request.types
            exchange = read_local(
                request.url, request.etag, self._folders, request.max_size or self._settings.max_size,
                self._types.matcher(types) if types is not None else None,
            )  # fmt: skip
            self._results.append((number, exchange))
            with self._lock:
                if self._closed:
                    return
                os.eventfd_write(self._signal, 1)

    def _deliver(self, _fd: int, _events: int) -> None:
        try:
            os.eventfd_read(self._signal)
        except BlockingIOError:
            return
        for _ in range(len(self._results)):
            number, exchange = self._results.popleft()
            job = self._jobs.pop(number, None)
            if job is not None:
                job[1](job[0], exchange)
            elif self._hanging:
                self._hanging -= 1  # one that was given up came back after all

    @property
    def _interval(self) -> float:
        return min(1.0, self._settings.timeout / 4)

    def _sweep(self) -> None:
        oldest = time.monotonic() - self._settings.timeout
        late = [(number, job) for number, job in self._jobs.items() if job[2] < oldest]
        for number, (request, done, _) in late:
            del self._jobs[number]
            self._hanging = min(self._hanging + 1, self._readers)
            reason = f"Not read within {self._settings.timeout:g} seconds."
            done(request, Exchange(url=request.url, outcome=Outcome.TIMEOUT, reason=reason, started_at=time.time()))
        self._sweeping = bool(self._jobs) and not self._closed
        if self._sweeping:
            self._poller.call_later(self._interval, self._sweep)
