"""A part of a search on another core, while this one does the rest: tantivy's work needs no interpreter."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

T = TypeVar("T")


def ahead(work: Callable[[], T]) -> Callable[[], T]:
    """Begins `work` where another core is free for it. What comes back waits for the end, or does the work itself where
    it has not begun by then: with many people searching, all cores are busy."""
    if (os.cpu_count() or 1) < 2:
        return work
    begun = _threads().submit(work)
    return lambda: work() if begun.cancel() else begun.result()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="mekik-search")
