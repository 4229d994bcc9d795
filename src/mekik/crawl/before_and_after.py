"""What a run does around its loop: seeds, what a crash left to do and the login before it, the second look after it."""

from __future__ import annotations

import time
from collections.abc import Callable

from mekik.crawl.assembly import Assembly
from mekik.crawl.catchup import CatchUp
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.login import LogIn
from mekik.crawl.reindex import ArchiveIndexer
from mekik.crawl.second_look import late_ranks, look_again
from mekik.crawl.seeds import offer_seeds
from mekik.crawl.told import told_by
from mekik.urls import key


def prepare(folder: Folder, assembly: Assembly, turn: Callable[[], None], give_way: Callable[[], None]) -> None:
    """`turn` lets the loop go round once; both it and `give_way` raise when a person wants to stop."""
    parts, store, settings = assembly.parts, assembly.store, assembly.settings
    offer_seeds(settings.seeds, parts.frontier, parts.rules)
    parts.commits.take_up_departures()
    if parts.archive is not None:
        indexer = _indexer(assembly, give_way)
        try:
            catch_up = CatchUp(
                folder, parts.job, store, parts.frontier, assembly.engine, indexer, turn, parts.rules.normaliser,
                parts.rendering is not None,
            )  # fmt: skip
            catch_up.run(from_start=assembly.index_was_lost)
        finally:
            if indexer is not None:
                indexer.close()
    parts.forms.begin(store)
    parts.commits.flush()
    if settings.fetch.login is not None:
        LogIn(settings, parts.fetcher, assembly.poller, turn).run()


def second_look(folder: Folder, assembly: Assembly, give_way: Callable[[], None]) -> None:
    """After everything else is committed."""
    indexer = _indexer(assembly, give_way)
    if indexer is None or assembly.parts.archive is None or assembly.index is None:
        return
    try:
        trust, since = assembly.parts.trust, time.time() - (time.monotonic() - assembly.parts.rates.started)
        better: list[int] = []
        if assembly.settings.render.mode == "never":  # else the answer may hold nothing of what a browser made of it
            better = late_ranks(assembly.store, assembly.parts.ranks, int(since))
        if look_again(folder, assembly.store, dict.fromkeys([*trust.late(), *better]), trust, indexer):
            assembly.index.commit()
            trust.keep(assembly.store)
    finally:
        indexer.close()


def _indexer(assembly: Assembly, give_way: Callable[[], None]) -> ArchiveIndexer | None:
    parts = assembly.parts
    if assembly.index is None:
        return None

    def has_left(url: str) -> bool:
        id = parts.frontier.id_of(signed(key(url)))
        return id is not None and parts.frontier.departed.why(id) is not None

    return ArchiveIndexer(
        assembly.settings, parts.job, parts.rules, assembly.index, assembly.poller, parts.trust, give_way,
        told_by(assembly.store, parts.ranks), left=has_left, pool=parts.pool,
    )  # fmt: skip
