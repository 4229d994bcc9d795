"""How much a member may crawl. The administrator sets it, for all members or for one."""

from __future__ import annotations

import sqlite3
from typing import Annotated

import msgspec
from msgspec import Meta

EVERYBODY = ""
MOST = 10**15
"""That can be stated; more is as good as no limit."""


class Quota(msgspec.Struct, frozen=True, kw_only=True):
    """None is no limit."""

    jobs: Annotated[int, Meta(ge=0, le=MOST)] | None = 50
    pages: Annotated[int, Meta(ge=0, le=MOST)] | None = 1_000_000
    """Of all jobs of the member together."""
    bytes: Annotated[int, Meta(ge=0, le=MOST)] | None = 100_000_000_000
    """What the member's jobs keep in the archive."""
    delay: Annotated[float, Meta(ge=0, le=MOST)] = 0.5
    """Seconds: the shortest `frontier.delay` that a member may ask for."""


class Usage(msgspec.Struct):
    jobs: int = 0
    pages: int = 0
    bytes: int = 0


class Quotas:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database

    def of(self, owner: str) -> Quota:
        """The member's own, else everybody's, else what the program comes with."""
        row = self._db.execute(
            "SELECT jobs, pages, bytes, delay FROM quota WHERE owner IN (?, '') ORDER BY owner = '' LIMIT 1", (owner,)
        ).fetchone()
        return Quota(jobs=row[0], pages=row[1], bytes=row[2], delay=row[3]) if row else Quota()

    def stated(self) -> dict[str, Quota]:
        """By owner; EVERYBODY is for those who have none of their own."""
        rows = self._db.execute("SELECT owner, jobs, pages, bytes, delay FROM quota ORDER BY owner")
        return {row[0]: Quota(jobs=row[1], pages=row[2], bytes=row[3], delay=row[4]) for row in rows}

    def set(self, owner: str, quota: Quota) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO quota VALUES (?, ?, ?, ?, ?)",
            (owner, quota.jobs, quota.pages, quota.bytes, quota.delay),
        )

    def clear(self, owner: str) -> None:
        self._db.execute("DELETE FROM quota WHERE owner = ?", (owner,))
