"""The words around links while a crawl runs; `around.py` is their table."""

from __future__ import annotations

from mekik.frontier.store import Batch, FrontierStore


class Beside:
    """What stands around the links that led to addresses: what the store has, and what it has not heard of yet."""

    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, str] = {}
        self._new: list[tuple[int, str]] = []

    def tell(self, id: int, words: str) -> None:
        self._fresh[id] = words
        self._new.append((id, words))

    def of(self, id: int) -> str:
        found = self._fresh.get(id)
        return self._store.around(id) if found is None else found

    def give(self, batch: Batch) -> None:
        batch.around, self._new = self._new, []

    def written(self, batch: Batch) -> None:
        for id, words in batch.around:
            if self._fresh.get(id) == words:
                del self._fresh[id]
