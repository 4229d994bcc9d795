"""After a crash: what stands in the archive but not in the state or the index is read again, without a request."""

from __future__ import annotations

from collections.abc import Callable

from mekik.archive import Archived, Position, read_from, recover
from mekik.crawl.commits import INDEXED, SETTLED, decode_position
from mekik.crawl.engine import Engine
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import PRECONDITION, ArchiveIndexer
from mekik.fetch import Poller
from mekik.frontier import Frontier, FrontierStore
from mekik.outcome import Outcome
from mekik.page import Page
from mekik.urls import Normaliser, authority, key


class CatchUp:
    def __init__(
        self, folder: Folder, job: str, store: FrontierStore, frontier: Frontier, engine: Engine,
        indexer: ArchiveIndexer | None, poller: Poller, normaliser: Normaliser,
    ) -> None:  # fmt: skip
        self._folder, self._job = folder, job
        self._store, self._frontier = store, frontier
        self._engine, self._indexer = engine, indexer
        self._poller, self._normaliser = poller, normaliser
        self._files = {number: text for text, number in store.names().items()}

    def run(self, now: Callable[[], float], *, from_start: bool = False) -> int:
        """How many pages were caught up. `from_start`: the index is gone, so everything is indexed again."""
        recover(self._folder.archive, self._job)
        meta = self._store.meta()
        settled = decode_position(meta.get(SETTLED))
        start = decode_position(meta.get(INDEXED)) if self._indexer else settled
        if from_start and self._indexer:
            start = None
        caught = 0
        begin = start or Position("", 0)
        for archived in read_from(self._folder.archive, self._job, start):
            if self._one(archived, begin, now):
                caught += 1
            begin = archived.end
        if self._indexer:
            self._indexer.drain()
        return caught

    def _one(self, archived: Archived, begin: Position, now: Callable[[], float]) -> bool:
        exchange = archived.exchange
        self._frontier.visited(authority(exchange.url), exchange.started_at, now())
        url = self._normaliser.normalise(exchange.url)
        if archived.path == PRECONDITION or url is None:
            return False
        id = self._frontier.id_of(signed(key(url)))
        if id is None:
            return False
        if self._is_settled(id, archived):
            if self._indexer is not None:
                self._indexer.feed(archived)
            return False
        address = self._frontier.lease(id)
        exchange.outcome = Outcome[archived.outcome.upper()]
        self._engine.catch_up(Page(address, exchange, archived.capture, exchange.outcome, exchange.reason), begin)
        while self._engine.busy:
            self._poller.run_once(0.1)
        return True

    def _is_settled(self, id: int, archived: Archived) -> bool:
        """Whether the address's last visit is this one or a later one."""
        visit = self._store.visit(id)
        if visit is None or visit.file is None or visit.offset is None:
            return False
        last = Position(self._files.get(visit.file, ""), visit.offset)
        return last >= Position(archived.capture.file, archived.capture.offset)


def signed(key: int) -> int:
    """As the store keeps it."""
    return key - (1 << 64) if key >> 63 else key
