"""The order of commit: archive, then state, then index. Here it is decided what a crash may cost: nothing.

A page's records go to the archive first. Every `frontier.commit_interval` the archive is synced (in a thread),
and when that is done the state of the pages before it is written. The index commits by itself every few seconds.
Two positions in the archive are kept with the state: everything before `settled` has its state, everything before
`indexed` is in the index. After a crash what stands behind them is read from the archive again.

A job without an archive could read nothing again, so there the state follows the index: it is written when the pages
of it are in the index, and a crash costs a few requests that are made once more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from mekik.archive import ArchiveWriter, Position
from mekik.crawl.log import LogWriter
from mekik.crawl.rates import Rates
from mekik.crawl.trust import Trust
from mekik.failpoints import fail_at
from mekik.frontier import GONE_MARK, Batch, Frontier, FrontierStore
from mekik.index import IndexWriter
from mekik.settings import Settings

SETTLED = "archive.settled"
INDEXED = "archive.indexed"

_MANY = 400
"""Settled pages that call for a commit before its time."""


class Commits:
    def __init__(
        self,
        settings: Settings,
        store: FrontierStore,
        frontier: Frontier,
        archive: ArchiveWriter | None,
        index: IndexWriter | None,
        log: LogWriter,
        rates: Rates,
        trust: Trust,
    ) -> None:
        self._settings = settings
        self._store = store
        self._frontier = frontier
        self._archive = archive
        self._index = index
        self._log = log
        self._rates = rates
        self._trust = trust
        self._thread = ThreadPoolExecutor(1, "archive-sync")
        self._outstanding: dict[int, Position] = {}
        self._batch: Batch | None = None
        self._sync: Future[object] | None = None
        self._settled = 0
        self._state_due = self._index_due = 0.0
        self._index_changed = False
        self._index_mark: Position | None = None
        self._gone_mark = 0
        self._meta: dict[str, str | int] = {}
        self.gives: list[Callable[[Batch], None]] = []
        """Others whose state goes with each batch."""

    # a page on its way

    def archived(self, id: int, begin: Position) -> None:
        """The records of this address begin there; it is not settled yet."""
        self._outstanding.setdefault(id, begin)

    def settled(self, id: int, *, indexed: bool) -> None:
        self._outstanding.pop(id, None)
        self._settled += 1
        if indexed:
            self._index_changed = True

    def take_up_departures(self) -> None:
        """Pages of which the state says that they left, and the index may not have heard of it before a crash."""
        mark = int(self._store.meta().get(GONE_MARK, 0))
        self._remove([url for _, url in self._store.tombstones(mark)])

    def _remove(self, urls: list[str]) -> None:
        """A page leaves the index after the state says so, never before: else a crash in between would lose it."""
        if self._index is None or not urls:
            return
        for url in urls:
            self._index.remove(self._settings.owner, url)
            self._index.remove_shown(self._settings.owner, url)
        self._index_changed = True

    @property
    def behind(self) -> bool:
        """The index takes up less than it is given: fewer pages should come."""
        return self._index is not None and self._index.behind

    def reindexed(self) -> None:
        """A page that was settled before went into the index once more."""
        self._index_changed = True

    # the commits

    def tick(self, now: float) -> None:
        """Goes on with whatever commit is due. Raises DiskFull when the disk is full: call again later."""
        if self._sync is not None and self._sync.done():
            self._end()
        if self._sync is None and self._batch is not None:
            self._begin(now)  # an earlier try failed
        elif self._sync is None and self._is_due(now) and self._frontier.changed:
            self._begin(now)
        if self._index is not None:
            self._tick_index(now)

    def _is_due(self, now: float) -> bool:
        if self._follows_index and (self._index_changed or self._index_mark is not None):
            return now >= self._index_due and self._index_mark is None
        return now >= self._state_due or self._settled >= _MANY

    @property
    def _follows_index(self) -> bool:
        return self._archive is None and self._index is not None

    @property
    def busy(self) -> bool:
        return self._sync is not None

    def flush(self) -> None:
        """Commits everything and waits for it."""
        for _ in range(2):  # a second time for the watermark of the index
            while self._batch is not None or self._sync is not None:
                if self._sync is None:
                    self._begin(time.monotonic())
                self._end()
            if self._index is not None:
                self._wait_for_index()
                if self._index_changed:
                    self._commit_index(time.monotonic())
                    self._wait_for_index()
            if self._frontier.changed or self._meta:
                self._begin(time.monotonic())
        if self._sync is not None:
            self._end()

    def close(self) -> None:
        self._thread.shutdown()

    def _begin(self, now: float) -> None:
        if self._batch is None:
            self._batch = self._frontier.take_batch()
            self._trust.give(self._batch)
            for give in self.gives:
                give(self._batch)
            if self._archive is not None:
                settled = _encode(self._watermark())
                self._batch.meta[SETTLED] = settled
                if self._index is not None and not self._index_changed and self._index_mark is None:
                    self._batch.meta[INDEXED] = settled
            self._batch.meta.update(self._rates.totals(), **self._meta)
            self._meta = {}
            self._settled = 0
            self._state_due = now + self._settings.frontier.commit_interval
        if self._archive is not None:
            self._sync = self._thread.submit(self._archive.sync)
            return
        if self._follows_index:
            self._wait_for_index()  # what is under way began before the batch was taken
        self._sync = Future()
        if self._follows_index and self._index_changed:
            self._commit_index(now)
        else:
            self._sync.set_result(None)

    def _end(self) -> None:
        """Waits for the sync, then writes the state. After a failure of either the batch is tried again."""
        assert self._sync is not None
        if not self._sync.done() and self._follows_index:
            self._wait_for_index()
        sync, self._sync = self._sync, None
        sync.result()
        assert self._batch is not None
        self._store.write(self._batch)
        self._frontier.written(self._batch)
        self._remove(self._frontier.departed.written(self._batch))
        self._batch = None
        self._frontier.write_clocks(time.monotonic())
        self._log.flush()

    def _tick_index(self, now: float) -> None:
        assert self._index is not None
        if self._index_mark is not None:
            if self._index.poll_committed():
                self._index_committed()
        elif self._index_changed and now >= self._index_due:
            self._commit_index(now)

    def _commit_index(self, now: float) -> None:
        assert self._index is not None
        self._index_due = now + self._settings.index.commit_interval
        self._index_mark = self._watermark() if self._archive is not None else Position("", 0)
        self._gone_mark = self._frontier.departed.written_up_to
        self._index_changed = False
        fail_at("index.before_commit")
        self._index.commit_in_background()

    def _wait_for_index(self) -> None:
        if self._index is not None and self._index_mark is not None:
            self._index.wait()
            self._index_committed()

    def _index_committed(self) -> None:
        assert self._index_mark is not None
        fail_at("index.after_commit")
        if self._archive is not None:
            self._meta[INDEXED] = _encode(self._index_mark)
        elif self._sync is not None:
            self._sync.set_result(None)
        self._meta[GONE_MARK] = self._gone_mark
        self._index_mark = None

    def _watermark(self) -> Position:
        """Everything in the archive before this is settled and given to the index writer."""
        assert self._archive is not None
        return next(iter(self._outstanding.values()), None) or self._archive.position


def _encode(position: Position) -> str:
    return msgspec.json.encode(position).decode()


def decode_position(text: str | None) -> Position | None:
    return msgspec.json.decode(text, type=Position) if text else None
