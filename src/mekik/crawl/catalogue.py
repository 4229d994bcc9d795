"""The jobs of a data directory: their settings, their state, and what people tell a running one."""

from __future__ import annotations

import json
import time
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from mekik.crawl.jobs.queue import QUEUE_TABLES, Queue
from mekik.crawl.jobs.quotas import Quotas
from mekik.crawl.jobs.schedules import Schedules
from mekik.errors import UsageError
from mekik.frontier.sqlite import connect, writing
from mekik.settings import Settings, build

FORMAT = 2

_COMMANDS = "CREATE TABLE command (id INTEGER PRIMARY KEY, job TEXT NOT NULL, command TEXT NOT NULL, argument TEXT)"
_SCHEMA = f"""
CREATE TABLE job (
    name TEXT PRIMARY KEY, owner TEXT NOT NULL, settings TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
    created_at REAL NOT NULL, started_at REAL, ended_at REAL, elapsed REAL NOT NULL, pass INTEGER NOT NULL,
    limited INTEGER NOT NULL DEFAULT 0
);
{_COMMANDS};
{QUEUE_TABLES}
"""
_STEPS = {
    1: f"DROP TABLE command; {_COMMANDS}; ALTER TABLE job ADD COLUMN limited INTEGER NOT NULL DEFAULT 0; {QUEUE_TABLES}"
}


ORDER = "order"
"""In the store of a job: which order hands out now."""


class State(Enum):
    NEW = "new"
    RUNNING = "running"
    PAUSED = "paused"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"
    FAILED = "failed"
    DELETED = "deleted"
    """No longer a job of anybody's, but what it brought is searchable and stands in the archive."""


class Command(Enum):
    """What a person tells a running job."""

    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    ABORT = "abort"
    ORDER = "order"
    LIFT = "lift"
    CHANGE = "change"
    """Its settings were changed: what can be taken up while it runs is."""


class Job(msgspec.Struct):
    name: str
    owner: str
    settings: Settings
    state: State
    reason: str
    created_at: float
    started_at: float | None
    ended_at: float | None
    elapsed: float
    """Seconds over all runs of this pass."""
    passes: int
    """How often it was crawled anew."""
    limited: bool
    """Made by a member: the quota of its owner holds."""

    @property
    def is_done(self) -> bool:
        """One that a limit ended is not: with a larger one it goes on."""
        return self.state is State.FINISHED and not self.reason.startswith("max_")


class Catalogue:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = connect(path, _SCHEMA, FORMAT, steps=_STEPS)
        self.queue = Queue(self._db)
        self.schedules = Schedules(self._db)
        self.quotas = Quotas(self._db)

    def close(self) -> None:
        self._db.close()

    def jobs(self, *, deleted: bool = False) -> list[Job]:
        """In the order in which they were made; also those that were deleted while their pages stayed, if asked."""
        found = [_job(row) for row in self._db.execute("SELECT * FROM job ORDER BY created_at")]
        return found if deleted else [job for job in found if job.state is not State.DELETED]

    def get(self, name: str) -> Job | None:
        row = self._db.execute("SELECT * FROM job WHERE name = ?", (name,)).fetchone()
        return _job(row) if row else None

    def require(self, name: str | None) -> Job:
        """The named job; without a name the one that was started last."""
        if name is not None:
            job = self.get(name)
            if job is None or job.state is State.DELETED:
                known = ", ".join(job.name for job in self.jobs()) or "none yet"
                raise UsageError(f"There is no job {name!r}. There are: {known}.")
            return job
        row = self._db.execute(
            "SELECT * FROM job WHERE state != 'deleted' ORDER BY started_at DESC, created_at DESC LIMIT 1"
        ).fetchone()
        if row is None:
            raise UsageError("There is no job yet. Begin with: mekik crawl URL")
        return _job(row)

    def save(self, name: str, settings: Settings, *, limited: bool = False) -> Job:
        """Makes the job or gives it new settings; whether it is `limited` is said once, when it is made."""
        text = json.dumps(msgspec.to_builtins(settings), ensure_ascii=False)
        self._db.execute(
            "INSERT INTO job VALUES (?, ?, ?, 'new', '', ?, NULL, NULL, 0, 0, ?)"
            " ON CONFLICT (name) DO UPDATE SET settings = excluded.settings, owner = excluded.owner,"
            " state = CASE state WHEN 'deleted' THEN 'interrupted' ELSE state END",
            (name, settings.owner, text, time.time(), int(limited)),
        )
        job = self.get(name)
        assert job is not None
        return job

    def started(self, name: str, *, new_pass: bool) -> None:
        """Whoever else seems to run was killed: there is one engine."""
        with writing(self._db, self._path):
            self._db.execute(
                "UPDATE job SET state = 'interrupted' WHERE state IN ('running', 'paused') AND name != ?", (name,)
            )
            self._db.execute(
                "UPDATE job SET state = 'running', reason = '', started_at = ?, ended_at = NULL,"
                " pass = pass + ?, elapsed = CASE WHEN ? THEN 0 ELSE elapsed END WHERE name = ?",
                (time.time(), int(new_pass), int(new_pass), name),
            )
            self._db.execute("DELETE FROM command WHERE job = ?", (name,))

    def set_state(self, name: str, state: State, reason: str = "") -> None:
        self._db.execute("UPDATE job SET state = ?, reason = ? WHERE name = ?", (state.value, reason, name))

    def ended(self, name: str, state: State, reason: str, elapsed: float) -> None:
        self._db.execute(
            "UPDATE job SET state = ?, reason = ?, ended_at = ?, elapsed = ? WHERE name = ?",
            (state.value, reason, time.time(), elapsed, name),
        )

    def remove(self, name: str) -> None:
        """All that is known of the job; its files are another matter."""
        for table in ("command", "queue", "schedule", "removal"):
            self._db.execute(f"DELETE FROM {table} WHERE job = ?", (name,))  # noqa: S608 - ours
        self._db.execute("DELETE FROM job WHERE name = ?", (name,))

    def tell(self, name: str, command: Command, argument: str = "") -> None:
        self._db.execute(
            "INSERT INTO command (job, command, argument) VALUES (?, ?, ?)", (name, command.value, argument)
        )

    def told(self, name: str) -> list[tuple[Command, str]]:
        """What people told the job since the last look, in order."""
        rows = self._db.execute("DELETE FROM command WHERE job = ? RETURNING id, command, argument", (name,)).fetchall()
        return [(Command(command), argument) for _, command, argument in sorted(rows)]


def _job(row: tuple[Any, ...]) -> Job:
    name, owner, settings, state, *rest = row
    return Job(name, owner, build(json.loads(settings)), State(state), *rest)
