"""The ways of choosing seeds from a list of sites: `WAYS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from mekik.crawl.seeding.listing import Listed
from mekik.crawl.seeding.sites import Sites


class Seed(msgspec.Struct, frozen=True):
    url: str
    country: str
    reason: str
    """Why it was chosen."""
    score: float | None = None


Way = Callable[[Sequence[Listed], Sites, int | None], list[Seed]]

LINKED = ("linked", "outward", "hubs")
"""The ways that need to know links."""


def choose(way: str, listed: Sequence[Listed], sites: Sites, per_country: int | None = None) -> list[Seed]:
    """Seeds chosen in one of the `WAYS`, each site once."""
    seeds = WAYS[way](listed, sites, per_country)
    once: dict[str, Seed] = {}
    for seed in seeds:
        once.setdefault(seed.url, seed)
    return list(once.values())


def keep_apart(seeds: Iterable[Seed], sites: Sites, links: int, domain: Callable[[str], str]) -> list[Seed]:
    """The seeds in their order without those that fewer than `links` links lead to from one before."""
    kept: list[Seed] = []
    taken: set[str] = set()
    for seed in seeds:
        site = domain(seed.url)
        if site not in taken:
            kept.append(seed)
            taken |= sites.near(site, links)
    return kept


def has_counts(listed: Sequence[Listed], way: str) -> bool:
    """Whether the list itself has the counts of links that this way needs."""
    field = {"linked": "inlinks", "outward": "outlinks"}.get(way)
    return field is not None and any(getattr(line, field) is not None for line in listed)


def _all(listed: Sequence[Listed], _sites: Sites, per_country: int | None) -> list[Seed]:
    return _best(listed, lambda line: -float(line.rank or 10**9), per_country, "listed")


def _unique(listed: Sequence[Listed], _sites: Sites, per_country: int | None) -> list[Seed]:
    countries: dict[str, set[str]] = {}
    for line in listed:
        countries.setdefault(line.domain, set()).add(line.country)
    alone = [line for line in listed if len(countries[line.domain]) == 1]
    return _best(alone, lambda line: -float(line.rank or 10**9), per_country, "listed in one country only")


def _linked(listed: Sequence[Listed], sites: Sites, per_country: int | None) -> list[Seed]:
    counts = sites.inlinks()
    if has_counts(listed, "linked"):
        return _best(listed, lambda line: float(line.inlinks or 0), per_country or 1, "{:.0f} sites name it")
    return _best(listed, lambda line: float(counts.get(line.domain, 0)), per_country or 1, "{:.0f} sites name it")


def _outward(listed: Sequence[Listed], sites: Sites, per_country: int | None) -> list[Seed]:
    reason = "{:.0f} links to other domains"
    if has_counts(listed, "outward"):
        return _best(listed, lambda line: float(line.outlinks or 0), per_country or 5, reason)
    return _best(listed, lambda line: float(sites.out.get(line.domain, 0)), per_country or 5, reason)


def _hubs(listed: Sequence[Listed], sites: Sites, per_country: int | None) -> list[Seed]:
    hubs = sites.hubs()
    return _best(listed, lambda line: hubs.get(line.domain, 0.0), per_country or 5, "hub score {:.3f}")


def _best(
    listed: Iterable[Listed], score: Callable[[Listed], float], per_country: int | None, reason: str
) -> list[Seed]:  # fmt: skip
    """Of each country the best ones, in the order of countries; equals by their rank, then their name."""
    by_country: dict[str, dict[str, Listed]] = {}
    for line in listed:
        by_country.setdefault(line.country, {}).setdefault(line.domain, line)
    seeds = []
    for country in sorted(by_country):
        lines = sorted(by_country[country].values(), key=lambda line: (-score(line), line.rank or 10**9, line.url))
        for line in lines[:per_country]:
            value = score(line)
            text = reason.format(value)
            seeds.append(Seed(line.url, country, text, value if "{" in reason else None))
    return seeds


WAYS: dict[str, Way] = {"all": _all, "unique": _unique, "linked": _linked, "outward": _outward, "hubs": _hubs}
