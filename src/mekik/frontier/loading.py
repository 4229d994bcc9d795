"""Loading a frontier of millions of addresses at start."""

from __future__ import annotations

import gc
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager

from mekik.frontier.later import Later
from mekik.frontier.store import FrontierStore
from mekik.ordering import Ordering, Waiting


@contextmanager
def no_collection() -> Iterator[None]:
    """A million new tuples would have the garbage collector look at all of them again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def load(
    store: FrontierStore, ordering: Ordering, running: Container[int], later: Later, longest: float, now: float
) -> tuple[list[Waiting], dict[int, int]]:
    """What waits and is not running, and how much of it each host has. What is to be tried at a later time, `longest`
    at most, goes to `later`; a model that learns is told all its lessons first."""
    to_monotonic = now - time.time()
    ready: list[Waiting] = []
    by_host: dict[int, int] = {}
    if ordering.learns:
        for lesson in store.lessons(ordering.name, texts=ordering.texts):
            ordering.learn(lesson)
    for waiting, next_visit in store.waiting(texts=ordering.texts):
        if waiting.id in running:
            continue
        due = next_visit + to_monotonic if next_visit else 0.0
        if due > now:
            later.add(min(due, longest), waiting)
        else:
            ready.append(waiting)
            by_host[waiting.host] = by_host.get(waiting.host, 0) + 1
    return ready, by_host
