"""Watching a job: what is new about it, second by second, for pages and programs.

A stream ends with the server, with its visitor, or after some minutes; browsers then ask anew and come by the door.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import msgspec
from anyio import to_thread
from litestar.exceptions import HTTPException

from mekik.crawl.history import Point
from mekik.crawl.log import LogEntry
from mekik.frontier import FoundThing
from mekik.web.job_view import JobView, view
from mekik.web.people import Person
from mekik.web.site import Site

LONGEST = 600.0
_STEP = 1.0
_IDLE = 3.0
_LINES = 50


class Update(msgspec.Struct):
    job: JobView
    log: list[LogEntry]
    finds: list[FoundThing]
    point: Point | None
    """Of the chart."""


async def updates(site: Site, person: Person, name: str) -> AsyncIterator[Update]:
    """The first has the end of the log, the later ones what came since. Ends when the job is gone, or gone private."""
    position: int | None = None
    last_find = -1
    until = time.monotonic() + LONGEST
    while time.monotonic() < until and not site.closing.is_set():
        try:
            update, position, last_find = await to_thread.run_sync(look, site, person, name, position, last_find)
        except HTTPException:
            return
        yield update
        for _ in range(int((_STEP if update.job.state in ("running", "paused", "queued") else _IDLE) / 0.25)):
            if site.closing.is_set():
                return
            await asyncio.sleep(0.25)


def look(site: Site, person: Person, name: str, position: int | None, last_find: int) -> tuple[Update, int, int]:
    """What is new since the last look, and where the next one begins."""
    workspace = site.workspace
    shown = view(site, person, site.job(person, name))
    log, position = workspace.log_tail(name, position, _LINES)
    finds = workspace.last_finds(name, max(last_find, 0), _LINES) if shown.status.finds or last_find < 0 else []
    last_find = max([last_find, 0, *(find.id for find in finds)])
    status, counts = shown.status, shown.status.counts
    point = None
    if shown.state == "running":
        point = Point(
            round(time.time(), 1), status.pages_per_s, status.bytes_per_s, counts.completed, counts.waiting,
            counts.error,
        )  # fmt: skip
    return Update(shown, log, finds, point), position, last_find
