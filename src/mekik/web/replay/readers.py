"""Processes that read archived pages for the server. What strangers wrote may take for ever, or all memory that there
is, and no thread can be ended: so it is read where it can be, by killing the process.

They are pure: bytes go in, bytes or a `Document` come out, no file and no secret but the key of links is theirs.
"""

from __future__ import annotations

import hashlib
import select
import signal
import threading
import time
from collections import OrderedDict

import msgspec

from mekik.crawl.copy_reading import Unreadable
from mekik.crawl.worker_frames import frame
from mekik.crawl.worker_process import WorkerProcess
from mekik.page import Document, Source
from mekik.settings import Settings
from mekik.web.replay.reading import Answer, ReadPage, RewritePage

AT_ONCE = 2
PATIENCE = 8.0
"""Seconds for one page. The slowest honest ones take two."""
START = 60.0
"""Seconds to start in; a busy machine may take long."""
TURN = 3.0
"""Seconds that a request waits for its turn. After that the server is too busy with such pages, and says so."""
_REMEMBERED = 1000
"""Pages that killed their reader: once is enough, for"""
_REMEMBERED_FOR = 600.0
"""seconds. The machine may have been too busy, and not the page too bad."""
_MODULE = "mekik.web.replay.reader_main"


class Busy(Unreadable):
    """Too many such pages are asked for at once."""


class Readers:
    """Safe to use from many threads."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._turns = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._deadly: OrderedDict[bytes, float] = OrderedDict()
        self._closed = False

    def document(self, source: Source, settings: Settings, with_text: bool) -> Document | None:
        """As `copies.read_here`. Raises Unreadable."""
        return self._ask(ReadPage(source, settings, with_text), source.url, source.body).document

    def rewritten(self, page: RewritePage) -> bytes:
        """Raises Unreadable."""
        return self._ask(page, page.url, page.body).body

    def warm(self) -> None:
        """Starts one before it is needed."""
        with self._turns:
            self._give_back(self._reader())

    @property
    def pids(self) -> list[int]:
        """Of those that wait for work."""
        with self._lock:
            return [one.pid for one in self._idle]

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for one in idle:
            one.end(0.2)
            one.last_words()

    def _ask(self, question: ReadPage | RewritePage, url: str, body: bytes) -> Answer:
        mark = hashlib.blake2b(body + type(question).__name__.encode(), digest_size=16).digest()
        if time.monotonic() < self._deadly.get(mark, 0.0):
            raise Unreadable(_WORDS.format(url=url))
        if not self._turns.acquire(timeout=TURN):
            raise Busy(f"The server is busy reading other pages. Try {url} again in a moment.")
        try:
            answer = self._answer(question)
        finally:
            self._turns.release()
        if answer is None:
            self._remember(mark)
            raise Unreadable(_WORDS.format(url=url))
        return answer

    def _answer(self, question: ReadPage | RewritePage) -> Answer | None:
        """None when the page is too much for a reader."""
        for _ in range(2):
            reader, until = self._reader(), time.monotonic() + self._patience
            answer = _answered(reader, question, until)
            if answer is not None:
                self._give_back(reader)
                return answer
            gone = time.monotonic() < until
            status = reader.end(0.5 if gone else 0.0)
            reader.last_words()
            if not gone or status != -signal.SIGKILL:
                break  # else somebody killed it, and it may not have been the page
        return None

    def _reader(self) -> WorkerProcess:
        """One that waits for work, else a new one. It may have ended meanwhile."""
        while True:
            with self._lock:
                if not self._idle:
                    break
                reader = self._idle.pop()
            if reader.receive() is False:  # nothing has come, not even its end
                return reader
            _end(reader)
        reader = WorkerProcess(bytearray(), time.monotonic(), _MODULE)
        if _awaited(reader, time.monotonic() + START) is None:
            reader.end()
            raise Unreadable(f"Archived pages cannot be read here: {reader.last_words()[-300:]}")
        return reader

    def _give_back(self, reader: WorkerProcess) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(reader)
                return
        _end(reader)

    def _remember(self, mark: bytes) -> None:
        with self._lock:
            self._deadly[mark] = time.monotonic() + _REMEMBERED_FOR
            while len(self._deadly) > _REMEMBERED:
                self._deadly.popitem(last=False)


_WORDS = "The archived copy of {url} cannot be shown: reading it takes more time or memory than one page may have."


def _answered(reader: WorkerProcess, question: ReadPage | RewritePage, until: float) -> Answer | None:
    """None when the reader died of it, or would still read when it had to be done."""
    reader.post(frame(question))
    reader.send()
    payload = _awaited(reader, until)
    try:
        return msgspec.msgpack.decode(payload, type=Answer) if payload else None
    except msgspec.MsgspecError:
        return None


def _awaited(reader: WorkerProcess, until: float) -> bytes | None:
    """The next frame; None when it does not come in time or never will."""
    poll = select.poll()
    while (left := until - time.monotonic()) > 0:
        poll.register(reader.fd, select.POLLIN | (select.POLLOUT if reader.wants_write else 0))
        for _, event in poll.poll(min(left, 1.0) * 1000):
            if event & select.POLLOUT:
                reader.send()
            if event & ~select.POLLOUT:
                if reader.receive() is None:
                    return None
                for payload in reader.frames:
                    return bytes(payload)
    return None


def _end(reader: WorkerProcess) -> None:
    reader.end()
    reader.last_words()
