"""Work that takes longer than a person waits for a page: one or two at a time, in threads, with progress.

What came out is kept for a while and found again by its key, so that a page may be loaded often and its work is done
once. Nothing of it blocks the loop, and everything ends with the site.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from litestar.exceptions import TooManyRequestsException

from mekik.errors import MekikError

_log = logging.getLogger("mekik.web")
AT_ONCE = 2
KEPT = 60
"""Results, and"""
KEPT_SECONDS = 1800
MOST_WAITING = 40


class Stopped(Exception):
    """The site is closing."""


Progress = Callable[[int], None]
Work = Callable[[Progress], Any]


class Task:
    def __init__(self, number: int, key: tuple[str, ...], person: str) -> None:
        self.number, self.key, self.person = number, key, person
        self.started_at = time.time()
        self.ended_at: float | None = None
        self.progress = 0
        self.error = ""
        self.result: Any = None
        self.future: Future[None] | None = None

    @property
    def state(self) -> str:
        """waiting, running, done or failed."""
        if self.ended_at is not None:
            return "failed" if self.error else "done"
        return "running" if self.future is not None and self.future.running() else "waiting"


class Tasks:
    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, "task")
        self._lock = threading.Lock()
        self._tasks: dict[tuple[str, ...], Task] = {}
        self._numbers = itertools.count(1)
        self._closing = False

    def ask(self, key: tuple[str, ...], work: Work, person: str = "", *, anew: bool = False) -> Task:
        """The task with this key, begun if there is none yet, or none that is good still."""
        with self._lock:
            self._forget()
            known = self._tasks.get(key)
            if known is not None and (known.ended_at is None or not (anew or known.error)):
                return known
            if sum(task.ended_at is None for task in self._tasks.values()) >= MOST_WAITING:
                raise TooManyRequestsException("Too many reports are being made. Try again in a moment.")
            if known is not None:
                _drop(known)
            task = self._tasks[key] = Task(next(self._numbers), key, person)
            task.future = self._pool.submit(self._run, task, work)
            return task

    def get(self, key: tuple[str, ...]) -> Task | None:
        with self._lock:
            return self._tasks.get(key)

    def all(self) -> list[Task]:
        """Newest first."""
        with self._lock:
            return sorted(self._tasks.values(), key=lambda task: -task.number)

    def close(self) -> None:
        self._closing = True
        self._pool.shutdown(wait=True, cancel_futures=True)
        for task in self._tasks.values():
            _drop(task)

    def _run(self, task: Task, work: Work) -> None:
        def progress(count: int) -> None:
            if self._closing:
                raise Stopped
            task.progress = count

        try:
            task.result = work(progress)
        except Stopped:
            task.error = "stopped"
        except MekikError as error:
            task.error = str(error)
        except Exception:
            _log.exception("task %s", " ".join(task.key))
            task.error = "This is our fault; it is in the log."
        task.ended_at = time.time()

    def _forget(self) -> None:
        ended = [task for task in self._tasks.values() if task.ended_at is not None]
        ended.sort(key=lambda task: task.ended_at or 0)
        now = time.time()
        for place, task in enumerate(ended):
            if len(ended) - place > KEPT or (task.ended_at or now) < now - KEPT_SECONDS:
                del self._tasks[task.key]
                _drop(task)


def wait_for(task: Task, seconds: float) -> bool:
    """Whether it ended within that time. In a thread, never in the loop."""
    if task.future is not None and task.ended_at is None:
        wait([task.future], timeout=seconds)
    return task.ended_at is not None


def _drop(task: Task) -> None:
    close = getattr(task.result, "close", None)
    if close is not None:
        close()
