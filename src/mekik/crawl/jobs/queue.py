"""The queue of jobs: one engine works on a data directory, so jobs run one after the other, in this order.

An entry stays until its job has ended or a person took it out, so what was running when everything died goes on at the
next start. A job that kills the engine again and again is set aside.
"""

from __future__ import annotations

import sqlite3
import time

import msgspec

QUEUE_TABLES = """
CREATE TABLE queue (
    job TEXT PRIMARY KEY, place INTEGER NOT NULL, asked_at REAL NOT NULL, started_at REAL,
    deaths INTEGER NOT NULL DEFAULT 0, held INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE schedule (
    job TEXT PRIMARY KEY, expression TEXT NOT NULL, zone TEXT NOT NULL, next_at REAL NOT NULL, last_at REAL
);
CREATE TABLE quota (owner TEXT PRIMARY KEY, jobs INTEGER, pages INTEGER, bytes INTEGER, delay REAL);
CREATE TABLE removal (job TEXT PRIMARY KEY)
"""
"""Part of the jobs' database; see `catalogue.py`."""

MOST_DEATHS = 3
_LONG = 600.0
"""Seconds. A job that ran longer before the engine died made headway: its earlier deaths are forgotten."""


class Queued(msgspec.Struct):
    job: str
    place: int
    """From 1 on."""
    asked_at: float
    started_at: float | None
    """Since when the engine works on it."""
    deaths: int
    held: bool
    """Paused, and out of the way of the others until it is resumed."""


class Queue:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database

    def entries(self) -> list[Queued]:
        rows = self._db.execute(
            "SELECT job, asked_at, started_at, deaths, held FROM queue ORDER BY started_at IS NULL, place"
        )
        return [
            Queued(job, place, asked_at, started_at, deaths, bool(held))
            for place, (job, asked_at, started_at, deaths, held) in enumerate(rows, 1)
        ]

    def put(self, job: str, *, first: bool = False) -> None:
        """At the end, or at the head; one that is there already keeps its place and is no longer held."""
        place = "SELECT coalesce(min(place), 0) - 1" if first else "SELECT coalesce(max(place), 0) + 1"
        self._db.execute(
            f"INSERT INTO queue (job, place, asked_at) VALUES (?, ({place} FROM queue), ?)"  # noqa: S608 - ours
            " ON CONFLICT (job) DO UPDATE SET held = 0, asked_at = excluded.asked_at",
            (job, time.time()),
        )

    def take_out(self, job: str) -> bool:
        return self._db.execute("DELETE FROM queue WHERE job = ?", (job,)).rowcount > 0

    def move(self, job: str, by: int, among: set[str] | None = None) -> bool:
        """So many places up (-1) or down (1), among all or among certain jobs, which then keep their places together.
        False when it cannot go further."""
        rows = self._db.execute("SELECT job, place FROM queue WHERE started_at IS NULL ORDER BY place").fetchall()
        rows = [row for row in rows if among is None or row[0] in among]
        jobs = [name for name, _ in rows]
        if job not in jobs:
            return False
        here = jobs.index(job)
        there = min(max(here + by, 0), len(jobs) - 1)
        jobs.insert(there, jobs.pop(here))
        places = [place for _, place in rows]
        self._db.executemany("UPDATE queue SET place = ? WHERE job = ?", list(zip(places, jobs, strict=True)))
        return here != there

    # what the engine says

    def next(self) -> str | None:
        """The one that the engine was at when it died, else the first."""
        row = self._db.execute(
            "SELECT job FROM queue WHERE NOT held ORDER BY started_at IS NULL, deaths > 0 DESC, place LIMIT 1"
        ).fetchone()
        return row[0] if row else None

    def started(self, job: str) -> None:
        self._db.execute("UPDATE queue SET started_at = ? WHERE job = ?", (time.time(), job))

    def done(self, job: str) -> None:
        """Its job has ended, and it goes, unless it was asked for anew in the moment since then."""
        gone = self._db.execute(
            "DELETE FROM queue WHERE job = ?1 AND asked_at <= (SELECT ended_at FROM job WHERE name = ?1)", (job,)
        )
        if not gone.rowcount:
            self.set_down(job)

    def holds(self, job: str) -> bool:
        return self._db.execute("SELECT 1 FROM queue WHERE job = ?", (job,)).fetchone() is not None

    def others_wait(self, job: str) -> list[str]:
        rows = self._db.execute("SELECT job FROM queue WHERE NOT held AND job != ? ORDER BY place", (job,))
        return [name for (name,) in rows]

    def set_down(self, job: str, *, held: bool = False, last: bool = False) -> None:
        """No longer at work, but not done: it keeps its place, or goes to the end."""
        place = "(SELECT max(place) + 1 FROM queue)" if last else "place"
        self._db.execute(
            f"UPDATE queue SET started_at = NULL, deaths = 0, held = ?, place = {place} WHERE job = ?",  # noqa: S608
            (int(held), job),
        )

    # what the keeper of the engine says

    def begin(self) -> None:
        """A new server: whatever was at work when the last one ended is not to blame for it."""
        self._db.execute("UPDATE queue SET started_at = NULL")

    def died(self) -> list[str]:
        """The engine died. The jobs that are set aside for it, because it was not the first time."""
        now = time.time()
        self._db.execute(
            "UPDATE queue SET deaths = CASE WHEN ? - started_at > ? THEN 1 ELSE deaths + 1 END, started_at = NULL"
            " WHERE started_at IS NOT NULL",
            (now, _LONG),
        )
        rows = self._db.execute("DELETE FROM queue WHERE deaths >= ? RETURNING job", (MOST_DEATHS,)).fetchall()
        return [job for (job,) in rows]

    # deletions that wait for the engine's lock

    def remove_later(self, job: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO removal VALUES (?)", (job,))

    def removals(self) -> list[str]:
        return [job for (job,) in self._db.execute("SELECT job FROM removal")]
