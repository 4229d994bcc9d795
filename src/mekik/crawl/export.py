"""What a job knows, as files for other programs."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TextIO

import msgspec

from mekik.archive import warc_files
from mekik.crawl.catalogue import Job
from mekik.crawl.export_pages import DOCUMENT_COLUMNS, Count, write_pages
from mekik.crawl.finds import export_finds
from mekik.crawl.folder import Folder
from mekik.crawl.reports.link_list import export_links
from mekik.crawl.reports.sitemap_file import export_sitemap
from mekik.crawl.tables import harmless_cell, open_table
from mekik.crawl.wacz import export_wacz
from mekik.crawl.withheld import unarchived
from mekik.errors import StorageError, UsageError
from mekik.frontier import SqliteStore

_COLUMNS = (
    "job", "url", "status", "outcome", "reason", "code", "content_type", "bytes", "ms", "language", "depth", "path",
    "found_on", "anchor", "found_at", "visited_at", "attempts", "duplicate_of", "indexed",
    "query",
)  # fmt: skip


class Exported(msgspec.Struct):
    kind: str
    target: str
    records: int
    withheld: int = 0
    """Pages left out because they ask robots not to keep or show them."""


def export(
    folder: Folder, jobs: list[Job], kind: str, target: Path, format: str = "csv",
    progress: Callable[[int], None] = lambda count: None,
) -> Exported:  # fmt: skip
    """`format` is asked for where a kind can be written in several."""
    exporters: dict[str, Callable[[Folder, Job, Path, bool], Count]] = {"warc": _warc, "jsonl": _jsonl, "csv": _csv}
    all_at_once: dict[str, Callable[[], Count]] = {
        "finds": lambda: (export_finds(folder, jobs, format, target), 0),
        "parquet": lambda: _parquet(folder, jobs, target),
        "links": lambda: (export_links(folder, jobs, format, target, progress), 0),
        "sitemap": lambda: (export_sitemap(folder, jobs, target), 0),
        "wacz": lambda: export_wacz(folder, jobs, target, _warc),
    }
    records = withheld = 0
    try:
        if kind in all_at_once:
            records, withheld = all_at_once[kind]()
        elif kind not in exporters:
            raise UsageError(f"There is no export {kind!r}. There are: {', '.join((*exporters, *all_at_once))}.")
        else:
            for place, job in enumerate(jobs):
                written, left_out = exporters[kind](folder, job, target, place == 0)
                records, withheld = records + written, withheld + left_out
    except OSError as error:
        raise StorageError(f"Cannot write {target}: {error.strerror}.") from None
    return Exported(kind=kind, target=str(target), records=records, withheld=withheld)


def _warc(folder: Folder, job: Job, target: Path, first: bool) -> Count:
    """WARC files may be joined end to end, so one file holds the whole job. Counted in files."""
    files = warc_files(folder.archive, job.name)
    left_out = unarchived(folder, job)
    with target.open("wb" if first else "ab") as out:
        for name in files:
            with (folder.archive / name).open("rb") as file:
                for start, end in left_out.get(name, ()):
                    _copy(file, out, start - file.tell())
                    file.seek(end)
                shutil.copyfileobj(file, out, 1 << 20)
    return len(files), sum(map(len, left_out.values()))


def _copy(source: BinaryIO, target: BinaryIO, size: int) -> None:
    while size > 0 and (piece := source.read(min(size, 1 << 20))):
        target.write(piece)
        size -= len(piece)


def _jsonl(folder: Folder, job: Job, target: Path, first: bool) -> Count:
    encode = msgspec.json.Encoder().encode
    with target.open("wb" if first else "ab") as out:
        return write_pages(folder, job, lambda line: out.write(encode(line) + b"\n"))


def _parquet(folder: Folder, jobs: list[Job], target: Path) -> Count:
    with open_table("parquet", target, DOCUMENT_COLUMNS) as table:
        counts = [write_pages(folder, job, lambda line: table.add(line.row())) for job in jobs]
    return sum(lines for lines, _ in counts), sum(withheld for _, withheld in counts)


def _csv(folder: Folder, job: Job, target: Path, first: bool) -> Count:
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
    return rows, 0


def _writer(out: TextIO, first: bool) -> csv.DictWriter[str]:
    writer = csv.DictWriter(out, _COLUMNS)
    if first:
        writer.writeheader()
    return writer
