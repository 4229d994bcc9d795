"""What is known: status of all jobs, everything about an address, archived copies, traps, forms and finds."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from mekik.crawl.copies import NoCopy
from mekik.crawl.copy_text import MOST, CopyText
from mekik.crawl.form_report import FormAnswer
from mekik.crawl.progress import Snapshot
from mekik.crawl.report import Report
from mekik.crawl.traps import Trap
from mekik.crawl.why import Why
from mekik.frontier import FoundThing
from mekik.page import Exchange
from mekik.web.pages.base import site_of
from mekik.web.people import crawler, person_of, reader

_JOB = "/api/v1/jobs/{name:str}"
Url = Annotated[str, QueryParameter(name="url", description="The address.", min_length=1, max_length=4096)]
At = Annotated[
    str, QueryParameter(name="at", description="The copy nearest to this time, 4 to 14 digits.",
                        pattern=r"^([0-9]{4,14})?$")
]  # fmt: skip


class ArchivedAnswer(msgspec.Struct):
    """What a server once answered. What it wanted browsers to keep (Set-Cookie) is left out."""

    url: str
    outcome: str
    reason: str
    started_at: float
    elapsed: float
    status: int
    protocol: str
    headers: dict[str, str]
    truncated: str | None
    body: bytes
    """Unpacked; base64 in JSON."""


class Finds(msgspec.Struct):
    finds: list[FoundThing]
    next: str | None
    """For `cursor`, when there may be more."""


class Lift(msgspec.Struct, forbid_unknown_fields=True):
    pattern: Annotated[str, Meta(min_length=1, max_length=4000)]
    """As the list of traps has it, or `all`."""


def visible(request: Request[Any, Any, Any], name: str) -> str:
    """The name of a job that the person may see. One that they may not see is not there."""
    if name not in site_of(request).jobs_of(person_of(request)):
        raise NotFoundException("There is no such job.")
    return name


@get("/api/v1/status", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getStatus")
def status(request: Request[Any, Any, Any]) -> list[Snapshot]:
    """The state of every job that this person may see, oldest first."""
    site = site_of(request)
    seen = site.jobs_of(person_of(request))
    return [snapshot for snapshot in site.workspace.status() if snapshot.job in seen]


@get(_JOB + "/summary", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getSummary")
def summary(request: Request[Any, Any, Any], name: FromPath[str]) -> Report:
    """What the job did, in counts: outcomes, codes, types, languages, depths, hosts."""
    reports = site_of(request).workspace.report(visible(request, name))
    if not reports:
        raise NotFoundException("The job has not run yet.")
    return reports[0]


@get("/api/v1/why", tags=["addresses"], guards=[reader], sync_to_thread=True, operation_id="why")
def why(request: Request[Any, Any, Any], url: Url, job: FromQuery[str | None] = None) -> Why:
    """Everything that is known about an address: what became of it and why, who named it, its copies."""
    site = site_of(request)
    return site.workspace.why(url, visible(request, job) if job else None, among=site.jobs_of(person_of(request)))


@get("/api/v1/archived", tags=["addresses"], guards=[reader], sync_to_thread=True, operation_id="readArchived")
def archived(
    request: Request[Any, Any, Any],
    url: Url,
    at: At = "",
    offset: Annotated[int, QueryParameter(ge=0, le=100_000_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = MOST,
) -> CopyText:
    """What an archived copy says, as plain text."""
    site = site_of(request)
    try:
        return site.text(person_of(request), url, at, offset, limit)
    except NoCopy as error:
        raise NotFoundException(str(error)) from None


@get("/api/v1/archived/answer", tags=["addresses"], guards=[reader], sync_to_thread=True, operation_id="getArchived")
def answer(request: Request[Any, Any, Any], url: Url, at: At = "") -> ArchivedAnswer:
    """An archived copy as the server sent it, its body unpacked."""
    site = site_of(request)
    try:
        exchange = site.copies(person_of(request)).open(url, at).exchange
    except NoCopy as error:
        raise NotFoundException(str(error)) from None
    return _shown(exchange)


def _shown(exchange: Exchange) -> ArchivedAnswer:
    headers = {name: value for name, value in exchange.headers.items() if not name.startswith("set-cookie")}
    return ArchivedAnswer(
        url=exchange.url, outcome=exchange.outcome.label, reason=exchange.reason, started_at=exchange.started_at,
        elapsed=exchange.elapsed, status=exchange.status, protocol=exchange.protocol, headers=headers,
        truncated=exchange.truncated, body=exchange.body,
    )  # fmt: skip


@get(_JOB + "/traps", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="listTraps")
def traps(request: Request[Any, Any, Any], name: FromPath[str]) -> list[Trap]:
    """Patterns of addresses that were set aside because they bring nothing new."""
    return site_of(request).workspace.traps(visible(request, name)).get(name, [])


@post(_JOB + "/traps/lift", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="liftTrap",
      status_code=200)  # fmt: skip
def lift_trap(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Lift]) -> dict[str, int]:
    """What a pattern set aside waits again. How many addresses, by pattern."""
    site, person = site_of(request), person_of(request)
    if not site.may_change(person, site.workspace.owners()[visible(request, name)]):
        raise PermissionDeniedException("This job is not yours.")
    return site.workspace.lift_trap(data.pattern, name)


@get(_JOB + "/forms", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="listForms")
def forms(request: Request[Any, Any, Any], name: FromPath[str]) -> list[FormAnswer]:
    """The forms that the job met, and what asking them brought."""
    return site_of(request).workspace.forms(visible(request, name)).get(name, [])


@get(_JOB + "/finds", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="listFinds")
def finds(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    kind: FromQuery[str | None] = None,
    cursor: Annotated[str, QueryParameter(pattern=r"^[0-9]{0,18}$", description="`next` of the answer before.")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 1000,
    last: Annotated[bool, QueryParameter(description="The last ones instead of the first.")] = False,
) -> Finds:
    """What was picked out of the job's pages (e-mail addresses, patterns …), oldest first."""
    workspace = site_of(request).workspace
    if last:
        return Finds(list(workspace.finds(visible(request, name), kind=kind, limit=limit)), None)
    found = workspace.finds_after(int(cursor or 0), visible(request, name), kind=kind, limit=limit)
    return Finds(found, str(found[-1].id) if len(found) == limit else None)


HANDLERS = [status, summary, why, archived, answer, traps, lift_trap, forms, finds]
