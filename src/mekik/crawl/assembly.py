"""Puts the parts of a run together, and closes them again."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass

from mekik.archive import ArchiveWriter
from mekik.crawl.browser import Rendering
from mekik.crawl.catalogue import Catalogue, Job
from mekik.crawl.collection import Collection
from mekik.crawl.coming_back import ComingBack
from mekik.crawl.commits import INDEXED, Commits
from mekik.crawl.departures import Departures
from mekik.crawl.engine import Engine
from mekik.crawl.examples import examples_of
from mekik.crawl.folder import Folder
from mekik.crawl.forms import Forms
from mekik.crawl.gate import Gate
from mekik.crawl.log import LogWriter
from mekik.crawl.parts import Parts
from mekik.crawl.ranks import Ranks
from mekik.crawl.rates import Rates
from mekik.crawl.rules import Rules
from mekik.crawl.translation_file import with_translation
from mekik.crawl.traps import Traps
from mekik.crawl.trust import Trust
from mekik.crawl.workers import WorkerPool
from mekik.fetch import Fetcher, FileFetcher, Poller, Resolver
from mekik.frontier import Batch, ClockBook, Frontier, SqliteStore
from mekik.frontier.importance import importance_of
from mekik.frontier.limited import limited_of
from mekik.index import TantivyWriter
from mekik.scope import Bending, Budget
from mekik.settings import Settings, redacted
from mekik.urls import split
from mekik.version import __version__


@dataclass
class Assembly:
    """An engine with its parts, and what they stand on."""

    settings: Settings
    """With what a person changed while it runs; those of the parts are as at the start."""
    store: SqliteStore
    poller: Poller
    parts: Parts
    engine: Engine
    index: TantivyWriter | None
    index_was_lost: bool

    def check(self, now: float) -> None:
        """Looks for processes that take too long."""
        self.parts.pool.check(now)
        if self.parts.rendering is not None:
            self.parts.rendering.check(now)

    def close(self) -> None:
        parts = self.parts
        with ExitStack() as closing:  # each of them, whatever the others do
            closing.callback(self.poller.close)
            if self.index is not None:
                closing.callback(self.index.close)
            if parts.archive is not None:
                closing.callback(parts.archive.close)
            closing.callback(parts.log.close)
            closing.callback(parts.ranks.save)
            closing.callback(parts.commits.close)
            closing.callback(parts.fetcher.close)
            closing.callback(parts.files.close)
            closing.callback(parts.pool.close)
            if parts.rendering is not None:
                closing.callback(parts.rendering.close)


def assemble(folder: Folder, catalogue: Catalogue, job: Job, store: SqliteStore, clocks: ClockBook) -> Assembly:
    settings, now = with_translation(folder, job.settings), time.monotonic()
    poller = Poller()
    meta = store.meta()
    rates = Rates(now, meta.get("pages", 0), meta.get("bytes", 0))
    bending = Bending(settings)
    rules = _rules(folder, settings, bending, store, meta)
    first = not store.last_id()
    frontier = Frontier(
        store,
        clocks,
        settings.frontier,
        settings.order,
        now,
        settings.for_ordering,
        bending,
        examples_of(folder, settings, store),
        importance_of(settings.revisit, store),
        limited_of(settings.revisit, meta, now),
    )
    store.write(Batch(meta=frontier.limited.begun()))
    fetcher = Fetcher(
        settings.fetch,
        poller,
        rules.egress,
        Resolver(poller),
        version=__version__,
        credential_roots=[split(seed).root for seed in rules.seeds],
    )
    files = FileFetcher(settings.fetch, poller, rules.egress.folders)
    index_was_lost = INDEXED in meta and not (folder.index / "meta.json").exists()
    index = TantivyWriter(folder.index, settings.index) if settings.index.enabled else None
    archive = (
        ArchiveWriter(folder.archive, job.name, settings.archive, redacted(settings))
        if settings.archive.enabled
        else None
    )
    log = LogWriter(folder.log(job.name))
    trust = Trust(settings, store, frontier.id_of)
    commits = Commits(settings, store, frontier, archive, index, log, rates, trust)
    traps = Traps(settings.traps, store.patterns(), log, frontier.address)
    traps.remember(store)
    commits.gives.append(traps.give)
    forms = Forms(settings, rules, frontier, store.forms())
    commits.gives.append(forms.give)
    coming_back = ComingBack(settings.revisit, frontier, store, frontier.importance)
    commits.gives.append(coming_back.give)
    departures = Departures(settings.revisit, frontier, store, indexing=settings.index.enabled)
    # The engine comes last and these call it: by then it is there.
    pool = WorkerPool(poller, settings, lambda answer: engine.parsed(answer), for_index=True)
    gate = Gate(fetcher, clocks, settings.robots, lambda found: engine.archive_robots(found))
    rendering = None
    if settings.render.mode != "never":
        rendering = Rendering(
            settings, poller, rules, gate, frontier, archive,
            lambda page, document: engine.read_rendered(page, document),
            lambda page: engine.read_on(page),
        )  # fmt: skip
    parts = Parts(
        settings=settings, job=job.name, rules=rules, frontier=frontier, poller=poller, fetcher=fetcher, files=files,
        gate=gate, pool=pool, archive=archive, index=index, commits=commits, log=log, rates=rates, trust=trust,
        ranks=Ranks(folder.ranks(job.name)), traps=traps,
        forms=forms, coming_back=coming_back, departures=departures,
        collection=_collection(settings, frontier, store, departures, now),
        alone=first and len(catalogue.jobs()) == 1, sitemaps=store.sitemaps_by_host(), rendering=rendering,
    )  # fmt: skip
    engine = Engine(parts)
    return Assembly(settings, store, poller, parts, engine, index, index_was_lost)


def _rules(folder: Folder, settings: Settings, bending: Bending, store: SqliteStore, meta: dict[str, int]) -> Rules:
    by_host = store.pages_by_host(meta.get("pass_began", 0)) if bending.limits_hosts else None
    budget = Budget(
        settings.scope,
        pages=meta.get("pages", 0),
        bytes=meta.get("bytes", 0),
        pages_by_host=by_host,
        bending=bending,
    )
    return Rules(settings, budget, own_data=str(folder.path), bending=bending)


def _collection(
    settings: Settings, frontier: Frontier, store: SqliteStore, departures: Departures, now: float
) -> Collection | None:
    limit, importance = settings.revisit.collection, frontier.importance
    if limit is None:
        return None
    assert importance is not None, "importance_of makes one where there is a limit"
    return Collection(limit, importance, frontier, store, departures, now)
