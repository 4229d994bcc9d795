"""A report that a server makes: waited for, then read in pieces."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from mekik.crawl.reports import Note, Table
from mekik.errors import MekikError
from mekik.remote.connection import Connection, part

_LOOK = 0.5
_PIECE = 5000


class ReportPage(msgspec.Struct):
    report: str
    job: str
    state: str
    progress: int = 0
    error: str = ""
    columns: tuple[str, ...] = ()
    total: int = 0
    rows: list[list[Any]] = []
    notes: list[Note] = []
    next: str = ""


def table(far: Connection, job: str, name: str, progress: Callable[[int], None]) -> Table:
    path = f"jobs/{part(job)}/reports/{part(name)}"
    while True:
        first = far.get(path, ReportPage, limit=_PIECE)
        progress(first.progress)
        if first.state == "failed":
            raise MekikError(first.error)
        if first.state == "done":
            rows = _rows(far, path, first)
            return Table(first.report, first.job, first.columns, first.total, rows, first.notes)
        time.sleep(_LOOK)


def _rows(far: Connection, path: str, page: ReportPage) -> Iterator[tuple[Any, ...]]:
    while True:
        yield from map(tuple, page.rows)
        if not page.next:
            return
        page = far.get(path, ReportPage, limit=_PIECE, cursor=page.next)
