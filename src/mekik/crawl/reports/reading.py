"""One pass over a job's archive for all reports that need to see its pages.

Pages are parsed in worker processes by the crawl's own parser; of an address that was visited more than once only
the last page is shown, and none when its last visit failed. A page whose bytes were archived under another address
is read from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from mekik.archive import Archived, read, read_from
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.importer import JOB as IMPORTED
from mekik.crawl.reindex import PRECONDITION, ArchiveReader, is_document
from mekik.crawl.reports.bench import Bench
from mekik.crawl.rules import Rules
from mekik.crawl.told import told_by
from mekik.fetch import Poller
from mekik.frontier import SqliteStore
from mekik.outcome import Status
from mekik.page import Page
from mekik.settings import Settings, build
from mekik.urls import key

Progress = Callable[[int], None]


class Reader(Protocol):
    """A report that wants to see the archive."""

    pages: bool
    """Wants parsed pages."""
    text: bool
    """Wants their text too, which costs more than their links."""

    def exchange(self, id: int, archived: Archived) -> None:
        """An answer of the address with this id, in the order of the archive."""

    def page(self, id: int, page: Page) -> None:
        """The page that stands at the address now."""


def read_archive(folder: Folder, bench: Bench, job: Job, readers: Sequence[Reader], progress: Progress) -> None:
    """Shows the whole archive of the job to the readers."""
    if not readers:
        return
    readers_of_pages = [reader for reader in readers if reader.pages]
    settings = _cheaper(job.settings, any(reader.text for reader in readers))
    rules = Rules(settings)
    versions = _Versions(folder, bench, job, rules)
    seen = 0

    def deliver(page: Page) -> None:
        id = versions.id_of(page.address.url)
        if id is not None:
            for reader in readers_of_pages:
                reader.page(id, page)

    poller = Poller()
    store = SqliteStore(folder.frontier(job.name), read_only=True)
    parsing = ArchiveReader(settings, rules, poller, deliver, told_of=told_by(store))
    try:
        if readers_of_pages:
            versions.look_ahead()
        for archived in read_from(folder.archive, job.name):
            id = versions.id_of(archived.exchange.url) if archived.path != PRECONDITION else None
            if id is None:
                continue
            for reader in readers:
                reader.exchange(id, archived)
            if readers_of_pages and versions.is_present(id, archived):
                parsing.feed(_whole(folder, archived))
            seen += 1
            progress(seen)
        parsing.drain()
    finally:
        parsing.close()
        poller.close()
        store.close()


class _Versions:
    """Which of the answers of an address is the page that stands there now."""

    def __init__(self, folder: Folder, bench: Bench, job: Job, rules: Rules) -> None:
        self._folder, self._bench, self._job, self._rules = folder, bench, job, rules
        self._several = job.passes > 0 or job.name == IMPORTED or job.settings.render.mode != "never"
        bench.db.execute("CREATE TABLE shown (id INTEGER PRIMARY KEY, file, offset)")

    def id_of(self, url: str) -> int | None:
        """Of an address whose last visit brought something."""
        normal = self._rules.normaliser.normalise(url)
        if normal is None:
            return None
        row = self._bench.db.execute(
            "SELECT id FROM job.address WHERE key = ? AND status = ?", (signed(key(normal)), Status.COMPLETED.value)
        ).fetchone()
        return row[0] if row else None

    def look_ahead(self) -> None:
        """A job that was crawled once has one page for each address; of others the last one is noted."""
        if not self._several:
            return
        for archived in read_from(self._folder.archive, self._job.name):
            id = self.id_of(archived.exchange.url) if _is_page(archived) else None
            if id is not None:
                capture = archived.capture
                self._bench.db.execute(
                    "INSERT OR REPLACE INTO shown VALUES (?, ?, ?)", (id, capture.file, capture.offset)
                )

    def is_present(self, id: int, archived: Archived) -> bool:
        if not _is_page(archived):
            return False
        capture = archived.capture
        if self._several:
            row = self._bench.db.execute("SELECT file, offset FROM shown WHERE id = ?", (id,)).fetchone()
            return bool(row == (capture.file, capture.offset))
        added = self._bench.db.execute(
            "INSERT OR IGNORE INTO shown VALUES (?, ?, ?)", (id, capture.file, capture.offset)
        )
        return added.rowcount == 1  # fetched again after a crash


def _is_page(archived: Archived) -> bool:
    if archived.capture.revisit:
        return archived.exchange.status == 200 and archived.path != PRECONDITION
    return is_document(archived)


def _whole(folder: Folder, archived: Archived) -> Archived:
    """With its body, also when that stands elsewhere."""
    capture = archived.capture
    if not capture.revisit:
        return archived
    return msgspec.structs.replace(
        archived, exchange=read(folder.archive, capture), capture=msgspec.structs.replace(capture, revisit=False)
    )


def _cheaper(settings: Settings, text: bool) -> Settings:
    """All links, also those that robots do not follow; no roots of words, which no report asks for."""
    return build({"robots.obey": False, "index.enabled": text, "analysis.analyser": "none"}, settings)
