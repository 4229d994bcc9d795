"""What was picked out of pages, in the frontier's database: written in the same transaction as the state of its page.

A find is kept once a page, kind and value. A page that is read again keeps the finds that are still there, with the
time and the number that they had, and loses the others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from mekik.outcome import Outcome
from mekik.page import Find

SCHEMA = """
CREATE TABLE find (
    id INTEGER PRIMARY KEY AUTOINCREMENT, address INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    original TEXT NOT NULL, place TEXT NOT NULL, offset INTEGER NOT NULL, context TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE UNIQUE INDEX find_once ON find (address, kind, value);
"""

READ = frozenset((Outcome.OK, Outcome.TRUNCATED, Outcome.IMPORTED))
"""Visits that say what is on a page now."""
GONE = frozenset((Outcome.DUPLICATE, Outcome.REDIRECT, Outcome.NOT_FOUND))
"""Visits after which a page holds nothing of its own. Any other leaves what was known."""


class PageFinds(NamedTuple):
    """All that was picked out of a page at its last reading."""

    address: int
    at: int
    finds: list[Find]


class FoundThing(msgspec.Struct):
    """One find as the store knows it: for exports, reports and the log."""

    id: int
    """Grows in the order in which things were found."""
    url: str
    kind: str
    value: str
    original: str
    place: str
    offset: int
    context: str
    found_at: int
    """Seconds since the epoch; of the first reading of the page that had it."""


def write_finds(database: sqlite3.Connection, pages: Iterable[PageFinds]) -> int:
    """Inside the caller's transaction; how many more there are now."""
    more = 0
    for address, at, finds in pages:
        known = {
            (kind, value): id
            for id, kind, value in database.execute("SELECT id, kind, value FROM find WHERE address = ?", (address,))
        }
        now = {(find.kind, find.value) for find in finds}
        gone = known.keys() - now
        more += len(now) - len(known)
        database.executemany("DELETE FROM find WHERE id = ?", [(known[one],) for one in gone])
        database.executemany(
            "INSERT INTO find (address, kind, value, original, place, offset, context, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address, kind, value) DO UPDATE SET"
            " original = excluded.original, place = excluded.place, offset = excluded.offset,"
            " context = excluded.context",
            [
                (address, find.kind, find.value, find.original, find.place, find.offset, find.context, at)
                for find in finds
            ],
        )
    return more


def drop_gone(database: sqlite3.Connection, gone_after: int) -> None:
    """Takes away the finds of pages whose last visit left them empty: after a reading of old visits. A page that is
    still searchable, or was missing less often than `gone_after`, keeps them; a local file is gone at once."""
    numbers = ", ".join(str(outcome.number) for outcome in GONE)
    database.execute(
        "DELETE FROM find WHERE address IN (SELECT a.id FROM address a LEFT JOIN visit v ON v.address = a.id"  # noqa: S608
        f" LEFT JOIN change c ON c.address = a.id WHERE a.outcome IN ({numbers}) AND NOT coalesce(v.indexed, 0)"
        " AND NOT (a.outcome = ? AND a.url NOT LIKE 'file:%' AND c.missing > 0 AND c.missing < ?)"
        " UNION SELECT address FROM tombstone WHERE why = 'replaced')",
        (Outcome.NOT_FOUND.number, gone_after),
    )


def read_finds(
    database: sqlite3.Connection, *, after: int = 0, kind: str | None = None, limit: int | None = None
) -> Iterator[FoundThing]:
    """In the order in which they were found; with `limit` the last ones."""
    columns = "f.id, a.url, f.kind, f.value, f.original, f.place, f.offset, f.context, f.at"
    where = "f.id > ? AND (? IS NULL OR f.kind = ?)"
    rows = f"SELECT {columns} FROM find f JOIN address a ON a.id = f.address WHERE {where}"  # noqa: S608 - fixed words
    if limit is None:
        cursor = database.execute(f"{rows} ORDER BY f.id", (after, kind, kind))
    else:
        cursor = database.execute(
            f"SELECT * FROM ({rows} ORDER BY f.id DESC LIMIT ?) ORDER BY 1",  # noqa: S608 - fixed words
            (after, kind, kind, limit),
        )
    for row in cursor:
        yield FoundThing(*row)


def count_finds(database: sqlite3.Connection) -> dict[str, tuple[int, int, int]]:
    """By kind: finds, different values, pages."""
    rows = database.execute(
        "SELECT kind, count(*), count(DISTINCT value), count(DISTINCT address) FROM find GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    return {kind: (finds, values, pages) for kind, finds, values, pages in rows}
