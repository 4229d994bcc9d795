"""Where a page's links lead beside its own site: what link farms are known by."""

from __future__ import annotations

from functools import lru_cache

from mekik.page import NOFOLLOW, Links
from mekik.urls import authority, host, registrable_domain

FEWEST = 3
"""Other sites below which a page is of no interest."""
MOST = 64


def outward(links: Links, url: str) -> tuple[tuple[str, ...], float]:
    """The other sites, and the share of links that lead there; nothing for a page that leads to few."""
    home = authority(url)
    near = (f"https://{home}/", f"http://{home}/")
    # Most links lead to their own site: nothing more is asked of those.
    away = [
        target.split("/", 3)[2]
        for target, kind in zip(links.urls, links.kinds, strict=True)
        if not target.startswith(near) and kind < NOFOLLOW
    ]
    if len(away) < FEWEST:
        return (), 0.0
    own = registrable_domain(host(url))
    sites: dict[str, int] = {}
    for place in away:
        site = _site(place)
        if site != own and place != home:
            sites[site] = sites.get(site, 0) + 1
    if len(sites) < FEWEST:
        return (), 0.0
    return tuple(sorted(sites)[:MOST]), sum(sites.values()) / len(links.urls)


@lru_cache(maxsize=10_000)
def _site(place: str) -> str:
    return registrable_domain(host(f"//{place}/"))
