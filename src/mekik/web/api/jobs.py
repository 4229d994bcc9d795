"""/api/v1/jobs: make, look at, change and delete jobs."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from mekik.crawl.jobs.trial import Checked, Tried
from mekik.crawl.robots import names, robot
from mekik.settings import redacted
from mekik.settings.toml import job_file
from mekik.web.api.document import sends
from mekik.web.job_view import JobDetail, JobView, detail, views
from mekik.web.pages.base import locale_of, site_of
from mekik.web.people import crawler, person_of, reader
from mekik.web.texts import setting_help

_ROOT = "/api/v1/jobs"


class NewJob(msgspec.Struct, forbid_unknown_fields=True):
    settings: dict[str, Any]
    """By name, nested or dotted: `{"name": "news", "seeds": ["https://…"], "scope.kind": "host"}`."""
    robot: str | None = None
    """A preset that the settings go on top of."""
    run: bool = False
    """Put it into the queue at once."""


class ChangedJob(msgspec.Struct, forbid_unknown_fields=True):
    settings: dict[str, Any]


class CopiedJob(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class DeletedJob(msgspec.Struct):
    job: str
    done: bool
    """False while its pages wait for the engine to be free before they go."""


class RobotView(msgspec.Struct):
    name: str
    about: str
    settings: dict[str, Any]


@get(_ROOT, tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="listJobs")
def list_jobs(
    request: Request[Any, Any, Any],
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> list[JobView]:
    """The jobs that this person may see, oldest first."""
    site, person = site_of(request), person_of(request)
    return views(site, person, site.jobs(person)[offset : offset + limit])


@post(_ROOT, tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="createJob")
def create_job(request: Request[Any, Any, Any], data: JSONBody[NewJob]) -> JobDetail:
    """Makes a job. Some settings are an administrator's."""
    site, person = site_of(request), person_of(request)
    desk = site.workspace.desk
    job = desk.create(person.name, data.settings, robot=data.robot, trusted=person.is_administrator)
    if data.run:
        desk.run(job.name)
    return detail(site, person, job)


@get(_ROOT + "/{name:str}", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="getJob")
def get_job(request: Request[Any, Any, Any], name: FromPath[str]) -> JobDetail:
    """One job with all its settings."""
    site, person = site_of(request), person_of(request)
    return detail(site, person, site.job(person, name))


@patch(_ROOT + "/{name:str}", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="changeJob")
def change_job(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[ChangedJob]) -> JobDetail:
    """Other settings; what is not named stays. A running job takes up its order, its delay and its patterns at once,
    the rest with its next run."""
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=True)
    return detail(site, person, site.workspace.desk.edit(name, data.settings, trusted=person.is_administrator))


@delete(
    _ROOT + "/{name:str}", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="deleteJob",
    status_code=200,
)  # fmt: skip
def delete_job(request: Request[Any, Any, Any], name: FromPath[str], pages: FromQuery[bool] = False) -> DeletedJob:
    """Deletes the job. With `pages=true` all that it brought goes too, from search and archive, for good."""
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=True)
    return DeletedJob(name, site.workspace.desk.delete(name, with_pages=pages))


@post(_ROOT + "/{name:str}/copy", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="copyJob")
def copy_job(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[CopiedJob]) -> JobDetail:
    """Another job with the same settings, which is yours."""
    site, person = site_of(request), person_of(request)
    owner = site.job(person, name).owner
    job = site.workspace.desk.copy(
        name, data.name, person.name, trusted=person.is_administrator, whole=site.may_change(person, owner)
    )
    return detail(site, person, job)


@get(
    _ROOT + "/{name:str}/toml", tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="exportJob",
    opt=sends("application/toml"),
)  # fmt: skip
def export_job(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[str]:
    """The job as a job file for `mekik crawl --job`. Secrets are left out."""
    site, person = site_of(request), person_of(request)
    job = site.job(person, name)
    locale = locale_of(request)
    text = job_file(redacted(job.settings), lambda row: setting_help(locale, row))
    return Response(
        text.lstrip() + "\n", media_type="application/toml; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{job.name.replace("~", "-")}.toml"'},
    )  # fmt: skip


@post(
    "/api/v1/job-check", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="checkJob", status_code=200
)
def check_job(request: Request[Any, Any, Any], data: JSONBody[NewJob]) -> Checked:
    """Whether the seeds of a job that is yet to be made are open to us, and what the sites' sitemaps name. Asks the
    sites for robots.txt and sitemaps, within small limits."""
    site, person = site_of(request), person_of(request)
    desk = site.workspace.desk
    draft = desk.draft(person.name, data.settings, robot=data.robot, trusted=person.is_administrator)
    return site.trials.run(person.name, lambda: desk.check(draft))


@post("/api/v1/job-trial", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="tryJob", status_code=200)
def try_job(request: Request[Any, Any, Any], data: JSONBody[NewJob]) -> Tried:
    """The first 50 addresses that a job would visit. Visits ten pages at most, and keeps nothing."""
    site, person = site_of(request), person_of(request)
    desk = site.workspace.desk
    draft = desk.draft(person.name, data.settings, robot=data.robot, trusted=person.is_administrator)
    return site.trials.run(person.name, lambda: desk.try_out(draft))


@get("/api/v1/robots", tags=["jobs"], guards=[reader], sync_to_thread=False, operation_id="listRobots")
def list_robots(request: Request[Any, Any, Any]) -> list[RobotView]:
    """The kinds of crawler that a job may begin from."""
    locale = locale_of(request)
    found = [robot(name) for name in names()]
    return [RobotView(one.name, one.about.get(locale, one.about.get("en", "")), one.settings) for one in found]


HANDLERS = [
    list_jobs,
    create_job,
    get_job,
    change_job,
    delete_job,
    copy_job,
    export_job,
    check_job,
    try_job,
    list_robots,
]
