"""How fresh the copies of a job are, all together: expected now, and as the visits showed it."""

from __future__ import annotations

import msgspec
import numpy as np

from mekik.frontier import FrontierStore
from mekik.revisit import Watched
from mekik.revisit.policies import Floats


class FreshCopies(msgspec.Struct):
    """Of the pages that come back."""

    pages: int
    expected: float
    """Share of the copies that still say what their pages say, as their change rates let one expect."""
    expected_age: float
    """Mean seconds since copies ceased to; 0 for those that did not."""
    measured: float | None = None
    """Share of the time in which copies were right, as the visits showed it; None before any page was seen twice."""
    measured_age: float | None = None


def expected_of(rates: Floats, seen_at: Floats, at: float) -> tuple[float, float]:
    """Share and mean age at that moment."""
    since = np.maximum(at - seen_at, 0.0)
    spans = rates * since
    with np.errstate(divide="ignore", invalid="ignore"):
        ages = np.where(spans < 1e-4, since * spans / 2, since + np.expm1(-spans) / rates)
    return float(np.exp(-spans).mean()), float(ages.mean())


def copies_of(rates: Floats, seen_at: Floats, watched: Watched, at: float) -> FreshCopies:
    share, age = expected_of(rates, seen_at, at)
    found = FreshCopies(len(rates), round(share, 4), round(age, 1))
    if watched.seconds > 0:
        found.measured = round(watched.fresh / watched.seconds, 4)
        found.measured_age = round(watched.aged / watched.seconds, 1)
    return found


def fresh_copies(store: FrontierStore, at: float) -> FreshCopies | None:
    """As the store has it; None for a job that does not come back to pages."""
    pages = store.rates()
    return copies_of(pages.rates, pages.seen_at, store.watched(), at) if len(pages.rates) else None
