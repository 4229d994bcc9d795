"""Settings of coming back: when a page is visited again, when it leaves, and how many are kept."""

from __future__ import annotations

from typing import Annotated, Literal

from mekik.settings.base import AtLeast1, Section, row

DAY = 86_400.0


class RevisitSettings(Section, frozen=True, kw_only=True):
    policy: Annotated[
        Literal["never", "uniform", "proportional", "optimal"],
        row("How often pages are visited again: never by themselves, all alike, by their change rate, or so that as "
            "much as possible is fresh."),
    ] = "never"  # fmt: skip
    budget: Annotated[
        AtLeast1 | None, row("Visits to known pages, shared out among all of them; never more.", unit="requests/day")
    ] = None  # fmt: skip
    burst: Annotated[
        AtLeast1 | None,
        row("Visits of the budget that may be saved up and made at once; without it what an hour gives.",
            unit="requests"),
    ] = None  # fmt: skip
    interval: Annotated[
        float, row("Without a budget: time between two visits to a page, on average.", unit="s", gt=0)
    ] = 7 * DAY  # fmt: skip
    min_interval: Annotated[float, row("No page is visited more often than this.", unit="s", gt=0)] = 3600.0
    max_interval: Annotated[float, row("Every page is visited this often.", unit="s", gt=0)] = 90 * DAY
    memory: Annotated[float, row("Visits after which what was learned of a page has faded.", unit="visits", ge=2)] = (
        60.0
    )
    gone_after: Annotated[int, row("Visits in a row without the page (404, 410) after which it is gone.", ge=1)] = 2
    breaker: Annotated[
        float,
        row("The job stops when more than this share of its searchable pages would leave in a day.", unit="%",
            gt=0, le=100),
    ] = 30.0  # fmt: skip
    collection: Annotated[
        AtLeast1 | None, row("Keep so many pages; the least important make room for better ones.", unit="pages")
    ] = None  # fmt: skip
    importance: Annotated[
        Literal["equal", "inlinks", "pagerank"],
        row("What makes a page important: nothing, how many pages name it, or its PageRank."),
    ] = "equal"
