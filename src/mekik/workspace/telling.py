"""Telling a crawl what to do: while it runs, or for the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mekik.crawl.catalogue import Command, Job, State
from mekik.crawl.departures import accept
from mekik.crawl.folder import EngineLock
from mekik.crawl.gone import Restored, restore
from mekik.crawl.rules import check_order
from mekik.crawl.traps import lift_stored, named, stored_traps
from mekik.errors import UsageError
from mekik.frontier import SqliteStore
from mekik.ordering import NAMES, make
from mekik.settings import build
from mekik.workspace.base import Base


class Telling(Base):
    def pause(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.PAUSE)

    def unpause(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.RESUME)

    def stop(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.STOP)

    def set_order(self, order: str, job: str | None = None, settings: Mapping[str, Any] | None = None) -> list[str]:
        """Another order for a job, from its next hand-out on; without a name for every running job. The job keeps it.
        `settings`: such as {"ordering.words": ["cat"]}. The names of the running jobs that were told."""
        if order not in NAMES:
            make(order)  # which says what there is
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else [one for one in catalogue.jobs() if self._is_running(one)]
            for one in jobs:
                changed = build({"order": order, **(settings or {})}, one.settings)
                make(order, changed.for_ordering)
                check_order(changed)
                catalogue.save(one.name, changed)
        return self._tell(job, Command.ORDER, order)

    def lift_trap(self, pattern: str, job: str | None = None) -> dict[str, int]:
        """What a pattern (or `all`) set aside waits again, for good. How many addresses, by pattern.

        A running crawl is told; for another one, `resume` visits them.
        """
        self._folder.require()
        with self._catalogue() as catalogue:
            one = catalogue.require(job)
            if not self._folder.frontier(one.name).exists():
                raise UsageError(f"The job {one.name!r} has not run yet: nothing is set aside.")
            for store in self._store(one.name):
                names = named(store, pattern)
                if self._state(one) in (State.RUNNING, State.PAUSED):
                    counts = {trap.pattern: trap.set_aside for trap in stored_traps(store)}
                    catalogue.tell(one.name, Command.LIFT, pattern)
                    return {name: counts[name] for name in names}
            with EngineLock(self._folder.lock):
                return self._lift(one, pattern)

    def _lift(self, job: Job, pattern: str) -> dict[str, int]:
        store = SqliteStore(self._folder.frontier(job.name))
        try:
            return lift_stored(store, job.settings.traps, pattern)
        finally:
            store.close()

    def restore(self, urls: Sequence[str], job: str | None = None) -> Restored:
        """Makes pages that left the index searchable again, as the archive has them; `all` stands for every one."""
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            return restore(self._folder, catalogue.require(job), urls)

    def accept_gone(self, job: str | None = None) -> tuple[str, int]:
        """What left so far counts for the breaker no longer, and what it held back is visited again by `resume`: the
        job's name, and how many these are."""
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            one = catalogue.require(job)
            store = SqliteStore(self._folder.frontier(one.name))
            try:
                return one.name, accept(store)
            finally:
                store.close()

    def _tell(self, name: str | None, command: Command, argument: str = "") -> list[str]:
        """The names of the running jobs that were told."""
        with self._catalogue() as catalogue:
            if name is not None:
                catalogue.require(name)
            running = [job.name for job in catalogue.jobs() if self._is_running(job) and name in (None, job.name)]
            for job in running:
                catalogue.tell(job, command, argument)
            return running
