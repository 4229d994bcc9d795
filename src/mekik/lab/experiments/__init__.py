"""Experiments on made-up webs whose truth is known: each gives tables, and anybody can run it again.

    domains.py    a web of many domains with errors, as a function of numbers: nothing is stored
    crawling.py   a crawl of it by the real frontier and the real orders, without a network
    ranges.py     link-score-ranges: how many links get a score of their own
    orders.py     orders: home pages, domains and errors that each order finds
    topics.py     topics, harvest: how much of what is read is on topic, on the web of `lab/topical/`
    freshness.py  freshness: the policies of coming back, on the web of `lab/changing/`
    table.py      what an experiment gives

`EXPERIMENTS` names them; `run(name, …)` runs one.
"""

from __future__ import annotations

from collections.abc import Callable

from mekik.errors import UsageError
from mekik.lab.experiments.freshness import freshness
from mekik.lab.experiments.orders import orders
from mekik.lab.experiments.ranges import link_score_ranges
from mekik.lab.experiments.table import Result
from mekik.lab.experiments.topics import harvest, topics

EXPERIMENTS: dict[str, Callable[[int | None, int | None], Result]] = {
    "link-score-ranges": lambda pages, seeds: link_score_ranges(seeds or 10),
    "freshness": lambda pages, seeds: freshness(pages or 600, seeds or 3),
    "topics": lambda pages, seeds: topics(pages or 80, seeds or 3),
    "harvest": lambda pages, seeds: harvest(seeds or 4),
    "orders": lambda pages, seeds: orders(pages or 2000, seeds or 3),
}


def run(name: str, pages: int | None = None, seeds: int | None = None) -> Result:
    """Runs an experiment; `pages`: how many each crawl reads, `seeds`: how many random numbers it begins with."""
    try:
        experiment = EXPERIMENTS[name]
    except KeyError:
        raise UsageError(f"There is no experiment {name!r}. There are: {', '.join(EXPERIMENTS)}.") from None
    return experiment(pages, seeds)


__all__ = ["EXPERIMENTS", "Result", "run"]
