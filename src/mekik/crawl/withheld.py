"""Pages that ask not to be kept for others: what an export leaves out where the job obeys such wishes."""

from __future__ import annotations

from mekik import bytestream
from mekik.archive import Archived, read_from
from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveReader, is_document
from mekik.crawl.rules import Rules
from mekik.fetch import Poller
from mekik.page import Document, Page

Range = tuple[int, int]
"""Where the records of an exchange begin and end in their file."""
_WISH = b"noarchive"


def is_withheld(document: Document) -> bool:
    """Whether its text may not leave the archive: a copy shows more than any snippet."""
    return document.noindex or document.noarchive or document.nosnippet


def unarchived(folder: Folder, job: Job) -> dict[str, list[Range]]:
    """The exchanges of pages that ask for noarchive, by file and in their order.

    Only what has the word in it somewhere is parsed, in the workers as everything from strangers.
    """
    found: dict[str, list[Range]] = {}
    if not job.settings.robots.obey:
        return found
    ends: dict[tuple[str, int], int] = {}

    def deliver(page: Page) -> None:
        capture = page.capture
        if page.document is not None and page.document.noarchive and capture is not None:
            range = (capture.offset, ends[capture.file, capture.offset])
            found.setdefault(capture.file, []).append(range)

    poller = Poller()
    reader = ArchiveReader(job.settings, Rules(job.settings), poller, deliver)
    try:
        for archived in filter(is_document, read_from(folder.archive, job.name)):
            if _may_ask(archived, job.settings.fetch.max_size):
                ends[archived.capture.file, archived.capture.offset] = archived.end.offset
                reader.feed(archived)
        reader.drain()
    finally:
        reader.close()
        poller.close()
    return {file: sorted(ranges) for file, ranges in found.items()}


def _may_ask(archived: Archived, max_size: int) -> bool:
    headers, body = archived.exchange.headers, archived.exchange.body
    if _WISH.decode() in headers.get("x-robots-tag", "").lower():
        return True
    encoding = headers.get("content-encoding", "")
    if encoding:
        body = bytestream.decode(body, encoding, max_size).data
    # Also as UTF-16 writes it, where every other byte is empty.
    return _WISH in body.lower() or (b"\0" in body[:100] and _WISH in body.replace(b"\0", b"").lower())
