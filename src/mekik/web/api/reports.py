"""Reports of a job under /api/v1/jobs/{job}/reports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import File

from mekik.crawl.reports import Note
from mekik.errors import UsageError
from mekik.web.api.document import sends
from mekik.web.cursors import cursor_for, offset_of
from mekik.web.kept import KeptTable
from mekik.web.making import ask_and_wait, download, groups
from mekik.web.pages.base import require_job, site_of
from mekik.web.people import person_of, reader

Limit = Annotated[int, QueryParameter(ge=1, le=5_000)]
Cursor = Annotated[str, QueryParameter(description="As the answer before gave it in `next`.", max_length=100)]


class ReportNames(msgspec.Struct):
    job: str
    groups: dict[str, list[str]]


class ReportPage(msgspec.Struct, omit_defaults=True):
    """A report, or how far the making of it is."""

    report: str
    job: str
    state: str
    """waiting or running (ask again), done, failed."""
    progress: int = 0
    """Answers of the archive, or rows, that were read so far."""
    error: str = ""
    columns: tuple[str, ...] = ()
    total: int = 0
    rows: list[list[Any]] = []
    notes: list[Note] = []
    made_at: float = 0.0
    next: str = ""


@get(
    "/api/v1/jobs/{job:str}/reports", tags=["reports"], sync_to_thread=True, operation_id="listReports", guards=[reader]
)
def list_reports(request: Request[Any, Any, Any], job: FromPath[str]) -> ReportNames:
    """The names of the reports that there are, in groups."""
    return ReportNames(require_job(request, job), groups())


@get(
    "/api/v1/jobs/{job:str}/reports/{report:str}", tags=["reports"], sync_to_thread=True, operation_id="getReport",
    guards=[reader], opt=sends(later=True),
)  # fmt: skip
def get_report(
    request: Request[Any, Any, Any],
    job: FromPath[str],
    report: FromPath[str],
    limit: Limit = 100,
    cursor: Cursor = "",
    anew: FromQuery[bool] = False,
) -> Response[ReportPage]:
    """Rows of a report. One that takes long is made in the background: the answer is 202 until it is there. A report
    is kept for half an hour; `anew` has it made again."""
    site, person = site_of(request), person_of(request)
    require_job(request, job)
    question = f"report {job} {report}"
    offset = offset_of(site, person, question, cursor)
    task = ask_and_wait(site, person, job, report, anew=anew)
    answer = ReportPage(report=report, job=job, state=task.state, progress=task.progress, error=task.error)
    kept = task.result
    if isinstance(kept, KeptTable):
        answer.columns, answer.total, answer.notes, answer.made_at = kept.columns, kept.total, kept.notes, kept.made_at
        answer.rows = list(kept.rows(offset, limit))
        if offset + limit < kept.count:
            answer.next = cursor_for(site, person, question, offset + limit)
    if task.error:
        raise UsageError(task.error)
    return Response(answer, status_code=200 if task.ended_at is not None else 202)


@get(
    "/api/v1/jobs/{job:str}/reports/{report:str}/export", tags=["reports"], sync_to_thread=True,
    operation_id="exportReport", guards=[reader],
    opt=sends("text/csv", "application/jsonl", "application/vnd.apache.parquet"),
)  # fmt: skip
def export_report(
    request: Request[Any, Any, Any],
    job: FromPath[str],
    report: FromPath[str],
    format: FromQuery[Literal["csv", "jsonl", "parquet"]] = "csv",
) -> File:
    """The whole table as a file. 409 while the report is being made."""
    require_job(request, job)
    task = ask_and_wait(site_of(request), person_of(request), job, report)
    if task.error:
        raise UsageError(task.error)
    if not isinstance(task.result, KeptTable):
        raise ClientException("This report is being made. Ask again in a moment.", status_code=409)
    return download(task.result, format)


HANDLERS = [list_reports, get_report, export_report]
