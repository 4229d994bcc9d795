"""Who names whom among the sites of a crawl. A site is a registrable domain."""

from __future__ import annotations

from collections import deque

import numpy as np

from mekik.frontier import SqliteStore
from mekik.ordering import hits
from mekik.urls import registrable_domain


class Sites:
    def __init__(self) -> None:
        self.named: dict[str, set[str]] = {}
        """By site, the other sites that its pages name."""
        self.out: dict[str, int] = {}
        """By site, how many addresses of other sites its pages name."""

    def __len__(self) -> int:
        return len(self.named)

    def inlinks(self) -> dict[str, int]:
        """By site, how many other sites name it."""
        counts: dict[str, int] = {}
        for targets in self.named.values():
            for target in targets:
                counts[target] = counts.get(target, 0) + 1
        return counts

    def hubs(self) -> dict[str, float]:
        """HITS hub scores; the best hub has 1."""
        names = sorted({*self.named, *(target for targets in self.named.values() for target in targets)})
        numbers = {name: number for number, name in enumerate(names)}
        pairs = [(numbers[site], numbers[target]) for site, targets in self.named.items() for target in targets]
        if not pairs:
            return {}
        edges = np.array(pairs, dtype=np.int64)
        scores, _ = hits(edges[:, 0], edges[:, 1], len(names))
        return dict(zip(names, scores.tolist(), strict=True))

    def near(self, site: str, links: int) -> set[str]:
        """The sites that fewer than `links` links lead to or from, whichever way they point; itself among them."""
        beside = self._beside()
        found = {site}
        waiting = deque([(site, 0)])
        while waiting:
            name, steps = waiting.popleft()
            if steps + 1 >= links:
                continue
            for other in beside.get(name, ()):
                if other not in found:
                    found.add(other)
                    waiting.append((other, steps + 1))
        return found

    def _beside(self) -> dict[str, set[str]]:
        if not hasattr(self, "_neighbours"):
            self._neighbours: dict[str, set[str]] = {}
            for site, targets in self.named.items():
                for target in targets:
                    self._neighbours.setdefault(site, set()).add(target)
                    self._neighbours.setdefault(target, set()).add(site)
        return self._neighbours


def sites_of(store: SqliteStore, order: str) -> Sites:
    """From the lessons of a job whose order learns; a job of another order has none, and no sites."""
    domains = {
        number: registrable_domain(authority.rpartition(":")[0] or authority)
        for number, authority in store.query("SELECT number, authority FROM host")
    }
    site_of_key = dict(store.query("SELECT key, host FROM address"))
    sites = Sites()
    counted: dict[str, set[int]] = {}
    for lesson in store.lessons(order):
        own = domains[lesson.host]
        targets = sites.named.setdefault(own, set())
        outside = counted.setdefault(own, set())
        for key in np.frombuffer(lesson.links.keys, dtype="<i8").tolist():
            place = site_of_key.get(key)
            if place is not None and domains[place] != own:
                targets.add(domains[place])
                outside.add(key)
    sites.out = {site: len(keys) for site, keys in counted.items()}
    return sites
