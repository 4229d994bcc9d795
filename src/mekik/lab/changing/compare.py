"""The three policies on one changing web, with the same number of requests."""

from __future__ import annotations

import msgspec

from mekik.lab.changing.keeping import Kept, keep_up
from mekik.lab.changing.web import DAY, ChangingWeb
from mekik.revisit import NAMES
from mekik.settings import RevisitSettings

DAYS = 240.0
EVERY = 5.0
"""Days between two visits to a page, on average: what the budget is made for."""
SHARE = 0.5
"""Of the web that the collection has room for."""


def kept_by_policy(seed: int, pages: int, days: float = DAYS, every: float = EVERY) -> dict[str, Kept]:
    """The same web and the same number of requests for each; all keep the best half of the pages."""
    web = ChangingWeb(seed, pages, days)
    collection = int(pages * SHARE)
    budget = max(int(collection / every), 1)
    found = {}
    for policy in NAMES:
        settings = msgspec.convert(
            {
                "policy": policy, "budget": budget, "min_interval": 3600.0, "max_interval": days * DAY,
                "collection": collection,
            },
            RevisitSettings,
        )  # fmt: skip
        found[policy] = keep_up(web, settings, budget)
    return found
