"""Archived versions of an address, what changed between two, its links; and the log of a job."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import ServerSentEvent, Stream

from mekik.crawl.copies import OutLink, Version
from mekik.crawl.log import LogEntry
from mekik.crawl.log_pages import Wanted, read_page
from mekik.crawl.text_diff import Difference
from mekik.errors import UsageError
from mekik.web import logs
from mekik.web.about import ask_links_to, changed, links_out
from mekik.web.api.document import sends
from mekik.web.api.reports import Cursor, Limit, ReportPage
from mekik.web.cursors import cursor_for, offset_of
from mekik.web.kept import KeptTable
from mekik.web.making import PATIENCE
from mekik.web.pages.base import require_job, site_of
from mekik.web.people import person_of, reader
from mekik.web.tasks import wait_for

Url = Annotated[str, QueryParameter(name="url", description="The address.", min_length=1, max_length=8192)]
_WHEN = "Nearest to this time, 4 to 14 digits."
From = Annotated[str, QueryParameter(name="from", description=_WHEN, pattern=r"^[0-9]{4,14}$")]
To = Annotated[str, QueryParameter(name="to", description=_WHEN, pattern=r"^[0-9]{4,14}$")]
Outcome = Annotated[str, QueryParameter(name="outcome", max_length=40, pattern="^[a-z_0-9]*$",
                                        description="One outcome, or `errors`.")]  # fmt: skip
Code = Annotated[str, QueryParameter(name="code", pattern="^[0-9]{0,3}$", description="First digits of the code.")]
Text = Annotated[str, QueryParameter(name="text", max_length=500, description="Part of the address.")]
_ADDRESSES: dict[str, Any] = {"tags": ["addresses"], "guards": [reader], "sync_to_thread": True}
_LOGS: dict[str, Any] = {"tags": ["logs"], "guards": [reader], "sync_to_thread": True}


class LinksOut(msgspec.Struct):
    links: list[OutLink]
    total: int
    """More than `links` where those are only the first."""


class Entries(msgspec.Struct, omit_defaults=True):
    entries: list[LogEntry]
    """Newest first."""
    next: str = ""


@get("/api/v1/archived/versions", operation_id="listVersions", **_ADDRESSES)
def versions(request: Request[Any, Any, Any], url: Url) -> list[Version]:
    """Every archived answer of the address that this person may see, oldest first."""
    return site_of(request).copies(person_of(request)).versions(url)


@get("/api/v1/archived/difference", operation_id="compareVersions", **_ADDRESSES)
def compare(request: Request[Any, Any, Any], url: Url, old: From, new: To) -> Difference:
    """What changed in the text between two archived versions."""
    return changed(site_of(request), person_of(request), url, old, new)


@get("/api/v1/archived/links", operation_id="listLinks", **_ADDRESSES)
def links(request: Request[Any, Any, Any], url: Url) -> LinksOut:
    """The links of the newest archived page."""
    return LinksOut(*links_out(site_of(request), person_of(request), url))


@get("/api/v1/jobs/{job:str}/links-to", operation_id="listLinksTo", opt=sends(later=True), **_ADDRESSES)
def links_to(
    request: Request[Any, Any, Any], job: FromPath[str], url: Url, limit: Limit = 100, cursor: Cursor = ""
) -> Response[ReportPage]:
    """The pages of a job that link to the address. The archive is read for it: the answer is 202 until that is done."""
    site, person = site_of(request), person_of(request)
    question = f"links-to {require_job(request, job)} {url}"
    offset = offset_of(site, person, question, cursor)
    task = ask_links_to(site, person, job, url)
    wait_for(task, PATIENCE)
    if task.error:
        raise UsageError(task.error)
    answer = ReportPage(report="links-to", job=job, state=task.state, progress=task.progress)
    if isinstance(task.result, KeptTable):
        answer.columns, answer.total, answer.made_at = task.result.columns, task.result.total, task.result.made_at
        answer.rows = list(task.result.rows(offset, limit))
        if offset + limit < task.result.count:
            answer.next = cursor_for(site, person, question, offset + limit)
    return Response(answer, status_code=200 if task.ended_at is not None else 202)


@get("/api/v1/jobs/{job:str}/log", operation_id="readLog", **_LOGS)
def log(
    request: Request[Any, Any, Any], job: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = "",
    limit: Limit = 100, cursor: Cursor = "",
) -> Entries:  # fmt: skip
    """Each fetch and each refusal at the door, newest first."""
    site, person = site_of(request), person_of(request)
    question = f"log {require_job(request, job)} {outcome} {code} {text}"
    before = offset_of(site, person, question, cursor) if cursor else None
    found = read_page(site.workspace.log_path(job), Wanted(outcome, code, text), limit, before)
    return Entries(found.entries, cursor_for(site, person, question, found.older) if found.older is not None else "")


@get("/api/v1/jobs/{job:str}/log/follow", operation_id="followLog", **_LOGS)
def follow(
    request: Request[Any, Any, Any], job: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = ""
) -> ServerSentEvent:
    """New entries as server-sent events: each `log` event is a JSON array."""
    return logs.follow(site_of(request).workspace.log_path(require_job(request, job)), Wanted(outcome, code, text))


@get(
    "/api/v1/jobs/{job:str}/log/download", operation_id="downloadLog", opt=sends("application/jsonl", "text/csv"),
    **_LOGS,
)  # fmt: skip
def download(
    request: Request[Any, Any, Any], job: FromPath[str], outcome: Outcome = "", code: Code = "", text: Text = "",
    format: FromQuery[Literal["jsonl", "csv"]] = "jsonl",
) -> Stream:  # fmt: skip
    """The whole log, oldest first."""
    path = site_of(request).workspace.log_path(require_job(request, job))
    return logs.download(path, Wanted(outcome, code, text), job, format)


HANDLERS = [versions, compare, links, links_to, log, follow, download]
