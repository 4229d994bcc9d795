"""The helper processes as the engine sees them: pages go out one by one, documents come back, and whatever takes too
long or too much memory is ended by force, with the browser and all that it started."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from mekik.crawl.browser.messages import Asked, BrowserOrders, FromHelper, Ready, Show, Shown, Told
from mekik.crawl.rates import anonymous_memory
from mekik.crawl.worker_frames import frame
from mekik.crawl.worker_process import WorkerProcess
from mekik.errors import MekikError
from mekik.fetch import READ, WRITE, Poller

_FOLDER = "mekik-browser-"
_MODULE = "mekik.crawl.browser.main"
_START_TIMEOUT = 60.0
_GRACE = 10.0
"""Beyond a page's own deadline: the helper ends most pages by itself."""
_GOODBYE = 3.0
_MOST_FAILED_STARTS = 3
_KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "LD_LIBRARY_PATH", "CARES_HOSTS")

May = Callable[[str, Callable[[bool], None]], None]
"""Whether an address may be fetched: the answer may come later."""


class _Helper:
    """One helper process, its browser, and the page that it shows."""

    def __init__(self, orders: BrowserOrders, now: float) -> None:
        self.folder = tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-")
        """Everything that the browser writes goes here and is gone with it."""
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        homes = dict.fromkeys(("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), self.folder)
        self.process = WorkerProcess(frame(orders), now, _MODULE, kept | homes)
        self.page: Show | None = None
        self.since = now

    def end(self, patience: float) -> str:
        """Its last words."""
        family = _held(descendants(self.process.pid))
        self.process.end(patience)
        for pidfd in family:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            os.close(pidfd)
        words = self.process.last_words()
        shutil.rmtree(self.folder, ignore_errors=True)
        return words


class Renderer:
    """`shown` hears of each page that was submitted, exactly once; `may` decides on what its scripts ask for."""

    def __init__(self, poller: Poller, orders: BrowserOrders, shown: Callable[[Shown], None], may: May) -> None:
        self._poller, self._orders, self._shown, self._may = poller, orders, shown, may
        self._queue: deque[Show] = deque()
        self._helpers: list[_Helper] = []
        self._failed_starts = 0
        _sweep()
        self._decode = msgspec.msgpack.Decoder(FromHelper).decode

    @property
    def backlog(self) -> int:
        return len(self._queue) + sum(helper.page is not None for helper in self._helpers)

    @property
    def pids(self) -> list[int]:
        return [pid for helper in self._helpers for pid in (helper.process.pid, *descendants(helper.process.pid))]

    def submit(self, page: Show) -> None:
        """A browser is started when the first page needs one."""
        self._queue.append(page)
        if len(self._helpers) < min(self._orders.render.browsers, self.backlog):
            self._start()
        self._hand_out()

    def check(self, now: float) -> None:
        """Looks for browsers that take too long or too much. To be called about every second."""
        for helper in list(self._helpers):
            if not helper.process.ready:
                if now - helper.since > _START_TIMEOUT:
                    self._bury(helper, "the browser did not start in time")
            elif helper.page is not None:
                if now - helper.since > self._orders.render.timeout + _GRACE:
                    self._bury(helper, f"longer than {self._orders.render.timeout:g} s")
                elif self._memory(helper) > self._orders.render.memory:
                    self._bury(helper, f"the browser took more than {self._orders.render.memory} bytes")

    def close(self) -> None:
        helpers, self._helpers = self._helpers, []
        for helper in helpers:
            self._poller.unwatch(helper.process.fd)
            helper.end(_GOODBYE)

    def _start(self) -> None:
        helper = _Helper(self._orders, time.monotonic())
        self._helpers.append(helper)
        self._send(helper)

    def _hand_out(self) -> None:
        for helper in self._helpers:
            if self._queue and helper.process.ready and helper.page is None:
                helper.page = self._queue.popleft()
                helper.since = time.monotonic()
                helper.process.post(frame(helper.page))
                self._send(helper)

    def _send(self, helper: _Helper) -> None:
        helper.process.send()
        events = READ | WRITE if helper.process.wants_write else READ
        self._poller.watch(helper.process.fd, events, lambda _fd, events: self._on_event(helper, events))

    def _on_event(self, helper: _Helper, events: int) -> None:
        if events & WRITE:
            self._send(helper)
        if events & ~WRITE:
            self._read(helper)

    def _read(self, helper: _Helper) -> None:
        while arrived := helper.process.receive():
            for payload in helper.process.frames:
                try:
                    message = self._decode(payload)
                except msgspec.MsgspecError:
                    self._bury(helper, "the browser's helper talks nonsense")
                    return
                self._take(helper, message)
                if helper not in self._helpers:
                    return
        if arrived is None:
            self._bury(helper, "the browser went down")

    def _take(self, helper: _Helper, message: Ready | Asked | Shown) -> None:
        if isinstance(message, Asked):
            self._may(message.url, lambda allowed: self._tell(helper, Told(message.number, allowed)))
        elif isinstance(message, Ready):
            helper.process.ready = True
            self._failed_starts = 0
            self._hand_out()
        elif helper.page is not None and message.token == helper.page.token:
            helper.page = None
            self._hand_out()
            self._shown(message)

    def _tell(self, helper: _Helper, told: Told) -> None:
        if helper in self._helpers:
            helper.process.post(frame(told))
            self._send(helper)

    def _bury(self, helper: _Helper, reason: str) -> None:
        """Ends a helper by force; its page is not tried again, the others get a new browser."""
        self._poller.unwatch(helper.process.fd)
        self._helpers.remove(helper)
        words = helper.end(0.0)
        if not helper.process.ready:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise MekikError(f"The browser cannot be started ({self._orders.executable}): {reason}.\n{words}")
        if self._queue:
            self._start()
        if helper.page is not None:
            self._shown(Shown(helper.page.token, reason=reason))

    def _memory(self, helper: _Helper) -> int:
        return anonymous_memory((helper.process.pid, *descendants(helper.process.pid)))


def _sweep() -> None:
    """Removes what engines left behind that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*-*"):
        pid = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _held(pids: list[int]) -> list[int]:
    """Descriptors by which they can be ended even when their number has a new owner. Some may be gone by now."""
    held: list[int] = []
    for pid in pids:
        with suppress(ProcessLookupError):
            held.append(os.pidfd_open(pid))
    return held


def descendants(pid: int) -> list[int]:
    """All processes that this one started, and those that they started."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError, ValueError):
                # The name in parentheses may hold anything, also blanks and parentheses.
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found
