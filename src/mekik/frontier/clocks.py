"""What all jobs share about a host and what survives a restart: when it may be visited again, and its robots.txt."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mekik.frontier.sqlite import connect, writing

FORMAT = 1

_SCHEMA = """
CREATE TABLE clock (authority TEXT PRIMARY KEY, ready_at REAL NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE robots (root TEXT PRIMARY KEY, expires_at REAL NOT NULL, record BLOB NOT NULL);
"""


class Clock(NamedTuple):
    authority: str
    ready_at: float
    """Seconds since the epoch."""
    failures: int
    """Requests in a row that got no answer."""


class ClockBook:
    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._path = path
        self._db = connect(path, _SCHEMA, FORMAT, read_only=read_only)

    def close(self) -> None:
        self._db.close()

    def clock(self, authority: str) -> Clock:
        row = self._db.execute("SELECT * FROM clock WHERE authority = ?", (authority,)).fetchone()
        return Clock(*row) if row else Clock(authority, 0.0, 0)

    def write_clocks(self, clocks: Iterable[Clock]) -> None:
        with writing(self._db, self._path):
            self._db.executemany("INSERT OR REPLACE INTO clock VALUES (?, ?, ?)", clocks)

    def robots(self, root: str, now: float) -> bytes | None:
        """The kept record of a root's robots.txt, unless it is out of date."""
        row = self._db.execute("SELECT record FROM robots WHERE root = ? AND expires_at > ?", (root, now)).fetchone()
        return row[0] if row else None

    def write_robots(self, root: str, expires_at: float, record: bytes) -> None:
        with writing(self._db, self._path):
            self._db.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?)", (root, expires_at, record))
