"""How fresh the copies are: by how fast their pages change, expected now and as the visits showed it."""

from __future__ import annotations

import time
from itertools import chain
from typing import Any

import numpy as np

from mekik.crawl.catalogue import Job
from mekik.crawl.fresh_copies import expected_of
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.revisit.policies import Floats

_HOUR, _DAY = 3600, 86_400
_CLASSES = (_HOUR, _DAY, 7 * _DAY, 30 * _DAY, 120 * _DAY, 365 * _DAY, None)
COLUMNS = (
    "changes_within", "pages", "visits", "changes", "interval", "expected_freshness", "measured_freshness",
    "expected_age", "measured_age",
)  # fmt: skip


def freshness(bench: Bench, job: Job, name: str) -> Table:
    cursor = bench.rows(
        "SELECT c.rate, c.seen_at, c.visits, c.changes, c.watched, c.fresh, c.aged, coalesce(a.next_visit, 0)"
        " FROM job.change c JOIN job.address a ON a.id = c.address"
        " WHERE NOT EXISTS (SELECT 1 FROM job.tombstone t WHERE t.address = c.address)"
    )
    numbers: Floats = np.fromiter(chain.from_iterable(cursor), dtype=np.float64).reshape(-1, 8)
    now = time.time()
    rows: list[Row] = []
    with np.errstate(divide="ignore"):
        spans = 1 / numbers[:, 0]
    above = 0.0
    for bound in _CLASSES:
        chosen = (spans > above) & (spans <= (bound or np.inf))
        if chosen.any():
            rows.append((bound, *_measures(numbers[chosen], now)))
        above = float(bound or 0)
    notes = []
    if len(numbers):
        pages, _, _, _, expected, measured, age, _ = _measures(numbers, now)
        percent, hours = round(100 * expected), round(age / _HOUR)
        notes.append(Note("freshness_now", {"n": pages, "percent": percent, "age": int(age), "hours": hours}))
        if measured is not None:
            notes.append(Note("freshness_measured", {"percent": round(100 * measured)}))
        else:
            notes.append(Note("freshness_unmeasured"))
    return Table(report=name, job=job.name, columns=COLUMNS, total=len(rows), rows=rows, notes=notes)


def _measures(numbers: Floats, now: float) -> tuple[Any, ...]:
    """The columns after the first, for these pages together."""
    rates, seen_at, visits, changes, watched, fresh, aged, due = numbers.T
    share, age = expected_of(rates, seen_at, now)
    scheduled = due > 0
    interval = int((due - seen_at)[scheduled].mean()) if scheduled.any() else None
    seconds = float(watched.sum())
    return (
        len(rates), int(visits.sum()), int(changes.sum()), interval, round(share, 4),
        round(float(fresh.sum()) / seconds, 4) if seconds else None, int(age),
        int(float(aged.sum()) / seconds) if seconds else None,
    )  # fmt: skip
