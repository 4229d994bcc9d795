"""What people do with jobs: make, copy, change, queue, schedule, stop and delete them. For the API and the pages alike.

A job is known by its name in the catalogue. That of a member's job begins with the member's name (`ayse~news`), so two
members may call a job the same and neither learns of the other's. What the person typed is the setting `name`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from mekik.crawl.browser import require_browser
from mekik.crawl.catalogue import Catalogue, Command, Job, State
from mekik.crawl.folder import Folder, holder, job_name
from mekik.crawl.jobs.limits import usage
from mekik.crawl.jobs.members import check_member
from mekik.crawl.jobs.queue import Queued
from mekik.crawl.jobs.quotas import Quota, Usage
from mekik.crawl.jobs.removal import remove_now
from mekik.crawl.jobs.schedules import Schedule
from mekik.crawl.jobs.trial import Checked, Tried
from mekik.crawl.jobs.trial_main import ask
from mekik.crawl.robots import robot_settings
from mekik.crawl.rules import validate
from mekik.errors import Conflict, SettingError
from mekik.settings import Settings, build, flatten, rows

LOCAL = "local"
_LIVE = {"frontier.delay", "scope.exclude", "scope.include", "scope.max_depth", "frontier.hours", "frontier.days"}
"""Settings that a running job takes up at once, beside its order."""


class Desk:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    @contextmanager
    def _catalogue(self) -> Iterator[Catalogue]:
        self._folder.require()
        catalogue = Catalogue(self._folder.jobs_database)
        try:
            yield catalogue
        finally:
            catalogue.close()

    # looking

    def jobs(self) -> list[Job]:
        with self._catalogue() as catalogue:
            return catalogue.jobs()

    def job(self, name: str) -> Job | None:
        with self._catalogue() as catalogue:
            job = catalogue.get(name)
        return job if job is not None and job.state is not State.DELETED else None

    def is_running(self, job: Job) -> bool:
        return job.state in (State.RUNNING, State.PAUSED) and holder(self._folder.lock) is not None

    # making and changing

    def create(
        self, owner: str, values: Mapping[str, Any], *, robot: str | None = None, trusted: bool = False,
        base: Settings | None = None,
    ) -> Job:  # fmt: skip
        """Raises SettingError for what cannot be, Conflict for a name that the owner has already, or a used up quota.
        Who is not `trusted` may not touch the administrator's settings and is held to the owner's quota."""
        settings = self.draft(owner, values, robot=robot, trusted=trusted, base=base)
        title = (settings.name or "").strip()
        if not title:
            raise SettingError("A job needs a name.")
        with self._catalogue() as catalogue:
            mine = [job for job in catalogue.jobs() if job.owner == settings.owner]
            if any(title.casefold() == (job.settings.name or job.name).casefold() for job in mine):
                raise Conflict(f"You already have a job called {title!r}.")
            most = catalogue.quotas.of(settings.owner).jobs
            if not trusted and most is not None and len(mine) >= most:
                raise Conflict(f"You may have {most} jobs, and you have {len(mine)}. Delete one, or ask for more.")
            name = _free_name(catalogue, settings.owner, title)
            return catalogue.save(name, build({"name": title}, settings), limited=not trusted)

    def draft(
        self, owner: str, values: Mapping[str, Any], *, robot: str | None = None, trusted: bool = False,
        base: Settings | None = None,
    ) -> Settings:  # fmt: skip
        """The settings that such a job would have, checked; nothing is kept."""
        below = base if base is not None else robot_settings(robot) if robot else None
        settings = build(values, below, trusted=trusted)
        settings = build({"owner": settings.owner if trusted and "owner" in dict(flatten(values)) else owner}, settings)
        with self._catalogue() as catalogue:
            self._check(settings, catalogue, trusted=trusted)
        return settings

    def check(self, settings: Settings) -> Checked:
        """Whether its sites are open to us, and what their sitemaps name. Asks the sites."""
        return ask("check", self._folder, settings, Checked)

    def try_out(self, settings: Settings) -> Tried:
        """The first addresses that it would visit. Visits a few pages."""
        return ask("try", self._folder, settings, Tried)

    def copy(self, name: str, title: str, owner: str, *, trusted: bool = False, whole: bool = False) -> Job:
        """`whole`: with its secrets, because the person may see them. Who is not `trusted` gets none of the
        administrator's settings with it."""
        with self._catalogue() as catalogue:
            settings = catalogue.require(name).settings
        plain = {row.name: row.default for row in rows() if (row.admin and not trusted) or (row.secret and not whole)}
        return self.create(owner, {"name": title}, trusted=trusted, base=build(plain, settings))

    def edit(self, name: str, values: Mapping[str, Any], *, trusted: bool = False) -> Job:
        """Other settings. A running job takes up some of them at once (its order, its delay, patterns), the others
        with its next run."""
        with self._catalogue() as catalogue:
            job = catalogue.require(name)
            settings = build(values, job.settings, trusted=trusted)
            title = (settings.name or "").strip()
            others = [one for one in catalogue.jobs() if one.owner == settings.owner and one.name != name]
            if any(title.casefold() == (one.settings.name or one.name).casefold() for one in others):
                raise Conflict(f"You already have a job called {title!r}.")
            if settings.owner != job.owner:
                raise SettingError("A job stays with its owner; copy it instead.")
            self._check(settings, catalogue, trusted=trusted)
            saved = catalogue.save(name, settings)
            if self.is_running(job):
                if (settings.order, settings.ordering) != (job.settings.order, job.settings.ordering):
                    catalogue.tell(name, Command.ORDER, settings.order)
                before, after = dict(_flat(job.settings)), dict(_flat(settings))
                if any(before[one] != after[one] for one in _LIVE):
                    catalogue.tell(name, Command.CHANGE)
            return saved

    def exclude(self, name: str, pattern: str, *, trusted: bool = False) -> Job:
        """One more pattern of addresses that are left alone, from now on."""
        with self._catalogue() as catalogue:
            known = catalogue.require(name).settings.scope.exclude
        return self.edit(name, {"scope.exclude": list(dict.fromkeys([*known, pattern]))}, trusted=trusted)

    def _check(self, settings: Settings, catalogue: Catalogue, *, trusted: bool) -> None:
        if not settings.seeds:
            raise SettingError("A job needs at least one address to start from.")
        validate(settings)
        require_browser(settings)
        if not trusted:
            check_member(settings, catalogue.quotas.of(settings.owner))

    def delete(self, name: str, *, with_pages: bool) -> bool:
        """The job leaves every list. `with_pages`: so do its pages, from the search, the archive and the state, which
        needs the engine's lock. False when that waits until the engine is free."""
        with self._catalogue() as catalogue:
            job = catalogue.require(name)
            if self.is_running(job):
                raise Conflict(f"{job.settings.name or name} is running. Stop it first.")
            catalogue.queue.take_out(name)
            catalogue.schedules.clear(name)
            catalogue.set_state(name, State.DELETED)
            if not with_pages:
                return True
            catalogue.queue.remove_later(name)
            return remove_now(self._folder, catalogue)

    # running

    def run(self, name: str, *, first: bool = False) -> None:
        """At the end of the queue, or at its head. One that ended is crawled anew, one that was stopped goes on."""
        with self._catalogue() as catalogue:
            job = catalogue.require(name)
            if self.is_running(job):
                if job.state is State.PAUSED:
                    catalogue.tell(name, Command.RESUME)
                return
            require_browser(job.settings)
            catalogue.queue.put(name, first=first)

    def pause(self, name: str) -> None:
        with self._catalogue() as catalogue:
            if self._tell(catalogue, name, Command.PAUSE):
                return
            if not any(entry.job == name for entry in catalogue.queue.entries()):
                raise Conflict("It is not running.")
            catalogue.queue.set_down(name, held=True)

    def stop(self, name: str, *, at_once: bool = False) -> None:
        """Finishes what is in flight and stops, or stops `at_once`; either way it can go on later."""
        with self._catalogue() as catalogue:
            told = self._tell(catalogue, name, Command.ABORT if at_once else Command.STOP)
            if not told and not catalogue.queue.take_out(name):
                raise Conflict("It is not running.")

    def _tell(self, catalogue: Catalogue, name: str, command: Command) -> bool:
        job = catalogue.require(name)
        if not self.is_running(job):
            return False
        catalogue.tell(name, command)
        return True

    # the queue, schedules and quotas

    def queue(self) -> list[Queued]:
        with self._catalogue() as catalogue:
            return catalogue.queue.entries()

    def move(self, name: str, by: int, *, owner: str | None = None) -> None:
        """Up or down in the queue; an owner moves their jobs among the places that they have."""
        with self._catalogue() as catalogue:
            among = None if owner is None else {job.name for job in catalogue.jobs() if job.owner == owner}
            catalogue.queue.move(name, by, among)

    def schedule(self, name: str) -> Schedule | None:
        with self._catalogue() as catalogue:
            return catalogue.schedules.of(name)

    def schedules(self) -> dict[str, Schedule]:
        with self._catalogue() as catalogue:
            return {schedule.job: schedule for schedule in catalogue.schedules.all()}

    def set_schedule(self, name: str, expression: str, zone: str = "UTC") -> Schedule | None:
        """An empty expression ends it."""
        with self._catalogue() as catalogue:
            catalogue.require(name)
            if not expression.strip():
                catalogue.schedules.clear(name)
                return None
            return catalogue.schedules.set(name, expression, zone)

    def quota(self, owner: str) -> tuple[Quota, Usage]:
        with self._catalogue() as catalogue:
            return catalogue.quotas.of(owner), usage(self._folder, catalogue, owner)

    def quotas(self) -> dict[str, Quota]:
        with self._catalogue() as catalogue:
            return catalogue.quotas.stated()

    def set_quota(self, owner: str, quota: Quota | None) -> None:
        """None: the owner's is everybody's again."""
        with self._catalogue() as catalogue:
            if quota is None:
                catalogue.quotas.clear(owner)
            else:
                catalogue.quotas.set(owner, quota)


def title_of(job: Job) -> str:
    return job.settings.name or job.name


def _flat(settings: Settings) -> Iterator[tuple[str, Any]]:
    return flatten(msgspec.to_builtins(settings))


def _free_name(catalogue: Catalogue, owner: str, title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.translate(str.maketrans("ıİ", "iI"))).encode("ascii", "ignore").decode()
    stem = job_name(plain)
    if owner != LOCAL:
        stem = f"{owner}~{stem}"
    name, number = stem, 1
    while catalogue.get(name) is not None:
        number += 1
        name = f"{stem}-{number}"
    return name


__all__ = ["Desk", "title_of"]
