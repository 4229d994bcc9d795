"""Making a job on a server, and waiting for its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from mekik.crawl.catalogue import State
from mekik.crawl.finished import Finished, finished
from mekik.crawl.folder import job_name
from mekik.crawl.progress import Snapshot
from mekik.crawl.robots import robot_settings
from mekik.errors import UsageError
from mekik.remote.answers import JobDetail, JobView, Me
from mekik.remote.connection import Connection, part
from mekik.settings import Settings, build, flatten
from mekik.urls import Normaliser, authority

_LOOK = 0.5
_PIECE = 500


def views(far: Connection) -> list[JobView]:
    """All jobs that the token may see."""
    found: list[JobView] = []
    while True:
        piece = far.get("jobs", list[JobView], limit=_PIECE, offset=len(found))
        found += piece
        if len(piece) < _PIECE:
            return found


def prepare(
    far: Connection, seeds: str | Sequence[str], settings: Settings | Mapping[str, Any] | None, robot: str | None,
    more: Mapping[str, Any],
) -> str:  # fmt: skip
    """Makes the job, or gives the one of that name these settings. Its name on the server."""
    if robot is not None and isinstance(settings, Settings):
        raise UsageError("A robot goes below other settings: give those as a mapping, or build them on its.")
    base = robot_settings(robot) if robot is not None else Settings()
    wanted = settings if isinstance(settings, Settings) else build(settings or {}, base)
    wanted = build({name.replace("__", "."): value for name, value in more.items()}, wanted)
    named = (seeds,) if isinstance(seeds, str) else tuple(seeds)
    wanted = build({"seeds": [*wanted.seeds, *named]}, wanted)
    if not wanted.seeds:
        raise UsageError("There is nothing to crawl. Name a site.")
    title = wanted.name or _host(wanted.seeds[0])
    changes = {**_differences(wanted, base), "name": title}
    me = far.get("me", Me).name
    same = [one for one in views(far) if one.owner == me and title.casefold() in (one.title.casefold(), one.name)]
    if not same:
        body = {"settings": changes, "robot": robot}
        return far.ask("POST", "jobs", JobDetail, body=body).job.name
    name = same[0].name
    before = far.get(f"jobs/{part(name)}", JobDetail).settings.get("seeds", [])
    changes["seeds"] = list(dict.fromkeys([*before, *wanted.seeds]))
    far.ask("PATCH", f"jobs/{part(name)}", JobDetail, body={"settings": changes})
    return name


def wait(far: Connection, name: str, progress: Callable[[Snapshot], None] | None, strict_limits: bool) -> Finished:
    """Until the job is neither in the queue nor running."""
    while True:
        view = far.get(f"jobs/{part(name)}", JobDetail).job
        if progress is not None:
            progress(view.status)
        if view.state not in ("new", "queued", "running", "paused"):
            state = State(view.state)
            limit = view.reason.startswith("max_")
            return finished(view.status, state, view.reason, limit=limit, strict_limits=strict_limits)
        time.sleep(_LOOK)


def _differences(wanted: Settings, base: Settings) -> dict[str, Any]:
    """What is not as it would be anyway: a member may not even name an administrator's settings."""
    before = dict(flatten(msgspec.to_builtins(base)))
    return {name: value for name, value in flatten(msgspec.to_builtins(wanted)) if before.get(name) != value}


def _host(seed: str) -> str:
    url = Normaliser().normalise(seed)
    return job_name(authority(url) if url else seed)
