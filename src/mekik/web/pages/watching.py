"""A job's page: how it stands, live where the browser runs scripts, reloading by itself where it does not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, Template
from litestar.types import SSEData

from mekik.crawl.catalogue import Job
from mekik.crawl.history import Point
from mekik.ordering import NAMES
from mekik.web.pages.base import context, page, site_of, watcher
from mekik.web.people import person_of, reader
from mekik.web.waiting_words import in_words
from mekik.web.watch import look, updates


@get("/jobs/{name:str}", sync_to_thread=True, guards=[reader], include_in_schema=False)
def watch_page(request: Request[Any, Any, Any], name: FromPath[str]) -> Template:
    return job_page(request, site_of(request).job(person_of(request), name))


def job_page(request: Request[Any, Any, Any], job: Job, *, status: int = 200, error: str = "") -> Template:
    site, person = site_of(request), person_of(request)
    update, _, _ = look(site, person, job.name, None, -1)
    return page(
        request, "job.html", status=status, job=job.name, tab="overview", error=error, update=update, shown=update.job,
        settings=job.settings, orders=NAMES, points=_rows(site.workspace.history(job.name)),
        in_words=in_words, job_title=update.job.title,
    )  # fmt: skip


def _rows(points: list[Point]) -> str:
    """For the script that draws them."""
    return msgspec.json.encode([point.row() for point in points]).decode()


@get("/jobs/{name:str}/live", guards=[reader], include_in_schema=False)
async def live(request: Request[Any, Any, Any], name: FromPath[str]) -> ServerSentEvent:
    """Pieces of the page as they change."""
    site, person = site_of(request), person_of(request)
    site.job(person, name)
    engine = request.app.template_engine
    assert engine is not None
    around = context(request, in_words=in_words, job=name)

    def piece(template: str, **more: object) -> str:
        return str(engine.get_template(template).render(**around, **more))

    async def pieces() -> AsyncIterator[SSEData]:
        first = True
        async for update in updates(site, person, name):
            yield {"event": "state", "data": piece("job-live.html", shown=update.job)}
            if update.log and not first:
                yield {"event": "log", "data": piece("job-log-rows.html", entries=update.log)}
            if update.finds and not first:
                yield {"event": "finds", "data": piece("job-find-rows.html", finds=update.finds)}
            if update.point is not None:
                yield {"event": "point", "data": msgspec.json.encode(update.point.row()).decode()}
            first = False

    return site.streams.open(watcher(request), pieces)


HANDLERS = [watch_page, live]
