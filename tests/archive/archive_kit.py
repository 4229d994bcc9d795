"""Exchanges to archive, and the judge of what was written."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from mekik.archive import ArchiveWriter
from mekik.archive.exchanges import parse_headers
from mekik.outcome import Outcome
from mekik.page import Capture, Exchange
from mekik.settings import ArchiveSettings

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nServer: loom\r\n\r\n"
REQUEST = b"GET / HTTP/1.1\r\nHost: mekik.example\r\nUser-Agent: Mekik\r\n\r\n"
START = 1_700_000_000.25


def page(number: int, size: int = 600) -> bytes:
    noise = random.Random(number)
    words = " ".join(str(noise.random()) for _ in range(size // 19 + 1))
    return f"<title>{number}</title><p>{words}"[:size].encode()


def exchange(number: int = 0, **changes: Any) -> Exchange:
    values: dict[str, Any] = {
        "url": f"http://mekik.example/page/{number}", "outcome": Outcome.OK, "started_at": START + number,
        "elapsed": 0.12, "first_byte": 0.05, "status": 200, "address": "192.0.2.7", "request_head": REQUEST,
        "response_head": HEAD, "body": page(number),
    }  # fmt: skip
    values.update(changes)
    values.setdefault("headers", parse_headers(values["response_head"]))
    return Exchange(**values)


def writer(directory: Path, job: str = "job", **settings: Any) -> ArchiveWriter:
    return ArchiveWriter(directory, job, ArchiveSettings(**settings), {"name": job, "robots": {"obey": True}})


def write(directory: Path, exchanges: Iterable[Exchange], job: str = "job", **settings: Any) -> list[Capture]:
    """Archives and closes."""
    archive = writer(directory, job, **settings)
    captures = [archive.write(each) for each in exchanges]
    archive.close()
    return captures


def warcs(directory: Path) -> list[Path]:
    return sorted(directory.glob("*.warc.gz"))


def only_warc(directory: Path) -> Path:
    (path,) = warcs(directory)
    return path


def judge(directory: Path) -> list[tuple[str, str]]:
    """(type, address) of every record in every file, as another reader sees them; fails on a wrong digest."""
    seen = []
    for path in warcs(directory):
        with path.open("rb") as file:
            for record in ArchiveIterator(file, check_digests="raise", verify_http=True):
                record.content_stream().read()
                assert record.rec_headers.protocol == "WARC/1.1"
                seen.append((record.rec_type, record.rec_headers.get_header("WARC-Target-URI") or ""))
    return seen
