"""How many links a second the normaliser takes, on one core."""

from __future__ import annotations

import time

import report
from mekik.urls import Normaliser
from samples import Sample, sample
from web import Web

PAGES = 2000
REPEATS = 5


def run(web: Web) -> dict[str, float]:
    pages = sample(web, PAGES, hosts=100)
    crawl = [(page.url, page.hrefs) for page in pages]
    first = _first_meetings(pages)
    met, new = _rate(crawl), _rate(first)
    print(
        f"\nnormalise: {new:,.0f} links/s where every link is met for the first time, "
        f"{met:,.0f} in the order of a crawl ({sum(len(hrefs) for _, hrefs in crawl) / len(crawl):.0f} links a page)"
    )
    report.keep("normalise", {"first_meeting": new, "in_order_of_a_crawl": met})
    return {"normalise.rate": new}


def _first_meetings(pages: list[Sample]) -> list[tuple[str, list[str]]]:
    """The same batches without the links that an earlier page of the host has already shown."""
    shown: set[tuple[str, str]] = set()
    batches = []
    for page in pages:
        root = page.url[: page.url.index("/", 8)]
        fresh = [href for href in dict.fromkeys(page.hrefs) if (root, href) not in shown]
        shown.update((root, href) for href in fresh)
        batches.append((page.url, fresh))
    return batches


def _rate(batches: list[tuple[str, list[str]]]) -> float:
    count = sum(len(hrefs) for _, hrefs in batches)
    best = float("inf")
    for _ in range(REPEATS):
        links = Normaliser().links
        started = time.process_time()
        for base, hrefs in batches:
            links(base, hrefs)
        best = min(best, time.process_time() - started)
    return count / best
