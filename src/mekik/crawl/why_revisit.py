"""What is known of an address's changes and of coming back to it: a part of `mekik why`."""

from __future__ import annotations

import time

import msgspec

from mekik.frontier import Record, SqliteStore
from mekik.frontier.hints import changed_at
from mekik.revisit import Claims, Habits, Said, fresh_after, prior
from mekik.settings import Settings

DAY = 86_400.0


class RevisitAnswer(msgspec.Struct):
    policy: str
    visits: int
    """That saw the page."""
    changes: int
    """Of its main text, between those."""
    rate: float
    """Changes a day that are expected of it."""
    source: str
    """Where that comes from: visits, or before the second one changefreq, lastmod, published or site."""
    seen_at: int
    changed_at: int
    """The visit that brought the present text first."""
    freshness: float
    """How likely it is that the copy is still right."""
    interval: float | None
    """Seconds between the last visit and the next one."""
    missing: int
    """Visits in a row without the page."""
    said_at: int | None = None
    """When sitemaps or feeds say that it changed last."""
    trust: float = 0.0
    """How far such words of its site can be relied on, from 0 to 1."""
    left: str | None = None
    """Why it left the index: gone, redirect, noindex, unwanted, copy or replaced."""
    left_at: int | None = None


def revisit_answer(store: SqliteStore, settings: Settings, record: Record) -> RevisitAnswer | None:
    """None for an address that nobody ever saw."""
    row = store.change(record.id)
    if row is None:
        return None
    now = time.time()
    source, hint = "visits", store.hint(record.id)
    trust = Claims(store.claims()).trust(record.host)
    if row.visits < 2:
        said = Said(hint.changefreq, hint.lastmod, hint.published) if hint else Said()
        source = prior(said, Habits().of(record.host), row.seen_at, trust)[1]
    left = store.tombstone(record.id)
    return RevisitAnswer(
        policy=settings.revisit.policy, visits=row.visits, changes=row.changes, rate=row.rate * DAY, source=source,
        seen_at=int(row.seen_at), changed_at=int(row.changed_at),
        freshness=round(fresh_after(row.rate, now - row.seen_at), 4),
        interval=max(record.next_visit - row.seen_at, 0.0) if record.next_visit else None, missing=row.missing,
        said_at=(changed_at(hint) or None) if hint else None, trust=round(trust, 3),
        left=left.why if left else None, left_at=left.at if left else None,
    )  # fmt: skip
