"""`mekik export wacz`: WARC files, an index of them and a list of pages in one zip that players of archives open.

WACZ 1.1.1. The WARC files stand in it as they are, so that a player can read single records out of the zip.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from mekik.archive import safe_job_name
from mekik.archive.cdxj import parse_line
from mekik.archive.exchanges import cdx_of
from mekik.archive.records import read_records
from mekik.crawl.catalogue import Job
from mekik.crawl.export_pages import Count
from mekik.crawl.folder import Folder
from mekik.errors import StorageError
from mekik.index import TantivyReader
from mekik.version import __version__

VERSION = "1.1.1"
_HEADER = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}
_PAGES = ("text/html", "application/xhtml+xml", "application/pdf", "text/plain")
_CHUNK = 1 << 20
_encode = msgspec.json.Encoder().encode

WriteWarc = Callable[[Folder, Job, Path, bool], Count]


def export_wacz(folder: Folder, jobs: list[Job], target: Path, write_warc: WriteWarc) -> Count:
    """How many captures there are in it, and how many pages were withheld. `write_warc` writes a job as one file."""
    withheld = 0
    with tempfile.TemporaryDirectory(prefix="mekik-wacz-") as place, zipfile.ZipFile(target, "w") as bundle:
        scratch = sqlite3.connect("", isolation_level=None)  # kept on disk when it grows
        scratch.execute("CREATE TABLE line (text BLOB, owner TEXT)")
        resources: list[dict[str, Any]] = []
        for job in jobs:
            name = f"{safe_job_name(job.name)}.warc.gz"
            warc = Path(place) / name
            withheld += write_warc(folder, job, warc, True)[1]
            if warc.stat().st_size:
                lines = ((line, job.owner) for line in _index_lines(warc, name))
                scratch.executemany("INSERT INTO line VALUES (?, ?)", lines)
                resources.append(_add(bundle, f"archive/{name}", warc))
            warc.unlink()
        index, pages = Path(place) / "index.cdx.gz", Path(place) / "pages.jsonl"
        count = _write_index(scratch, index)
        _write_pages(scratch, folder, pages)
        scratch.close()
        resources += [_add(bundle, "indexes/index.cdx.gz", index), _add(bundle, "pages/pages.jsonl", pages)]
        _describe(bundle, jobs, resources)
    return count, withheld


def _index_lines(warc: Path, name: str) -> Iterator[bytes]:
    with warc.open("rb", buffering=0) as file:
        for record in read_records(file, 0, flaw=lambda _, what: None):
            line = cdx_of(record, name)
            if line is not None:
                yield line


def _sorted(scratch: sqlite3.Connection) -> Iterator[tuple[bytes, str]]:
    yield from scratch.execute("SELECT text, owner FROM line ORDER BY text")


def _write_index(scratch: sqlite3.Connection, target: Path) -> int:
    count = 0
    with gzip.GzipFile(target, "wb", compresslevel=6, mtime=0) as out:
        for line, _ in _sorted(scratch):
            out.write(line)
            count += 1
    return count


def _write_pages(scratch: sqlite3.Connection, folder: Folder, target: Path) -> None:
    """Documents that people read, each version; with their titles where the search knows them."""
    try:
        reader: TantivyReader | None = TantivyReader(folder.index)
    except StorageError:
        reader = None
    with target.open("wb") as out:
        out.write(_encode(_HEADER) + b"\n")
        for line, owner in _sorted(scratch):
            entry = parse_line(line)
            if entry is None or entry.status != 200 or entry.mime not in _PAGES:
                continue
            known = reader.entry(owner, entry.url) if reader else None
            page = {"url": entry.url, "ts": _iso(entry.timestamp)}
            if known and known.title:
                page["title"] = known.title
            out.write(_encode(page) + b"\n")


def _add(bundle: zipfile.ZipFile, path: str, source: Path) -> dict[str, Any]:
    digest, size = hashlib.sha256(), 0
    entry = zipfile.ZipInfo(path, time.gmtime()[:6])
    entry.file_size = source.stat().st_size  # so that it knows whether the large format is needed
    with source.open("rb") as file, bundle.open(entry, "w") as out:
        while piece := file.read(_CHUNK):
            digest.update(piece)
            size += len(piece)
            out.write(piece)
    return {"name": source.name, "path": path, "hash": f"sha256:{digest.hexdigest()}", "bytes": size}


def _describe(bundle: zipfile.ZipFile, jobs: list[Job], resources: list[dict[str, Any]]) -> None:
    description = {
        "profile": "data-package", "wacz_version": VERSION, "software": f"Mekik {__version__}",
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "title": ", ".join(job.settings.name or job.name for job in jobs), "resources": resources,
    }  # fmt: skip
    text = json.dumps(description, indent=2, ensure_ascii=False).encode()
    digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(text).hexdigest()}"}
    now = time.gmtime()[:6]
    bundle.writestr(zipfile.ZipInfo("datapackage.json", now), text)
    bundle.writestr(zipfile.ZipInfo("datapackage-digest.json", now), json.dumps(digest))


def _iso(stamp: str) -> str:
    return f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}T{stamp[8:10]}:{stamp[10:12]}:{stamp[12:14]}Z"
