"""Where a page's links lead beside its own site: what link farms are known by."""

from __future__ import annotations

from mekik.page import NOFOLLOW, Links
from mekik.urls import authority, host, registrable_domain

FEWEST = 3
"""Other sites below which a page is of no interest."""
MOST = 64


def outward(links: Links, url: str) -> tuple[tuple[str, ...], float]:
    """The other sites, and the share of links that lead there; nothing for a page that leads to few."""
    counts: dict[str, int] = {}
    for target, kind in zip(links.urls, links.kinds, strict=True):
        if kind < NOFOLLOW:
            place = target.split("/", 3)[2]
            counts[place] = counts.get(place, 0) + 1
    counts.pop(authority(url), None)
    if len(counts) < FEWEST:
        return (), 0.0
    own = registrable_domain(host(url))
    sites: dict[str, int] = {}
    for place, count in counts.items():
        site = registrable_domain(host(f"//{place}/"))
        if site != own:
            sites[site] = sites.get(site, 0) + count
    if len(sites) < FEWEST:
        return (), 0.0
    return tuple(sorted(sites)[:MOST]), sum(sites.values()) / len(links.urls)
