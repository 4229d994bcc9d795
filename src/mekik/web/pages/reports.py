"""Reports of a job: what there is, one of them with its picture and its table, and as a file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import File, Redirect, Template

from mekik.web.kept import KeptTable
from mekik.web.making import FORMATS, READS_ARCHIVE, ask_and_wait, download, groups, task_facts
from mekik.web.pages.base import locale_of, page, require_job, site_of, title_of
from mekik.web.people import person_of, reader
from mekik.web.pictures import picture
from mekik.web.texts import sayer

PER_PAGE = 100
Format = FromQuery[Literal["csv", "jsonl", "parquet"]]
PageNumber = Annotated[int, QueryParameter(name="page", ge=1, le=20_000)]

NUMBERS = frozenset(
    {
        "hops", "ms", "pages", "documents", "addresses", "waiting", "errors", "hosts", "times", "depth", "found",
        "visited", "attempts", "visits", "new", "set_aside", "place", "found_place", "score", "share", "path_share",
        "query_share", "time_score", "likeness", "x", "y", "z", "changes",
    }
)  # fmt: skip
SIZES = frozenset({"bytes", "from", "below"})
MOMENTS = frozenset({"last_visit", "visited_at", "since", "next_visit"})
DAYS = frozenset({"changes_within", "interval", "expected_age", "measured_age"})
"""Seconds that are shown as days."""
SHARES = frozenset({"expected_freshness", "measured_freshness"})
ADDRESSES = frozenset({"url", "page", "target", "found_on", "duplicate_of", "sitemap", "ends_at"})


@get("/jobs/{name:str}/reports", sync_to_thread=True, guards=[reader], include_in_schema=False)
def report_list(request: Request[Any, Any, Any], name: FromPath[str]) -> Template:
    job = require_job(request, name)
    return page(request, "reports.html", job=job, tab="reports",
    job_title=title_of(request, job), groups=groups(), reads_archive=READS_ARCHIVE,
                snapshot=site_of(request).workspace.status(job)[0])  # fmt: skip


@get("/jobs/{name:str}/reports/{report:str}", sync_to_thread=True, guards=[reader], include_in_schema=False)
def one_report(
    request: Request[Any, Any, Any], name: FromPath[str], report: FromPath[str], page_number: PageNumber = 1
) -> Template:
    job = require_job(request, name)
    task = ask_and_wait(site_of(request), person_of(request), job, report)
    kept = task.result if isinstance(task.result, KeptTable) else None
    say = sayer(locale_of(request))
    rows = list(kept.rows((page_number - 1) * PER_PAGE, PER_PAGE)) if kept else []
    return page(
        request, "report.html", status=200 if task.ended_at else 202, job=job, tab="reports",
        job_title=title_of(request, job), report=report, kept=kept,
        task=task_facts(task), rows=rows, number=page_number, per_page=PER_PAGE, formats=FORMATS,
        picture=picture(kept, say) if kept else "", numbers=NUMBERS, sizes=SIZES, moments=MOMENTS, links=ADDRESSES,
        days=DAYS, shares=SHARES,
    )  # fmt: skip


@post("/jobs/{name:str}/reports/{report:str}", sync_to_thread=True, guards=[reader], include_in_schema=False)
def report_anew(request: Request[Any, Any, Any], name: FromPath[str], report: FromPath[str]) -> Redirect:
    job = require_job(request, name)
    ask_and_wait(site_of(request), person_of(request), job, report, anew=True)
    return Redirect(f"/jobs/{job}/reports/{report}", status_code=303)


@get("/jobs/{name:str}/reports/{report:str}/export", sync_to_thread=True, guards=[reader], include_in_schema=False)
def report_file(
    request: Request[Any, Any, Any], name: FromPath[str], report: FromPath[str], format: Format = "csv"
) -> File | Redirect:
    job = require_job(request, name)
    task = ask_and_wait(site_of(request), person_of(request), job, report)
    if not isinstance(task.result, KeptTable):
        return Redirect(f"/jobs/{job}/reports/{report}", status_code=303)
    return download(task.result, format)


HANDLERS = [report_list, one_report, report_anew, report_file]
