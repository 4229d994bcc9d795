"""A copy of a data directory that is whole in itself, also while a crawl runs.

The order is what makes it so: first the databases, each as of one moment, then the index, then the archive. So the copy
is like a directory whose engine was killed: what the archive has beyond the state is caught up at the next start, and
nothing that the state or the index positions tell of is missing. To restore, use the copy as data directory.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from mekik.archive import Damage, recover
from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.health import check_folder
from mekik.errors import DiskFull, StorageError, UsageError
from mekik.frontier.database import open_to_read

Progress = Callable[[int], None]

BACKUPS = "backups"
_SKIPPED = {"engine.lock", "status.json", "passive"}
_SKIPPED_ENDS = ("-wal", "-shm", "-journal", ".lock", ".new")
_TRIES = 20
_CHUNK = 8 << 20


class BackedUp(msgspec.Struct):
    target: str
    files: int
    bytes: int
    damage: list[Damage]
    """What `mekik check` finds in the copy; nothing, when all is well."""


def backup(folder: Folder, jobs: list[Job], target: Path, progress: Progress = lambda count: None) -> BackedUp:
    """Raises UsageError for a target that is there already, DiskFull when there is no room for the copy."""
    folder.require()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target} is there already. Name a directory that is not, for a copy of its own.")
    if target.absolute().is_relative_to(folder.path.absolute()) and BACKUPS not in target.absolute().parts:
        raise UsageError(f"{target} lies inside of the data directory itself. Name another place.")
    try:
        target.mkdir(parents=True, exist_ok=True, mode=0o700)
        needed, free = data_size(folder), shutil.disk_usage(target).free
        if needed > free:
            raise DiskFull(f"The copy needs {needed} bytes, and there are {free} at {target}.")
        _Copying(folder, target, progress).run([job.name for job in jobs])
    except sqlite3.Error as error:
        raise StorageError(f"Cannot copy a database to {target}: {error}.") from None
    except OSError as error:
        raise StorageError(f"Cannot copy to {target}: {error.strerror}.") from error
    files = [path for path in target.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    return BackedUp(str(target), len(files), size, list(check_folder(Folder(target), jobs)))


def data_size(folder: Folder) -> int:
    """Bytes of everything but the backups."""
    return sum(path.stat().st_size for path in _files(folder.path) if path.exists())


class _Copying:
    def __init__(self, folder: Folder, target: Path, progress: Progress) -> None:
        self._source, self._copy = folder, Folder(target)
        self._progress = progress
        self._bytes = 0

    def run(self, jobs: list[str]) -> None:
        plain = [path for path in _files(self._source.path) if path.parent not in self._rooms()]
        for path in plain:
            if path.suffix == ".sqlite":
                self._database(path)
        self._index()
        for path in plain:
            if path.suffix != ".sqlite":
                self._file(path)
        self._archive(jobs)

    def _rooms(self) -> tuple[Path, Path]:
        return self._source.archive, self._source.index

    def _target(self, path: Path) -> Path:
        target = self._copy.path / path.relative_to(self._source.path)
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def _database(self, path: Path) -> None:
        """In one step: a copy in several would begin anew with every write of the engine."""
        target = self._target(path)
        source = open_to_read(path)
        copy = sqlite3.connect(target)
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = WAL")
        finally:
            copy.close()
            source.close()
        target.chmod(path.stat().st_mode & 0o777)
        self._count(target.stat().st_size)

    def _index(self) -> None:
        """The files that one commit names. They never change, but a later commit may take them away: then that one."""
        names = self._source.index / "meta.json"
        for _ in range(_TRIES):
            try:
                text = names.read_bytes()
            except FileNotFoundError:
                return  # nothing was indexed yet
            segments = tuple(str(one["segment_id"]).replace("-", "") for one in json.loads(text)["segments"])
            files = (
                [path for path in self._source.index.iterdir() if path.name.startswith(segments)] if segments else []
            )
            try:
                for path in files:
                    if not self._target(path).exists():
                        self._file(path)
            except FileNotFoundError:
                continue
            if names.read_bytes() != text:  # the engine committed meanwhile: what was listed may lack a part
                continue
            self._keep_only({path.name for path in files}, text)
            return
        raise StorageError("The index changes faster than it can be copied. Try again, or stop the crawl first.")

    def _keep_only(self, files: set[str], names: bytes) -> None:
        self._copy.index.mkdir(exist_ok=True)
        for path in self._copy.index.iterdir():
            if path.name not in files:
                path.unlink()
        (self._copy.index / ".managed.json").write_text(json.dumps(sorted([*files, "meta.json"])))
        (self._copy.index / "meta.json").write_bytes(names)

    def _archive(self, jobs: list[str]) -> None:
        self._copy.archive.mkdir(exist_ok=True)
        # CDXJ files first: one may know less than its WARC file, never more.
        for path in sorted(self._source.archive.iterdir(), key=lambda path: (path.suffix != ".cdxj", path.name)):
            if path.is_file() and not path.name.endswith(_SKIPPED_ENDS):
                try:
                    self._file(path)
                except FileNotFoundError:
                    continue  # its job was deleted meanwhile
        for job in jobs:
            recover(self._copy.archive, job)  # the last file may end within a record

    def _file(self, path: Path) -> None:
        target = self._target(path)
        with path.open("rb") as source, target.open("wb") as copy:
            while piece := source.read(_CHUNK):
                copy.write(piece)
                self._count(len(piece))
            copy.flush()
            os.fsync(copy.fileno())

    def _count(self, size: int) -> None:
        self._bytes += size
        self._progress(self._bytes)


def _files(path: Path) -> Iterator[Path]:
    """All that belongs to the data, without what only a running process needs."""
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not (Path(folder) == path and name == BACKUPS)]
        for name in names:
            if name not in _SKIPPED and not name.endswith(_SKIPPED_ENDS) and not name.startswith(".ready-"):
                yield Path(folder) / name
