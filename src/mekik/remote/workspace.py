"""The methods of `Workspace`, answered by a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from mekik.crawl.copy_text import CopyText
from mekik.crawl.export import Exported
from mekik.crawl.finished import Finished
from mekik.crawl.form_report import FormAnswer
from mekik.crawl.gone import GonePage, Restored
from mekik.crawl.log import LogEntry
from mekik.crawl.progress import Snapshot
from mekik.crawl.report import Report
from mekik.crawl.reports import Table
from mekik.crawl.traps import Trap
from mekik.crawl.why import Why
from mekik.errors import StorageError, UsageError
from mekik.frontier import FoundThing
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.remote import jobs as far_jobs
from mekik.remote import reports as far_reports
from mekik.remote.answers import Accepted, ArchivedAnswer, Finds, GonePages, JobDetail, JobView
from mekik.remote.connection import Connection, part
from mekik.remote.logs import read_log
from mekik.search import SearchResult
from mekik.settings import Settings, build

Progress = Callable[[Snapshot], None]
_LOOK = 0.5
"""Seconds between two looks at what comes."""
_PIECE = 1000


class RemoteWorkspace:
    """Safe to use from many threads. Close it, or use it in a `with`."""

    def __init__(self, root: str, token: str | None = None, timeout: float = 60.0) -> None:
        self.root = root
        self._far = Connection(root, token, timeout)

    def close(self) -> None:
        self._far.close()

    def __enter__(self) -> RemoteWorkspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        """As `Workspace.crawl`, in the server's queue; waits for the end. Who stops waiting does not stop the job."""
        name = far_jobs.prepare(self._far, seeds, settings, robot, more)
        return self._run(name, progress, strict_limits)

    def resume(self, job: str | None = None, progress: Progress | None = None, strict_limits: bool = False) -> Finished:
        return self._run(self._name(job), progress, strict_limits)

    def _run(self, name: str, progress: Progress | None, strict_limits: bool) -> Finished:
        self._far.ask("POST", f"jobs/{part(name)}/run", JobView, body={})
        return far_jobs.wait(self._far, name, progress, strict_limits)

    # telling a running crawl

    def pause(self, job: str | None = None) -> list[str]:
        return self._tell("pause", job)

    def unpause(self, job: str | None = None) -> list[str]:
        return self._tell("resume", job)

    def stop(self, job: str | None = None) -> list[str]:
        return self._tell("stop", job)

    def set_order(self, order: str, job: str | None = None, settings: Mapping[str, Any] | None = None) -> list[str]:
        running = self._running(job)
        body = {"settings": {"order": order, **(settings or {})}}
        for name in [job] if job else running:
            self._far.ask("PATCH", f"jobs/{part(name)}", JobDetail, body=body)
        return running

    def _tell(self, act: str, job: str | None) -> list[str]:
        running = self._running(job)
        for name in running:
            self._far.ask("POST", f"jobs/{part(name)}/{act}", JobView)
        return running

    def _running(self, job: str | None) -> list[str]:
        """The names of the running jobs, or the one if it runs."""
        snapshots = self.status(job)
        return [one.job for one in snapshots if one.state in ("running", "paused")]

    def lift_trap(self, pattern: str, job: str | None = None) -> dict[str, int]:
        path = f"jobs/{part(self._name(job))}/traps/lift"
        return self._far.ask("POST", path, dict[str, int], body={"pattern": pattern})

    # looking

    def jobs(self) -> list[str]:
        return [one.job for one in self.status()]

    def unfinished(self) -> list[str]:
        return [one.job for one in self.status() if one.state != "finished"]

    def settings(self, job: str) -> Settings:
        """Secrets are replaced by a word."""
        return build(self._far.get(f"jobs/{part(job)}", JobDetail).settings)

    def status(self, job: str | None = None) -> list[Snapshot]:
        if job is not None:
            return [self._far.get(f"jobs/{part(job)}/status", Snapshot)]
        return self._far.get("status", list[Snapshot])

    def report(self, job: str | None = None) -> list[Report]:
        names = [job] if job is not None else self.jobs()
        return [self._far.get(f"jobs/{part(name)}/summary", Report) for name in names]

    def tables(
        self, names: str | Sequence[str], job: str | None = None, settings: Mapping[str, Any] | None = None,
        progress: Callable[[int], None] = lambda count: None,
    ) -> Iterator[Table]:  # fmt: skip
        """As `Workspace.tables`; the settings are those of the job."""
        if settings:
            raise UsageError("A server makes its reports by the settings of the job. Change those instead.")
        wanted = [names] if isinstance(names, str) else list(names)
        for one in [job] if job is not None else self.jobs():
            for name in wanted:
                yield far_reports.table(self._far, one, name, progress)

    def traps(self, job: str | None = None) -> dict[str, list[Trap]]:
        names = [job] if job is not None else self.jobs()
        return {name: self._far.get(f"jobs/{part(name)}/traps", list[Trap]) for name in names}

    def gone(self, job: str | None = None) -> dict[str, list[GonePage]]:
        names = [job] if job is not None else self.jobs()
        return {name: list(self._gone(name)) for name in names}

    def _gone(self, name: str) -> Iterator[GonePage]:
        offset, total = 0, 1
        while offset < total:
            piece = self._far.get(f"jobs/{part(name)}/gone", GonePages, offset=offset, limit=_PIECE)
            yield from piece.pages
            offset, total = offset + _PIECE, piece.total

    def restore(self, urls: Sequence[str], job: str | None = None) -> Restored:
        path = f"jobs/{part(self._name(job))}/gone/restore"
        return self._far.ask("POST", path, Restored, body={"urls": list(urls)})

    def accept_gone(self, job: str | None = None) -> tuple[str, int]:
        answer = self._far.ask("POST", f"jobs/{part(self._name(job))}/gone/accept", Accepted)
        return answer.job, answer.held

    def forms(self, job: str | None = None) -> dict[str, list[FormAnswer]]:
        names = [job] if job is not None else self.jobs()
        return {name: self._far.get(f"jobs/{part(name)}/forms", list[FormAnswer]) for name in names}

    def log(
        self, job: str | None = None, limit: int | None = None, follow: bool = False, errors: bool = False
    ) -> Iterator[LogEntry]:
        return read_log(self._far, self._name(job), limit, follow, errors)

    def finds(
        self, job: str | None = None, *, kind: str | None = None, limit: int | None = None, follow: bool = False
    ) -> Iterator[FoundThing]:
        path = f"jobs/{part(self._name(job))}/finds"
        return self._finds(path, kind, limit, follow)

    def _finds(self, path: str, kind: str | None, limit: int | None, follow: bool) -> Iterator[FoundThing]:
        last = 0
        if limit is not None:
            for find in self._far.get(path, Finds, kind=kind, limit=limit, last=True).finds:
                last = find.id
                yield find
        while limit is None or follow:
            piece = self._far.get(path, Finds, kind=kind, cursor=last, limit=_PIECE)
            for find in piece.finds:
                last = find.id
                yield find
            if piece.next is None:
                if not follow:
                    return
                time.sleep(_LOOK)

    def why(self, url: str, job: str | None = None) -> Why:
        return self._far.get("why", Why, url=url, job=job)

    def search(self, query: str, **options: Any) -> SearchResult:
        return self._far.get("search", SearchResult, q=query, **options)

    def suggest(self, text: str, *, limit: int = 10) -> list[str]:
        return self._far.get("suggest", tuple[str, list[str]], q=text, limit=limit)[1]

    def text(self, url: str, at: str = "", *, offset: int = 0, limit: int = 100_000) -> CopyText:
        return self._far.get("archived", CopyText, url=url, at=at, offset=offset, limit=limit)

    def page(self, url: str) -> Exchange:
        """Without the heads as they were sent, and without cookies."""
        answer = self._far.get("archived/answer", ArchivedAnswer, url=url)
        outcome = next(one for one in Outcome if one.label == answer.outcome)
        return Exchange(
            url=answer.url, outcome=outcome, reason=answer.reason, started_at=answer.started_at,
            elapsed=answer.elapsed, status=answer.status, protocol=answer.protocol, headers=answer.headers,
            truncated=answer.truncated, body=answer.body,
        )  # fmt: skip

    def _name(self, job: str | None) -> str:
        """The named job; without a name the one that was started last."""
        if job is not None:
            return job
        found = far_jobs.views(self._far)
        if not found:
            raise UsageError("There is no job yet.")
        return max(found, key=lambda one: (one.started_at or 0.0, one.created_at)).name

    def export(
        self, kind: str, target: Path, job: str | None = None, format: str = "csv",
        progress: Callable[[int], None] = lambda count: None,
    ) -> Exported:  # fmt: skip
        """As `Workspace.export`, of one job; how many records there are is not told."""
        del progress
        name = self._name(job)
        data = self._far.get(f"jobs/{part(name)}/export/{part(kind)}", bytes, format=format)
        try:
            target.write_bytes(data)
        except OSError as error:
            raise StorageError(f"Cannot write {target}: {error.strerror}.") from None
        return Exported(kind=kind, target=str(target), records=0)

    # what is done at the machine itself

    def import_files(self, paths: Sequence[Path], progress: Callable[[int], None] | None = None) -> NoReturn:
        del paths, progress
        _at_home("import")

    def backup(self, target: Path, progress: Callable[[int], None] = lambda count: None) -> NoReturn:
        del target, progress
        _at_home("backup")

    def reindex(self, progress: Callable[[int], None] | None = None) -> NoReturn:
        del progress
        _at_home("reindex")

    def check(self) -> NoReturn:
        _at_home("check")

    def repair(self) -> NoReturn:
        _at_home("repair")


def _at_home(verb: str) -> NoReturn:
    raise UsageError(f"This is done at the machine of the data itself: mekik {verb}")
