"""The table `around`: the words around the links that led to addresses, for orders that read them.

About 100 bytes an address; jobs of other orders have none.
"""

from __future__ import annotations

from sqlite3 import Connection

SCHEMA = "CREATE TABLE around (address INTEGER PRIMARY KEY, words TEXT NOT NULL);"

Row = tuple[int, str]


def write(db: Connection, rows: list[Row]) -> None:
    db.executemany("INSERT OR REPLACE INTO around VALUES (?, ?)", rows)


def words(db: Connection, id: int) -> str:
    row = db.execute("SELECT words FROM around WHERE address = ?", (id,)).fetchone()
    return row[0] if row else ""


def column_and_join(db: Connection) -> tuple[str, str]:
    """What a question about addresses `a` adds to have their words; nothing where there are none."""
    if db.execute("SELECT 1 FROM around LIMIT 1").fetchone() is None:
        return "''", ""
    return "coalesce(w.words, '')", " LEFT JOIN around w ON w.address = a.id"
