"""A made-up web of many domains: every page, link and error follows from numbers, so nothing has to be stored.

Sizes and fame of domains are Zipf-like, as on the real web: a few are large and named by many. A page names pages of
its own domain and, more rarely, other domains: their home pages mostly. Some pages are directories of many domains.
A few domains do not answer, a few pages are gone, and a few answer with an error of the server.
"""

from __future__ import annotations

import random

import msgspec

from mekik.outcome import Outcome
from mekik.urls import authority

_INSIDE = (4, 24)
_HOME_SHARE = 0.6
"""Of links to other domains, those that name a home page."""


class DomainWeb(msgspec.Struct):
    seed: int
    domains: int = 3000
    largest: int = 3000
    """Pages of the largest domain."""
    dead_domains: float = 0.03
    dead_pages: float = 0.02
    broken_pages: float = 0.005
    directories: float = 0.03
    """Share of pages that name many domains."""

    def pages(self, domain: int) -> int:
        return max(3, int(self.largest / (domain + 1) ** 0.8))

    def url(self, domain: int, page: int) -> str:
        return f"http://d{domain}.test/" if page == 0 else f"http://d{domain}.test/p/{page}"

    def seeds(self, count: int) -> list[str]:
        chance = random.Random(f"{self.seed} seeds")  # noqa: S311 - a made-up web is no secret
        return [self.url(domain, 0) for domain in chance.sample(range(self.domains), count)]

    def visit(self, url: str) -> tuple[Outcome, list[str]]:
        """What becomes of a visit, and the links of the page."""
        domain = int(authority(url).split(".")[0][1:])
        page = int(url.rpartition("/")[2] or 0)
        if self._chance(f"dead {domain}").random() < self.dead_domains:
            return Outcome.CONNECT_FAILED, []
        chance = self._chance(f"page {domain} {page}")
        fate = chance.random() if page else 1.0
        if fate < self.dead_pages:
            return Outcome.NOT_FOUND, []
        if fate < self.dead_pages + self.broken_pages:
            return Outcome.SERVER_ERROR, []
        links = [self.url(domain, 0)]
        size = self.pages(domain)
        links += [self.url(domain, chance.randrange(size)) for _ in range(chance.randint(*_INSIDE))]
        outward = chance.randint(20, 60) if chance.random() < self.directories else int(chance.expovariate(0.5))
        for _ in range(outward):
            other = min(int(self.domains * chance.random() ** 2), self.domains - 1)
            inner = 0 if chance.random() < _HOME_SHARE else chance.randrange(self.pages(other))
            links.append(self.url(other, inner))
        return Outcome.OK, list(dict.fromkeys(links))

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self.seed} {what}")  # noqa: S311 - a made-up web is no secret
