"""Pages that were indexed before a feed said what they are about go into the index once more, from the archive."""

from __future__ import annotations

from pathlib import Path

from mekik.archive import ArchiveWriter, read
from mekik.crawl.facts import source_of
from mekik.crawl.workers import WorkerPool
from mekik.errors import StorageError
from mekik.frontier import Frontier
from mekik.outcome import Outcome
from mekik.page import Capture, Page

_MOST = 500
"""Of one feed."""


def refresh(
    frontier: Frontier, archive: ArchiveWriter | None, pool: WorkerPool, reading: dict[int, Page], *, obey: bool
) -> None:
    """Has the workers read those pages again. Their tokens in `reading` are below zero, unlike those of others."""
    for page in _pages(frontier, archive.directory if archive else None):
        token = -page.address.id
        reading[token] = page
        pool.submit(source_of(page.exchange, token, obey=obey, anchors=frontier.anchors_of(page.address)))


def _pages(frontier: Frontier, directory: Path | None) -> list[Page]:
    """Those that are indexed without a topic that is known of them by now. Without an archive there are none."""
    grown = sorted(frontier.hints.take_grown())[:_MOST]
    files = {number: name for name, number in frontier.numbers.names.items()}
    pages: list[Page] = []
    for id in grown:
        if directory is None:
            break
        visit = frontier.visit(id)
        if visit is None or not visit.indexed or visit.file is None or visit.offset is None or visit.code >= 400:
            continue
        capture = Capture(files.get(visit.file, ""), visit.offset, visit.length or 0, b"")
        try:
            exchange = read(directory, capture)
        except StorageError:
            continue
        if exchange.body:
            address = frontier.address(id)
            address.digest = visit.digest or 0  # it is in the index, whether or not the store knows of the visit
            pages.append(Page(address, exchange, capture, Outcome.OK))
    return pages
