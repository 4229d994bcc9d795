"""What every policy must do, and that the optimal one is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik import revisit
from mekik.errors import SettingError
from mekik.revisit import Limits, Policy
from mekik.revisit.policies import Floats

DAY = 86_400.0
WIDE = Limits(1.0, 1e9)
LIMITS = Limits(3600.0, 90 * DAY)
_rates = st.lists(st.floats(1e-9, 1e-2), min_size=1, max_size=60)


@pytest.fixture(params=revisit.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _web(count: int = 400, seed: int = 1) -> tuple[Floats, Floats]:
    chance = np.random.default_rng(seed)
    return 10 ** chance.uniform(-8, -3.5, count), chance.pareto(1.5, count) + 0.2


def _fitted(name: str, rates: Floats, weights: Floats, budget: float, limits: Limits = WIDE) -> Policy:
    policy = revisit.make(name, limits)
    policy.fit(rates, weights, budget)
    return policy


def _intervals(policy: Policy, rates: Floats, weights: Floats) -> Floats:
    return np.array([policy.interval(*page) for page in zip(rates.tolist(), weights.tolist(), strict=True)])


def _freshness(intervals: Floats, rates: Floats, weights: Floats) -> float:
    spans = rates * intervals
    return float((weights * -np.expm1(-spans) / spans).sum() / weights.sum())


def test_the_whole_budget_is_shared_out(name: str) -> None:
    rates, weights = _web()
    for budget in (1e-6, 1e-4, 1e-2):
        intervals = _intervals(_fitted(name, rates, weights, budget), rates, weights)
        assert (1 / intervals).sum() == pytest.approx(budget, rel=1e-3)


@settings(max_examples=60, deadline=None)
@given(_rates, st.floats(1e-9, 1.0))
@pytest.mark.parametrize("policy_name", revisit.NAMES)
def test_limits_hold_whatever_the_budget(policy_name: str, rates: list[float], budget: float) -> None:
    array = np.array(rates)
    policy = _fitted(policy_name, array, np.ones(len(array)), budget, LIMITS)
    intervals = _intervals(policy, array, np.ones(len(array)))
    assert (intervals >= LIMITS.least * 0.999999).all()
    assert (intervals <= LIMITS.most * 1.000001).all()


def test_more_budget_never_means_fewer_visits_to_a_page(name: str) -> None:
    rates, weights = _web(100)
    few = _intervals(_fitted(name, rates, weights, 1e-4), rates, weights)
    many = _intervals(_fitted(name, rates, weights, 3e-4), rates, weights)
    assert (many <= few * 1.0001).all()


def test_a_policy_that_knows_no_pages_yet_answers(name: str) -> None:
    policy = revisit.make(name, LIMITS)
    policy.fit(np.empty(0), np.empty(0), 1.0)
    assert LIMITS.least <= policy.interval(1e-5, 1.0) <= LIMITS.most


def test_a_sample_of_very_many_pages_is_enough(name: str) -> None:
    rates, weights = _web(400_000)
    policy = _fitted(name, rates, weights, 4.0)
    some = slice(0, 4000)
    total = (1 / _intervals(policy, rates[some], weights[some])).sum() * 100
    assert total == pytest.approx(4.0, rel=0.15)


@pytest.mark.parametrize("budget", [1e-5, 1e-4, 1e-3])
def test_optimal_is_better_than_the_others_and_than_small_changes_of_itself(budget: float) -> None:
    rates, weights = _web()
    found = {
        name: _freshness(_intervals(_fitted(name, rates, weights, budget), rates, weights), rates, weights)
        for name in revisit.NAMES
    }
    assert found["optimal"] > found["uniform"] > found["proportional"]
    best = 1 / _intervals(_fitted("optimal", rates, weights, budget), rates, weights)
    chance = np.random.default_rng(5)
    for _ in range(50):
        other = best * chance.uniform(0.7, 1.4, len(best))
        other *= best.sum() / other.sum()
        assert _freshness(1 / np.maximum(other, 1e-12), rates, weights) <= found["optimal"] + 1e-6


def test_what_changes_too_fast_is_left_and_what_is_important_is_not() -> None:
    rates = np.array([1 / 60, *[1 / (7 * DAY)] * 20])
    weights = np.ones(21)
    budget = 20 / (5 * DAY)
    assert _fitted("optimal", rates, weights, budget, LIMITS).interval(1 / 60, 1.0) == pytest.approx(LIMITS.most)
    weights[0] = 1e6
    assert _fitted("optimal", rates, weights, budget, LIMITS).interval(1 / 60, 1e6) < LIMITS.most / 10


def test_unknown_policies_are_answered_with_the_known() -> None:
    with pytest.raises(SettingError, match="optimal"):
        revisit.make("best", LIMITS)
