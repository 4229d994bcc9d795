"""The estimate of change rates against the truth, against Cho's formula and against the exact posterior."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mekik.revisit import Belief, Evidence, Habits, Said, after_change, after_no_change, learned, prior
from mekik.revisit.belief import believed

DAY = 86_400.0
WEAK = Belief(0.5, 5 * DAY)
_seconds = st.floats(1.0, 1e8)
_beliefs = st.builds(Belief, st.floats(0.05, 500.0), st.floats(60.0, 1e9))


def _seen(belief: Belief, visits: list[tuple[float, bool]], memory: float = 1e12) -> Belief:
    evidence = Evidence()
    for seconds, changed in visits:
        evidence = learned(belief, evidence, seconds, changed=changed, memory=memory)
    return believed(belief, evidence)


def _visits(rate: float, gaps: list[float], seed: int) -> list[tuple[float, bool]]:
    chance = np.random.default_rng(seed)
    return [(gap, bool(chance.random() < -math.expm1(-rate * gap))) for gap in gaps]


def _exact(belief: Belief, visits: list[tuple[float, bool]]) -> float:
    """Mean of the posterior, by adding it up over a fine grid."""
    rates = np.geomspace(1e-4 / DAY, 1e4 / DAY, 40_000)
    log = (belief.shape - 1) * np.log(rates) - belief.time * rates + np.log(rates)  # the grid is logarithmic
    for gap, changed in visits:
        log += np.log(-np.expm1(-rates * gap)) if changed else -rates * gap
    mass = np.exp(log - log.max())
    return float((mass * rates).sum() / mass.sum())


@pytest.mark.parametrize("per_day", [0.05, 0.3, 1.0, 2.5])
def test_regular_visits_agree_with_chos_formula_and_beat_counting(per_day: float) -> None:
    """Cho and Garcia-Molina: -log((n - X + 0.5) / (n + 0.5)) for n visits that found X changes."""
    count = 400
    visits = _visits(per_day / DAY, [DAY] * count, seed=3)
    changes = sum(changed for _, changed in visits)
    chos = -math.log((count - changes + 0.5) / (count + 0.5))
    ours = _seen(WEAK, visits).rate * DAY
    assert ours == pytest.approx(chos, rel=0.08)
    assert ours == pytest.approx(per_day, rel=0.35)
    if per_day >= 1:
        assert abs(ours - per_day) < abs(changes / count - per_day)


@pytest.mark.parametrize("seed", range(6))
def test_irregular_visits_agree_with_the_exact_posterior(seed: int) -> None:
    chance = np.random.default_rng(seed)
    gaps = (chance.gamma(0.7, 4.0, 60) * DAY + 600).tolist()
    visits = _visits(0.4 / DAY, gaps, seed)
    assert _seen(WEAK, visits).rate == pytest.approx(_exact(WEAK, visits), rel=0.05)


def test_one_change_has_exactly_the_mean_of_the_posterior() -> None:
    visits = [(2 * DAY, True)]
    assert _seen(WEAK, visits).rate == pytest.approx(_exact(WEAK, visits), rel=1e-3)


@given(_beliefs, _seconds)
def test_a_change_raises_the_rate_and_its_absence_lowers_it(belief: Belief, seconds: float) -> None:
    more, less = after_change(belief, seconds), after_no_change(belief, seconds)
    assert less.rate < belief.rate
    assert more.rate >= belief.rate * (1 - 1e-9)
    assert all(math.isfinite(number) and number > 0 for number in (*more, *less))


@given(_beliefs, st.lists(st.tuples(_seconds, st.booleans()), max_size=80), st.floats(2, 200))
def test_any_history_gives_a_rate(belief: Belief, visits: list[tuple[float, bool]], memory: float) -> None:
    rate = _seen(belief, visits, memory).rate
    assert math.isfinite(rate)
    assert rate > 0


def test_a_page_may_take_up_other_habits() -> None:
    """A year without a change, then a change every day: with a memory it is known after some weeks."""
    quiet, busy = [(DAY, False)] * 365, [(DAY, True)] * 40
    with_memory = _seen(WEAK, quiet + busy, memory=30).rate * DAY
    without = _seen(WEAK, quiet + busy).rate * DAY
    assert without < 0.15
    assert with_memory > 0.7


def test_what_others_say_is_believed_until_visits_say_otherwise() -> None:
    site = Habits().of(1)
    now = 1_700_000_000.0
    daily, source = prior(Said(changefreq="daily"), site, now)
    yearly, _ = prior(Said(changefreq="yearly"), site, now)
    assert source == "changefreq"
    assert daily.rate / yearly.rate == pytest.approx(365)
    visits = [(DAY, False)] * 60
    assert _seen(daily, visits).rate * DAY < 0.03
    old, source = prior(Said(changefreq="daily", lastmod=int(now - 300 * DAY)), site, now)
    assert source == "lastmod"
    assert old.rate < daily.rate / 50
    item, source = prior(Said(published=int(now - 300 * DAY)), site, now)
    assert source == "published"
    assert item.rate < site.rate / 5
    assert prior(Said(changefreq="sometimes", lastmod=int(now + DAY), published=-5), site, now) == (site, "site")


def test_a_page_of_old_is_soon_known_to_change_every_day() -> None:
    now = 1_700_000_000.0
    old, _ = prior(Said(published=int(now - 3000 * DAY)), Habits().of(1), now)
    assert old.rate * DAY < 1e-3
    assert _seen(old, [(DAY, True)] * 15, memory=60).rate * DAY > 0.15
    assert _seen(old, [(DAY, False)] * 15, memory=60).rate < old.rate


def test_a_new_page_is_expected_to_be_like_its_site() -> None:
    habits = Habits()
    usual = habits.of(7)
    for _ in range(50):
        before = Evidence()
        for _ in range(10):
            after = learned(habits.of(7), before, DAY, changed=True, memory=60)
            habits.tell(7, before, after)
            before = after
    assert habits.of(7).rate > 20 * usual.rate
    assert habits.of(8) == usual
