"""What a visit is worth: the time that our copy is expected to be right because of it, most first.

A page with change rate r that was last seen t ago is worth w·(1 - e^(-r·t)·(1 + r·t))/r: nothing right after a visit,
in the end w/r, the time until the next change. It is what one more visit gains in the long run, so a crawl that
always takes the best keeps as much fresh as it can, and wastes nothing on pages that change faster than it comes. A
page that was never seen counts as one that changes once in 30 days and is surely outdated. The weight w is what its
sitemap says, 1 as usual.

Values grow while addresses wait; they are worked out anew every minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.protocol import USUAL_PRIORITY, Lesson, Score, Waiting
from mekik.ordering.scored import NONE, Ids, Learned, Waits

_DAY = 86_400.0
_NEW = 30 * _DAY
_EVERY = 60.0
_LEAST = 1e-12
_SMALL = 1e-3


class FreshnessScorer:
    """About 20 bytes for each address that waits or waited."""

    name = "freshness"

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._rates = Column(np.float64, 0.0)
        self._seen = Column(np.int64, 0)
        self._weights = Column(np.float32, 1.0)
        self._renewed_at = clock()
        self._any_seen = False

    def place(self, addresses: Sequence[Waiting]) -> None:
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._rates.put(ids, [address.rate for address in addresses])
        self._seen.put(ids, [address.seen_at for address in addresses])
        self._any_seen = self._any_seen or any(address.seen_at for address in addresses)
        self._weights.put(ids, [address.priority / USUAL_PRIORITY for address in addresses])

    def scores(self, ids: Ids) -> NDArray[Any]:
        """Days."""
        rates = np.maximum(self._rates.take(ids), _LEAST)
        seen = self._seen.take(ids)
        spans = rates * np.maximum(self._clock() - seen, 0.0)
        gains = np.where(spans < _SMALL, spans**2 / 2, 1 - np.exp(-spans) * (1 + spans)) / rates
        return self._weights.take(ids) * np.where(seen > 0, gains, _NEW) / _DAY

    def learn(self, _page: Lesson) -> Learned:
        return Learned(None, NONE)

    def renew(self, _waiting: Waits) -> bool:
        if not self._any_seen or self._clock() - self._renewed_at < _EVERY:
            return False  # what was never seen is worth the same at any time
        self._renewed_at = self._clock()
        return True

    def explain(self, address: Waiting) -> Score:
        value = float(self.scores(np.array([address.id], dtype=np.int64))[0])
        weight = address.priority / USUAL_PRIORITY
        if not address.seen_at:
            return Score(value, f"freshness {value:.4g} days = weight {weight:g} × 30 days, for it was never seen")
        since = max(self._clock() - address.seen_at, 0.0) / _DAY
        often = 1 / max(address.rate, _LEAST) / _DAY
        return Score(
            value,
            f"freshness {value:.4g} days = weight {weight:g} × what a visit gains: it changes every {often:.4g} days "
            f"and was seen {since:.4g} days ago",
        )
