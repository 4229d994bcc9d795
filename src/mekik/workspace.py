"""The Python API: `mekik.open(path)` gives a `Workspace`, and that is what the command line and the web use too.

It is synchronous, works inside a running event loop, and never prints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from mekik.archive import Damage, Repair
from mekik.crawl.backup import BackedUp, backup
from mekik.crawl.browser import require_browser
from mekik.crawl.catalogue import Catalogue, Command, Job, State
from mekik.crawl.copies import Copies
from mekik.crawl.copy_text import CopyText, copy_text
from mekik.crawl.departures import accept
from mekik.crawl.export import Exported, export
from mekik.crawl.finds import Recaptured, capture_again, read_finds
from mekik.crawl.finished import Finished, finished
from mekik.crawl.folder import EngineLock, Folder, holder, job_name
from mekik.crawl.form_report import FormAnswer, stored_forms
from mekik.crawl.gone import GonePage, Restored, gone_pages, restore
from mekik.crawl.health import check_folder, repair_folder
from mekik.crawl.history import Point, read_history
from mekik.crawl.importer import Imported, import_files
from mekik.crawl.jobs.desk import Desk
from mekik.crawl.log import LogEntry, read_log
from mekik.crawl.progress import Counts, Snapshot
from mekik.crawl.reading import analysis_of
from mekik.crawl.reindex import Reindexed, reindex
from mekik.crawl.report import FindRow, Report, make_report, stored_counts
from mekik.crawl.reports import Table, links_to, tables
from mekik.crawl.robots import robot_settings
from mekik.crawl.rules import validate
from mekik.crawl.run import Run
from mekik.crawl.seeding import SeedSet, first_settings, make_seeds, seeds_for_query
from mekik.crawl.tail import tail
from mekik.crawl.traps import Trap, lift_stored, named, stored_traps
from mekik.crawl.why import Why, why
from mekik.errors import NotPermitted, StorageError, UsageError
from mekik.frontier import FoundThing, SqliteStore
from mekik.index import TantivyReader
from mekik.ordering import NAMES, make
from mekik.page import Exchange
from mekik.search import SearchResult, Viewer, Wish, found, search, suggest
from mekik.settings import AnalysisSettings, Settings, TranslationSettings, build, load
from mekik.translation import Translator, make_translator
from mekik.urls import Normaliser, authority

__all__ = ["Finished", "Progress", "Workspace"]

Progress = Callable[[Snapshot], None]


class Workspace:
    """A data directory: its jobs, its archive and its index."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._folder = Folder(self.path)
        self._reader: TantivyReader | None = None
        self._translator: Translator | None = None
        self._analyses: tuple[object, dict[str | None, AnalysisSettings]] = (None, {})
        self.desk = Desk(self._folder)
        """What people do with jobs: make, queue, schedule, delete them."""

    def create(self) -> None:
        """Makes the data directory if it is not there."""
        self._folder.create()

    # crawling

    def crawl(
        self,
        seeds: str | Sequence[str] = (),
        settings: Settings | Mapping[str, Any] | None = None,
        progress: Progress | None = None,
        strict_limits: bool = False,
        robot: str | None = None,
        **more: Any,
    ) -> Finished:
        """Crawls from the seeds until nothing is left or a limit is reached.

        `settings` and keyword arguments use the names of the settings table, with `__` for the dot:
        `crawl("https://example.org", scope__max_pages=100)`. A job of the same name that was interrupted goes on;
        one that had finished is crawled anew, with conditional requests. `robot` names a preset that the settings go
        on top of: `crawl("https://blog.example", robot="blog")`; see `mekik.crawl.robots`.
        """
        if robot is not None and isinstance(settings, Settings):
            raise UsageError("A robot goes below other settings: give those as a mapping, or build them on its.")
        base = robot_settings(robot) if robot is not None else None
        wanted = settings if isinstance(settings, Settings) else build(settings or {}, base)
        if more:
            wanted = build({name.replace("__", "."): value for name, value in more.items()}, wanted)
        named = (seeds,) if isinstance(seeds, str) else tuple(seeds)
        wanted = build({"seeds": [*wanted.seeds, *named]}, wanted)
        if not wanted.seeds:
            raise UsageError("There is nothing to crawl. Name a site: mekik crawl https://example.org")
        validate(wanted)
        require_browser(wanted)
        name = job_name(wanted.name or _host(wanted.seeds[0]))
        self._folder.create()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            before = catalogue.get(name)
            if before is not None:
                wanted = build({"seeds": list(dict.fromkeys([*before.settings.seeds, *wanted.seeds]))}, wanted)
            job = catalogue.save(name, wanted)
            return self._run(catalogue, job, progress, strict_limits, new_pass=job.is_done)

    def resume(self, job: str | None = None, progress: Progress | None = None, strict_limits: bool = False) -> Finished:
        """Goes on with an interrupted job, by default the last one."""
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            return self._run(catalogue, catalogue.require(job), progress, strict_limits, new_pass=False)

    def seeds(
        self, listing: str | Path | None = None, *, query: str | None = None, pages: int = 500,
        limit: int | None = None, settings: Settings | None = None, **choice: Any,
    ) -> SeedSet:  # fmt: skip
        """Where a crawl should start: from a list of sites, or from a query to the index. `choice` is as in
        `mekik.crawl.seeding.make_seeds`: way, per_country, apart, job. `pages`: of the first small crawl."""
        if listing is None:
            return seeds_for_query(query or "", lambda text, most: self.search(text, limit=most).hits, limit)
        first = first_settings(pages, settings)
        return make_seeds(self._folder, Path(listing), lambda urls: self.crawl(urls, first).job, limit=limit, **choice)

    def _run(
        self, catalogue: Catalogue, job: Job, progress: Progress | None, strict_limits: bool, *, new_pass: bool
    ) -> Finished:
        ended = Run(self._folder, catalogue, job, progress).run(new_pass=new_pass)
        return finished(ended.snapshot, ended.state, ended.reason, limit=bool(ended.limit), strict_limits=strict_limits)

    # telling a running crawl

    def pause(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.PAUSE)

    def unpause(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.RESUME)

    def stop(self, job: str | None = None) -> list[str]:
        return self._tell(job, Command.STOP)

    def set_order(self, order: str, job: str | None = None) -> list[str]:
        """Another order for a job, from its next hand-out on; without a name for every running job. The job keeps it.
        The names of the running jobs that were told."""
        if order not in NAMES:
            make(order)  # which says what there is
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else [one for one in catalogue.jobs() if self._is_running(one)]
            for one in jobs:
                changed = build({"order": order}, one.settings)
                make(order, changed.for_ordering)
                catalogue.save(one.name, changed)
        return self._tell(job, Command.ORDER, order)

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

    def _tell(self, name: str | None, command: Command, argument: str = "") -> list[str]:
        """The names of the running jobs that were told."""
        with self._catalogue() as catalogue:
            if name is not None:
                catalogue.require(name)
            running = [job.name for job in catalogue.jobs() if self._is_running(job) and name in (None, job.name)]
            for job in running:
                catalogue.tell(job, command, argument)
            return running

    def unfinished(self) -> list[str]:
        """The jobs that `resume` can go on with, oldest first."""
        with self._catalogue() as catalogue:
            return [job.name for job in catalogue.jobs() if self._state(job) is not State.FINISHED]

    # looking

    def jobs(self) -> list[str]:
        with self._catalogue() as catalogue:
            return [job.name for job in catalogue.jobs()]

    def settings(self, job: str) -> Settings:
        with self._catalogue() as catalogue:
            return catalogue.require(job).settings

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

    def find_kinds(self, job: str) -> list[FindRow]:
        """How much was picked out of a job's pages, by kind."""
        return [FindRow(kind, *counts) for store in self._store(job) for kind, counts in store.find_counts().items()]

    def finds_after(self, id: int, job: str, *, kind: str | None = None, limit: int = 1000) -> list[FoundThing]:
        """The next ones after the find with this id (0 from the first on), oldest first."""
        return [one for store in self._store(job) for one in islice(store.finds(after=id, kind=kind), limit)]

    def history(self, job: str) -> list[Point]:
        """How a crawl went over time."""
        return read_history(self._folder.history(job)).points

    def log_tail(self, job: str, position: int | None = None, limit: int = 50) -> tuple[list[LogEntry], int]:
        """The last entries of a job's log after a position, and the position to go on from."""
        return tail(self._folder.log(job), position, limit)

    def last_finds(self, job: str, after: int, limit: int = 50) -> list[FoundThing]:
        """What was picked out of pages since the find of this number, the last ones."""
        return [find for store in self._store(job) for find in store.finds(after=after, limit=limit)]

    def finds(
        self, job: str | None = None, *, kind: str | None = None, limit: int | None = None, follow: bool = False
    ) -> Iterator[FoundThing]:
        """What was picked out of a job's pages, oldest first; by default of the last job. `follow` waits for more."""
        with self._catalogue() as catalogue:
            name = catalogue.require(job).name
        return read_finds(self._folder.frontier(name), kind=kind, limit=limit, follow=follow)

    def why(self, url: str, job: str | None = None, *, among: Collection[str] | None = None) -> Why:
        """Everything known about an address. `among`: only these jobs count, and what others fetched is not told."""
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        if among is not None:
            jobs = [one for one in jobs if one.name in among]
        return why(self._folder, jobs, url, alone=among is not None)

    def search(self, query: str, *, viewer: Viewer | None = None, **options: Any) -> SearchResult:
        """`options` are those of `mekik.search.Wish`: limit, offset, host, language, type, topic, since, sort,
        translate and others."""
        wish = Wish(**options)
        translator = self.translator() if wish.translate else None
        viewer = viewer or Viewer("local", everything=True)
        return search(
            self._index(), query, wish, viewer=viewer, settings=self._analysis(wish.job), translator=translator
        )

    def translator(self, loading: Callable[[str], None] | None = None) -> Translator:
        """As the section `translation` of `translation.toml` in the data directory asks for it; without that file, the
        usual one. `loading` is told the name of a dictionary while that is made ready, once on a machine."""
        if self._translator is None:
            file = self._folder.translation
            settings = load(file).translation if file.is_file() else TranslationSettings()
            self._translator = make_translator(settings, loading)
        return self._translator

    def found(self, query: str, *, viewer: Viewer, **options: Any) -> list[tuple[str, str]]:
        """Addresses and titles alone, without snippets and facets: for who needs many. `options` as in `search`."""
        wish = Wish(**options)
        return found(self._index(), query, wish, viewer=viewer, settings=self._analysis(wish.job))

    def _analysis(self, job: str | None) -> AnalysisSettings:
        """Looked up once for each state of the index: jobs change their analysers rarely, and then write to it."""
        if self._analyses[0] != self.generation:
            self._analyses = (self.generation, {})
        known = self._analyses[1]
        if job not in known:
            known[job] = AnalysisSettings()
            with suppress(StorageError, NotPermitted), self._catalogue() as catalogue:  # who may only read, searches
                known[job] = analysis_of(catalogue.jobs(deleted=True), job)
        return known[job]

    @property
    def generation(self) -> object:
        """Another one after each commit of the index."""
        self._index().searcher()
        return self._index().generation

    def suggest(self, text: str, *, viewer: Viewer | None = None, limit: int = 10) -> list[str]:
        """How a query that begins so may go on, by words and titles of what the viewer may see."""
        return suggest(self._index(), text, viewer=viewer or Viewer("local", everything=True), limit=limit)

    def page(self, url: str) -> Exchange:
        """The newest answer of an address as the archive has it, its body unpacked. Raises UsageError for one that is
        not there, or that asks not to be shown (noarchive) and whose job obeys."""
        return self.copies().open(url).exchange

    def text(
        self, url: str, at: str = "", *, offset: int = 0, limit: int = 100_000, jobs: Collection[str] | None = None
    ) -> CopyText:
        """What the archived copy of an address nearest to `at` (digits of a time), by default the newest, says."""
        return copy_text(self.copies(jobs), self._index(), url, at, offset, limit)

    def owners(self) -> dict[str, str]:
        """Whose each job is."""
        with self._catalogue() as catalogue:
            return {job.name: job.owner for job in catalogue.jobs(deleted=True)}

    def copies(self, jobs: Collection[str] | None = None) -> Copies:
        """What the archive of these jobs, or of all, has of any address."""
        with self._catalogue() as catalogue:
            return Copies(
                self._folder, [job for job in catalogue.jobs(deleted=True) if jobs is None or job.name in jobs]
            )

    # in and out

    def import_files(self, paths: Sequence[Path], progress: Callable[[int], None] | None = None) -> Imported:
        self._folder.create()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            return import_files(self._folder, catalogue, paths, progress)

    def export(
        self, kind: str, target: Path, job: str | None = None, format: str = "csv",
        progress: Callable[[int], None] = lambda count: None,
    ) -> Exported:  # fmt: skip
        with self._catalogue() as catalogue:
            jobs = [catalogue.require(job)] if job else catalogue.jobs()
        jobs = [one for one in jobs if self._folder.frontier(one.name).exists()]
        if job and not jobs:
            raise UsageError(f"The job {job!r} has not run yet: there is nothing to export.")
        return export(self._folder, jobs, kind, target, format, progress)

    def reindex(self, progress: Callable[[int], None] | None = None) -> Reindexed:
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            self._reader = None
            return reindex(self._folder, catalogue.jobs(deleted=True), progress)

    def capture(
        self, job: str | None = None, settings: Mapping[str, Any] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Recaptured:  # fmt: skip
        """Looks for finds in the archived pages of a job, without a request. `settings` change what it looks for,
        from now on: `{"capture.emails": True}`."""
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            wanted = catalogue.require(job)
            if settings:
                changed = build(settings, wanted.settings)
                validate(changed)
                wanted = catalogue.save(wanted.name, changed)
            return capture_again(self._folder, wanted, progress)

    def check(self) -> list[Damage]:
        self._folder.require()
        with self._catalogue() as catalogue:
            return list(check_folder(self._folder, catalogue.jobs(deleted=True)))

    def backup(self, target: Path, progress: Callable[[int], None] = lambda count: None) -> BackedUp:
        """A whole copy of this data directory, also while a crawl runs, checked in the end."""
        self._folder.require()
        with self._catalogue() as catalogue:
            return backup(self._folder, catalogue.jobs(), target, progress)

    @property
    def passive(self) -> bool:
        """Whether the engine of the server rests: searches only."""
        return self._folder.passive.exists()

    def set_passive(self, passive: bool) -> None:
        """The job that the engine is at finishes what is in flight and goes on when this is taken back."""
        if passive:
            self._folder.passive.touch()
        else:
            self._folder.passive.unlink(missing_ok=True)

    def repair(self) -> list[Repair]:
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            self._reader = None
            return list(repair_folder(self._folder, catalogue.jobs(deleted=True)))

    # the small parts

    def _index(self) -> TantivyReader:
        """One for all threads: it follows the newest commit."""
        if self._reader is None:
            self._folder.require()
            self._reader = TantivyReader(self._folder.index)
        return self._reader

    def _catalogue(self) -> _Open:
        self._folder.require()
        return _Open(self._folder)

    def _store(self, name: str) -> Iterator[SqliteStore]:
        if self._folder.frontier(name).exists():
            store = SqliteStore(self._folder.frontier(name), read_only=True)
            try:
                yield store
            finally:
                store.close()

    def _state(self, job: Job) -> State:
        """A job that was running when its engine was killed is an interrupted one."""
        if job.state in (State.RUNNING, State.PAUSED) and holder(self._folder.lock) is None:
            return State.INTERRUPTED
        return job.state

    def _is_running(self, job: Job) -> bool:
        return self._state(job) in (State.RUNNING, State.PAUSED)

    def _snapshot(self, job: Job) -> Snapshot:
        state = self._state(job)
        live = None
        try:
            live = msgspec.json.decode(self._folder.status(job.name).read_bytes(), type=Snapshot)
        except (OSError, msgspec.DecodeError):
            live = None
        if live is not None and state in (State.RUNNING, State.PAUSED):
            live.state = state.value
            return live
        stored = ((stored_counts(store), store.find_count()) for store in self._store(job.name))
        counts, finds = next(stored, (Counts(), 0))
        snapshot = live or Snapshot(job=job.name, state=state.value, counts=counts)
        snapshot.finds = finds
        snapshot.state, snapshot.counts = state.value, counts
        snapshot.pages_per_s = snapshot.bytes_per_s = snapshot.found_per_s = 0.0
        snapshot.waiting_for = snapshot.current = ""
        return snapshot


class _Open:
    """A catalogue that is closed again."""

    def __init__(self, folder: Folder) -> None:
        self._catalogue = Catalogue(folder.jobs_database)

    def __enter__(self) -> Catalogue:
        return self._catalogue

    def __exit__(self, *_: object) -> None:
        self._catalogue.close()


def _host(seed: str) -> str:
    if seed[:5].lower() == "file:":  # the end of a path says more than its beginning
        return f"files {seed[5:].rstrip('/')[-50:]}"
    url = Normaliser().normalise(seed)
    return authority(url) if url else seed
