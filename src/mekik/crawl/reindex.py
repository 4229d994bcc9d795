"""From the archive to the index, without a request: for `mekik reindex`, imports, and after a crash."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from mekik.analysis.capturing import capturer_of
from mekik.archive import Archived, read_from
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import gone_after, signed, source_of
from mekik.crawl.folder import Folder
from mekik.crawl.picture_index import index_pictures
from mekik.crawl.rules import Rules
from mekik.crawl.told import ToldOf, told, told_nothing
from mekik.crawl.translation_file import with_translation
from mekik.crawl.trust import Trust
from mekik.crawl.workers import WorkerPool
from mekik.fetch import Poller
from mekik.frontier import Batch, FrontierStore, PageFinds, SqliteStore
from mekik.index import IndexWriter, TantivyWriter, entry_of
from mekik.outcome import Outcome
from mekik.page import Address, Page, Parsed
from mekik.settings import IndexSettings, Settings
from mekik.urls import authority, key

PRECONDITION = "P"
"""Discovery path of a robots.txt in the archive."""

_BACKLOG = 64
_KEEP = 1000
_TOKENS = 1 << 62
"""Above the addresses that the owner of a pool may have in it."""
_MANY = 200
"""Pages whose finds are written at one go."""
_INDEXED = {Outcome.OK, Outcome.TRUNCATED, Outcome.IMPORTED}


Left = Callable[[str], bool]


def left_by(store: FrontierStore) -> Left:
    """As the state of a job knows it."""

    def left(url: str) -> bool:
        id = store.id_of(signed(key(url)))
        return id is not None and store.tombstone(id) is not None

    return left


def is_document(archived: Archived) -> bool:
    """Whether it is a page's text: no error, no repetition of what stands elsewhere, no robots.txt."""
    outcome = Outcome.__members__.get(archived.outcome.upper())
    if outcome not in _INDEXED or archived.path == PRECONDITION:
        return False
    return bool(archived.exchange.body) and not archived.capture.revisit


class ArchiveReader:
    """Parses archived answers in the workers and delivers them as pages, those of one address in their order."""

    def __init__(
        self, settings: Settings, rules: Rules, poller: Poller, deliver: Callable[[Page], None],
        give_way: Callable[[], None] = lambda: None, told_of: ToldOf = told_nothing,
        other: Callable[[str, Archived], None] | None = None, details: bool = False, for_index: bool = False,
        pool: WorkerPool | None = None,
    ) -> None:  # fmt: skip
        """`give_way` is called at every turn and may raise to end it. `told_of` knows what others said of an address.
        `other` hears of answers that are no documents. `details` asks for `Document.metadata`, `for_index` for
        pages as the index wants them. `pool`: somebody else's workers, which stay theirs."""
        self._other, self._details, self._for_index = other, details, for_index
        self._settings, self._rules, self._poller, self._deliver = settings, rules, poller, deliver
        self._give_way, self._told_of = give_way, told_of
        self._pool, self._borrowed = pool, pool is not None
        self._pages: dict[int, Page] = {}
        self._reading: set[str] = set()
        self._token = _TOKENS

    def feed(self, archived: Archived) -> None:
        exchange, capture = archived.exchange, archived.capture
        url = self._rules.normaliser.normalise(exchange.url)
        if url is None:
            return
        if not is_document(archived):
            if self._other is not None and archived.path != PRECONDITION and not archived.rendered:
                if url in self._reading:
                    self.drain()
                self._other(url, archived)
            return
        outcome = Outcome[archived.outcome.upper()]
        if url in self._reading:  # two versions of one address must arrive in their order
            self.drain()
        if self._pool is None:
            self._pool = WorkerPool(self._poller, self._settings, self._parsed, self._details, self._for_index)
        address = Address(id=0, url=url, key=key(url), authority=authority(url), path=archived.path, via=archived.via)
        address.hint, address.anchor, rank = self._told_of(url)
        self._token += 1
        self._reading.add(url)
        self._pages[self._token] = Page(address, exchange, capture, outcome, rank=rank)
        role = address.hint.role if address.hint else ""
        obey, anchors = self._settings.robots.obey, address.anchor
        source = source_of(exchange, self._token, obey=obey, role=role, anchors=anchors)
        self._pool.submit(source, self._parsed)
        while self._pool.backlog >= _BACKLOG:
            self._turn()

    def drain(self) -> None:
        while self._pages:
            self._turn()

    def close(self) -> None:
        if self._pool is not None and not self._borrowed:
            self._pool.close()

    def _turn(self) -> None:
        assert self._pool is not None
        self._poller.run_once(0.2)
        self._pool.check(time.monotonic())
        self._give_way()

    def _parsed(self, answer: Parsed) -> None:
        page = self._pages.pop(answer.token)
        self._reading.discard(page.address.url)
        page.document, page.analysis, page.pictures = answer.document, answer.analysis, answer.pictures
        if Outcome[answer.outcome.upper()] in _INDEXED:
            self._deliver(page)


class FindKeeper:
    """Writes what was picked out of archived pages to a job's store; the last answer of an address wins."""

    def __init__(self, folder: Folder, job: Job) -> None:
        self._store = SqliteStore(folder.frontier(job.name))
        self._gone_after = job.settings.revisit.gone_after
        self._batch = Batch()

    def take(self, page: Page) -> None:
        id = self._store.id_of(signed(page.address.key))
        if id is None or page.document is None:
            return
        self._batch.finds.append(PageFinds(id, int(page.exchange.started_at), page.document.finds))
        if len(self._batch.finds) >= _MANY:
            self._write()

    def _write(self) -> None:
        self._store.write(self._batch)
        self._batch = Batch()

    def __enter__(self) -> FindKeeper:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._write()
                self._store.drop_gone_finds(self._gone_after)
        finally:
            self._store.close()


