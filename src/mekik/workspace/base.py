"""What all that a workspace does stands on: its folder, its catalogue, its stores and its index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from mekik.crawl.catalogue import Catalogue, Job, State
from mekik.crawl.folder import Folder, holder
from mekik.crawl.jobs.desk import Desk
from mekik.crawl.progress import Counts, Snapshot
from mekik.crawl.report import stored_counts
from mekik.frontier import SqliteStore
from mekik.frontier.medium import remote_kind
from mekik.index import TantivyReader
from mekik.settings import AnalysisSettings
from mekik.translation import Translator


class Base:
    """A data directory, opened."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._folder = Folder(self.path)
        self._reader: TantivyReader | None = None
        self._translator: Translator | None = None
        self._analyses: tuple[object, dict[str | None, AnalysisSettings]] = (None, {})
        self.desk = Desk(self._folder)
        """What people do with jobs: make, queue, schedule, delete them."""

    @property
    def remote_disk(self) -> str:
        """The kind of file system where that is a disk of another machine, such as nfs4; else nothing."""
        return remote_kind(self.path)

    def create(self) -> None:
        """Makes the data directory if it is not there."""
        self._folder.create()

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
