"""Looking at jobs: how they go, what they did and what they found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from mekik.crawl.catalogue import State
from mekik.crawl.finds import read_finds
from mekik.crawl.form_report import FormAnswer, stored_forms
from mekik.crawl.gone import GonePage, gone_pages
from mekik.crawl.history import Point, read_history
from mekik.crawl.log import LogEntry, read_log
from mekik.crawl.progress import Snapshot
from mekik.crawl.report import FindRow, Report, make_report
from mekik.crawl.reports import Table, links_to, tables
from mekik.crawl.seeds import seed_outcomes
from mekik.crawl.tail import tail
from mekik.crawl.traps import Trap, stored_traps
from mekik.crawl.why import Why, why
from mekik.frontier import FoundThing
from mekik.settings import Settings, build
from mekik.workspace.base import Base


class Looking(Base):
    def jobs(self) -> list[str]:
        with self._catalogue() as catalogue:
            return [job.name for job in catalogue.jobs()]

    def owners(self) -> dict[str, str]:
        """Whose each job is."""
        with self._catalogue() as catalogue:
            return {job.name: job.owner for job in catalogue.jobs(deleted=True)}

    def settings(self, job: str) -> Settings:
        with self._catalogue() as catalogue:
            return catalogue.require(job).settings

    def unfinished(self) -> list[str]:
        """The jobs that `resume` can go on with, oldest first."""
        with self._catalogue() as catalogue:
            return [job.name for job in catalogue.jobs() if self._state(job) is not State.FINISHED]

    def status(self, job: str | None = None) -> list[Snapshot]:
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        return [self._snapshot(one) for one in jobs]

    def report(self, job: str | None = None) -> list[Report]:
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        return [
            make_report(store, self._snapshot(one))
            for one in jobs
            for store in self._store(one.name)
            if store is not None
        ]

    def tables(
        self, names: str | Sequence[str], job: str | None = None, settings: Mapping[str, Any] | None = None,
        progress: Callable[[int], None] = lambda count: None,
    ) -> Iterator[Table]:  # fmt: skip
        """Reports by name, such as `broken` or `redirects` (all are in `mekik.crawl.reports.REPORTS`), of one job or
        of all. The rows of a table are read as they are asked for, before the next table. `settings` replace those
        of the job for this look."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        wanted = [names] if isinstance(names, str) else list(names)
        for one in jobs:
            looked_at = msgspec.structs.replace(one, settings=build(settings or {}, one.settings))
            yield from tables(self._folder, looked_at, wanted, progress)

    def links_to(self, url: str, job: str, progress: Callable[[int], None] = lambda count: None) -> Table:
        """The links of a job's pages to one address. The archive is read for it, which takes its time."""
        with self._catalogue() as catalogue:
            return links_to(self._folder, catalogue.require(job), url, progress)

    def why(self, url: str, job: str | None = None, *, among: Collection[str] | None = None) -> Why:
        """Everything known about an address. `among`: only these jobs count, and what others fetched is not told."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        if among is not None:
            jobs = [one for one in jobs if one.name in among]
        return why(self._folder, jobs, url, alone=among is not None)

    def seed_outcomes(self, seeds: Sequence[str], job: str) -> list[str | None]:
        """What became of each seed; the short answer to `why` for many."""
        with self._catalogue() as catalogue:
            settings = catalogue.require(job).settings
        for store in self._store(job):
            return [outcome.label if outcome else None for outcome in seed_outcomes(seeds, store, settings)]
        return [None] * len(seeds)

    def traps(self, job: str | None = None) -> dict[str, list[Trap]]:
        """By job: the patterns of addresses that were set aside because they bring nothing new."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        return {one.name: stored_traps(store) for one in jobs for store in self._store(one.name)}

    def forms(self, job: str | None = None) -> dict[str, list[FormAnswer]]:
        """By job: the forms that it met, and what asking them brought."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        return {one.name: stored_forms(store) for one in jobs for store in self._store(one.name)}

    def gone(self, job: str | None = None) -> dict[str, list[GonePage]]:
        """By job: the pages that left the index, oldest first."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        return {one.name: gone_pages(store) for one in jobs for store in self._store(one.name)}

    # as it goes

    def log(
        self, job: str | None = None, limit: int | None = None, follow: bool = False, errors: bool = False
    ) -> Iterator[LogEntry]:
        with self._catalogue() as catalogue:
            name = catalogue.require(job).name
        return read_log(self._folder.log(name), limit=limit, follow=follow, errors=errors)

    def log_path(self, job: str) -> Path:
        """Where the log of a job is written: for `mekik.crawl.log_pages`."""
        with self._catalogue() as catalogue:
            return self._folder.log(catalogue.require(job).name)

    def log_tail(self, job: str, position: int | None = None, limit: int = 50) -> tuple[list[LogEntry], int]:
        """The last entries of a job's log after a position, and the position to go on from."""
        return tail(self._folder.log(job), position, limit)

    def history(self, job: str) -> list[Point]:
        """How a crawl went over time."""
        return read_history(self._folder.history(job))

    def finds(
        self, job: str | None = None, *, kind: str | None = None, limit: int | None = None, follow: bool = False
    ) -> Iterator[FoundThing]:
        """What was picked out of a job's pages, oldest first; by default of the last job. `follow` waits for more."""
        with self._catalogue() as catalogue:
            name = catalogue.require(job).name
        return read_finds(self._folder.frontier(name), kind=kind, limit=limit, follow=follow)

    def find_kinds(self, job: str) -> list[FindRow]:
        """How much was picked out of a job's pages, by kind."""
        return [FindRow(kind, *counts) for store in self._store(job) for kind, counts in store.find_counts().items()]

    def finds_after(self, id: int, job: str, *, kind: str | None = None, limit: int = 1000) -> list[FoundThing]:
        """The next ones after the find with this id (0 from the first on), oldest first."""
        return [one for store in self._store(job) for one in islice(store.finds(after=id, kind=kind), limit)]

    def last_finds(self, job: str, after: int, limit: int = 50) -> list[FoundThing]:
        """What was picked out of pages since the find of this number, the last ones."""
        return [find for store in self._store(job) for find in store.finds(after=after, limit=limit)]
