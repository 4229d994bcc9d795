"""The log of a job on a server: read backwards in pieces, told forwards."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from mekik.crawl.log import LogEntry
from mekik.outcome import Outcome, Status
from mekik.remote.connection import Connection, part

_LOOK = 0.5
_PIECE = 1000
_ERRORS = {outcome.label for outcome in Outcome if outcome.status is Status.ERROR}


class Entries(msgspec.Struct):
    entries: list[LogEntry]
    """Newest first."""
    next: str = ""


def read_log(far: Connection, job: str, limit: int | None, follow: bool, errors: bool) -> Iterator[LogEntry]:
    """The last `limit` entries, oldest first; with `follow`, then each new one as it comes."""
    path = f"jobs/{part(job)}/log"
    newest: LogEntry | None = None
    entries = _back(far, path, errors, None, limit)
    while True:
        newest = entries[-1] if entries else newest
        yield from entries
        if not follow:
            return
        time.sleep(_LOOK)
        entries = _back(far, path, errors, newest, None)


def _back(far: Connection, path: str, errors: bool, until: LogEntry | None, limit: int | None) -> list[LogEntry]:
    """Those after `until`, the last `limit` of them."""
    found: list[LogEntry] = []
    cursor = ""
    while limit is None or len(found) < limit:
        piece = far.get(path, Entries, limit=_PIECE, cursor=cursor)
        for entry in piece.entries:
            if entry == until:
                return found[:limit][::-1]
            if not errors or entry.outcome in _ERRORS:
                found.append(entry)
        cursor = piece.next
        if not cursor:
            break
    return found[:limit][::-1]
