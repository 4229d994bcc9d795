"""Pages that left the index, for people: what left and why, and bringing it back from the archive."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from mekik.archive import captures, read_capture, warc_files
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import short_digest, signed
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveIndexer, is_document
from mekik.crawl.rules import Rules
from mekik.crawl.told import told_by
from mekik.crawl.translation_file import with_translation
from mekik.crawl.trust import Trust
from mekik.errors import StorageError, UsageError
from mekik.fetch import Poller
from mekik.frontier import Batch, PageFinds, Settled, SqliteStore, TombstoneRow
from mekik.index import TantivyWriter
from mekik.outcome import Outcome, Status
from mekik.page import Capture, Page
from mekik.urls import key

ALL = "all"


class GonePage(msgspec.Struct):
    url: str
    at: int
    """When it left, in seconds since the epoch."""
    why: str
    """gone, redirect, noindex, unwanted, copy or replaced."""


class Restored(msgspec.Struct):
    restored: list[str] = []
    failed: list[str] = []
    """The archive has no page for them that may be searched."""


def gone_pages(store: SqliteStore) -> list[GonePage]:
    """Oldest first."""
    return [GonePage(url, row.at, row.why) for row, url in store.tombstones()]


def restore(folder: Folder, job: Job, urls: Sequence[str]) -> Restored:
    """Makes pages searchable again as the archive has them; `all` stands for every one of the job. No engine runs."""
    rules = Rules(job.settings)
    store = SqliteStore(folder.frontier(job.name))
    poller = Poller()
    picked: list[Page] = []
    index = TantivyWriter(folder.index, job.settings.index)
    indexer = ArchiveIndexer(
        with_translation(folder, job.settings), job.name, rules, index, poller, Trust(job.settings, store),
        told_of=told_by(store), left=lambda url: False, keep_finds=picked.append,
    )  # fmt: skip
    done = Restored()
    try:
        batch = Batch()
        for row, url in _named(store, rules, urls):
            capture = _last_document(folder, job, url)
            before = indexer.indexed
            picked.clear()
            if capture is not None:
                indexer.feed(read_capture(folder.archive, capture))
                indexer.drain()
            if capture is None or indexer.indexed == before:
                done.failed.append(url)
                continue
            done.restored.append(url)
            _return(store, job, row, capture, batch)
            batch.finds += [finds for page in picked if (finds := _finds(row.address, page))]
        # The index first: a page that is there too early does no harm, and the next attempt finds the rest to do.
        index.commit()
        store.write(batch)
    finally:
        indexer.close()
        index.close()
        poller.close()
        store.close()
    return done


def _finds(address: int, page: Page) -> PageFinds | None:
    """What was picked out of a page comes back with it."""
    found = page.document.finds if page.document else []
    return PageFinds(address, int(page.exchange.started_at), found) if found else None


def _named(store: SqliteStore, rules: Rules, urls: Sequence[str]) -> list[tuple[TombstoneRow, str]]:
    if ALL in urls:
        return list(store.tombstones())
    found = []
    for asked in urls:
        url = rules.normaliser.normalise(asked) or asked
        id = store.id_of(signed(key(url)))
        row = store.tombstone(id) if id is not None else None
        if row is None:
            raise UsageError(f"{url} has not left the index. What left it is told by: mekik gone")
        found.append((row, url))
    return found


def _last_document(folder: Folder, job: Job, url: str) -> Capture | None:
    """The newest page of its own that the archive has for an address."""
    files = set(warc_files(folder.archive, job.name))
    for entry in reversed(captures(folder.archive, url)):
        if entry.filename in files and 200 <= entry.status < 300:
            try:
                archived = read_capture(folder.archive, entry.capture)
            except StorageError:
                continue
            if is_document(archived):
                return archived.capture
    return None


def _return(store: SqliteStore, job: Job, row: TombstoneRow, capture: Capture, batch: Batch) -> None:
    """As if the page had been seen, but for the time: it is visited again as soon as the job comes back to pages."""
    id = row.address
    batch.risen.append((id,))
    visit, change = store.visit(id), store.change(id)
    if visit is not None:
        digest = short_digest(capture.digest)
        batch.visits.append(visit._replace(indexed=1, digest=digest, etag=None, last_modified=None, duplicate_of=None))
    if change is not None:
        batch.changes.append(change._replace(missing=0))
    due = int(time.time()) if job.settings.revisit.policy != "never" else None
    reason = "restored by a person"
    batch.settled.append(Settled(Status.COMPLETED.value, Outcome.OK.number, reason, 0, due, id))
