"""After a crash: what stands in the archive but not in the state or the index is read again, without a request."""

from __future__ import annotations

import time
from collections.abc import Callable

from mekik.archive import Archived, Position, read, read_capture, read_from, recover
from mekik.crawl.commits import INDEXED, SETTLED, decode_position
from mekik.crawl.engine import Engine
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import PRECONDITION, ArchiveIndexer
from mekik.frontier import Frontier, FrontierStore
from mekik.outcome import Outcome
from mekik.page import Capture, Page
from mekik.urls import Normaliser, authority, key


class CatchUp:
    """`turn` lets the loop turn once; it raises when a person wants to stop, and nothing is lost by that."""

    def __init__(
        self, folder: Folder, job: str, store: FrontierStore, frontier: Frontier, engine: Engine,
        indexer: ArchiveIndexer | None, turn: Callable[[], None], normaliser: Normaliser, renders: bool = False,
    ) -> None:  # fmt: skip
        self._folder, self._job = folder, job
        self._store, self._frontier = store, frontier
        self._engine, self._indexer = engine, indexer
        self._turn, self._normaliser = turn, normaliser
        self._files = {number: text for text, number in store.names().items()}
        self._done: set[int] = set()
        self._renders = renders
        self._renderings: dict[str, Capture] = {}

    def run(self, *, from_start: bool = False) -> None:
        """`from_start`: the index is gone, so everything is indexed again."""
        recover(self._folder.archive, self._job)
        meta = self._store.meta()
        start = decode_position(meta.get(INDEXED if self._indexer else SETTLED))
        if from_start and self._indexer:
            start = None
        begin = start or Position()
        if self._renders:
            self._note_renderings(start)
        for archived in read_from(self._folder.archive, self._job, start):
            self._one(archived, begin)
            begin = archived.end
        if self._indexer:
            self._indexer.drain()

    def _one(self, archived: Archived, begin: Position) -> None:
        exchange = archived.exchange
        self._frontier.visited(authority(exchange.url), exchange.started_at, time.monotonic())
        url = self._normaliser.normalise(exchange.url)
        if archived.path == PRECONDITION or url is None:
            return
        id = self._frontier.id_of(signed(key(url)))
        if id is None:
            return
        if archived.rendered:
            if self._indexer is not None and id not in self._done:
                self._indexer.feed(archived)
            return
        if id in self._done or self._is_settled(id, archived):
            if self._indexer is not None:
                self._indexer.feed(archived)
            return
        exchange.outcome = Outcome[archived.outcome.upper()]
        if exchange.outcome is Outcome.REDIRECT and self._target(archived) == url:
            return  # a hop on the way to another spelling of itself: the address still waits
        address = self._frontier.lease(id)
        page = Page(address, exchange, archived.capture, exchange.outcome, exchange.reason)
        document = None
        if self._renders:
            if archived.capture.revisit:  # the same bytes may be shown in another way
                page.exchange = read(self._folder.archive, archived.capture)
            if url in self._renderings:
                document = read_capture(self._folder.archive, self._renderings[url]).exchange
        self._engine.catch_up(page, begin, document)
        while self._engine.busy:
            self._turn()
        if not self._frontier.is_retrying(id):
            self._done.add(id)

    def _note_renderings(self, start: Position | None) -> None:
        """Where the documents stand that a browser made, so that it need not make them again."""
        for archived in read_from(self._folder.archive, self._job, start):
            url = self._normaliser.normalise(archived.exchange.url)
            if archived.rendered and url is not None:
                self._renderings[url] = archived.capture

    def _target(self, archived: Archived) -> str | None:
        exchange = archived.exchange
        return self._normaliser.normalise(exchange.headers.get("location", ""), exchange.url)

    def _is_settled(self, id: int, archived: Archived) -> bool:
        """Whether the address's last visit is this one or a later one."""
        visit = self._store.visit(id)
        if visit is None:
            return False
        if visit.file is None or visit.offset is None:
            return visit.at >= int(archived.exchange.started_at)
        last = Position(self._files.get(visit.file, ""), visit.offset)
        return last >= Position(archived.capture.file, archived.capture.offset)
