"""One worker process as the engine sees it: a socket with bounded buffers, and the pages that it holds."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import deque
from pathlib import Path
from typing import NamedTuple

from mekik.crawl.worker_frames import Frames, Nonsense
from mekik.errors import MekikError
from mekik.processes import environment

_TAIL = 4000
_GATHER = 32
_UNDERWAY = 2 << 20
"""Bytes that the kernel may hold in each direction (it grants what it likes). The usual 200 KB are ten pages: the
worker would run dry whenever the engine is busy elsewhere for a hundredth of a second."""
MOST_PAGES = 96
MOST_BYTES = 4 << 20


class Item(NamedTuple):
    """A page on its way, kept as the frame that was sent until it is answered."""

    token: int
    frame: bytearray
    tries: int = 0
    """Workers that ran out of memory with it."""


class WorkerProcess:
    def __init__(
        self, orders: bytearray, now: float, module: str = "mekik.crawl.worker_main", env: dict[str, str] | None = None
    ) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNDERWAY)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, str(os.getpid())],
                stdin=theirs.fileno(), stdout=self._errors, stderr=self._errors, process_group=0,
                env=environment(env),
            )  # fmt: skip
        except OSError as error:
            ours.close()
            self._errors.close()
            raise MekikError(f"A worker process cannot be started: {error}.") from None
        finally:
            theirs.close()
        ours.setblocking(False)
        self._socket = ours
        self.fd = ours.fileno()
        self.frames = Frames()
        self._unsent: deque[memoryview] = deque([memoryview(orders)])
        self.items: deque[Item] = deque()
        """Unanswered, in the order of their answers."""
        self.outstanding = 0
        """Bytes of the unanswered."""
        self.ready = False
        self.since = now
        """When it was started, or when it turned to the page at its head."""
        self.wants_write = False

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def has_room(self) -> bool:
        return not self.items or (len(self.items) < MOST_PAGES and self.outstanding < MOST_BYTES)

    def give(self, item: Item, now: float) -> None:
        if not self.items:
            self.since = now if self.ready else self.since
        self.items.append(item)
        self.outstanding += len(item.frame)
        self._unsent.append(memoryview(item.frame))

    def post(self, message: bytearray) -> None:
        """Something that is no page."""
        self._unsent.append(memoryview(message))

    def take(self) -> Item:
        """The page at its head, which is now answered or lost."""
        item = self.items.popleft()
        self.outstanding -= len(item.frame)
        return item

    def send(self) -> None:
        """As much as the socket takes now. A broken socket is found out when reading."""
        unsent = self._unsent
        while unsent:
            batch = [unsent[index] for index in range(min(len(unsent), _GATHER))]
            try:
                sent = self._socket.sendmsg(batch)
            except BlockingIOError:
                break
            except OSError:
                unsent.clear()
                break
            while unsent and sent >= len(unsent[0]):
                sent -= len(unsent.popleft())
            if sent:
                unsent[0] = unsent[0][sent:]
        self.wants_write = bool(unsent)

    def receive(self) -> bool | None:
        """Takes in what has arrived: True when there is something in `frames`, None when the other end is gone."""
        for _ in range(2):
            try:
                return True if self.frames.receive(self._socket) else None
            except BlockingIOError:
                return False
            except ConnectionResetError:  # it went with pages unread; what it had answered may still lie here
                continue
            except (OSError, Nonsense):
                return None
        return None

    def end(self, patience: float = 0.0) -> int:
        """Makes sure that it is gone; its exit status, negative for a signal."""
        self._socket.close()
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            return self._process.wait()

    def last_words(self) -> str:
        """The end of what it wrote to standard error. The last thing to ask for."""
        with self._errors as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            return file.read().decode("utf-8", "replace").strip()

    def memory(self) -> int:
        """Anonymous memory in bytes, 0 when it is gone."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return 0
        for line in status.splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
        return 0
