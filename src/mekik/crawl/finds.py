"""What was picked out of pages: read again from the archive, told while a crawl goes on, exported."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from mekik.analysis.capturing import capturer_of
from mekik.archive import read_from
from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveReader, FindKeeper
from mekik.crawl.rules import Rules
from mekik.crawl.tables import Columns, open_table
from mekik.errors import UsageError
from mekik.fetch import Poller
from mekik.frontier import FoundThing, SqliteStore
from mekik.page import Page

_LOOK = 0.3
"""Seconds between two looks at what a running crawl has committed."""

FIND_COLUMNS: Columns = {
    "job": str, "kind": str, "value": str, "original": str, "url": str, "place": str, "offset": int, "context": str,
    "found_at": int,
}  # fmt: skip


class Recaptured(msgspec.Struct):
    """How a reading of the archive ended."""

    job: str
    pages: int
    finds: int
    kinds: dict[str, int]


def capture_again(folder: Folder, job: Job, progress: Callable[[int], None] | None = None) -> Recaptured:
    """Looks through the archived pages of a job by its settings of now. No request is made."""
    if not capturer_of(job.settings.capture):
        raise UsageError(
            f"Nothing is to be picked out of {job.name!r}. Say what: --set capture.emails=true, capture.phones=true, "
            "or a pattern such as --set 'capture.patterns.isbn=97[89][- 0-9]{10,14}'"
        )
    without_index = msgspec.structs.replace(job.settings.index, enabled=False)
    settings = msgspec.structs.replace(job.settings, index=without_index)
    pages = 0
    poller = Poller()
    with FindKeeper(folder, job) as keeper:

        def deliver(page: Page) -> None:
            nonlocal pages
            pages += 1
            keeper.take(page)
            if progress is not None:
                progress(pages)

        reader = ArchiveReader(settings, Rules(settings), poller, deliver)
        try:
            for archived in read_from(folder.archive, job.name):
                reader.feed(archived)
            reader.drain()
        finally:
            reader.close()
            poller.close()
    store = SqliteStore(folder.frontier(job.name), read_only=True)
    try:
        kinds = {kind: finds for kind, (finds, _, _) in store.find_counts().items()}
    finally:
        store.close()
    return Recaptured(job=job.name, pages=pages, finds=sum(kinds.values()), kinds=kinds)


def read_finds(
    path: Path, *, kind: str | None = None, limit: int | None = None, follow: bool = False
) -> Iterator[FoundThing]:
    """The last `limit` finds in the job's database, oldest first; with `follow`, then each new one as it comes."""
    if not path.exists():
        return
    store = SqliteStore(path, read_only=True)
    try:
        last = 0
        finds = list(store.finds(kind=kind, limit=limit)) if limit is not None else store.finds(kind=kind)
        for find in finds:
            last = find.id
            yield find
        while follow:
            for find in list(store.finds(after=last, kind=kind)):
                last = find.id
                yield find
            time.sleep(_LOOK)
    finally:
        store.close()


def export_finds(folder: Folder, jobs: list[Job], format: str, target: Path) -> int:
    """All finds of the jobs in one file; how many there are."""
    written = 0
    with open_table(format, target, FIND_COLUMNS) as table:
        for job in jobs:
            for find in read_finds(folder.frontier(job.name)):
                table.add({**msgspec.structs.asdict(find), "job": job.name})
                written += 1
    return written
