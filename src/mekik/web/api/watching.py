"""/api/v1/jobs/{name}/events: a running job as server-sent events; its history as JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.types import SSEData

from mekik.crawl.history import Point
from mekik.web.pages.base import site_of, watcher
from mekik.web.people import person_of, reader
from mekik.web.watch import updates

_JOB = "/api/v1/jobs/{name:str}"


@get(_JOB + "/events", tags=["jobs"], guards=[reader], operation_id="watchJob")
async def watch_job(request: Request[Any, Any, Any], name: FromPath[str]) -> ServerSentEvent:
    """Server-sent events: `status` every second, `log` and `find` for each that is new. Ends after ten minutes."""
    site, person = site_of(request), person_of(request)
    site.job(person, name)

    async def events() -> AsyncIterator[SSEData]:
        async for update in updates(site, person, name):
            yield {"event": "status", "data": msgspec.json.encode(update.job).decode()}
            for entry in update.log:
                yield {"event": "log", "data": msgspec.json.encode(entry).decode()}
            for find in update.finds:
                yield {"event": "find", "data": msgspec.json.encode(find).decode()}

    return site.streams.open(watcher(request), events)


@get(_JOB + "/history", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getJobHistory")
def job_history(request: Request[Any, Any, Any], name: FromPath[str]) -> list[Point]:
    """How it went over time: moment, pages/s, bytes/s, done, waiting, errors; 600 points at most."""
    site = site_of(request)
    return site.workspace.history(site.job(person_of(request), name).name)


HANDLERS = [watch_job, job_history]
