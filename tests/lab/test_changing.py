"""The incremental robot on a web that changes at known rates: which policy keeps most of it fresh."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from mekik.lab.changing import ChangingWeb, keep_up
from mekik.lab.changing.compare import kept_by_policy
from mekik.lab.changing.web import DAY
from mekik.settings import RevisitSettings

_FLOORS = tomllib.loads((Path(__file__).parents[2] / "quality.toml").read_text(encoding="utf-8"))["revisit"]


@pytest.mark.parametrize("seed", [1, 2])
def test_optimal_is_fresher_than_the_others_with_the_same_requests(seed: int) -> None:
    kept = kept_by_policy(seed, 400, days=200.0)
    assert len({one.requests for one in kept.values()}) == 1
    assert {one.pages for one in kept.values()} == {200}
    lead = kept["optimal"].freshness - max(kept["uniform"].freshness, kept["proportional"].freshness)
    assert lead >= _FLOORS["optimal.lead"]["at_least"]
    assert kept["optimal"].age < kept["uniform"].age < kept["proportional"].age


def test_uniform_is_as_fresh_as_the_formula_says() -> None:
    """Where nothing has to be estimated, the measuring itself can be checked."""
    web = ChangingWeb(3, 150, 120.0)
    settings = RevisitSettings(policy="uniform", budget=50, min_interval=3600.0, max_interval=120 * DAY)
    kept = keep_up(web, settings, 50)
    spans = 3.0 / web.every
    assert kept.freshness == pytest.approx(float((-np.expm1(-spans) / spans).mean()), abs=0.02)
    assert kept.requests == 6000


def test_the_collection_holds_the_pages_that_are_named_most() -> None:
    web = ChangingWeb(5, 400, 60.0)
    settings = RevisitSettings(policy="uniform", budget=80, min_interval=3600.0, max_interval=60 * DAY, collection=100)
    kept = keep_up(web, settings, 80)
    best = float(np.sort(web.named())[-100:].mean())
    assert kept.pages == 100
    assert kept.named > 0.9 * best > 1.3 * float(web.named().mean())


def test_important_pages_are_kept_fresher_when_importance_counts() -> None:
    web = ChangingWeb(6, 200, 200.0)
    plain, weighted = (
        keep_up(
            web,
            RevisitSettings(
                policy="optimal", budget=40, min_interval=3600.0, max_interval=200 * DAY, importance=importance
            ),
            40,
        )
        for importance in ("equal", "inlinks")
    )
    assert weighted.requests == plain.requests
    assert weighted.weighted > plain.weighted
