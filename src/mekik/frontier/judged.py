"""The tables of what pages repeat and of spam: texts that were new when they came, and a judgement for each page.

A text is 64 bytes of sketch and about 25 more, a judgement about 20; neither grows with the page.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from mekik.frontier.store import Batch, JudgementRow, TextRow

SCHEMA = """
CREATE TABLE text (number INTEGER PRIMARY KEY, grp INTEGER NOT NULL, sketch BLOB NOT NULL, address INTEGER NOT NULL);
CREATE TABLE judgement (
    address INTEGER PRIMARY KEY, text INTEGER, likeness REAL, preference INTEGER NOT NULL, spam REAL NOT NULL,
    action TEXT, reasons TEXT
);
CREATE TABLE site_link (source INTEGER, target INTEGER, PRIMARY KEY (source, target)) WITHOUT ROWID;
CREATE TABLE outward (address INTEGER PRIMARY KEY, sites TEXT NOT NULL);
CREATE INDEX judgement_text ON judgement (text) WHERE likeness IS NOT NULL;
CREATE INDEX judgement_spam ON judgement (spam) WHERE spam > 0;
"""

_MOST = 100
"""Pages of a group that are told."""


class Alike(NamedTuple):
    """A page of a group."""

    url: str
    likeness: float | None
    preference: int


def write(db: sqlite3.Connection, batch: Batch) -> None:
    db.executemany("INSERT OR REPLACE INTO text VALUES (?, ?, ?, ?)", batch.texts)
    db.executemany("INSERT OR REPLACE INTO judgement VALUES (?, ?, ?, ?, ?, ?, ?)", batch.judgements)
    db.executemany("INSERT OR IGNORE INTO site_link VALUES (?, ?)", batch.site_links)
    db.executemany("INSERT OR REPLACE INTO outward VALUES (?, ?)", batch.outward)


def site_links(db: sqlite3.Connection, site: int) -> set[int]:
    return {target for (target,) in db.execute("SELECT target FROM site_link WHERE source = ?", (site,))}


def outward(db: sqlite3.Connection) -> list[tuple[int, str]]:
    return db.execute("SELECT address, sites FROM outward ORDER BY address").fetchall()


def texts(db: sqlite3.Connection) -> Iterator[tuple[int, int, bytes]]:
    """Number, group and sketch of all, in the order in which they came."""
    yield from db.execute("SELECT number, grp, sketch FROM text ORDER BY number")


def last_text(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(number), 0) FROM text").fetchone()[0])


def text(db: sqlite3.Connection, number: int) -> TextRow | None:
    row = db.execute("SELECT * FROM text WHERE number = ?", (number,)).fetchone()
    return TextRow(*row) if row else None


def judgement(db: sqlite3.Connection, address: int) -> JudgementRow | None:
    row = db.execute("SELECT * FROM judgement WHERE address = ?", (address,)).fetchone()
    return JudgementRow(*row) if row else None


def alike(db: sqlite3.Connection, number: int) -> list[Alike]:
    """The searchable pages that have this text or nearly this text, the one to show first."""
    rows = db.execute(
        "SELECT a.url, j.likeness, j.preference FROM ("
        " SELECT address FROM judgement WHERE text = ?1 AND likeness IS NOT NULL"
        " UNION SELECT address FROM text WHERE number = ?1) g"
        " JOIN judgement j ON j.address = g.address AND j.text = ?1 JOIN address a ON a.id = j.address"
        " JOIN visit v ON v.address = j.address AND v.indexed"
        " ORDER BY j.preference, a.id LIMIT ?2",
        (number, _MOST),
    )
    return [Alike(*row) for row in rows]


def forget(db: sqlite3.Connection) -> None:
    """Everything is to be judged anew."""
    db.execute("DELETE FROM judgement")
    db.execute("DELETE FROM text")
