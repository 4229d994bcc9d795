"""A scratch database beside a job's own, which is only read, and the tables that come out of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from mekik.frontier import SqliteStore
from mekik.frontier.database import readable
from mekik.outcome import Outcome

Row = tuple[Any, ...]

_FETCHED = (Outcome.OK, Outcome.NOT_MODIFIED, Outcome.TRUNCATED, Outcome.IMPORTED)
_REDIRECTS = (Outcome.REDIRECT, Outcome.TOO_MANY_REDIRECTS, Outcome.REDIRECT_OUT_OF_SCOPE)
UNREAD = (60, 80)
"""Numbers of the outcomes of documents that came but could not be read: nothing is wrong with a link to them."""
_VIEW = """
CREATE TEMP VIEW {name} AS
SELECT a.id, a.key, a.url, a.host, a.path, a.found_on, a.outcome, v.code, v.type, v.bytes, v.ms, v.at, v.file, v.offset,
       v.length, v.last_modified, v.duplicate_of, v.indexed
FROM job.address a JOIN job.visit v ON v.address = a.id
WHERE a.outcome IN (SELECT number FROM meaning WHERE view = '{name}')
"""


class Note(msgspec.Struct):
    """Something to know about a table, by name and with its numbers: the command line makes a sentence of it."""

    note: str
    values: dict[str, str | int] = {}


class Table(msgspec.Struct):
    """One report of one job. `rows` can be gone through once, before the next table is asked for."""

    report: str
    job: str
    columns: tuple[str, ...]
    total: int
    rows: Iterable[Row]
    notes: list[Note] = []


class Bench:
    """`db` has the job's tables as `job.address`, `job.visit` …, two views of them (`page`: addresses that have a page
    of their own; `redirecting`) and room for tables of its own.

    An empty name makes SQLite keep those in a file that is gone when it is closed, and in memory while they are small.
    """

    def __init__(self, frontier: Path) -> None:
        SqliteStore(frontier, read_only=True).close()  # refuses another format
        self.db = sqlite3.connect("", uri=True, isolation_level=None)
        self.db.execute("ATTACH ? AS job", (readable(frontier),))
        self.db.execute("PRAGMA busy_timeout = 20000")
        self.db.execute("PRAGMA main.journal_mode = OFF")
        self.db.execute("PRAGMA main.synchronous = OFF")
        self.db.execute("PRAGMA main.cache_size = -65536")
        self.db.execute("CREATE TABLE meaning (number INTEGER PRIMARY KEY, view TEXT)")
        for name, outcomes in (("page", _FETCHED), ("redirecting", _REDIRECTS)):
            self.db.executemany("INSERT INTO meaning VALUES (?, ?)", [(outcome.number, name) for outcome in outcomes])
            self.db.execute(_VIEW.format(name=name))

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.db.close()

    def rows(self, sql: str, arguments: Row = ()) -> sqlite3.Cursor:
        """As they are asked for."""
        return self.db.execute(sql, arguments)

    def one(self, sql: str, arguments: Row = ()) -> Any:
        """The first column of the only row."""
        return self.db.execute(sql, arguments).fetchone()[0]
