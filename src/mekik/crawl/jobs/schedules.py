"""Which jobs run by themselves, and when next. Runs that were missed, however many, are made up for by one."""

from __future__ import annotations

import sqlite3
import time

import msgspec

from mekik.crawl.jobs.cron import parse, zone_of
from mekik.errors import UsageError


class Schedule(msgspec.Struct):
    job: str
    expression: str
    zone: str
    """A name of the time zone database; what the expression's hours are told in."""
    next_at: float
    last_at: float | None


class Schedules:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database

    def of(self, job: str) -> Schedule | None:
        row = self._db.execute("SELECT * FROM schedule WHERE job = ?", (job,)).fetchone()
        return Schedule(*row) if row else None

    def all(self) -> list[Schedule]:
        return [Schedule(*row) for row in self._db.execute("SELECT * FROM schedule ORDER BY next_at")]

    def set(self, job: str, expression: str, zone: str) -> Schedule:
        next_at = _next(expression, zone, None)
        self._db.execute(
            "INSERT INTO schedule VALUES (?, ?, ?, ?, NULL) ON CONFLICT (job) DO UPDATE SET"
            " expression = excluded.expression, zone = excluded.zone, next_at = excluded.next_at",
            (job, " ".join(expression.split()), zone, next_at),
        )
        found = self.of(job)
        assert found is not None
        return found

    def clear(self, job: str) -> bool:
        return self._db.execute("DELETE FROM schedule WHERE job = ?", (job,)).rowcount > 0

    def take_due(self) -> list[str]:
        """The jobs whose time has come; each is told once, and its next time is after now."""
        now = time.time()
        due = [schedule for schedule in self.all() if schedule.next_at <= now]
        for schedule in due:
            next_at = _next(schedule.expression, schedule.zone, now)
            self._db.execute("UPDATE schedule SET next_at = ?, last_at = ? WHERE job = ?", (next_at, now, schedule.job))
        return [schedule.job for schedule in due]


def _next(expression: str, zone: str, last: float | None) -> float:
    zone_of(zone)
    found = parse(expression).next_after(time.time(), zone, last)
    if found is None:
        raise UsageError(f"{expression[:80]!r} never comes.")
    return found
