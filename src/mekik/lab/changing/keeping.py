"""A crawl that comes back to the pages of a changing web, with exactly one request in every slot of time.

Frontier, store, order, estimator, policy and collection are those of a real crawl; only the network and the clock are
made up. When nothing is due in a slot, what is due soonest is visited before its time, and when much is due it has to
wait: so every policy makes the same requests at the same moments, and only chooses other pages.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from mekik.crawl.collection import Collection
from mekik.crawl.coming_back import ComingBack
from mekik.crawl.departures import Departures
from mekik.crawl.visits import visit_of
from mekik.frontier import ClockBook, Frontier, SqliteStore, links_of
from mekik.frontier.importance import importance_of
from mekik.lab.changing.web import DAY, ChangingWeb
from mekik.ordering import Lesson
from mekik.outcome import Outcome
from mekik.page import Address, Analysis, Exchange, LinkKind, Page
from mekik.settings import FrontierSettings, RevisitSettings
from mekik.urls import keys

START = 1_700_000_000.0
_BATCH = 100


class Kept(msgspec.Struct):
    """What a crawl kept, over the time after the first `settling` part of it."""

    requests: int
    freshness: float
    """Share of the time in which the copies were right, mean of the pages kept at the end."""
    weighted: float
    """The same by how often the pages are named."""
    age: float
    """Mean days since copies ceased to be right."""
    expected: float
    """Freshness as the crawl itself expects it at the end."""
    pages: int
    named: float
    """How many pages name a page of the collection, on average."""


def keep_up(
    web: ChangingWeb, settings: RevisitSettings, per_day: float, order: str = "freshness", settling: float = 0.5
) -> Kept:
    """One request every 1/`per_day` days, until the web's days are over."""
    with tempfile.TemporaryDirectory(prefix="mekik-lab-") as folder:
        store, clocks = SqliteStore(Path(folder) / "state.sqlite"), ClockBook(Path(folder) / "hosts.sqlite")
        try:
            return _Keeping(web, settings, order, store, clocks, settling).run(per_day)
        finally:
            store.close()
            clocks.close()


class _Keeping:
    def __init__(
        self, web: ChangingWeb, settings: RevisitSettings, order: str, store: SqliteStore, clocks: ClockBook,
        settling: float,
    ) -> None:  # fmt: skip
        self._web, self._store = web, store
        politeness = FrontierSettings(delay=0.0, retries=0, retry_delay=0.0, response_factor=0.0)
        importance = importance_of(settings, store)
        self._frontier = Frontier(store, clocks, politeness, order, START, importance=importance)
        self._coming_back = ComingBack(settings, self._frontier, store, importance)
        self._departures = Departures(settings, self._frontier, store)
        self._collection = None
        if settings.collection is not None and importance is not None:
            self._collection = Collection(
                settings.collection, importance, self._frontier, store, self._departures, START
            )
        self._begin = settling * web.days * DAY
        self._copies: NDArray[np.float64] = np.full(web.pages, -1.0)
        """When each page was last fetched; -1 for never or no longer."""
        self._watched, self._fresh, self._aged = (np.zeros(web.pages) for _ in range(3))
        self._requests = 0

    def run(self, per_day: float) -> Kept:
        seeds = [self._web.url(0)]
        self._frontier.offer(
            links_of(seeds, keys(seeds), LinkKind.SEED), None, lambda url, depth: None, START, START
        )  # fmt: skip
        end = self._web.days * DAY
        for slot in range(int(self._web.days * per_day)):
            moment = slot * DAY / per_day
            address = self._next(moment)
            if address is None:
                continue
            self._visit(address, moment)
            if self._requests % _BATCH == 0:
                self._commit()
        self._commit()
        return self._kept(end)

    def _next(self, moment: float) -> Address | None:
        """What comes now: new or due, else what is due soonest."""
        now = START + moment
        frontier = self._frontier
        while (address := frontier.next(now)) is not None:
            frontier.release(address, now, response_time=0.0)
            refusal = self._collection.refusal(address) if self._collection else ""
            if not refusal:
                return address
            frontier.settle(address, Outcome.LESS_IMPORTANT, refusal, None, now, now)
        soonest = frontier.returning.soonest
        return None if soonest is None else frontier.lease(soonest)

    def _visit(self, address: Address, moment: float) -> None:
        self._requests += 1
        number = self._web.page_of(address.url)
        self._leave(number, moment)
        self._copies[number] = moment
        now = START + moment
        version = self._web.version(number, moment)
        exchange = Exchange(url=address.url, outcome=Outcome.OK, started_at=now, status=200)
        page = Page(address, exchange, analysis=Analysis(fingerprint=hash((number, version))))
        frontier = self._frontier
        if not address.seen_at:
            self._read(address, number, now)
        next_visit = self._coming_back.settled(page, None, now)
        fate = self._departures.settled(page, now, indexed=True)
        visit = visit_of(page, version.to_bytes(20, "little"), None, True, frontier, fate)
        frontier.settle(address, Outcome.OK, "", visit, now, now, next_visit=next_visit)
        if self._collection is not None:
            self._collection.settled(page, now, now, indexed=True)

    def _read(self, address: Address, number: int, now: float) -> None:
        named = self._web.links(number)
        links = links_of(named, keys(named), LinkKind.ANCHOR)
        if self._frontier.learns:
            host = self._frontier.numbers.host(address.authority)
            self._frontier.learn(Lesson(address.id, host, address.key, address.url, address.depth, links))
        self._frontier.offer(links, address, lambda url, depth: None, now, now)

    def _commit(self) -> None:
        batch = self._frontier.take_batch()
        self._store.write(batch)
        self._frontier.written(batch)
        for url in self._frontier.departed.written(batch):
            self._copies[self._web.page_of(url)] = -1.0

    # the truth

    def _leave(self, number: int, moment: float) -> None:
        """The time of the copy that is about to be replaced, as far as it counts, is added up."""
        fetched = float(self._copies[number])
        if fetched < 0 or moment <= self._begin:
            return
        stale_from = self._web.next_change(number, fetched)
        begin = max(fetched, self._begin)
        self._watched[number] += moment - begin
        self._fresh[number] += max(min(stale_from, moment) - begin, 0.0)
        if stale_from < moment:
            first = max(stale_from, begin)
            self._aged[number] += ((moment - stale_from) ** 2 - (first - stale_from) ** 2) / 2

    def _kept(self, end: float) -> Kept:
        for number in range(self._web.pages):
            self._leave(number, end)
        held = np.flatnonzero((self._copies >= 0) & (self._watched > 0))
        shares = self._fresh[held] / self._watched[held]
        named = self._web.named()[held]
        self._coming_back.fit(START + end)
        copies = self._coming_back.copies
        return Kept(
            self._requests, float(shares.mean()), float((shares * named).sum() / named.sum()),
            float((self._aged[held] / self._watched[held]).mean() / DAY), copies.expected if copies else 0.0,
            int((self._copies >= 0).sum()), float(self._web.named()[self._copies >= 0].mean()),
        )  # fmt: skip
