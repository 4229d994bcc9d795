"""A collection of at most so many pages, the most important ones that are known (Cho and Garcia-Molina's incremental
crawler).

Three modules work on it. The *ranking module* is here: it ranks the pages of the collection when a tenth of it was
visited, says below which importance an address is not worth a visit, lets those wait again that have become worth
one, and for each page too many takes out the least important. The *update module* is `coming_back.py`: when a page of
the collection is visited again. The *crawl module* is the engine: it takes what is due or new from the frontier.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from mekik.crawl.departures import REPLACED, Departures
from mekik.frontier import Frontier, SqliteStore
from mekik.frontier.importance import Importance
from mekik.ordering.columns import Column
from mekik.outcome import Outcome
from mekik.page import Address, Page

_OUTCOME = Outcome.LESS_IMPORTANT
_MARGIN = 1.1
"""How much more important a page must be than the least of the collection: else two would take turns."""
_FEW = 50
_GROWTH = 0.1
_LOOKS = 1000
"""Addresses looked at again for each visit, at most: however many wait outside, a visit costs the same."""


class Collection:
    """A page costs 9 bytes for each id of the job. Pages that a person named stay."""

    def __init__(
        self, limit: int, importance: Importance, frontier: Frontier, store: SqliteStore, departures: Departures,
        now: float,
    ) -> None:  # fmt: skip
        self._limit, self._importance = limit, importance
        self._frontier, self._store, self._departures = frontier, store, departures
        self._member = Column(np.uint8, 0)
        self._keys = Column(np.int64, 0)
        self.size = 0
        self._kept = 0
        """Of them, those that a person named."""
        self._leavers: list[tuple[float, int]] = []
        """A heap: the least important first."""
        self._least = 0.0
        self._visits = self._due_at = 0
        for id, key, found_on in store.query(
            "SELECT a.id, a.key, a.found_on FROM visit v JOIN address a ON a.id = v.address WHERE v.indexed"
        ):
            self._join(id, key, stays=found_on is None)
        self.rank(now)

    # the crawl module asks

    def refusal(self, address: Address) -> str:
        """Why an address is not worth a visit; empty when it is."""
        if self.size < self._limit or address.found_on is None or address.role or self._has(address.id):
            return ""
        importance = self._importance.of(address.key)
        if importance > self._least * _MARGIN:
            return ""
        return (
            f"{self._importance.kind} {importance:.3g}; the least important of the {self.size} pages kept has "
            f"{self._least:.3g}"
        )

    def settled(self, page: Page, at: float, now: float, *, indexed: bool) -> None:
        """After every visit: a page that is too many leaves, and from time to time all are ranked."""
        address = page.address
        if indexed and not self._has(address.id):
            self._join(address.id, address.key, stays=address.found_on is None)
            if address.found_on is not None:
                heappush(self._leavers, (self._importance.of(address.key), address.id))
        elif not indexed and self._has(address.id) and self._frontier.departed.why(address.id) is not None:
            self._part(address.id)
        self._shrink(at)
        self._visits += 1
        if self._visits >= self._due_at:
            self.rank(now)
            self._shrink(at)

    # the ranking module

    def rank(self, now: float) -> None:
        self._visits, self._due_at = 0, max(_FEW, int(self.size * _GROWTH))
        ids: NDArray[np.int64] = np.flatnonzero(self._member.values == 1).astype(np.int64)
        scores = self._importance.of_many(self._keys.take(ids))
        order = np.argsort(scores, kind="stable")
        self._leavers = list(zip(scores[order].tolist(), ids[order].tolist(), strict=True))
        self._least = self._leavers[0][0] if self._leavers and self.size >= self._limit else 0.0
        self._reconsider(now)

    def _reconsider(self, now: float) -> None:
        """The best of those that were not worth a visit, if they are by now: as many as may change places at once."""
        rows = self._store.query("SELECT id, key FROM address WHERE outcome = ? AND status = 4", (_OUTCOME.number,))
        if not rows:
            return
        self._due_at = max(self._due_at, len(rows) // _LOOKS)
        ids, keys = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
        scores = self._importance.of_many(keys)
        worth = np.flatnonzero(scores > self._least * _MARGIN) if self.size >= self._limit else np.arange(len(ids))
        most = max(self._limit - self.size, _FEW, int(self._limit * _GROWTH))
        best = worth[np.argsort(-scores[worth], kind="stable")][:most]
        self._frontier.wait_again([int(id) for id in ids[best]], now)

    def _shrink(self, at: float) -> None:
        busy: list[tuple[float, int]] = []
        while self.size > max(self._limit, self._kept) and self._leavers:
            importance, id = heappop(self._leavers)
            if not self._has(id):
                continue
            reason = f"{self._importance.kind} {importance:.3g}: made room for a more important page"
            url = self._frontier.leave(id, _OUTCOME, reason)
            if url is None:  # it is being visited, or about to be
                busy.append((importance, id))
                continue
            self._departures.leave(id, url, at, REPLACED)
            self._part(id)
            self._least = max(self._least, importance)
        for one in busy:
            heappush(self._leavers, one)

    # the small parts

    def _has(self, id: int) -> bool:
        return bool(self._member.at(id))

    def _join(self, id: int, key: int, *, stays: bool) -> None:
        place = np.array([id])
        self._member.put(place, 2 if stays else 1)
        self._keys.put(place, key - (1 << 64) if key >> 63 > 0 else key)
        self.size += 1
        self._kept += stays

    def _part(self, id: int) -> None:
        self._kept -= self._member.at(id) == 2
        self._member.put(np.array([id]), 0)
        self.size -= 1
