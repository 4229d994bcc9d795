"""Deleting a job with all it brought: search entries, archive, addresses, log. Needs the engine's lock.

Every step can be repeated, and the job's row goes last, so a deletion that was cut short is finished at the next start.
"""

from __future__ import annotations

import shutil
from contextlib import suppress

from mekik.archive import warc_files
from mekik.archive.names import inside, sidecar_name
from mekik.crawl.catalogue import Catalogue
from mekik.crawl.folder import EngineLock, Folder
from mekik.errors import Locked
from mekik.index import TantivyWriter


def remove_now(folder: Folder, catalogue: Catalogue) -> bool:
    """Everything that waits to be removed. False while another engine works on this directory."""
    waiting = catalogue.queue.removals()
    if not waiting:
        return True
    try:
        with EngineLock(folder.lock):
            _leave_index(folder, waiting)
            for job in waiting:
                _remove_files(folder, job)
                catalogue.remove(job)
    except Locked:
        return False
    return True


def _leave_index(folder: Folder, jobs: list[str]) -> None:
    if not (folder.index / "meta.json").exists():
        return
    index = TantivyWriter(folder.index)
    try:
        for job in jobs:
            index.remove_job(job)
    finally:
        index.close()


def _remove_files(folder: Folder, job: str) -> None:
    for name in warc_files(folder.archive, job):
        for file in (sidecar_name(name), name):
            with suppress(FileNotFoundError):
                inside(folder.archive, file).unlink()
    shutil.rmtree(folder.job(job), ignore_errors=True)
