"""Is everything whole? The archive, the databases and the index; and how each is mended.

The archive is repaired record by record. The index is made anew from the archive. A database that is damaged cannot
be made anew without losing what it alone knows, so it is only named.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from mekik.archive import Damage, Repair, check, repair
from mekik.crawl.catalogue import Job, State
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import reindex
from mekik.errors import MekikError
from mekik.frontier import SqliteStore
from mekik.frontier.database import open_to_read
from mekik.index import TantivyReader

_PARTS = ("fast", "fieldnorm", "idx", "pos", "store", "term")
"""The files of each segment of the index."""


def check_folder(folder: Folder, jobs: list[Job]) -> Iterator[Damage]:
    yield from check(folder.archive)
    started = [job for job in jobs if not _never_ran(job)]
    shared = (folder.jobs_database, folder.hosts_database) if started else (folder.jobs_database,)
    for path in (*shared, *(folder.frontier(job.name) for job in started)):
        yield from _check_database(path)
    yield from _check_index(folder, jobs)


def repair_folder(folder: Folder, jobs: list[Job]) -> Iterator[Repair]:
    yield from repair(folder.archive)
    for damage in _check_index(folder, jobs):
        made = reindex(folder, jobs)
        yield Repair(folder.index, made.pages, 0, f"{damage.what}: made anew from the archive", False)
        return


def _never_ran(job: Job) -> bool:
    """Then it has no state that could be whole."""
    return job.state is State.NEW or (job.state is State.DELETED and job.started_at is None)


def _check_database(path: Path) -> Iterator[Damage]:
    if not path.exists():
        yield Damage(path, 0, 0, "missing")
        return
    try:
        database = open_to_read(path)
        try:
            for (answer,) in database.execute("PRAGMA quick_check(5)"):
                if answer != "ok":
                    yield Damage(path, 0, 0, str(answer).splitlines()[-1])
        finally:
            database.close()
    except sqlite3.Error as error:
        yield Damage(path, 0, 0, str(error))


def _check_index(folder: Folder, jobs: list[Job]) -> Iterator[Damage]:
    """Every file that the index names is there, and it opens; an index that should exist does."""
    names = folder.index / "meta.json"
    if not names.exists():
        if _anything_indexed(folder, jobs):
            yield Damage(names, 0, 0, "missing")
        return
    for _ in range(5):
        try:
            text = names.read_text()
            segments = [str(segment["segment_id"]).replace("-", "") for segment in json.loads(text)["segments"]]
        except (OSError, ValueError, KeyError, TypeError):
            yield Damage(names, 0, 0, "cannot be read")
            return
        wanted = {f"{segment}.{part}" for segment in segments for part in _PARTS}
        lost = sorted(wanted - {path.name for path in folder.index.iterdir()})
        if not lost or names.read_text() == text:  # else a running crawl replaced them meanwhile
            break
    if lost:
        yield Damage(folder.index / lost[0], 0, 0, "missing")
        return
    try:
        TantivyReader(folder.index).count()
    except MekikError as error:
        yield Damage(folder.index, 0, 0, str(error))


def _anything_indexed(folder: Folder, jobs: list[Job]) -> bool:
    for job in jobs:
        path = folder.frontier(job.name)
        if not path.exists():
            continue
        try:
            store = SqliteStore(path, read_only=True)
        except MekikError:
            continue
        try:
            if store.query("SELECT 1 FROM visit WHERE indexed = 1 LIMIT 1"):
                return True
        except sqlite3.Error:
            continue
        finally:
            store.close()
    return False
