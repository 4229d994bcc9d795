"""Links out of a domain before links inside it: the link scores of Alnaoğlu–Akcayol, and those of Baker–Akcayol.

A page with a links to other domains and b links inside its own has s = max(a, b) / (a + b): what is left of all its
links without the smaller group. `link_score`: every link multiplies s with a factor of its own, drawn from one range
for links inside the domain and from another for links out of it; a home page gets 1 when it is met. `baker`: the
factors are two constants, and home pages are links like all others.

The lot of a link depends on the seed of the job and its address only, so neither the order of calls nor a restart
changes it. Links of a page that was read before its job had this order count with s = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.lots import lot
from mekik.ordering.protocol import Lesson, Score, Waiting
from mekik.ordering.scored import NONE, Ids, Learned, Waits
from mekik.urls import host, registrable_domain, split


class Range(NamedTuple):
    low: float
    high: float

    def at(self, lot: float) -> float:
        return self.low + (self.high - self.low) * lot


class Factors(NamedTuple):
    """From which range a link's factor is drawn; a range without width is a constant."""

    intra: Range
    inter: Range


def share(inter: int, intra: int) -> float:
    """s of a page with so many links out of its domain and inside it."""
    return max(inter, intra) / (inter + intra) if inter + intra else 1.0


def is_home(url: str) -> bool:
    """Whether it is the first page of its host."""
    return url.endswith("/") and url.count("/") == 3


def _domain(url: str) -> str:
    return registrable_domain(host(url))


class LinkScorer:
    def __init__(self, name: str, factors: Factors, seed: int, *, home_pages: bool) -> None:
        self.name = name
        self._factors = factors
        self._seed = seed
        self._home_pages = home_pages
        self._scores = Column(np.float32, 0.0)
        self._shares = Column(np.float32, -1.0)
        """s by the id of the page."""
        self._domains = Column(np.int32, -1)
        self._numbers: dict[str, int] = {}

    def place(self, addresses: Sequence[Waiting]) -> None:
        if addresses:
            self._scores.reach(max(address.id for address in addresses))
        for address in addresses:
            self._scores.values[address.id] = self._parts(address)[0]

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._scores.take(ids)

    def learn(self, page: Lesson) -> Learned:
        own = _domain(page.url)
        value = page.grade
        if value is None and page.links.urls:
            root = split(page.url).root + "/"  # most links stay on their host, and this tells it quickly
            inside = sum(url.startswith(root) or _domain(url) == own for url in page.links.urls)
            value = share(len(page.links.urls) - inside, inside)
        self._domains.reach(page.id)
        self._domains.values[page.id] = self._numbers.setdefault(own, len(self._numbers))
        if value is not None:
            self._shares.reach(page.id)
            self._shares.values[page.id] = value
        return Learned(value, NONE)

    def renew(self, _waiting: Waits) -> bool:
        return False

    def explain(self, address: Waiting) -> Score:
        score, value, factor, what = self._parts(address)
        if what:
            return Score(score, f"{self.name} {score:.3g}: {what}")
        inside = self._is_inside(address)
        drawn = self._factors.intra if inside else self._factors.inter
        where = "inside its domain" if inside else "to another domain"
        chance = f" drawn from {drawn.low:g}–{drawn.high:g}" if drawn.high > drawn.low else ""
        known = "" if self._shares.at(address.found_on or 0) >= 0 else ", s of a page that was read under another order"
        return Score(score, f"{self.name} {score:.3g} = {value:.3g} s × {factor:.3g}{chance}, a link {where}{known}")

    def _parts(self, address: Waiting) -> tuple[float, float, float, str]:
        """Score, s, factor, and a reason where there are no such parts."""
        if self._home_pages and is_home(address.url):
            return 1.0, 1.0, 1.0, "a home page, first met"
        if address.found_on is None:
            return 1.0, 1.0, 1.0, "a seed"
        value = self._shares.at(address.found_on)
        if value < 0:
            value = 1.0
        drawn = self._factors.intra if self._is_inside(address) else self._factors.inter
        factor = drawn.at(lot(self._seed, address.key))
        return value * factor, value, factor, ""

    def _is_inside(self, address: Waiting) -> bool:
        own = self._numbers.get(_domain(address.url), -2)
        return bool(own == self._domains.at(address.found_on or 0))
