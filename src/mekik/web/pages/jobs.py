"""The list of jobs, and what one may do with a job: run, pause, stop, copy, schedule, change while it runs, delete."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import PermissionDeniedException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from mekik.errors import Conflict, UsageError
from mekik.settings import FetchSettings
from mekik.web.job_view import view, views
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import Person, crawler, person_of, reader
from mekik.web.site import Site
from mekik.web.texts import sayer

_Form = Body(media_type=RequestEncodingType.URL_ENCODED)


class Act(msgspec.Struct):
    """What a button or a small form of a job's page asks for."""

    do: str
    order: str = ""
    delay: str = ""
    pattern: str = ""
    expression: str = ""
    zone: str = "UTC"
    title: str = ""
    pages: str = "stay"
    next: str = ""


@get("/jobs", sync_to_thread=True, guards=[reader], include_in_schema=False)
def job_list(request: Request[Any, Any, Any]) -> Template:
    site, person = site_of(request), person_of(request)
    shown = views(site, person, site.jobs(person))
    running = [job for job in shown if job.place is not None]
    engine = site.engine.state() if site.engine is not None else None
    offers_demo = site.demo is not None and person.is_administrator and not site.workspace.desk.jobs()
    quota = site.workspace.desk.quota(person.name) if person.known else None
    return page(
        request, "jobs.html", jobs=sorted(shown, key=lambda job: -(job.started_at or job.created_at)),
        queue=sorted(running, key=lambda job: job.place or 0), engine=engine, offers_demo=offers_demo, quota=quota,
        hidden=len(site.workspace.desk.queue()) - len(running),
    )  # fmt: skip


@post("/demo-crawl", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def demo_crawl(request: Request[Any, Any, Any]) -> Redirect:
    """Serves the demo web on loopback and crawls it: the administrator's click allows that one network."""
    site, person = site_of(request), person_of(request)
    if site.demo is None or not person.is_administrator:
        raise PermissionDeniedException("Only an administrator may do this.")
    desk = site.workspace.desk
    settings = {
        "name": "Demo", "seeds": list(site.demo()), "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.1,
        "frontier.retry_delay": 0.3, "capture.emails": True, "capture.phones": True,
        "fetch.types": [*FetchSettings().types, "image"],
    }  # fmt: skip
    mine = [job for job in desk.jobs() if job.owner == person.name and job.settings.name == "Demo"]
    job = mine[0] if mine else desk.create(person.name, settings, trusted=True)
    desk.run(job.name)
    return Redirect(f"/jobs/{job.name}", status_code=303)


@post("/jobs/{name:str}/act", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def act(request: Request[Any, Any, Any], name: FromPath[str], data: Annotated[Act, _Form]) -> Redirect | Template:
    site, person = site_of(request), person_of(request)
    site.job(person, name, change=data.do != "copy")
    target = "/jobs" if data.next == "/jobs" else f"/jobs/{name}"
    try:
        target = _do(site, person, name, data) or target
    except UsageError as error:
        from mekik.web.pages.watching import job_page

        status = 409 if isinstance(error, Conflict) else 400
        return job_page(request, site.job(person, name), status=status, error=str(error))
    return Redirect(target, status_code=303)


def _do(site: Site, person: Person, name: str, data: Act) -> str | None:
    """Where to go on, if not to the job's page."""
    desk, trusted = site.workspace.desk, person.is_administrator
    if data.do == "run":
        desk.run(name)
    elif data.do == "accept":
        site.workspace.accept_gone(name)
        desk.run(name)
    elif data.do == "pause":
        desk.pause(name)
    elif data.do in ("stop", "abort"):
        desk.stop(name, at_once=data.do == "abort")
    elif data.do in ("up", "down"):
        owner = None if trusted else site.job(person, name).owner
        desk.move(name, -1 if data.do == "up" else 1, owner=owner)
        return "/jobs"
    elif data.do == "order":
        desk.edit(name, {"order": data.order}, trusted=trusted)
    elif data.do == "delay":
        desk.edit(name, {"frontier.delay": data.delay.strip().replace(",", ".")}, trusted=trusted)
    elif data.do == "exclude" and data.pattern.strip():
        desk.exclude(name, data.pattern.strip(), trusted=trusted)
    elif data.do == "schedule":
        desk.set_schedule(name, data.expression, data.zone.strip() or "UTC")
    elif data.do == "copy":
        owner = site.job(person, name).owner
        made = desk.copy(name, data.title, person.name, trusted=trusted, whole=site.may_change(person, owner))
        return f"/jobs/{made.name}/settings"
    elif data.do == "delete":
        desk.delete(name, with_pages=data.pages == "go")
        return "/jobs"
    else:
        raise UsageError("Nothing was asked for.")
    return None


@get("/jobs/{name:str}/delete", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def ask_before_deleting(request: Request[Any, Any, Any], name: FromPath[str]) -> Template:
    site, person = site_of(request), person_of(request)
    job = site.job(person, name, change=True)
    shown = view(site, person, job)
    return page(
        request, "job-delete.html", job=name, tab="settings", shown=shown,
        title=sayer(locale_of(request))("jobs.delete_title", title=shown.title),
    )  # fmt: skip


HANDLERS = [job_list, demo_crawl, act, ask_before_deleting]
