"""Link farms: sites that link to each other and hardly anywhere else.

Every page that leads to several other sites tells which; of each site at most 64 are kept. A page belongs to a farm
when most of its links go to sites that link back to its own and to each other. Sister sites with a common footer do
not: most of their links stay at home. Early pages of a farm look innocent, so they are kept in mind for a second look.
"""

from __future__ import annotations

from itertools import permutations

from mekik.crawl.facts import signed
from mekik.frontier import Batch, FrontierStore
from mekik.urls import key

MOST_TARGETS = 64
"""Other sites that are kept of one."""
OUTWARD = 0.5
"""Share of links to other sites from which on a page is of interest."""
_MOST_SITES = 4096
"""Sites kept in memory."""
_MOST_COMPARED = 16


class Farms:
    def __init__(self, store: FrontierStore, fewest: int) -> None:
        self._store, self._fewest = store, fewest
        self._targets: dict[int, set[int]] = {}
        self._links: list[tuple[int, int]] = []
        self._pages: dict[int, tuple[int, str]] = {}

    def learn(self, id: int, site: str, sites: tuple[str, ...], outward: float) -> None:
        """What a page shows."""
        if outward < OUTWARD or not sites:
            return
        own = _number(site)
        known = self._known(own)
        for target in map(_number, sites):
            if len(known) >= MOST_TARGETS:
                break
            if target not in known:
                known.add(target)
                self._links.append((own, target))
        self._pages[id] = (id, "\n".join((f"{outward:.3f}", site, *sites)))

    def weight(self, site: str, sites: tuple[str, ...], outward: float) -> float:
        """How surely a page is one of a farm's, 0 to 1."""
        if outward < OUTWARD or len(sites) < self._fewest - 1:
            return 0.0
        own = _number(site)
        mutual = [target for target in map(_number, sites) if own in self._known(target)]
        if len(mutual) < self._fewest - 1:
            return 0.0
        pairs = list(permutations(mutual[:_MOST_COMPARED], 2))
        dense = sum(other in self._known(one) for one, other in pairs) / len(pairs)
        return 0.9 * _ramp(len(mutual) / len(sites)) * _ramp(dense)

    def second_look(self) -> list[tuple[int, float]]:
        """Pages of interest and what they weigh by now."""
        found = []
        for id, text in [*self._store.outward(), *self._pages.values()]:
            outward, site, *sites = text.split("\n")
            weight = self.weight(site, tuple(sites), float(outward))
            if weight:
                found.append((id, weight))
        return found

    def give(self, batch: Batch) -> None:
        batch.site_links, self._links = self._links, []
        batch.outward, self._pages = list(self._pages.values()), {}

    def _known(self, site: int) -> set[int]:
        known = self._targets.get(site)
        if known is None:
            if len(self._targets) >= _MOST_SITES:
                # What is not written yet must not be forgotten.
                kept = {one for one, _ in self._links}
                self._targets = {one: targets for one, targets in self._targets.items() if one in kept}
            known = self._targets[site] = self._store.site_links(site)
        return known


def _number(site: str) -> int:
    return signed(key(site))


def _ramp(share: float) -> float:
    return min(1.0, max(0.0, (share - 0.4) / 0.3))
