"""How important pages are by who names whom: the weight of a page when visits are shared out, and its place in a
collection that keeps only the best.

Told of every page that is read, and at start of all that were read before. About 40 bytes for each address that was
read or named, and 4 a link.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mekik.frontier.store import FrontierStore
from mekik.ordering import Lesson
from mekik.ordering.columns import Column
from mekik.ordering.graph import Graph
from mekik.ordering.pagerank import page_rank
from mekik.settings import RevisitSettings

_DAMPING = 0.85
_FEW = 50
_GROWTH = 0.1


class Importance:
    """`kind`: inlinks, the number of pages that name an address and 1; or pagerank, in multiples of the mean."""

    def __init__(self, kind: str, lessons: Iterable[Lesson] = ()) -> None:
        self.kind = kind
        self._graph = Graph()
        self._named = Column(np.int32, 0)
        self._ranks = Column(np.float64, 0.0)
        self._floor = 1.0
        self._reads, self._due_at = 0, _FEW
        for lesson in lessons:
            self._read(lesson)
        if self._graph.pages:
            self._compute()

    def learn(self, page: Lesson) -> None:
        self._read(page)
        if self._reads >= self._due_at:
            self._compute()

    def of(self, key: int) -> float:
        return float(self.of_many(np.array([_signed(key)], dtype=np.int64))[0])

    def of_many(self, keys: NDArray[np.int64]) -> NDArray[np.float64]:
        """By the keys of addresses, also of such that nobody names."""
        nodes = self._graph.find(keys)
        known = np.maximum(nodes, 0)
        if self.kind == "inlinks":
            found = 1.0 + np.where(nodes >= 0, self._named.take(known), 0)
        else:
            found = np.where(nodes >= 0, np.maximum(self._ranks.take(known), self._floor), self._floor)
        return np.asarray(found, dtype=np.float64)

    def _read(self, page: Lesson) -> None:
        _, targets, before = self._graph.read(page)
        if before is not None:
            self._named.put(before, self._named.take(before) - 1)
        self._named.put(targets, self._named.take(targets) + 1)
        self._reads += 1

    def _compute(self) -> None:
        """When a tenth more pages were read; what is named since then counts as if nobody named it."""
        self._reads, self._due_at = 0, max(_FEW, int(self._graph.pages * _GROWTH))
        if self.kind != "pagerank":
            return
        nodes = self._graph.nodes
        ranks = page_rank(*self._graph.edges(), nodes, _DAMPING) * nodes
        self._ranks.put(np.arange(nodes), ranks)
        self._floor = float(ranks.min())


def importance_of(settings: RevisitSettings, store: FrontierStore) -> Importance | None:
    """What a job needs; None where all pages are alike."""
    if settings.collection is None and (settings.policy == "never" or settings.importance == "equal"):
        return None
    # Who keeps only the best has to tell them apart.
    kind = "inlinks" if settings.importance == "equal" else settings.importance
    return Importance(kind, store.lessons(""))


def _signed(key: int) -> int:
    return key - (1 << 64) if key >> 63 > 0 else key
