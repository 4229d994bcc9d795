"""Pages that change as Poisson processes, with rates spread as Cho and Garcia-Molina found them on the web of 1999."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DAY = 86_400.0
_SPREAD = ((0.23, 0.25, 1.5), (0.15, 3.0, 7.0), (0.16, 14.0, 30.0), (0.16, 60.0, 120.0), (0.30, 180.0, 1000.0))
"""(share of the pages, days between two changes from, to): 23 % change daily, 30 % hardly ever."""
_LINKS = 8


class ChangingWeb:
    """`pages` pages over `days` days. Page 0 is the home page; every page names its followers in a ring, so that all
    can be found, and others by chance, early pages far more often than late ones."""

    def __init__(self, seed: int, pages: int, days: float) -> None:
        chance = np.random.default_rng(seed)
        self.pages, self.days = pages, days
        kinds = chance.choice(len(_SPREAD), pages, p=np.array([share for share, _, _ in _SPREAD]))
        least, most = (np.array([row[column] for row in _SPREAD])[kinds] for column in (1, 2))
        self.every: NDArray[np.float64] = np.exp(chance.uniform(np.log(least), np.log(most)))
        """Days between two changes, on average."""
        self._changes = [self._moments(chance, every) for every in self.every.tolist()]
        popular = (pages * chance.power(0.5, (pages, _LINKS))).astype(np.int64) % pages
        followers = (np.arange(pages)[:, None] + np.arange(1, 3)) % pages
        self._links = np.concatenate((followers, popular), axis=1)

    def _moments(self, chance: np.random.Generator, every: float) -> NDArray[np.float64]:
        count = int(chance.poisson(self.days / every))
        moments: NDArray[np.float64] = np.sort(chance.uniform(0, self.days * DAY, count))
        return moments

    def url(self, page: int) -> str:
        return f"http://changing.test/{page}"

    def page_of(self, url: str) -> int:
        return int(url.rpartition("/")[2])

    def version(self, page: int, moment: float) -> int:
        """How often it has changed, so many seconds after the start."""
        return int(np.searchsorted(self._changes[page], moment, side="right"))

    def next_change(self, page: int, moment: float) -> float:
        """Seconds after the start; infinity when it does not change any more."""
        changes = self._changes[page]
        place = self.version(page, moment)
        return float(changes[place]) if place < len(changes) else float("inf")

    def links(self, page: int) -> list[str]:
        return [self.url(target) for target in dict.fromkeys(self._links[page].tolist()) if target != page]

    def named(self) -> NDArray[np.int64]:
        """How many pages name each."""
        counts: NDArray[np.int64] = np.bincount(self._links.ravel(), minlength=self.pages)
        return counts
