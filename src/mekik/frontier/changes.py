"""What visits showed of a page's changes, how far its site's word on them can be relied on, and which pages left the
index: side tables of the frontier's database.

A `change` is about 55 bytes for a page that was visited once and 100 for others, however often. A `tombstone` marks a
page that was searchable and is no longer; it goes when the page comes back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from mekik.frontier.store import Batch, ChangeRow, FrontierStore, Rates, TombstoneRow
from mekik.revisit import Evidence, Watched

SCHEMA = """
CREATE TABLE change (
    address INTEGER PRIMARY KEY, content INTEGER NOT NULL, seen_at REAL NOT NULL, changed_at REAL NOT NULL,
    visits INTEGER NOT NULL, changes INTEGER NOT NULL, shape REAL NOT NULL, time REAL NOT NULL, rate REAL NOT NULL,
    missing INTEGER NOT NULL, watched REAL NOT NULL, fresh REAL NOT NULL, aged REAL NOT NULL
);
CREATE TABLE tombstone (number INTEGER PRIMARY KEY, address INTEGER NOT NULL, at INTEGER NOT NULL, why TEXT NOT NULL);
CREATE UNIQUE INDEX tombstone_address ON tombstone (address);
"""
CLAIMS = "CREATE TABLE claim (host INTEGER PRIMARY KEY, gained REAL NOT NULL, possible REAL NOT NULL);"

_RATE = np.dtype([("key", np.int64), ("id", np.int64), ("rate", np.float64), ("seen_at", np.float64)])
GONE_MARK = "gone.indexed"
"""In the store of a job: the last tombstone whose page is known to have left the index."""


def write(db: sqlite3.Connection, batch: Batch) -> None:
    db.executemany("INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", batch.changes)
    db.executemany("UPDATE address SET next_visit = ? WHERE id = ? AND status > 1", batch.sooner)
    db.executemany("INSERT OR REPLACE INTO claim VALUES (?, ?, ?)", batch.claims)
    # Which came last, for an address that did both, is known where they are made.
    db.executemany("DELETE FROM tombstone WHERE address = ?", batch.risen)
    db.executemany("INSERT OR REPLACE INTO tombstone VALUES (?, ?, ?, ?)", batch.tombstones)


def change(db: sqlite3.Connection, id: int) -> ChangeRow | None:
    row = db.execute("SELECT * FROM change WHERE address = ?", (id,)).fetchone()
    return ChangeRow(*row) if row else None


def tombstone(db: sqlite3.Connection, id: int) -> TombstoneRow | None:
    row = db.execute("SELECT * FROM tombstone WHERE address = ?", (id,)).fetchone()
    return TombstoneRow(*row) if row else None


def tombstones(db: sqlite3.Connection, after: int) -> Iterator[tuple[TombstoneRow, str]]:
    """With their addresses, in the order in which they left."""
    cursor = db.execute(
        "SELECT t.number, t.address, t.at, t.why, a.url FROM tombstone t JOIN address a ON a.id = t.address"
        " WHERE t.number > ? ORDER BY t.number",
        (after,),
    )
    for number, address, at, why, url in cursor:
        yield TombstoneRow(number, address, at, why), url


def last_tombstone(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(number), 0) FROM tombstone").fetchone()[0])


def rates(db: sqlite3.Connection) -> Rates:
    cursor = db.execute(
        "SELECT a.key, a.id, c.rate, c.seen_at FROM change c JOIN address a ON a.id = c.address"
        " WHERE a.next_visit IS NOT NULL AND c.missing = 0"
    )
    rows = np.fromiter(cursor, dtype=_RATE)
    return Rates(rows["key"].copy(), rows["id"].copy(), rows["rate"].copy(), rows["seen_at"].copy())


def watched(db: sqlite3.Connection) -> Watched:
    row = db.execute("SELECT total(watched), total(fresh), total(aged) FROM change").fetchone()
    return Watched(*row)


def evidence_by_host(db: sqlite3.Connection) -> Iterator[tuple[int, Evidence]]:
    for host, shape, time in db.execute(
        "SELECT a.host, sum(c.shape), sum(c.time) FROM change c JOIN address a ON a.id = c.address"
        " WHERE c.visits > 1 GROUP BY a.host"
    ):
        yield host, Evidence(shape, time)


class Changes:
    """Knows the rows that no commit has written yet, and where the others are."""

    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, ChangeRow] = {}
        self._new: dict[int, ChangeRow] = {}

    def of(self, id: int) -> ChangeRow | None:
        return self._fresh.get(id) or self._store.change(id)

    def note(self, row: ChangeRow) -> None:
        self._fresh[row.address] = self._new[row.address] = row

    def give(self, batch: Batch) -> None:
        batch.changes, self._new = list(self._new.values()), {}

    def written(self, batch: Batch) -> None:
        for row in batch.changes:
            if self._fresh.get(row.address) is row:
                del self._fresh[row.address]


class Departed:
    """Which pages left the index: those of the next batch, and where the others are."""

    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, tuple[TombstoneRow, str] | None] = {}
        """None: it came back."""
        self._new: set[int] = set()
        self.last = max(store.last_tombstone(), int(store.meta().get(GONE_MARK, 0)))
        self.written_up_to = self.last

    def leave(self, id: int, url: str, at: float, why: str) -> None:
        self.last += 1
        self._fresh[id] = (TombstoneRow(self.last, id, int(at), why), url)
        self._new.add(id)

    def rise(self, id: int) -> None:
        """It is searchable again; nothing happens to one that never left."""
        if self.why(id) is not None:
            self._fresh[id] = None
            self._new.add(id)

    def why(self, id: int) -> TombstoneRow | None:
        if id in self._fresh:
            found = self._fresh[id]
            return found[0] if found else None
        return self._store.tombstone(id) if self.last else None  # in most crawls nothing ever left

    def give(self, batch: Batch) -> None:
        for id in self._new:
            found = self._fresh[id]
            batch.risen.append((id,))
            if found:
                batch.tombstones.append(found[0])
        batch.tombstones.sort()
        self._new = set()

    def written(self, batch: Batch) -> list[str]:
        """Addresses whose pages are to leave the index now that the state says so."""
        gone = []
        for row in batch.tombstones:
            self.written_up_to = max(self.written_up_to, row.number)
            found = self._fresh.get(row.address)
            if found and found[0] is row:
                gone.append(found[1])
        for (id,) in batch.risen:
            if id not in self._new:
                self._fresh.pop(id, None)
        return gone
