"""Which pages leave the index, and the breaker that stops a job under which too many would.

A page leaves that is not there any more (404 or 410, several visits in a row), that leads elsewhere now, asks not to be
indexed, or is a copy of another. It gets a tombstone together with its new state; only when that is committed is it
taken out of the index (`crawl/commits.py`). A page that fails in any other way stays as it was.
"""

from __future__ import annotations

import time
from collections import deque
from enum import Enum

from mekik.crawl.facts import gone_after
from mekik.frontier import Batch, Frontier, PageFinds, SqliteStore
from mekik.outcome import Outcome, Status
from mekik.page import Page
from mekik.settings import RevisitSettings

DAY = 86_400
_FEW = 10
"""Fewer departures never stop a job."""
ACCEPTED = "gone.accepted"
"""In the store of a job: departures before this moment do not count for the breaker."""
REPLACED = "replaced"
HELD_BACK = "held back by the breaker; mekik gone --accept lets it leave"
_LEADS_ELSEWHERE = {
    Outcome.REDIRECT, Outcome.REDIRECT_OUT_OF_SCOPE, Outcome.BLOCKED_SCHEME, Outcome.BLOCKED_ADDRESS,
}  # fmt: skip
_READ = {Outcome.OK, Outcome.TRUNCATED}


class Fate(Enum):
    """What a visit means for what the index has of a page."""

    NONE = "none"
    """It has nothing, or what it has is replaced."""
    KEPT = "kept"
    HELD = "held"
    """It should leave, and the breaker does not let it."""
    LEFT = "left"


class Departures:
    def __init__(
        self, settings: RevisitSettings, frontier: Frontier, store: SqliteStore, *, indexing: bool = True
    ) -> None:
        """`indexing`: this run puts pages into the index; else one that was read says nothing about leaving it."""
        self._settings, self._frontier, self._indexing = settings, frontier, indexing
        self._indexed = int(store.query("SELECT count(*) FROM visit WHERE indexed")[0][0])
        since = max(int(time.time()) - DAY, int(store.meta().get(ACCEPTED, 0)))
        recent = store.query("SELECT at FROM tombstone WHERE at >= ? AND why != ? ORDER BY at", (since, REPLACED))
        self._recent = deque(at for (at,) in recent)
        self.tripped = ""
        """Why the job has to stop."""

    @property
    def indexed(self) -> int:
        """Pages of the job that are searchable."""
        return self._indexed

    def settled(self, page: Page, at: float, *, indexed: bool) -> Fate:
        """After a visit; `indexed`: it put the page into the index."""
        address = page.address
        if indexed:
            self._indexed += not address.indexed
            if address.seen_at:
                self._frontier.departed.rise(address.id)
            return Fate.NONE
        if not address.indexed or (page.outcome in _READ and not self._indexing):
            return Fate.NONE
        why = self._why(page)
        if not why:
            return Fate.KEPT
        if not self._lets_go(at):
            page.reason = HELD_BACK
            return Fate.HELD
        self.leave(page.address.id, page.address.url, at, why)
        return Fate.LEFT

    def stays(self, page: Page, fate: Fate) -> bool:
        """Whether what is known of a page still holds, although this visit did not see it."""
        return fate in (Fate.KEPT, Fate.HELD) or (page.outcome is Outcome.NOT_FOUND and not self._is_gone(page))

    def leave(self, id: int, url: str, at: float, why: str) -> None:
        self._frontier.departed.leave(id, url, at, why)
        self._indexed -= 1
        if why == REPLACED and self._frontier.has_finds:
            self._frontier.picked(PageFinds(id, int(at), []))

    def _why(self, page: Page) -> str:
        outcome = page.outcome
        if outcome is Outcome.NOT_FOUND:
            return "gone" if self._is_gone(page) else ""
        if outcome in _LEADS_ELSEWHERE and page.exchange.status:
            return "redirect"
        if outcome is Outcome.DUPLICATE:
            return "copy"
        if outcome in _READ:
            return "noindex" if page.document is not None and page.document.noindex else "unwanted"
        return ""

    def _is_gone(self, page: Page) -> bool:
        change = self._frontier.changes.of(page.address.id)
        return change is None or change.missing >= gone_after(self._settings, page.address.url)

    def _lets_go(self, at: float) -> bool:
        """Counts one more departure unless that would be too many."""
        while self._recent and self._recent[0] <= at - DAY:
            self._recent.popleft()
        count, before = len(self._recent) + 1, self._indexed + len(self._recent)
        if count >= _FEW and count > before * self._settings.breaker / 100:
            self.tripped = (
                f"breaker: {count} of {before} searchable pages would leave the index within a day, more than "
                f"revisit.breaker = {self._settings.breaker:g} % allows. What left is told by: mekik gone. "
                "If all is as it should be: mekik gone --accept, then mekik resume"
            )
            return False
        self._recent.append(int(at))
        return True


def accept(store: SqliteStore) -> int:
    """Departures so far count no longer, and those that the breaker held back are to be visited again. How many."""
    held = store.query(
        "SELECT id FROM address WHERE reason = ? AND status != ?", (HELD_BACK, Status.WAITING.value)
    )  # fmt: skip
    store.write(Batch(meta={ACCEPTED: int(time.time()) + 1}))
    store.reopen_addresses(id for (id,) in held)
    return len(held)
