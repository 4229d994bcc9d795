"""A seed set, from the list or the query to the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from mekik.crawl.catalogue import Catalogue
from mekik.crawl.folder import Folder
from mekik.crawl.seeding.choose import LINKED, WAYS, Seed, choose, has_counts, keep_apart
from mekik.crawl.seeding.listing import Listed, read_listing
from mekik.crawl.seeding.reached import Reached, reached
from mekik.crawl.seeding.sites import Sites, sites_of
from mekik.errors import UsageError
from mekik.frontier import SqliteStore
from mekik.settings import Settings, build
from mekik.urls import host, registrable_domain

FIRST_JOB = "seeds-first"
"""The name of the first small crawl."""

FirstCrawl = Callable[[Sequence[str]], str]
"""Crawls a little from these addresses with an order that learns; the name of the job."""
Find = Callable[[str, int], Iterable["FoundPage"]]
"""(query, how many) → pages of the index, the best first."""


_FOUND = 20


class FoundPage(Protocol):
    """A hit of a search, as far as seeds need it."""

    @property
    def url(self) -> str: ...
    @property
    def score(self) -> float: ...


class SeedSet(msgspec.Struct):
    way: str
    seeds: list[Seed]
    countries: int
    """Of the seeds."""
    listed: int = 0
    sites: int = 0
    """Distinct ones in the list."""
    unreadable: int = 0
    """Lines of the list that name no site."""
    reached: Reached | None = None
    """By the crawl that the links were counted in."""


def first_settings(pages: int, base: Settings | None) -> Settings:
    """Of the first small crawl: the home pages of the list and what they name."""
    first = {"name": FIRST_JOB, "order": "hub", "scope.kind": "any", "scope.max_depth": 1, "scope.max_pages": pages}
    return build(first, base)


def seeds_for_query(query: str, find: Find, limit: int | None) -> SeedSet:
    """The best page of each site for a query to the index."""
    limit = limit or _FOUND
    best: dict[str, Seed] = {}
    for page in find(query, min(limit * 5, 100)):
        best.setdefault(registrable_domain(host(page.url)), Seed(page.url, "", f"found for {query!r}", page.score))
    return SeedSet("query", list(best.values())[:limit], 0)


def make_seeds(
    folder: Folder, path: Path, first_crawl: FirstCrawl, *, way: str = "unique", per_country: int | None = None,
    limit: int | None = None, apart: int | None = None, job: str | None = None,
) -> SeedSet:  # fmt: skip
    """Seeds from a list of sites. Links are counted in the list's own columns, else in `job`, else in a first small
    crawl. `apart`: how many links two seeds are apart at least."""
    if way not in WAYS:
        raise UsageError(f"There is no way {way!r} of choosing seeds. There are: {', '.join(WAYS)}.")
    listed, unreadable = read_listing(path)
    if not listed:
        raise UsageError(f"{path} lists no site.")
    if job is None and (apart or (way in LINKED and not has_counts(listed, way))):
        job = first_crawl([line.url for line in _once(listed)])
    sites: Sites = Sites()
    report: Reached | None = None
    if job is not None:
        sites, report = _look(folder, job, {line.domain: line.country for line in listed})
        if not sites.named and (apart or way in LINKED) and not has_counts(listed, way):
            raise UsageError(_no_links(job, report))
    seeds = choose(way, listed, sites, per_country)
    if apart:
        seeds = keep_apart(seeds, sites, apart, lambda url: registrable_domain(host(url)))
    seeds = seeds[:limit]
    return SeedSet(
        way=way, seeds=seeds, countries=len({seed.country for seed in seeds if seed.country}), listed=len(listed),
        sites=len(_once(listed)), unreadable=unreadable, reached=report,
    )  # fmt: skip


def _no_links(job: str, reached: Reached) -> str:
    if reached.pages:
        return f"The job {job} has kept no links: crawl with an order that learns, such as mekik crawl --order hub"
    kinds = ", ".join(f"{times} {kind}" for kind, times in reached.errors.items()) or "nothing was fetched"
    return f"The crawl {job} reached no page of the list ({kinds}). See why: mekik log {job}"


def _look(folder: Folder, job: str, countries: dict[str, str]) -> tuple[Sites, Reached]:
    catalogue = Catalogue(folder.jobs_database)
    try:
        order = catalogue.require(job).settings.order
    finally:
        catalogue.close()
    store = SqliteStore(folder.frontier(job), read_only=True)
    try:
        return sites_of(store, order), reached(job, store, countries)
    finally:
        store.close()


def _once(listed: Sequence[Listed]) -> list[Listed]:
    once: dict[str, Listed] = {}
    for line in listed:
        once.setdefault(line.domain, line)
    return list(once.values())
