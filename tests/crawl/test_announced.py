"""Three sites whose pages change alike: one says when, one always says "now", one says nothing.

The frontier, the estimator, the policy and the learning of trust are those of a crawl; the clock and the web are not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mekik.crawl.coming_back import ComingBack
from mekik.frontier import ClockBook, Frontier, SqliteStore, Visit, links_of
from mekik.outcome import Outcome
from mekik.page import Address, Analysis, Exchange, Hint, LinkKind, Page
from mekik.settings import FrontierSettings, RevisitSettings
from mekik.urls import keys

DAY = 86_400.0
START = 1_700_000_000.0
PAGES = 25
SITES = ("honest", "liar", "silent")
_QUICK = FrontierSettings(delay=0.0, retries=0, retry_delay=0.0, response_factor=0.0)
_SETTINGS = RevisitSettings(policy="uniform", interval=20 * DAY, min_interval=3600.0, max_interval=60 * DAY)


class World:
    """Every page changes in 15 days or so; listings are read twice a day."""

    def __init__(self, folder: Path, seed: int = 2) -> None:
        self.store, self.clocks = SqliteStore(folder / "state"), ClockBook(folder / "hosts")
        self.frontier = Frontier(self.store, self.clocks, _QUICK, "breadth", START)
        self.coming_back = ComingBack(_SETTINGS, self.frontier, self.store)
        chance = random.Random(seed)
        self.changes = {
            (site, page): self._moments(chance) for site in SITES for page in range(PAGES)
        }  # fmt: skip
        self.visits: Counter[str] = Counter()
        self.copies: dict[tuple[str, int], float] = {}
        self.fresh: Counter[str] = Counter()

    def _moments(self, chance: random.Random) -> list[float]:
        moment, moments = START, []
        while (moment := moment + chance.expovariate(1 / (15 * DAY))) < START + 400 * DAY:
            moments.append(moment)
        return moments

    def changed_at(self, site: str, page: int, now: float) -> float:
        return max((moment for moment in self.changes[site, page] if moment <= now), default=START - DAY)

    def said(self, site: str, page: int, now: float) -> int | None:
        return {"honest": int(self.changed_at(site, page, now)), "liar": int(now) - 60}.get(site)

    def read_listings(self, now: float) -> None:
        for site in SITES:
            urls = [f"http://{site}.test/{page}" for page in range(PAGES)]
            links = links_of(urls, keys(urls), LinkKind.SITEMAP)
            links.hints = [Hint(lastmod=self.said(site, page, now), title="named") for page in range(PAGES)]
            self.frontier.offer(links, None, lambda url, depth: None, now, now)
            self.coming_back.heard(self.frontier.hints.take_news(), now, now)

    def visit(self, address: Address, now: float) -> None:
        site, page = address.authority.partition(".")[0], int(address.url.rpartition("/")[2])
        self.visits[site] += 1
        self.copies[site, page] = now
        version = hash((site, page, self.changed_at(site, page, now)))
        exchange = Exchange(url=address.url, outcome=Outcome.OK, started_at=now, status=200)
        self.frontier.release(address, now, response_time=0.0)
        done = Page(address, exchange, analysis=Analysis(fingerprint=version))
        next_visit = self.coming_back.settled(done, None, now)
        visit = Visit(address.id, int(now), 200, 0, 0, 0, 1, None, None, None, None, None, None, None, 1)
        self.frontier.settle(address, Outcome.OK, "", visit, now, now, next_visit=next_visit)

    def commit(self) -> None:
        batch = self.frontier.take_batch()
        self.coming_back.give(batch)
        self.store.write(batch)
        self.frontier.written(batch)

    def live(self, days: int, begin: float = START) -> None:
        for half in range(2 * days):
            now = begin + half * DAY / 2
            self.read_listings(now)
            while (address := self.frontier.next(now)) is not None:
                self.visit(address, now)
            self.commit()
            for site, page in self.copies:
                self.fresh[site] += self.changed_at(site, page, now + DAY / 4) <= self.copies[site, page]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.store.close()
    world.clocks.close()


def test_true_dates_make_copies_fresher_and_false_ones_buy_no_visits(world: World) -> None:
    world.live(120)
    host = world.frontier.numbers.host
    trust = {site: world.coming_back._claims.trust(host(f"{site}.test")) for site in SITES}
    assert trust["honest"] > 0.8
    assert trust["liar"] == 0.0
    world.visits.clear()
    world.fresh.clear()
    world.live(120, START + 120 * DAY)
    seen = {site: world.fresh[site] / (240 * PAGES) for site in SITES}
    assert seen["honest"] > seen["silent"] + 0.3
    assert seen["honest"] > 0.9
    assert world.visits["liar"] <= 1.15 * world.visits["silent"]
    # A true word costs no more visits than there are changes, beside the usual ones.
    changes = sum(
        len([one for one in world.changes["honest", page] if one < START + 240 * DAY]) for page in range(PAGES)
    )
    assert world.visits["honest"] <= world.visits["silent"] + changes
    kept = {number: gained for number, gained, _ in world.store.claims()}
    assert kept[host("honest.test")] > 5
