"""Visited addresses that are to be visited again at a time of their own: the soonest in memory, all in the store.

Feeds and sitemaps stand in a line of their own, so that pages that may not be visited yet never keep them waiting.
"""

from __future__ import annotations

import heapq
import time

from mekik.frontier.store import FrontierStore
from mekik.ordering import Waiting
from mekik.outcome import Status

LISTINGS = ("feed", "sitemap")
WINDOW = 20_000
"""How many of either kind are held in memory."""
_LOOK = 5.0
"""Seconds between two looks into the store while it holds more."""


class Returning:
    """Times are monotonic, except those of the store."""

    def __init__(self, store: FrontierStore, now: float, window: int = WINDOW) -> None:
        self._pages = _Line(store, now, window, listings=False)
        self._listings = _Line(store, now, window, listings=True)

    def __len__(self) -> int:
        return len(self._pages) + len(self._listings)

    def add(self, due: float, waiting: Waiting, status: Status, *, listing: bool = False) -> None:
        (self._listings if listing else self._pages).add(due, waiting, status)

    def forget(self, id: int) -> Status | None:
        """It is visited before its time; what it was until now, or None when it is not here."""
        return self._pages.forget(id) or self._listings.forget(id)

    def page(self, id: int) -> tuple[float, Status] | None:
        """When a page comes back, and what it is until then; None when it is not here."""
        return self._pages.page(id)

    def take_due(self, now: float, pages: int | None = None) -> list[tuple[Waiting, Status, bool]]:
        """Those whose time has come, with whether they are pages; they are no longer here. At most so many `pages`."""
        taken = [(*one, False) for one in self._listings.take_due(now, None)]
        return taken + [(*one, True) for one in self._pages.take_due(now, pages)]

    @property
    def next_page(self) -> float | None:
        return self._pages.next_due

    @property
    def next_listing(self) -> float | None:
        return self._listings.next_due

    @property
    def next_due(self) -> float | None:
        return min((due for due in (self.next_page, self.next_listing) if due is not None), default=None)

    @property
    def soonest(self) -> int | None:
        """Which page's time comes first."""
        return self._pages.soonest


class _Line:
    def __init__(self, store: FrontierStore, now: float, window: int, *, listings: bool) -> None:
        self._store, self._window, self._listings_only = store, window, listings
        self._heap: list[tuple[float, Waiting, Status]] = []
        self._due: dict[int, tuple[float, Status]] = {}
        """id → when, and what it is until then; an entry of the heap counts only if it says the same."""
        self._more = False
        """The store holds some that are not here."""
        self._next_look = 0.0
        self._load(now)

    def __len__(self) -> int:
        return len(self._due)

    def add(self, due: float, waiting: Waiting, status: Status) -> None:
        self._due[waiting.id] = (due, status)
        heapq.heappush(self._heap, (due, waiting, status))
        if len(self._heap) > 2 * self._window:
            kept = {entry[1].id: entry for entry in self._heap if self._counts(entry)}
            self._heap = heapq.nsmallest(self._window, kept.values())
            self._more = self._more or len(kept) > len(self._heap)
            self._due = {waiting.id: (due, status) for due, waiting, status in self._heap}

    def forget(self, id: int) -> Status | None:
        found = self._due.pop(id, None)
        return found[1] if found else None

    def page(self, id: int) -> tuple[float, Status] | None:
        return self._due.get(id)

    def take_due(self, now: float, most: int | None) -> list[tuple[Waiting, Status]]:
        if most == 0:
            return []
        if self._more and not self._heap and now >= self._next_look:
            self._load(now)
        taken: list[tuple[Waiting, Status]] = []
        heap = self._heap
        while heap and heap[0][0] <= now and len(taken) != most:
            entry = heapq.heappop(heap)
            if self._counts(entry):
                del self._due[entry[1].id]
                taken.append(entry[1:])
        return taken

    @property
    def next_due(self) -> float | None:
        heap = self._heap
        while heap and not self._counts(heap[0]):
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    @property
    def soonest(self) -> int | None:
        return self._heap[0][1].id if self.next_due is not None else None

    def _counts(self, entry: tuple[float, Waiting, Status]) -> bool:
        due, waiting, status = entry
        return self._due.get(waiting.id) == (due, status)

    def _load(self, now: float) -> None:
        self._next_look = now + _LOOK
        to_monotonic = now - time.time()
        rows = list(self._store.returning(self._window, listings=self._listings_only))
        self._more = len(rows) == self._window
        for waiting, next_visit, status in rows:
            if waiting.id not in self._due:  # what is here may be newer than what is committed
                self.add(next_visit + to_monotonic, waiting, Status(status))
