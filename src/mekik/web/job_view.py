"""A job as people and programs see it: one shape for the list, the page and the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from mekik.crawl.catalogue import Job
from mekik.crawl.jobs.desk import title_of
from mekik.crawl.jobs.queue import Queued
from mekik.crawl.jobs.schedules import Schedule
from mekik.crawl.progress import Snapshot
from mekik.settings import redacted
from mekik.web.people import Person
from mekik.web.site import Site

STATES = ("new", "queued", "running", "paused", "interrupted", "finished", "failed")


class JobView(msgspec.Struct):
    name: str
    """What the API and the command line call it."""
    title: str
    """What its owner calls it."""
    owner: str
    state: str
    """new, queued, running, paused, interrupted, finished or failed"""
    reason: str
    """Why it ended or waits."""
    created_at: float
    started_at: float | None
    ended_at: float | None
    elapsed: float
    """Seconds over all runs of this pass."""
    passes: int
    place: int | None
    """In the queue, from 1 on; None for one that is not there."""
    schedule: Schedule | None
    may_change: bool
    status: Snapshot


class JobDetail(msgspec.Struct):
    job: JobView
    settings: dict[str, Any]
    """All of them; secrets are replaced by a word."""


def view(site: Site, person: Person, job: Job) -> JobView:
    return views(site, person, [job])[0]


def views(site: Site, person: Person, jobs: Sequence[Job]) -> list[JobView]:
    desk = site.workspace.desk
    queue = {entry.job: entry for entry in desk.queue()}
    schedules = desk.schedules()
    return [_view(site, person, job, queue.get(job.name), schedules.get(job.name)) for job in jobs]


def detail(site: Site, person: Person, job: Job) -> JobDetail:
    return JobDetail(view(site, person, job), redacted(job.settings))


def _view(site: Site, person: Person, job: Job, entry: Queued | None, schedule: Schedule | None) -> JobView:
    status = site.workspace.status(job.name)[0]
    state, reason = status.state, job.reason
    if entry is not None and state not in ("running", "paused"):
        state = "paused" if entry.held else "queued"
        reason = _why_it_waits(site, entry)
    elif state in ("running", "paused"):
        reason = status.waiting_for
    return JobView(
        name=job.name, title=title_of(job), owner=job.owner, state=state, reason=reason, created_at=job.created_at,
        started_at=job.started_at, ended_at=job.ended_at, elapsed=job.elapsed, passes=job.passes,
        place=entry.place if entry else None, schedule=schedule, may_change=site.may_change(person, job.owner),
        status=status,
    )  # fmt: skip


def _why_it_waits(site: Site, entry: Queued) -> str:
    if entry.held:
        return ""
    if site.engine is None:
        return "no engine runs here"
    engine = site.engine.state()
    if engine.locked_by is not None:
        return f"process {engine.locked_by} uses the data directory"
    if not engine.running:
        return "the engine is being started again"
    return ""
