"""The table of forms that a job met: what each is for, and how asking it went."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

SCHEMA = """
CREATE TABLE form (
    key INTEGER PRIMARY KEY, page INTEGER NOT NULL, state TEXT NOT NULL, queries INTEGER NOT NULL,
    results INTEGER NOT NULL, found INTEGER NOT NULL, dry INTEGER NOT NULL, form BLOB NOT NULL, words BLOB NOT NULL
);
"""


class FormRow(NamedTuple):
    key: int
    page: int
    """Id of the address where it was met first."""
    state: str
    queries: int
    results: int
    """Pages of results that were read."""
    found: int
    """Addresses that nobody else had named."""
    dry: int
    """Pages of results in a row that brought nothing new."""
    form: bytes
    """The `Form` as JSON."""
    words: bytes
    """What could be asked next, as JSON."""


def write_forms(db: sqlite3.Connection, rows: Iterable[FormRow]) -> None:
    db.executemany("INSERT OR REPLACE INTO form VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def forms(db: sqlite3.Connection) -> list[FormRow]:
    return [FormRow(*row) for row in db.execute("SELECT * FROM form ORDER BY rowid")]
