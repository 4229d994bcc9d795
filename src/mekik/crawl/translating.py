"""Pages on their way from a worker to the engine that are translated into the pivot language before they arrive.

Nothing that happens here may cost more than a translation. A process that dies or takes too long is replaced and its
page goes on as it is; when none can be started, all do. A page that waits counts as not yet parsed, so a slow
translator slows the crawl down to its own pace and no more pages are held than the workers may have.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import msgspec

from mekik.crawl.translate_main import IN_VAIN, Answer, Passage, TranslationOrders
from mekik.crawl.worker_frames import frame
from mekik.crawl.worker_process import Item, WorkerProcess
from mekik.errors import MekikError
from mekik.fetch.poller import READ, WRITE, Poller
from mekik.page import Parsed
from mekik.settings import Settings
from mekik.translation.pages import LONGEST

MOST_FAILED_STARTS = 3
GONE = "its translator went down"
_MODULE = "mekik.crawl.translate_main"
_PATIENCE = 60.0
"""Seconds for a page, beside what a server may take for two answers: which languages it knows, and the text."""
_GOODBYE = 0.5
_BYTES = 4 * LONGEST


class Translating:
    """`go_on` is called once for each page that was given, from the poller or from `check`."""

    def __init__(self, poller: Poller, settings: Settings, go_on: Callable[[Parsed], None]) -> None:
        self._poller, self._go_on = poller, go_on
        self._orders = TranslationOrders(settings.translation, settings.analysis)
        self._pivot = settings.translation.pivot
        self._patience = _PATIENCE + 2 * settings.translation.timeout
        self._queue: deque[Item] = deque()
        self._pages: dict[int, Parsed] = {}
        self._process: WorkerProcess | None = None
        self._failed_starts = 0
        self._hopeless = ""
        self._decode = msgspec.msgpack.Decoder(Answer).decode

    @property
    def pids(self) -> list[int]:
        return [self._process.pid] if self._process is not None else []

    def memory(self) -> int:
        return self._process.memory() if self._process is not None else 0

    def wants(self, parsed: Parsed) -> bool:
        """Whether it is a text in a known language that is not the pivot, and is for the index."""
        document, analysis = parsed.document, parsed.analysis
        if document is None or analysis is None or document.noindex:
            return False
        return bool(analysis.language and analysis.language != self._pivot and analysis.text)

    def give(self, parsed: Parsed) -> None:
        """The process is started with the first page that needs it."""
        if self._hopeless:
            self._leave(parsed, self._hopeless)
            return
        document, analysis = parsed.document, parsed.analysis
        assert document is not None, "wants() said so"
        assert analysis is not None
        text = analysis.text[:_BYTES]
        if document.main is not None and document.main < LONGEST:
            text = text.decode("utf-8", "ignore")[: document.main].encode("utf-8", "replace")
        passage = Passage(parsed.token, analysis.language, document.title, text)
        self._pages[parsed.token] = parsed
        self._queue.append(Item(parsed.token, frame(passage)))
        self._flush()

    def check(self, now: float) -> None:
        process = self._process
        if process is None or (process.ready and not process.items) or now - process.since <= self._patience:
            return
        since = process.since
        self._read(process)  # the engine itself may have been away
        if process is self._process and process.since == since:
            self._bury(process, f"longer than {self._patience:g} s")

    def close(self) -> None:
        self._queue.clear()
        self._pages.clear()
        process, self._process = self._process, None
        if process is not None:
            self._poller.unwatch(process.fd)
            process.end(_GOODBYE)
            process.last_words()

    def _flush(self) -> None:
        now = time.monotonic()
        if self._process is None:
            try:
                self._process = WorkerProcess(frame(self._orders), now, _MODULE)
            except MekikError as error:
                self._give_up(str(error))
                return
        process = self._process
        while self._queue and process.has_room:
            process.give(self._queue.popleft(), now)
        self._send(process)

    def _send(self, process: WorkerProcess) -> None:
        process.send()
        events = READ | WRITE if process.wants_write else READ
        self._poller.watch(process.fd, events, lambda _fd, events: self._on_event(process, events))

    def _on_event(self, process: WorkerProcess, events: int) -> None:
        if events & WRITE:
            self._send(process)
        if events & ~WRITE:
            self._read(process)

    def _read(self, process: WorkerProcess) -> None:
        while arrived := process.receive():
            process.since = time.monotonic()
            for payload in process.frames:
                if not payload:
                    process.ready = True
                    self._failed_starts = 0
                    continue
                answer = self._understand(process, payload)
                if answer is None:
                    self._bury(process, "its translator talks nonsense")
                    return
                process.take()
                self._answer(answer)
                if process is not self._process:
                    return
        if arrived is None:
            self._bury(process, GONE)
        elif self._queue:
            self._flush()

    def _understand(self, process: WorkerProcess, payload: memoryview) -> Answer | None:
        try:
            answer = self._decode(payload)
        except msgspec.MsgspecError:
            return None
        return answer if process.items and process.items[0].token == answer.token else None

    def _answer(self, answer: Answer) -> None:
        parsed = self._pages.pop(answer.token)
        if answer.remark:
            self._leave(parsed, answer.remark)
            return
        assert parsed.analysis is not None
        parsed.analysis.translation = answer.translation
        self._go_on(parsed)

    def _leave(self, parsed: Parsed, remark: str) -> None:
        """Goes on without a translation."""
        parsed.reason = "; ".join(filter(None, (parsed.reason, remark)))
        self._go_on(parsed)

    def _bury(self, process: WorkerProcess, why: str) -> None:
        """The page at its head goes on as it is, the others get a new process."""
        self._poller.unwatch(process.fd)
        self._process = None
        status = process.end(_GOODBYE if why is GONE else 0.0)
        words = process.last_words()
        items = list(process.items)
        if not process.ready:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS or status == IN_VAIN:
                self._queue.extendleft(reversed(items))
                self._give_up(words.rpartition("\n")[2] or "the translator cannot be started")
                return
        elif items:
            self._answer(Answer(items.pop(0).token, remark=f"not translated into {self._pivot}: {why}"))
        self._queue.extendleft(reversed(items))
        if self._queue:
            self._flush()

    def _give_up(self, why: str) -> None:
        self._hopeless = f"not translated into {self._pivot}: {' '.join(why.split())[:300].rstrip('.')}"
        waiting, self._pages = list(self._pages.values()), {}
        self._queue.clear()
        for parsed in waiting:
            self._leave(parsed, self._hopeless)
