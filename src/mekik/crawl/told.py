"""What others said of an address: sitemaps, feeds and forms, and what links call it. For who reads from the archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from mekik.crawl.folder import Folder
from mekik.frontier import FrontierStore, SqliteStore
from mekik.page import Hint
from mekik.urls import keys


class Told(NamedTuple):
    hint: Hint | None = None
    anchors: str = ""


ToldOf = Callable[[str], Told]


def told_nothing(_url: str) -> Told:
    return Told()


def told_by(store: FrontierStore) -> ToldOf:
    return lambda url: Told(*store.said_of(int.from_bytes(keys([url]), "little", signed=True)))


@contextmanager
def told(folder: Folder, job: str) -> Iterator[ToldOf]:
    """By the store of a job, where it has one."""
    if not folder.frontier(job).exists():
        yield told_nothing
        return
    store = SqliteStore(folder.frontier(job), read_only=True)
    try:
        yield told_by(store)
    finally:
        store.close()
