"""Reports of a job as tasks: each is made once, in the background, and kept for a while."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from litestar.background_tasks import BackgroundTask
from litestar.exceptions import NotFoundException
from litestar.response import File

from mekik.crawl.reports import REPORTS, Table
from mekik.web.kept import KeptTable
from mekik.web.people import Person
from mekik.web.site import Site
from mekik.web.tasks import Progress, Task, wait_for

PATIENCE = 2.0
"""Seconds that a page waits for a report before it says that it is being made."""
GROUPS: dict[str, tuple[str, ...]] = {
    "came": ("codes", "types", "languages", "countries", "hosts", "sizes", "depths", "outcomes"),
    "trouble": ("errors", "broken", "redirects", "orphans", "slow", "spelling", "duplicates", "traps", "spam"),
    "site": ("tree", "days", "freshness"),
    "orders": ("popularity", "assignment", "time-scores", "points"),
}
READS_ARCHIVE = frozenset({"broken", "orphans", "spelling", "countries", "redirects"})
_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/jsonl", "parquet": "application/vnd.apache.parquet"}
FORMATS = tuple(_TYPES)


def groups() -> dict[str, list[str]]:
    """The reports that there are, as people look for them."""
    shown = {group: [name for name in names if name in REPORTS] for group, names in GROUPS.items()}
    placed = {name for names in shown.values() for name in names}
    shown["site"] += [name for name in REPORTS if name not in placed]
    return shown


def ask_report(site: Site, person: Person, job: str, name: str, *, anew: bool = False) -> Task:
    """Its result is a KeptTable. The job must be one that the person may see."""
    if name not in REPORTS:
        raise NotFoundException(f"There is no such report. There are: {', '.join(REPORTS)}.")

    def work(progress: Progress) -> KeptTable:
        for table in site.workspace.tables(name, job, progress=progress):
            return KeptTable(table, progress)
        return KeptTable(Table(report=name, job=job, columns=(), total=0, rows=[]))

    return site.tasks.ask(("report", job, name), work, person.name, anew=anew)


def ask_and_wait(site: Site, person: Person, job: str, name: str, *, anew: bool = False) -> Task:
    task = ask_report(site, person, job, name, anew=anew)
    wait_for(task, PATIENCE)
    return task


def download(kept: KeptTable, format: str) -> File:
    """The whole table as a file, gone when it was sent."""
    folder = TemporaryDirectory(prefix="mekik-export-")
    name = f"{kept.job}-{kept.report}.{format}"
    target = Path(folder.name) / name
    kept.write(format, target)
    kinds = {
        "csv": "text/csv; charset=utf-8",
        "jsonl": "application/jsonl",
        "parquet": "application/vnd.apache.parquet",
    }
    return File(target, filename=name, media_type=kinds[format], background=BackgroundTask(_clean, folder))


async def _clean(folder: TemporaryDirectory[str]) -> None:
    folder.cleanup()


def task_facts(task: Task) -> dict[str, Any]:
    return {"state": task.state, "progress": task.progress, "error": task.error}
