"""/api/v1/jobs/…: run, pause, resume, stop, abort; the queue, schedules and quotas."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mekik.crawl.jobs.keeper import EngineState
from mekik.crawl.jobs.quotas import EVERYBODY, Quota, Usage
from mekik.crawl.jobs.schedules import Schedule
from mekik.crawl.progress import Snapshot
from mekik.errors import UsageError
from mekik.web.job_view import JobView, view, views
from mekik.web.pages.base import site_of
from mekik.web.people import administrator, crawler, member, person_of, reader

_JOB = "/api/v1/jobs/{name:str}"


class RunWish(msgspec.Struct, forbid_unknown_fields=True):
    first: bool = False
    """At the head of the queue rather than at its end; for administrators."""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    by: Annotated[int, Meta(ge=-1000, le=1000)]
    """Places; less than 0 is up."""


class Exclusion(msgspec.Struct, forbid_unknown_fields=True):
    pattern: Annotated[str, Meta(min_length=1, max_length=1000)]


class Timetable(msgspec.Struct, forbid_unknown_fields=True):
    expression: Annotated[str, Meta(max_length=200)]
    """`every 6 hours`, `@daily` or five fields of cron; empty ends it."""
    zone: Annotated[str, Meta(max_length=60)] = "UTC"


class TimetableAnswer(msgspec.Struct):
    schedule: Schedule | None


class QueueView(msgspec.Struct):
    jobs: list[JobView]
    """Those that the person may see, in the order in which they run."""
    hidden: int
    """How many others are in the queue."""
    engine: EngineState | None


class QuotaView(msgspec.Struct):
    owner: str
    quota: Quota
    usage: Usage


def _acts(request: Request[Any, Any, Any], name: str, act: str) -> JobView:
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=True)
    desk = site.workspace.desk
    if act == "run":
        desk.run(name)
    elif act == "pause":
        desk.pause(name)
    else:
        desk.stop(name, at_once=act == "abort")
    return view(site, person, site.job(person, name))


@post(_JOB + "/run", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="runJob", status_code=200)
def run_job(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[RunWish | None] = None) -> JobView:
    """Into the queue. One that had finished is crawled anew, one that was stopped or paused goes on."""
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=True)
    site.workspace.desk.run(name, first=data is not None and data.first and person.is_administrator)
    return view(site, person, site.job(person, name))


@post(_JOB + "/pause", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="pauseJob", status_code=200)
def pause_job(request: Request[Any, Any, Any], name: FromPath[str]) -> JobView:
    """Hands out nothing more until it is resumed; other jobs may run meanwhile."""
    return _acts(request, name, "pause")


@post(_JOB + "/resume", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="resumeJob", status_code=200)
def resume_job(request: Request[Any, Any, Any], name: FromPath[str]) -> JobView:
    """Goes on with a job that was paused or stopped."""
    return _acts(request, name, "run")


@post(_JOB + "/stop", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="stopJob", status_code=200)
def stop_job(request: Request[Any, Any, Any], name: FromPath[str]) -> JobView:
    """Finishes what is in flight and ends; `run` goes on with it."""
    return _acts(request, name, "stop")


@post(_JOB + "/abort", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="abortJob", status_code=200)
def abort_job(request: Request[Any, Any, Any], name: FromPath[str]) -> JobView:
    """Ends at once; what was in flight is fetched again when it goes on."""
    return _acts(request, name, "abort")


@post(_JOB + "/exclude", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="excludeFromJob",
      status_code=200)  # fmt: skip
def exclude(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Exclusion]) -> JobView:
    """Leaves alone addresses that match one more regular expression (RE2), also those that wait."""
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=True)
    return view(site, person, site.workspace.desk.exclude(name, data.pattern, trusted=person.is_administrator))


@get(_JOB + "/status", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getJobStatus")
def job_status(request: Request[Any, Any, Any], name: FromPath[str]) -> Snapshot:
    """What the crawl tells about itself now."""
    site = site_of(request)
    return site.workspace.status(site.job(person_of(request), name).name)[0]


@get(_JOB + "/schedule", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getSchedule")
def get_schedule(request: Request[Any, Any, Any], name: FromPath[str]) -> TimetableAnswer:
    """When the job runs by itself, if it does."""
    site = site_of(request)
    return TimetableAnswer(site.workspace.desk.schedule(site.job(person_of(request), name).name))


@put(_JOB + "/schedule", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="setSchedule")
def set_schedule(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Timetable]) -> TimetableAnswer:
    """When the job runs by itself. Runs that were missed are made up for by one."""
    site = site_of(request)
    site.job(person_of(request), name, change=True)
    return TimetableAnswer(site.workspace.desk.set_schedule(name, data.expression, data.zone))


@get("/api/v1/queue", tags=["jobs"], guards=[member], sync_to_thread=True, operation_id="getQueue")
def get_queue(request: Request[Any, Any, Any]) -> QueueView:
    """What runs, and what runs next."""
    return _queue(request)


def _queue(request: Request[Any, Any, Any]) -> QueueView:
    site, person = site_of(request), person_of(request)
    queued = [entry.job for entry in site.workspace.desk.queue()]
    seen = {job.name: job for job in site.jobs(person)}
    shown = [seen[name] for name in queued if name in seen]
    engine = site.engine.state() if site.engine is not None else None
    return QueueView(views(site, person, shown), len(queued) - len(shown), engine)


@post(_JOB + "/move", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="moveJob", status_code=200)
def move_job(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Move]) -> QueueView:
    """Up or down in the queue; members move their jobs among the places that they have."""
    site, person = site_of(request), person_of(request)
    job = site.job(person, name, change=True)
    site.workspace.desk.move(name, data.by, owner=None if person.is_administrator else job.owner)
    return _queue(request)


@get("/api/v1/quota", tags=["jobs"], guards=[member], sync_to_thread=True, operation_id="getQuota")
def get_quota(request: Request[Any, Any, Any]) -> QuotaView:
    """How much you may crawl, and how much of it you have."""
    name = person_of(request).name
    return QuotaView(name, *site_of(request).workspace.desk.quota(name))


@get("/api/v1/quotas", tags=["admin"], guards=[administrator], sync_to_thread=True, operation_id="listQuotas")
def list_quotas(request: Request[Any, Any, Any]) -> list[QuotaView]:
    """Of every member; one without a name is for all who have none of their own."""
    site = site_of(request)
    desk = site.workspace.desk
    owners = [EVERYBODY, *(user.name for user in site.accounts.users())]
    return [QuotaView(owner, *desk.quota(owner)) for owner in owners]


@put("/api/v1/quotas", tags=["admin"], guards=[administrator], sync_to_thread=True, operation_id="setQuota")
def set_everybodys_quota(request: Request[Any, Any, Any], data: JSONBody[Quota]) -> Quota:
    """For all members who have none of their own."""
    site_of(request).workspace.desk.set_quota(EVERYBODY, data)
    return data


@put("/api/v1/quotas/{owner:str}", tags=["admin"], guards=[administrator], sync_to_thread=True,
     operation_id="setQuotaOf")  # fmt: skip
def set_quota(request: Request[Any, Any, Any], owner: FromPath[str], data: JSONBody[Quota]) -> Quota:
    """For one member."""
    _require_user(request, owner)
    site_of(request).workspace.desk.set_quota(owner, data)
    return data


@delete("/api/v1/quotas/{owner:str}", tags=["admin"], guards=[administrator], sync_to_thread=True,
        operation_id="clearQuotaOf")  # fmt: skip
def clear_quota(request: Request[Any, Any, Any], owner: FromPath[str]) -> None:
    """The member has what everybody has again."""
    _require_user(request, owner)
    site_of(request).workspace.desk.set_quota(owner, None)


def _require_user(request: Request[Any, Any, Any], name: str) -> None:
    try:
        site_of(request).accounts.require(name)
    except UsageError as error:
        raise NotFoundException(str(error)) from None


HANDLERS = [
    run_job, pause_job, resume_job, stop_job, abort_job, exclude, job_status, get_schedule, set_schedule, get_queue,
    move_job, get_quota, list_quotas, set_everybodys_quota, set_quota, clear_quota,
]  # fmt: skip
