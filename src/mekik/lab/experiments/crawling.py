"""A crawl of a made-up web by the real frontier, its store and its orders; only the network is left out."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import msgspec

from mekik.frontier import ClockBook, Frontier, SqliteStore, links_of
from mekik.lab.experiments.domains import DomainWeb
from mekik.ordering import Lesson, is_home
from mekik.outcome import Outcome, Status
from mekik.page import Address, LinkKind
from mekik.settings import FrontierSettings, OrderingSettings
from mekik.urls import host, keys, registrable_domain

_BATCH = 200


class Crawled(msgspec.Struct):
    pages: int = 0
    home_pages: int = 0
    errors: int = 0
    domains: set[str] = msgspec.field(default_factory=set)
    order: list[str] = msgspec.field(default_factory=list)
    """Addresses as they were visited."""


def crawl(web: DomainWeb, order: str, settings: OrderingSettings, pages: int, seeds: int = 20) -> Crawled:
    """Reads so many pages, errors not counted. No host has to wait, so the order alone decides."""
    with tempfile.TemporaryDirectory(prefix="mekik-lab-") as folder:
        store, clocks = SqliteStore(Path(folder) / "state.sqlite"), ClockBook(Path(folder) / "hosts.sqlite")
        try:
            now = time.monotonic()
            politeness = FrontierSettings(delay=0.0, retries=0, retry_delay=0.0, response_factor=0.0)
            frontier = Frontier(store, clocks, politeness, order, now, settings)
            return _crawl(web, frontier, store, pages, web.seeds(seeds))
        finally:
            store.close()
            clocks.close()


def _crawl(web: DomainWeb, frontier: Frontier, store: SqliteStore, pages: int, seeds: list[str]) -> Crawled:
    done = Crawled()
    at, now = time.time(), time.monotonic()
    frontier.offer(links_of(seeds, keys(seeds), LinkKind.SEED), None, lambda url, depth: None, at, now)
    while done.pages < pages:
        address = frontier.next(now)
        if address is None:
            break
        outcome, links = web.visit(address.url)
        done.order.append(address.url)
        frontier.release(address, now, response_time=0.0)
        if outcome.status is Status.COMPLETED:
            done.pages += 1
            done.home_pages += is_home(address.url)
            done.domains.add(registrable_domain(host(address.url)))
            _read(frontier, address, links, at, now)
        else:
            done.errors += 1
        frontier.settle(address, outcome, "", None, at, now)
        if len(done.order) % _BATCH == 0:
            batch = frontier.take_batch()
            store.write(batch)
            frontier.written(batch)
        now += 1e-6
    return done


def _read(frontier: Frontier, address: Address, links: list[str], at: float, now: float) -> None:
    found = links_of(links, keys(links), LinkKind.ANCHOR)
    if frontier.learns:
        number = frontier.numbers.host(address.authority)
        frontier.learn(Lesson(address.id, number, address.key, address.url, address.depth, found))
    frontier.offer(found, address, _wanted, at, now)


def _wanted(_url: str, _depth: int) -> Outcome | None:
    return None
