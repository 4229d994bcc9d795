"""The log of a job for pages and programs: a page of it, all of it as a file, and new lines as they come."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
from litestar.exceptions import TooManyRequestsException
from litestar.response import ServerSentEvent, ServerSentEventMessage, Stream

from mekik.crawl.log import LogEntry
from mekik.crawl.log_pages import Wanted, read_all, read_new
from mekik.crawl.tables import harmless_cell

_LOOK = 0.7
"""Seconds between two looks for new lines."""
_LONGEST = 3600
"""Seconds that one may follow before the browser asks anew."""
_MOST_FOLLOWING = 60
COLUMNS = ("time", "outcome", "code", "bytes", "type", "ms", "depth", "url", "found_on", "reason", "retry")
_encode = msgspec.json.Encoder().encode


class _Following:
    count = 0


def follow(path: Path, wanted: Wanted) -> ServerSentEvent:
    """New entries as events, a JSON array each. Nothing is remembered for those who went away."""
    if _Following.count >= _MOST_FOLLOWING:
        raise TooManyRequestsException("Too many people are watching. Load the page again from time to time instead.")
    return ServerSentEvent(events_of(path, wanted), retry_duration=5000)


async def events_of(path: Path, wanted: Wanted) -> AsyncIterator[ServerSentEventMessage]:
    _Following.count += 1
    try:
        place = path.stat().st_size if path.exists() else 0
        yield ServerSentEventMessage(data="[]", event="log")
        for turn in range(int(_LONGEST / _LOOK)):
            await asyncio.sleep(_LOOK)
            entries, place = await asyncio.to_thread(read_new, path, wanted, place)
            if entries:
                yield ServerSentEventMessage(data=_encode(entries).decode(), event="log")
            elif turn % 20 == 19:
                yield ServerSentEventMessage(comment="still here")
    finally:
        _Following.count -= 1


def download(path: Path, wanted: Wanted, job: str, format: str) -> Stream:
    rows = _csv(read_all(path, wanted)) if format == "csv" else _lines(read_all(path, wanted))
    kind = "text/csv; charset=utf-8" if format == "csv" else "application/jsonl"
    headers = {"content-disposition": f'attachment; filename="{job}-log.{format}"'}
    return Stream(rows, media_type=kind, headers=headers)


def _lines(entries: Iterator[LogEntry]) -> Iterator[bytes]:
    for piece in _pieces(entries):
        yield b"".join(_encode(entry) + b"\n" for entry in piece)


def _csv(entries: Iterator[LogEntry]) -> Iterator[bytes]:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for piece in _pieces(entries):
        writer.writerows([harmless_cell(getattr(entry, name)) for name in COLUMNS] for entry in piece)
        yield out.getvalue().encode("utf-8", "replace")
        out.seek(0)
        out.truncate()
    yield out.getvalue().encode()


def _pieces(entries: Iterator[LogEntry], size: int = 500) -> Iterator[list[LogEntry]]:
    piece: list[LogEntry] = []
    for entry in entries:
        piece.append(entry)
        if len(piece) == size:
            yield piece
            piece = []
    if piece:
        yield piece
