"""Orders whose scores change while addresses wait: a `Scorer` knows the scores, `ScoredOrdering` keeps the queues.

What is guaranteed at every hand-out: the score of each waiting address is the one that follows from all pages read so
far, as far as the scorer says so (`Scorer.learn` names every address whose score a page changed). One that computes
for all at once (PageRank) does so in `renew`, and says itself how old its numbers may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.protocol import Grade, Lesson, Score, Waiting
from mekik.ordering.queues import ScoredQueues

Ids = NDArray[np.int64]
NONE: Ids = np.empty(0, dtype=np.int64)
Waits = Callable[[], Ids]
"""Tells all that wait."""


class Learned(NamedTuple):
    grade: Grade
    """To be kept with the page."""
    changed: Ids
    """Whose scores are others now."""


class Scorer(Protocol):
    """The worth of addresses by their ids: numbers from 0 on, the higher the sooner."""

    name: str

    def place(self, addresses: Sequence[Waiting]) -> None:
        """These are found now, or found before and waiting again."""

    def scores(self, ids: Ids) -> NDArray[Any]:
        """The present scores of addresses that were placed."""

    def learn(self, page: Lesson) -> Learned:
        """A page was read; its links are placed after this."""

    def renew(self, waiting: Waits) -> bool:
        """Asked before every hand-out: computes what is due; true when any score may be another one now."""

    def explain(self, address: Waiting) -> Score:
        """The score of an address that was placed, and its parts."""


class ScoredOrdering:
    """An `Ordering` by a `Scorer`.

    With `refill`, what is found goes to a store, and a queue takes that many of the best from it when nothing in the
    queue may be visited; addresses of resting hosts stay in the queue and do not hold up the others. That is for scores
    that do not change.
    """

    texts = learns = True

    def __init__(self, scorer: Scorer, refill: int | None = None) -> None:
        self.name = scorer.name
        self.scorer = scorer
        self._store = ScoredQueues()
        self._refill = refill
        self._queue = ScoredQueues() if refill else None

    def add(self, addresses: Sequence[Waiting]) -> None:
        self.scorer.place(addresses)
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._store.add(ids, [address.host for address in addresses], self.scorer.scores(ids))

    def wake(self, host: int) -> None:
        self._store.wake(host)
        if self._queue:
            self._queue.wake(host)

    def rest(self, host: int) -> None:
        self._store.rest(host)
        if self._queue:
            self._queue.rest(host)

    def pop(self) -> tuple[int, int] | None:
        self._renew()
        taken = self._queue.pop() if self._queue else self._store.pop()
        if taken is None and self._queue and self._refill:
            for _ in range(self._refill):
                best = self._store.pop()
                if best is None:
                    break
                self._queue.put_back(*best)
            taken = self._queue.pop()
        return taken[:2] if taken else None

    def drain(self, host: int) -> list[int]:
        drained = self._store.drain(host)
        return sorted(drained + self._queue.drain(host)) if self._queue else drained

    def explain(self, address: Waiting) -> Score:
        if not self._store.holds(address.id) and not (self._queue and self._queue.holds(address.id)):
            self.scorer.place([address])
        self._renew()
        return self.scorer.explain(address)

    def learn(self, page: Lesson) -> Grade:
        grade, changed = self.scorer.learn(page)
        if len(changed):
            self._store.update(changed, self.scorer.scores(changed))
        return grade

    def _renew(self) -> None:
        if self.scorer.renew(self._store.waiting):
            ids = self._store.waiting()
            self._store.replace(ids, self.scorer.scores(ids))
