"""What each order finds in the same number of pages of a web with many domains and errors."""

from __future__ import annotations

from mekik.lab.experiments.crawling import crawl
from mekik.lab.experiments.domains import DomainWeb
from mekik.lab.experiments.table import Result, mean
from mekik.ordering import NAMES
from mekik.settings import OrderingSettings

ORDERS = ("link_score", "baker", "breadth", "popularity", "pagerank", "inlinks", "opic", "hub")


def orders(pages: int, seeds: int) -> Result:
    rows: list[list[str | float]] = []
    for order in ORDERS:
        if order not in NAMES:
            continue
        done = [crawl(DomainWeb(seed), order, OrderingSettings(seed=seed), pages) for seed in range(seeds)]
        homes = [1000 * one.home_pages / one.pages for one in done]
        domains = [1000 * len(one.domains) / one.pages for one in done]
        errors = [1000 * one.errors / one.pages for one in done]
        rows.append([order, _cell(homes), _cell(domains), _cell(errors)])
    web = DomainWeb(0)
    missing = [order for order in ORDERS if order not in NAMES]
    return Result(
        "orders", f"Home pages, domains and errors per 1,000 pages read ({pages} pages, {seeds} webs)",
        ["order", "home pages", "domains", "errors"], rows,
        [
            f"{web.domains} domains, 20 seeds, {web.dead_domains:.0%} of the domains do not answer, "
            f"{web.dead_pages + web.broken_pages:.1%} of the pages fail. Mean (least–most) over the webs.",
            *(f"The order {order} is not in this version." for order in missing),
        ],
    )  # fmt: skip


def _cell(numbers: list[float]) -> str:
    return f"{mean(numbers):.0f} ({min(numbers):.0f}–{max(numbers):.0f})"
