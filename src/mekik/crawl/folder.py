"""Where everything lives: the layout of a data directory, and the lock of the engine that works on it."""

from __future__ import annotations

import fcntl
import json
import os
import re
import time
from pathlib import Path

from mekik.errors import Locked, NotPermitted, OldFormat, StorageError

FORMAT = 1


class Folder:
    """A data directory.

    format.json                 the version of this layout
    engine.lock                 held by the process whose engine runs
    passive                     there while the engine of the server is to rest
    jobs.sqlite                 the jobs and what they are told
    hosts.sqlite                clocks and robots.txt, shared by all jobs
    jobs/NAME/frontier.sqlite   a job's addresses
    jobs/NAME/ranks.npz         how well its pages are linked
    jobs/NAME/log.jsonl         every fetch
    jobs/NAME/status.json       the last snapshot of a running job
    jobs/NAME/history.json      how it went over time, for a chart
    archive/                    WARC and CDXJ
    index/                      the search index of all jobs
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs_database = path / "jobs.sqlite"
        self.hosts_database = path / "hosts.sqlite"
        self.archive = path / "archive"
        self.index = path / "index"
        self.lock = path / "engine.lock"
        self.passive = path / "passive"
        self.translation = path / "translation.toml"

    def job(self, name: str) -> Path:
        return self.path / "jobs" / name

    def frontier(self, name: str) -> Path:
        return self.job(name) / "frontier.sqlite"

    def ranks(self, name: str) -> Path:
        return self.job(name) / "ranks.npz"

    def log(self, name: str) -> Path:
        return self.job(name) / "log.jsonl"

    def status(self, name: str) -> Path:
        return self.job(name) / "status.json"

    def history(self, name: str) -> Path:
        return self.job(name) / "history.json"

    def exists(self) -> bool:
        return (self.path / "format.json").exists()

    def create(self) -> None:
        """Makes the directory if need be; refuses one of another format."""
        marker = self.path / "format.json"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.archive.mkdir(exist_ok=True)
            if not marker.exists():
                marker.write_text(json.dumps({"format": FORMAT}))
        except PermissionError:
            raise NotPermitted(f"You may not write to {self.path}. Name another directory with --data.") from None
        except OSError as error:
            raise StorageError(f"Cannot use {self.path} as data directory: {error.strerror}.") from None
        self.require()

    def require(self) -> None:
        """Refuses a directory that is not ours or of another format."""
        try:
            found = json.loads((self.path / "format.json").read_text())["format"]
        except FileNotFoundError:
            raise StorageError(
                f"There is no data in {self.path} yet. Begin with: mekik crawl URL, or name another --data."
            ) from None
        except PermissionError:
            raise NotPermitted(f"You may not read {self.path}.") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StorageError(f"{self.path / 'format.json'} cannot be read: {error}.") from None
        if found != FORMAT:
            raise OldFormat(
                f"{self.path} has format {found}; this version of Mekik reads format {FORMAT}. "
                "Use the version that wrote it, or crawl into another --data."
            )


def job_name(text: str) -> str:
    """A name that is safe as a folder and in a file name."""
    name = re.sub(r"[^\w.-]+", "-", text.lower(), flags=re.ASCII).strip("-.")[:60]
    return name or "job"


class EngineLock:
    """One engine at a time on a data directory. The kernel frees it when its process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1

    def __enter__(self) -> EngineLock:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        for last in (False, False, False, True):
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                pid = holder(self._path)
                if last or pid is not None:
                    os.close(fd)
                    raise Locked(self._path.parent, pid) from None
                time.sleep(0.1)  # someone only looked
        os.ftruncate(fd, 0)
        os.pwrite(fd, str(os.getpid()).encode(), 0)
        self._fd = fd
        return self

    def __exit__(self, *_: object) -> None:
        os.ftruncate(self._fd, 0)
        os.close(self._fd)


def holder(path: Path) -> int | None:
    """The process that holds the engine's lock, if one does."""
    try:
        fd = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)  # shared: lookers do not keep each other out
    except OSError:
        text = os.pread(fd, 20, 0)
        return int(text) if text.isdigit() else None
    finally:
        os.close(fd)
    return None