class ArchiveIndexer:
    """Puts archived answers into the index; the last answer of an address wins."""

    def __init__(
        self, settings: Settings, job: str, rules: Rules, index: IndexWriter, poller: Poller, trust: Trust,
        give_way: Callable[[], None] = lambda: None, told_of: ToldOf = told_nothing,
        keep_finds: Callable[[Page], None] | None = None, left: Left | None = None, pool: WorkerPool | None = None,
    ) -> None:  # fmt: skip
        """`left` tells of an address whether its page left the index; without it the archive has to tell. `pool`:
        workers that are there already, and stay when it is closed."""
        self._keep_finds = keep_finds
        self._left, self._missing, self._revisit = left, Counter[str](), settings.revisit
        self._owner, self._job, self._rules, self._index, self._trust = settings.owner, job, rules, index, trust
        self._reader = ArchiveReader(
            settings, rules, poller, self._put, give_way, told_of, self._no_document, for_index=True, pool=pool
        )
        self.feed = self._reader.feed
        self.drain = self._reader.drain
        self.close = self._reader.close
        self.indexed = 0

    def _no_document(self, url: str, archived: Archived) -> None:
        if self._left is not None:
            if self._left(url):
                self._remove(url)
            return
        limit = gone_after(self._revisit, url)
        if archived.outcome == Outcome.NOT_FOUND.label:
            self._missing[url] += 1
        if archived.outcome == Outcome.REDIRECT.label:
            target = self._rules.normaliser.normalise(archived.exchange.headers.get("location", ""), url)
            self._missing[url] = 0 if target == url else limit
        if self._missing[url] >= limit:
            self._remove(url)

    def _remove(self, url: str) -> None:
        self._index.remove(self._owner, url)
        self._index.remove_shown(self._owner, url)

    def _put(self, page: Page) -> None:
        self._trust.weigh_again(page)
        if self._keep_finds is not None:
            self._keep_finds(page)
        entry = entry_of(page, self._owner, self._job)
        self._missing.pop(page.address.url, None)
        if self._left is not None and self._left(page.address.url):
            entry = None
        if entry is not None and self._rules.wanted(page):
            self._index.put(entry, replace=True)
            self.indexed += 1
        else:
            self._index.remove(self._owner, page.address.url)
        index_pictures(self._index, page, entry, self._rules, self._job, self._owner, known=True)


class Reindexed(msgspec.Struct):
    pages: int
    jobs: list[str]
    damages: int


def reindex(folder: Folder, jobs: list[Job], progress: Callable[[int], None] | None = None) -> Reindexed:
    """Makes the index anew from the archive, beside the old one, which serves searches until the new one is whole."""
    fresh = folder.path / "index.new"
    shutil.rmtree(fresh, ignore_errors=True)
    poller = Poller()
    index = None
    pages = 0
    damages: list[object] = []
    try:
        for job in jobs:
            if not job.settings.index.enabled:
                continue
            if index is None:
                index = TantivyWriter(fresh, job.settings.index)
            with ExitStack() as parts:
                trust, store = parts.enter_context(_trust(folder, job))
                told_of = parts.enter_context(told(folder, job.name))
                keeper = None
                if capturer_of(job.settings.capture) and folder.frontier(job.name).exists():
                    keeper = parts.enter_context(FindKeeper(folder, job))
                indexer = ArchiveIndexer(
                    with_translation(folder, job.settings), job.name, Rules(job.settings), index, poller, trust,
                    told_of=told_of, keep_finds=keeper.take if keeper else None,
                    left=left_by(store) if store.last_id() else None,
                )  # fmt: skip
                parts.callback(indexer.close)
                for number, archived in enumerate(_archived(folder, job, damages), 1):
                    indexer.feed(archived)
                    if number % _KEEP == 0:
                        trust.keep(store)
                    if progress is not None:
                        progress(pages + indexer.indexed)
                indexer.drain()
                trust.keep(store)
            pages += indexer.indexed
        if index is None:
            index = TantivyWriter(fresh, IndexSettings())
        index.commit()
    finally:
        if index is not None:
            index.close()
        poller.close()
    _swap(folder.index, fresh)
    return Reindexed(pages=pages, jobs=[job.name for job in jobs], damages=len(damages))


def _archived(folder: Folder, job: Job, damages: list[object]) -> Iterator[Archived]:
    return read_from(folder.archive, job.name, None, damage=damages.append)


@contextmanager
def _trust(folder: Folder, job: Job) -> Iterator[tuple[Trust, SqliteStore]]:
    """What the job's state knows of repetition; a job whose state is gone begins anew, in memory."""
    path = folder.frontier(job.name)
    store = SqliteStore(path if path.exists() else Path(":memory:"))
    try:
        trust = Trust(job.settings, store)
        trust.renew()
        yield trust, store
    finally:
        store.close()


def _swap(old: Path, new: Path) -> None:
    aside = old.with_name("index.old")
    shutil.rmtree(aside, ignore_errors=True)
    if old.exists():
        old.replace(aside)
    new.replace(old)
    shutil.rmtree(aside, ignore_errors=True)
