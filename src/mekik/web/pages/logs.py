"""The log of a job: each fetch, filtered, followed, downloaded. And what was picked out of its pages."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from litestar import Request, get
from litestar.background_tasks import BackgroundTask
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import File, ServerSentEvent, Stream, Template

from mekik.crawl.log_pages import OUTCOMES, Wanted, read_page
from mekik.web import logs
from mekik.web.making import FORMATS
from mekik.web.pages.base import page, require_job, site_of, title_of
from mekik.web.people import reader

PER_PAGE = 100
Outcome = Annotated[str, QueryParameter(name="outcome", max_length=40, pattern="^[a-z_0-9]*$")]
Code = Annotated[str, QueryParameter(name="code", pattern="^[0-9]{0,3}$")]
Text = Annotated[str, QueryParameter(name="text", max_length=500)]
Before = Annotated[int | None, QueryParameter(name="before", ge=0, le=1 << 50)]
_LOG = "/jobs/{name:str}/log"
_PAGE: dict[str, Any] = {"guards": [reader], "include_in_schema": False}


@get(_LOG, sync_to_thread=True, **_PAGE)
def log_page(
    request: Request[Any, Any, Any], name: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = "",
    before: Before = None,
) -> Template:  # fmt: skip
    job = require_job(request, name)
    shown = read_page(site_of(request).workspace.log_path(job), Wanted(outcome, code, text), PER_PAGE, before)
    given = {"outcome": outcome, "code": code, "text": text}
    chosen = {key: value for key, value in given.items() if value}
    return page(
        request,
        "log.html",
        job=job,
        tab="log",
        job_title=title_of(request, job),
        shown=shown,
        chosen=chosen,
        outcomes=OUTCOMES,
        before=before,
    )


@get(_LOG + "/follow", sync_to_thread=True, **_PAGE)
def follow(
    request: Request[Any, Any, Any], name: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = ""
) -> ServerSentEvent:
    job = require_job(request, name)
    return logs.follow(site_of(request).workspace.log_path(job), Wanted(outcome, code, text))


@get(_LOG + "/download", sync_to_thread=True, **_PAGE)
def download(
    request: Request[Any, Any, Any], name: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = "",
    format: FromQuery[Literal["jsonl", "csv"]] = "jsonl",
) -> Stream:  # fmt: skip
    job = require_job(request, name)
    return logs.download(site_of(request).workspace.log_path(job), Wanted(outcome, code, text), job, format)


@get("/jobs/{name:str}/finds", sync_to_thread=True, **_PAGE)
def find_page(
    request: Request[Any, Any, Any], name: FromPath[str],
    kind: Annotated[str, QueryParameter(max_length=100)] = "",
    after: Annotated[int, QueryParameter(ge=0, le=1 << 60)] = 0,
) -> Template:  # fmt: skip
    job = require_job(request, name)
    workspace = site_of(request).workspace
    found = workspace.finds_after(after, job, kind=kind or None, limit=PER_PAGE + 1)
    return page(
        request, "finds.html", job=job, tab="finds",
        job_title=title_of(request, job), finds=found[:PER_PAGE], kinds=workspace.find_kinds(job), kind=kind,
        formats=FORMATS,
        next=found[PER_PAGE - 1].id if len(found) > PER_PAGE else None,
    )  # fmt: skip


@get("/jobs/{name:str}/finds/export", sync_to_thread=True, **_PAGE)
def find_file(
    request: Request[Any, Any, Any], name: FromPath[str], format: FromQuery[Literal["csv", "jsonl", "parquet"]] = "csv"
) -> File:
    job = require_job(request, name)
    folder = TemporaryDirectory(prefix="mekik-export-")
    target = Path(folder.name) / f"{job}-finds.{format}"
    site_of(request).workspace.export("finds", target, job, format)
    return File(target, filename=target.name, background=BackgroundTask(_clean, folder))


async def _clean(folder: TemporaryDirectory[str]) -> None:
    folder.cleanup()


HANDLERS = [log_page, follow, download, find_page, find_file]
