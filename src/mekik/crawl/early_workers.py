"""Workers that load while their engine does: both take a quarter of a second, and there are mostly two cores.

The command line starts them as soon as it knows the settings; the first pool takes them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mekik.crawl.worker_process import WorkerProcess
from mekik.settings import Settings

_early: list[WorkerProcess] = []


def workers_wanted(settings: Settings) -> int:
    """By default the cores less one, which is the engine's."""
    wanted = settings.parse.workers
    return max(1, len(os.sched_getaffinity(0)) - 1) if wanted is None else wanted


@contextmanager
def loading_early(settings: Settings) -> Iterator[None]:
    """Those that nobody has taken in the end are ended."""
    try:
        _early.extend(WorkerProcess(bytearray(), time.monotonic()) for _ in range(workers_wanted(settings)))
        yield
    finally:
        while _early:
            worker = _early.pop()
            worker.end()
            worker.last_words()


def take_worker(orders: bytearray) -> WorkerProcess:
    """One that was started early, or a new one."""
    now = time.monotonic()
    if not _early:
        return WorkerProcess(orders, now)
    worker = _early.pop()
    worker.since = now
    worker.post(orders)
    return worker
