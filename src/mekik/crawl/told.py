"""What others said of an address: sitemaps, feeds and forms, and what links call it. For who reads from the archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from mekik.crawl.folder import Folder
from mekik.crawl.ranks import Ranks
from mekik.frontier import FrontierStore, SqliteStore
from mekik.page import Hint
from mekik.urls import keys


class Told(NamedTuple):
    hint: Hint | None = None
    anchors: str = ""
    rank: int = 0
    """How well it is linked."""


ToldOf = Callable[[str], Told]


def told_nothing(_url: str) -> Told:
    return Told()


def told_by(store: FrontierStore, ranks: Ranks | None = None) -> ToldOf:
    known = store.last_id()

    def told_of(url: str) -> Told:
        key = int.from_bytes(keys([url]), "little", signed=True)
        return Told(*store.said_of(key), ranks.level(key, known) if ranks else 0)

    return told_of


@contextmanager
def told(folder: Folder, job: str) -> Iterator[ToldOf]:
    """By the store of a job, where it has one."""
    if not folder.frontier(job).exists():
        yield told_nothing
        return
    store = SqliteStore(folder.frontier(job), read_only=True)
    try:
        yield told_by(store, Ranks(folder.ranks(job)))
    finally:
        store.close()
