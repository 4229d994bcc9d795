"""What a job knows, as files for other programs."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import msgspec

from mekik.archive import read_from, warc_files
from mekik.crawl.catalogue import Job
from mekik.crawl.finds import export_finds
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveReader, is_document
from mekik.crawl.rules import Rules
from mekik.crawl.tables import Columns, harmless_cell, open_table
from mekik.errors import StorageError, UsageError
from mekik.fetch import Poller
from mekik.frontier import SqliteStore
from mekik.page import Page
from mekik.urls import key

_COLUMNS = (
    "job", "url", "status", "outcome", "reason", "code", "content_type", "bytes", "ms", "language", "depth", "path",
    "found_on", "anchor", "found_at", "visited_at", "attempts", "duplicate_of", "indexed",
)  # fmt: skip


class Exported(msgspec.Struct):
    kind: str
    target: str
    records: int


class DocumentLine(msgspec.Struct):
    """One page of a JSONL export; `mekik import` reads it again."""

    url: str
    title: str
    text: str
    language: str
    content_type: str
    fetched_at: float
    job: str


DOCUMENT_COLUMNS: Columns = {
    "url": str, "title": str, "text": str, "language": str, "content_type": str, "fetched_at": float, "job": str,
}  # fmt: skip


def export(folder: Folder, jobs: list[Job], kind: str, target: Path, format: str = "csv") -> Exported:
    """`format` is asked for where a kind can be written in several."""
    exporters: dict[str, Callable[[Folder, Job, Path, bool], int]] = {"warc": _warc, "jsonl": _jsonl, "csv": _csv}
    records = 0
    try:
        if kind == "finds":
            records = export_finds(folder, jobs, format, target)
        elif kind == "parquet":
            records = _parquet(folder, jobs, target)
        elif kind not in exporters:
            raise UsageError(f"There is no export {kind!r}. There are: {', '.join((*exporters, 'parquet', 'finds'))}.")
        else:
            for place, job in enumerate(jobs):
                records += exporters[kind](folder, job, target, place == 0)
    except OSError as error:
        raise StorageError(f"Cannot write {target}: {error.strerror}.") from None
    return Exported(kind=kind, target=str(target), records=records)


def _warc(folder: Folder, job: Job, target: Path, first: bool) -> int:
    """WARC files may be joined end to end, so one file holds the whole job. Counted in files."""
    files = warc_files(folder.archive, job.name)
    with target.open("wb" if first else "ab") as out:
        for name in files:
            with (folder.archive / name).open("rb") as file:
                shutil.copyfileobj(file, out, 1 << 20)
    return len(files)


def _jsonl(folder: Folder, job: Job, target: Path, first: bool) -> int:
    encode = msgspec.json.Encoder().encode
    with target.open("wb" if first else "ab") as out:
        return _documents(folder, job, lambda line: out.write(encode(line) + b"\n"))


def _parquet(folder: Folder, jobs: list[Job], target: Path) -> int:
    with open_table("parquet", target, DOCUMENT_COLUMNS) as table:
        return sum(_documents(folder, job, lambda line: table.add(msgspec.structs.asdict(line))) for job in jobs)


def _documents(folder: Folder, job: Job, write: Callable[[DocumentLine], object]) -> int:
    """Every page's text as it is now read from the archive; the last version of each address. How many."""
    latest: dict[int, int] = {}
    lines = 0
    poller = Poller()

    def deliver(page: Page) -> None:
        nonlocal lines
        document = page.document
        text = page.text
        if document is None or not text or document.noindex:
            return
        line = DocumentLine(
            url=page.address.url, title=document.title, text=text,
            language=page.analysis.language if page.analysis else "", content_type=document.content_type,
            fetched_at=page.exchange.started_at, job=job.name,
        )  # fmt: skip
        write(line)
        lines += 1

    reader = ArchiveReader(job.settings, Rules(job.settings), poller, deliver)
    try:
        for archived in filter(is_document, read_from(folder.archive, job.name)):
            latest[key(archived.exchange.url)] = archived.capture.offset
        for archived in filter(is_document, read_from(folder.archive, job.name)):
            if latest[key(archived.exchange.url)] == archived.capture.offset:
                reader.feed(archived)
        reader.drain()
    finally:
        reader.close()
        poller.close()
    return lines


def _csv(folder: Folder, job: Job, target: Path, first: bool) -> int:
    """Every address with its state. Cells that a spreadsheet would take for a formula are made harmless."""
    store = SqliteStore(folder.frontier(job.name), read_only=True)
    rows = 0
    try:
        with target.open("w" if first else "a", encoding="utf-8", newline="") as out:
            writer = _writer(out, first)
            for record in store.records():
                values = {**msgspec.structs.asdict(record), "job": job.name, "found_on": record.found_on_url}
                values["status"] = record.status.label
                values["outcome"] = record.outcome.label if record.outcome else ""
                writer.writerow({column: harmless_cell(values[column]) for column in _COLUMNS})
                rows += 1
    finally:
        store.close()
    return rows


def _writer(out: TextIO, first: bool) -> csv.DictWriter[str]:
    writer = csv.DictWriter(out, _COLUMNS)
    if first:
        writer.writeheader()
    return writer
