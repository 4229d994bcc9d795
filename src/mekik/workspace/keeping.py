"""Keeping a data directory: in and out, made anew, checked, copied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mekik.archive import Damage, Repair
from mekik.crawl.backup import BackedUp, backup
from mekik.crawl.export import Exported, export
from mekik.crawl.finds import Recaptured, capture_again
from mekik.crawl.folder import EngineLock
from mekik.crawl.health import check_folder, repair_folder
from mekik.crawl.importer import Imported, import_files
from mekik.crawl.reindex import Reindexed, reindex
from mekik.crawl.rules import validate
from mekik.errors import UsageError
from mekik.settings import build
from mekik.workspace.base import Base


class Keeping(Base):
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

    def repair(self) -> list[Repair]:
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            self._reader = None
            return list(repair_folder(self._folder, catalogue.jobs(deleted=True)))

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
