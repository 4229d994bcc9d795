"""What sitemaps, feeds and forms said of an address, for those who read from the archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mekik.crawl.folder import Folder
from mekik.frontier import FrontierStore, SqliteStore
from mekik.page import Hint
from mekik.urls import keys

HintOf = Callable[[str], Hint | None]


def told_by(store: FrontierStore) -> HintOf:
    return lambda url: store.hint_at(int.from_bytes(keys([url]), "little", signed=True))


@contextmanager
def told(folder: Folder, job: str) -> Iterator[HintOf]:
    """By the store of a job, where it has one."""
    if not folder.frontier(job).exists():
        yield lambda url: None
        return
    store = SqliteStore(folder.frontier(job), read_only=True)
    try:
        yield told_by(store)
    finally:
        store.close()
