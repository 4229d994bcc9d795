"""The system as an administrator sees it: what runs, what is kept where, and whether all is whole."""

from __future__ import annotations

import platform
import shutil
import sqlite3
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from mekik.archive import Damage
from mekik.crawl.backup import BACKUPS, BackedUp, data_size
from mekik.crawl.folder import FORMAT, Folder
from mekik.crawl.jobs.desk import Desk
from mekik.crawl.jobs.keeper import EngineState
from mekik.crawl.jobs.queue import Queued
from mekik.version import __version__
from mekik.web.accounts import User
from mekik.web.site import Site
from mekik.web.tasks import Progress, Task

_PARTS = ("tantivy", "litestar", "pycurl", "selectolax", "uvicorn")
CHECK, BACKUP = ("system", "check"), ("system", "backup")


class Room(msgspec.Struct):
    """What a part of the data directory takes."""

    name: str
    files: int
    bytes: int


class TaskState(msgspec.Struct):
    kind: str
    subject: str
    state: str
    progress: int
    error: str
    started_at: float
    ended_at: float | None


class BackupRow(msgspec.Struct):
    name: str
    made_at: float
    bytes: int


class System(msgspec.Struct):
    passive: bool
    """Searches only: the engine of the server takes no job."""
    started_at: float
    now: float
    versions: dict[str, str]
    disk_free: int
    disk_total: int
    rooms: list[Room]
    engine: EngineState | None
    queue: list[Queued]
    jobs: dict[str, int]
    """How many are in which state."""
    users: list[User]
    tasks: list[TaskState]
    backups: list[BackupRow]


class Health(msgspec.Struct):
    """A check or a backup: how far it is, and what it found."""

    state: str
    """none, waiting, running, done or failed."""
    progress: int = 0
    error: str = ""
    ended_at: float | None = None
    clean: bool | None = None
    damage: list[Damage] = []
    target: str = ""
    files: int = 0
    bytes: int = 0


def look(site: Site) -> System:
    path = site.workspace.path
    folder = Folder(path)
    disk = shutil.disk_usage(path)
    states: dict[str, int] = {}
    for snapshot in site.workspace.status():
        states[snapshot.state] = states.get(snapshot.state, 0) + 1
    return System(
        passive=site.workspace.passive, started_at=site.started_at, now=time.time(), versions=_versions(),
        disk_free=disk.free, disk_total=disk.total,
        rooms=[_room("archive", folder.archive), _room("index", folder.index), _room("jobs", path / "jobs"),
               _room("backups", path / BACKUPS)],
        engine=site.engine.state() if site.engine else None, queue=Desk(folder).queue(), jobs=states,
        users=site.accounts.users(), tasks=[_told(task) for task in site.tasks.all()], backups=backups(site),
    )  # fmt: skip


def ask_check(site: Site, person: str) -> Task:
    return site.tasks.ask(CHECK, lambda _: site.workspace.check(), person, anew=True)


def ask_backup(site: Site, person: str) -> Task:
    """Into the data directory's own place for backups: a path that came by a browser is no place to write to."""
    target = site.workspace.path / BACKUPS / time.strftime("%Y%m%d-%H%M%S", time.gmtime())

    def work(progress: Progress) -> BackedUp:
        try:
            return site.workspace.backup(target, progress)
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)  # half a copy is none
            raise

    return site.tasks.ask(BACKUP, work, person, anew=True)


def health(site: Site, key: tuple[str, str]) -> Health:
    task = site.tasks.get(key)
    if task is None:
        return Health("none")
    found = Health(task.state, task.progress, task.error, task.ended_at)
    if isinstance(task.result, BackedUp):
        found.target, found.files, found.bytes = task.result.target, task.result.files, task.result.bytes
        found.damage = task.result.damage
    elif isinstance(task.result, list):
        found.damage = task.result
    if task.state == "done":
        found.clean = not found.damage
    return found


def backups(site: Site) -> list[BackupRow]:
    """Newest first."""
    place = site.workspace.path / BACKUPS
    found = [path for path in place.iterdir() if (path / "format.json").exists()] if place.is_dir() else []
    rows = [BackupRow(path.name, path.stat().st_mtime, data_size(Folder(path))) for path in found]
    return sorted(rows, key=lambda row: row.name, reverse=True)


def _versions() -> dict[str, str]:
    found = {"mekik": __version__, "data": str(FORMAT), "python": platform.python_version()}
    found["sqlite"] = sqlite3.sqlite_version
    for name in _PARTS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _room(name: str, path: Path) -> Room:
    files = [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else []
    sizes = []
    for one in files:
        try:
            sizes.append(one.stat().st_size)
        except FileNotFoundError:  # a running crawl replaced it
            continue
    return Room(name, len(sizes), sum(sizes))


def _told(task: Task) -> TaskState:
    kind, *subject = task.key
    return TaskState(kind, " ".join(subject), task.state, task.progress, task.error, task.started_at, task.ended_at)
