"""Seeds become addresses like all others; what cannot be fetched is kept too, with its reason."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from mekik.crawl.facts import signed
from mekik.crawl.rules import Rules
from mekik.frontier import Frontier, FrontierStore, links_of
from mekik.outcome import Outcome
from mekik.page import LinkKind
from mekik.settings import Settings
from mekik.urls import Normaliser, key, keys, scheme


def offer_seeds(seeds: Sequence[str], frontier: Frontier, rules: Rules) -> int:
    good, bad = [], []
    for seed in seeds:
        url = rules.normaliser.normalise(seed)
        if url is None:
            bad.append(seed)
        else:
            good.append(url)
    at, now = time.time(), time.monotonic()
    new = frontier.offer(links_of(good, keys(good), LinkKind.SEED), None, rules.judge, at, now)
    return new + frontier.offer(links_of(bad, keys(bad), LinkKind.SEED), None, _unfetchable, at, now)


def seed_outcomes(seeds: Sequence[str], store: FrontierStore, settings: Settings) -> Iterator[Outcome | None]:
    """What became of each, as far as the state of the job knows."""
    normaliser = Normaliser(settings.urls, files=bool(settings.fetch.allow_files))
    for seed in seeds:
        record = store.record(signed(key(normaliser.normalise(seed) or seed)))
        yield record.outcome if record else None


def _unfetchable(seed: str, _depth: int) -> Outcome:
    return Outcome.INVALID_ADDRESS if scheme(seed) in ("", "http", "https") else Outcome.BLOCKED_SCHEME
