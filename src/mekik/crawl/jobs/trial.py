"""What a job would do, before it is made: are its seeds open to us, and which addresses would it visit first?

Both ask real sites, so both go by the job's own rules, egress and robots.txt, and by small limits of their own.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec

from mekik.crawl.catalogue import Catalogue, Command
from mekik.crawl.facts import source_of
from mekik.crawl.folder import Folder
from mekik.crawl.gate import Gate
from mekik.crawl.log import read_log
from mekik.crawl.progress import Snapshot
from mekik.crawl.rules import Rules
from mekik.crawl.run import Run
from mekik.fetch import Fetcher, Poller, Request, Resolver, RobotsState
from mekik.frontier import ClockBook, Frontier, SqliteStore
from mekik.page import Exchange
from mekik.parse import parse
from mekik.settings import FrontierSettings, Settings, build
from mekik.urls import authority, split
from mekik.version import __version__

SHOWN = 50
MOST_SITES = 20
MOST_SITEMAPS = 20
_OF_ONE_HOST = 3
_CHECK_SECONDS = 12.0
_TRIAL_SECONDS = 12.0
_TRIAL_PAGES = 10


class SeedCheck(msgspec.Struct):
    url: str
    allowed: bool
    reason: str
    """Why not."""


class Checked(msgspec.Struct):
    total: int
    allowed: int
    seeds: list[SeedCheck]
    """The first of them."""
    sitemaps: int
    """Sitemaps that were read."""
    pages: int
    """Addresses in them."""
    more: int
    """Sitemaps that were not read, and sites beyond the first ones that were not asked."""


class Tried(msgspec.Struct):
    visited: list[str]
    next: list[str]
    """What it would visit then, best first."""
    refused: int
    failed: int
    reason: str
    """Why nothing was visited, if nothing was."""


class _Check:
    def __init__(self, folder: Folder, settings: Settings, clocks: ClockBook) -> None:
        self._settings = settings
        self._rules = Rules(settings, own_data=str(folder.path))
        self._poller = Poller()
        fetch = msgspec.structs.replace(settings.fetch, timeout=_CHECK_SECONDS, basic_login=(), login=None)
        self._fetcher = Fetcher(
            fetch, self._poller, self._rules.egress, Resolver(self._poller), version=__version__, credential_roots=[]
        )
        self._gate = Gate(self._fetcher, clocks, settings.robots, lambda exchanges: None)
        self._under_way = 0
        self._states: dict[str, RobotsState] = {}
        self._waiting: dict[str, list[str]] = {}
        """Sitemaps of a host, which is asked for one at a time."""
        self._of_host: Counter[str] = Counter()
        self._asked = self.read = self.pages = self.more = 0

    def run(self) -> Checked:
        try:
            return self._run()
        finally:
            self._fetcher.close()
            self._poller.close()

    def _run(self) -> Checked:
        seeds = [(seed, self._rules.normaliser.normalise(seed)) for seed in self._settings.seeds]
        refused = {url: self._rules.explain(url, 0) for _, url in seeds if url and self._rules.judge(url, 0)}
        roots = list(dict.fromkeys(split(url).root for _, url in seeds if url and url not in refused))
        self.more += max(0, len(roots) - MOST_SITES)
        for root in roots[:MOST_SITES]:
            self._under_way += 1
            self._gate.ask(root, lambda state, root=root: self._answered(root, state))  # type: ignore[misc]
        deadline = time.monotonic() + _CHECK_SECONDS
        while self._under_way and time.monotonic() < deadline:
            self._poller.run_once(0.2)
        shown = [self._seed(seed, url, refused) for seed, url in seeds]
        return Checked(
            total=len(seeds), allowed=sum(seed.allowed for seed in shown), seeds=shown[:SHOWN], sitemaps=self.read,
            pages=self.pages, more=self.more,
        )  # fmt: skip

    def _seed(self, seed: str, url: str | None, refused: dict[str, str]) -> SeedCheck:
        if url is None:
            return SeedCheck(seed, False, "no address that could be fetched")
        if url in refused:
            return SeedCheck(url, False, refused[url])
        state = self._states.get(split(url).root)
        if state is None:
            return SeedCheck(url, True, "not asked")
        if state.closed:
            return SeedCheck(url, False, state.reason)
        verdict = state.verdict(self._settings.robots.agent, url)
        if self._settings.robots.obey and not verdict.allowed:
            return SeedCheck(url, False, f"robots.txt line {verdict.line}: {verdict.rule}")
        return SeedCheck(url, True, "")

    def _answered(self, root: str, state: RobotsState) -> None:
        self._under_way -= 1
        self._states[root] = state
        if state.closed or not self._settings.discovery.sitemaps:
            return
        named = list(state.rules.sitemaps) or [root + place for place in self._settings.discovery.places[:1]]
        for url in named:
            self._read_sitemap(url)

    def _read_sitemap(self, url: str) -> None:
        wanted = self._rules.normaliser.normalise(url)
        host = authority(wanted) if wanted else ""
        if wanted is None or self._asked >= MOST_SITEMAPS or self._of_host[host] >= _OF_ONE_HOST:
            self.more += 1
            return
        self._asked += 1
        self._under_way += 1
        self._of_host[host] += 1
        if host in self._waiting:
            self._waiting[host].append(wanted)
            return
        self._waiting[host] = []
        self._fetch(wanted)

    def _fetch(self, url: str) -> None:
        request = Request(url=url, max_size=self._settings.discovery.max_size, types=("*",))
        self._fetcher.start(request, self._came)

    def _came(self, request: Request, exchange: Exchange) -> None:
        self._count(exchange)
        self._under_way -= 1
        host = authority(request.url)
        if self._waiting[host]:
            self._fetch(self._waiting[host].pop(0))
        else:
            del self._waiting[host]

    def _count(self, exchange: Exchange) -> None:
        if exchange.status != 200:
            return
        settings = self._settings
        source = source_of(exchange, 0, obey=False, role="sitemap")
        _, _, document = parse(
            source, settings.parse, self._rules.normaliser, settings.discovery.max_size, with_text=False,
            discovery=settings.discovery,
        )  # fmt: skip
        if document is None or document.listing is None or document.listing.kind != "sitemap":
            return
        self.read += 1
        links = document.links
        inner = [url for url, hint in zip(links.urls, links.hints or (), strict=False) if hint.role == "sitemap"]
        self.pages += len(links.urls) - len(inner)
        for url in inner:
            self._read_sitemap(url)


def check(folder: Folder, settings: Settings) -> Checked:
    """Asks each site of the seeds for its robots.txt and its sitemaps, no more than some of them and some seconds."""
    # Not what other jobs know of robots.txt: whether this one may reach the site is part of the answer.
    with closing(ClockBook(Path(":memory:"))) as clocks:
        return _Check(folder, settings, clocks).run()


def try_out(folder: Folder, settings: Settings) -> Tried:
    """Crawls a few pages into a folder that is thrown away, with the clocks of all jobs, and tells what comes next."""
    small = build(
        {
            "archive.enabled": False, "index.memory": 15_000_000, "parse.workers": 0, "render.mode": "never",
            "scope.max_pages": min(_TRIAL_PAGES, settings.scope.max_pages or _TRIAL_PAGES), "forms.enabled": False,
            "discovery.watch": False, "frontier.retries": 0, "fetch.timeout": min(settings.fetch.timeout, 8.0),
        },
        settings,
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="mekik-trial-") as path:
        trial = Folder(Path(path) / "data")
        trial.create()
        trial.hosts_database = folder.hosts_database
        with closing(Catalogue(trial.jobs_database)) as catalogue:
            job = catalogue.save("trial", small)
            until = time.monotonic() + _TRIAL_SECONDS

            def look(snapshot: Snapshot) -> None:
                if time.monotonic() > until and snapshot.state == "running":
                    catalogue.tell("trial", Command.ABORT)

            ended = Run(trial, catalogue, job, look).run(new_pass=False)
        entries = list(read_log(trial.log("trial")))
        visited = [entry.url for entry in entries if entry.code][:SHOWN]
        counts = ended.snapshot.counts
        reason = next((entry.reason or entry.outcome for entry in entries if not entry.code), ended.reason)
        upcoming = _next(trial, small, SHOWN - len(visited))
    return Tried(visited, upcoming, counts.refused, counts.error, "" if visited else reason)


def _next(trial: Folder, settings: Settings, count: int) -> list[str]:
    """The next addresses in the job's order, as if every host could be asked at once."""
    eager = FrontierSettings(delay=0, response_factor=0, connections_per_host=1_000_000, hours=None, days=None)
    with (
        closing(SqliteStore(trial.frontier("trial"))) as store,
        closing(ClockBook(trial.path / "clocks.sqlite")) as clocks,
    ):
        now = time.monotonic()
        frontier = Frontier(store, clocks, eager, settings.order, now, settings.for_ordering)
        found = (frontier.next(now) for _ in range(max(0, count)))
        return [address.url for address in found if address is not None]
