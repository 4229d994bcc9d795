"""Freshness and age as formulas, against a page that changes by the clock."""

from __future__ import annotations

import numpy as np
import pytest

from mekik.revisit import Watched, age_after, expected_age, expected_freshness, fresh_after, watch


def _truth(rate: float, interval: float, visits: int = 4000) -> tuple[float, float, list[bool]]:
    """Freshness and age over the time of a page that is visited so often, and what the visits see."""
    chance = np.random.default_rng(11)
    first = chance.exponential(1 / rate, visits)
    stale = np.maximum(interval - first, 0.0)
    fresh = np.minimum(first, interval).sum() / (visits * interval)
    return float(fresh), float((stale**2 / 2).sum() / (visits * interval)), (first < interval).tolist()


@pytest.mark.parametrize("span", [0.01, 0.3, 1.0, 4.0, 30.0])
def test_expected_and_measured_agree_with_the_truth(span: float) -> None:
    interval = 1000.0
    rate = span / interval
    fresh, age, seen = _truth(rate, interval)
    assert expected_freshness(rate, interval) == pytest.approx(fresh, rel=0.06)
    assert expected_age(rate, interval) == pytest.approx(age, rel=0.25 if span < 0.1 else 0.08)
    watched = Watched()
    for changed in seen:
        watched = watch(watched, interval, rate, changed=changed)
    assert watched.seconds == pytest.approx(len(seen) * interval)
    assert watched.fresh / watched.seconds == pytest.approx(fresh, rel=0.06)
    assert watched.aged / watched.seconds == pytest.approx(age, rel=0.25 if span < 0.1 else 0.08)


def test_right_after_a_visit_all_is_fresh_and_nothing_is_old() -> None:
    assert fresh_after(1e-3, 0.0) == 1.0
    assert age_after(1e-3, 0.0) == 0.0
    assert fresh_after(1e-3, 1e9) == pytest.approx(0.0)
    assert age_after(1e-3, 1e6) == pytest.approx(1e6 - 1e3)
    assert expected_freshness(0.0, 1e5) == 1.0
    assert expected_age(0.0, 1e5) == 0.0


@pytest.mark.parametrize("span", [1e-5, 9.9e-5, 1.01e-4, 1e-3])
def test_small_spans_do_not_lose_their_digits(span: float) -> None:
    assert expected_freshness(span, 1.0) == pytest.approx(1 - span / 2, rel=1e-6)
    assert expected_age(span, 1.0) == pytest.approx(span / 6, rel=1e-2)
    assert age_after(span, 1.0) == pytest.approx(span / 2, rel=1e-2)
    watched = watch(Watched(), 1.0, span, changed=True)
    assert watched.fresh == pytest.approx(0.5, rel=1e-2)
    assert watched.aged == pytest.approx(1 / 6, rel=1e-2)
