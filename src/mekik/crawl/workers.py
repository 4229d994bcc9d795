"""The engine's workers: pages go out, `Parsed` come back, whatever the pages do to the processes.

A page that brings its worker down, keeps it too long or makes it run out of memory gets that as its outcome;
the other pages that this worker held are given to a new one.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable

import msgspec

from mekik.analysis import Analyser
from mekik.crawl.early_workers import take_worker, workers_wanted
from mekik.crawl.translating import Translating
from mekik.crawl.worker_frames import frame
from mekik.crawl.worker_main import OUT_OF_MEMORY, Orders, PageReader, Reading
from mekik.crawl.worker_process import Item, WorkerProcess
from mekik.errors import MekikError
from mekik.fetch.poller import READ, WRITE, Poller
from mekik.outcome import Outcome
from mekik.page import Parsed, Source
from mekik.settings import Settings

START_TIMEOUT = 60.0
"""For a worker to import what it needs; a busy machine may take long."""
MOST_FAILED_STARTS = 3
_GOODBYE = 0.5
"""How long a worker may take to end by itself."""


class WorkerPool:
    """`on_parsed` is called from the poller or from `check`, never from `submit`."""

    def __init__(
        self, poller: Poller, settings: Settings, on_parsed: Callable[[Parsed], None], details: bool = False,
        for_index: bool = False,
    ) -> None:  # fmt: skip
        """`for_index`: pages are to come as the index wants them, translated where the job asks for that."""
        translates = for_index and settings.index.enabled and settings.translation.documents
        self._translating = Translating(poller, settings, self._deliver) if translates else None
        self._poller = poller
        self._orders = Orders.of(settings, details)
        self._on_parsed = on_parsed
        self._timeout = settings.parse.timeout
        self._queue: deque[Item] = deque()
        self._workers: list[WorkerProcess] = []
        self._failed_starts = 0
        self._flush_due = self._closed = False
        self._decode = msgspec.msgpack.Decoder(Reading).decode
        self._inline: _Inline | None = None
        self._backlog = 0
        self._asked: dict[int, Callable[[Parsed], None]] = {}
        wanted = workers_wanted(settings)
        if wanted == 0:
            self._inline = _Inline(poller, self._orders, self._answer)
        for _ in range(wanted):
            self._start()

    @property
    def backlog(self) -> int:
        """Pages submitted and not yet answered."""
        return self._backlog

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers] + (self._translating.pids if self._translating else [])

    def memory(self) -> int:
        """Anonymous memory of the workers, in bytes."""
        return sum(worker.memory() for worker in self._workers) + (
            self._translating.memory() if self._translating else 0
        )

    def submit(self, source: Source, answer: Callable[[Parsed], None] | None = None) -> None:
        """`answer` is called for this page instead of `on_parsed`; its token is to be unlike all others."""
        self._backlog += 1
        if answer is not None:
            self._asked[source.token] = answer
        if self._inline is not None:
            self._inline.submit(source)
            return
        self._queue.append(Item(source.token, frame(source)))
        if not self._flush_due:
            # All pages of this turn of the loop go out together.
            self._flush_due = True
            self._poller.call_later(0, self._flush)

    def check(self, now: float) -> None:
        """Looks for workers that take too long. To be called about every second, with `time.monotonic()`."""
        for worker in list(self._workers):
            limit = self._timeout if worker.ready else START_TIMEOUT
            if (worker.ready and not worker.items) or now - worker.since <= limit:
                continue
            # The engine itself may have been away: what has arrived meanwhile counts first.
            since = worker.since
            self._read(worker)
            if worker in self._workers and worker.since == since:
                self._bury(worker, overdue=True)
        if self._translating is not None:
            self._translating.check(now)

    def close(self) -> None:
        self._closed = True
        self._queue.clear()
        if self._translating is not None:
            self._translating.close()
        workers, self._workers = self._workers, []
        for worker in workers:
            self._poller.unwatch(worker.fd)
        for worker in workers:
            worker.end(_GOODBYE)
            worker.last_words()
        if self._inline is not None:
            self._inline.close()

    # one worker

    def _start(self) -> None:
        worker = take_worker(frame(self._orders))
        self._workers.append(worker)
        worker.send()
        self._watch(worker)

    def _watch(self, worker: WorkerProcess) -> None:
        events = READ | WRITE if worker.wants_write else READ
        self._poller.watch(worker.fd, events, lambda _fd, events: self._on_event(worker, events))

    def _on_event(self, worker: WorkerProcess, events: int) -> None:
        if events & WRITE:
            self._send(worker)
        if events & ~WRITE:
            self._read(worker)

    def _send(self, worker: WorkerProcess) -> None:
        before = worker.wants_write
        worker.send()
        if worker.wants_write != before:
            self._watch(worker)

    def _flush(self) -> None:
        """Gives waiting pages to the workers with the least to do."""
        self._flush_due = False
        queue, workers = self._queue, self._workers
        if self._closed:
            return
        now = time.monotonic()
        touched: set[int] = set()
        while queue:
            free = [worker for worker in workers if worker.has_room]
            if not free:
                break
            worker = min(free, key=lambda worker: worker.outstanding)
            worker.give(queue.popleft(), now)
            touched.add(worker.fd)
        for worker in workers:
            if worker.fd in touched and not worker.wants_write:
                self._send(worker)

    def _read(self, worker: WorkerProcess) -> None:
        """Takes what it has answered, all of it: a worker that is gone may have left some."""
        while arrived := worker.receive():
            worker.since = time.monotonic()
            for payload in worker.frames:
                if not payload:
                    worker.ready = True
                    self._failed_starts = 0
                    continue
                parsed = self._understand(worker, payload)
                if parsed is None:
                    self._bury(worker)
                    return
                worker.take()
                self._answer(parsed)
                if self._closed:
                    return
        if arrived is None:
            self._bury(worker)
        elif self._queue:
            self._flush()

    def _understand(self, worker: WorkerProcess, payload: memoryview) -> Parsed | None:
        """The answer to the page at its head; None when the worker talks nonsense."""
        try:
            reading = self._decode(payload)
        except msgspec.MsgspecError:
            return None
        return reading.parsed() if worker.items and worker.items[0].token == reading.token else None

    def _answer(self, parsed: Parsed) -> None:
        if self._translating is not None and self._translating.wants(parsed):
            self._translating.give(parsed)
        else:
            self._deliver(parsed)

    def _deliver(self, parsed: Parsed) -> None:
        self._backlog -= 1
        answer = self._asked.pop(parsed.token, None) if self._asked else None
        (answer or self._on_parsed)(parsed)

    def _bury(self, worker: WorkerProcess, overdue: bool = False) -> None:
        """Takes a worker that is dead or to be killed out of service, and puts another in its place."""
        self._poller.unwatch(worker.fd)
        self._workers.remove(worker)
        status = worker.end(0.0 if overdue else _GOODBYE)
        words = worker.last_words()
        verdict = None
        again = list(worker.items)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                raise MekikError(_cannot_start(status, words))
        elif again:
            verdict = self._verdict(again[0], status, overdue)
            again[0] = again[0]._replace(tries=again[0].tries + 1)
            if verdict is not None:
                del again[0]
        self._queue.extendleft(reversed(again))
        self._start()
        self._flush()
        if verdict is not None:
            self._answer(verdict)

    def _verdict(self, item: Item, status: int, overdue: bool) -> Parsed | None:
        """What became of the page that a worker died of; None when it deserves another try."""
        if overdue:
            return Parsed(item.token, Outcome.PARSE_TIMEOUT.label, f"longer than {self._timeout:g} s")
        if status == OUT_OF_MEMORY:
            # The worker may have been full of what it remembers, so a fresh one has the last word.
            if item.tries == 0:
                return None
            return Parsed(item.token, Outcome.PARSE_LIMIT.label, f"more than {self._orders.parse.memory} bytes")
        return Parsed(item.token, Outcome.PARSE_CRASHED.label, f"its reader ended by {_ending(status)}")


class _Inline:
    """No processes: the engine reads a page a turn. Nothing can be killed here, so nothing is limited in time."""

    def __init__(self, poller: Poller, orders: Orders, answer: Callable[[Parsed], None]) -> None:
        self._poller = poller
        self._reader = PageReader(orders, Analyser(orders.analysis))
        self._answer = answer
        self._waiting: deque[Source] = deque()
        self._closed = False

    def submit(self, source: Source) -> None:
        self._waiting.append(source)
        if len(self._waiting) == 1:
            self._poller.call_later(0, self._turn)

    def _turn(self) -> None:
        if self._closed:
            return
        source = self._waiting[0]
        try:
            parsed = self._reader.read(source).parsed()
        except MemoryError:
            parsed = Parsed(source.token, Outcome.PARSE_LIMIT.label, "not enough memory")
        self._waiting.popleft()
        if self._waiting:
            self._poller.call_later(0, self._turn)
        self._answer(parsed)

    def close(self) -> None:
        self._closed = True
        self._waiting.clear()


def _ending(status: int) -> str:
    if status >= 0:
        return f"status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


def _cannot_start(status: int, words: str) -> str:
    return (
        f"A worker process cannot start: it ended {MOST_FAILED_STARTS} times by {_ending(status)}. "
        f"Parse inside the engine with --set parse.workers=0, or mend this:\n{words}"
    )
