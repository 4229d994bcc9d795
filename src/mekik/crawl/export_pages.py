"""The pages of a job with their texts, as other programs get them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import msgspec

from mekik.archive import Archived, read_from
from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveReader, is_document
from mekik.crawl.rules import Rules
from mekik.crawl.tables import Columns, Row
from mekik.crawl.told import told
from mekik.crawl.withheld import is_withheld
from mekik.fetch import Poller
from mekik.page import Metadata, Page
from mekik.urls import key

Count = tuple[int, int]
"""Records written, and pages withheld because they ask for it."""


class DocumentLine(msgspec.Struct):
    """One page of a JSONL export; `mekik import` reads it again."""

    url: str
    title: str
    text: str
    language: str
    content_type: str
    fetched_at: float
    job: str
    description: str = ""
    author: str = ""
    published: int | None = None
    """Seconds since the epoch, as the page says."""
    modified: int | None = None
    main: int | None = None
    """Characters of the text, from its start, that are main content; None when all of it is."""
    keywords: tuple[str, ...] = ()
    query: str = ""
    """What was typed into a form to find it."""
    metadata: Metadata | msgspec.UnsetType = msgspec.UNSET
    """OpenGraph, described things, translations and pictures, where there are any."""

    def row(self) -> Row:
        """As a row of a table, which has no lists."""
        return {**msgspec.structs.asdict(self), "keywords": ", ".join(self.keywords)}


DOCUMENT_COLUMNS: Columns = {
    "url": str, "title": str, "text": str, "language": str, "content_type": str, "fetched_at": float, "job": str,
    "description": str, "author": str, "published": int, "modified": int,
    "main": int, "keywords": str, "query": str,
}  # fmt: skip


def write_pages(folder: Folder, job: Job, write: Callable[[DocumentLine], object]) -> Count:
    """Every page's text as it is now read from the archive; the last version of each address."""
    latest: dict[int, tuple[str, int]] = {}
    lines = withheld = 0
    poller = Poller()

    def deliver(page: Page) -> None:
        nonlocal lines, withheld
        document, text = page.document, page.text
        if document is None or not text:
            return
        if is_withheld(document):
            withheld += 1
            return
        line = DocumentLine(
            url=page.address.url, title=document.title, text=text,
            language=page.analysis.language if page.analysis else "", content_type=document.content_type,
            fetched_at=page.exchange.started_at, job=job.name, description=document.description,
            author=document.author, published=document.published, modified=document.modified,
            main=document.main, metadata=document.metadata or msgspec.UNSET,
            keywords=tuple(keyword.text for keyword in page.analysis.keywords) if page.analysis else (),
            query=page.address.hint.query if page.address.hint else "",
        )  # fmt: skip
        write(line)
        lines += 1

    with ExitStack() as closing:
        told_of = closing.enter_context(told(folder, job.name))
        reader = ArchiveReader(job.settings, Rules(job.settings), poller, deliver, told_of=told_of, details=True)
        closing.callback(poller.close)
        closing.callback(reader.close)
        for archived in filter(is_document, read_from(folder.archive, job.name)):
            latest[key(archived.exchange.url)] = _place(archived)
        for archived in filter(is_document, read_from(folder.archive, job.name)):
            if latest[key(archived.exchange.url)] == _place(archived):
                reader.feed(archived)
        reader.drain()
    return lines, withheld


def _place(archived: Archived) -> tuple[str, int]:
    return archived.capture.file, archived.capture.offset
