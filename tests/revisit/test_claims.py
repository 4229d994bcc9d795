"""What a site says of its pages' changes is believed as far as it proves true, and no further."""

from __future__ import annotations

import random
from math import exp

import pytest

from mekik.revisit import Belief, Claims, Evidence, Said, after_change, is_news, learned, prior, pulled_forward
from mekik.revisit.belief import believed

DAY = 86_400.0
HERE = 1


def _told(rate: float, *, honest: bool, visits: int = 60, seed: int = 1) -> float:
    """Trust in a site after visits, a day apart, to pages that it said to have changed."""
    claims, chance = Claims(), random.Random(seed)
    for id in range(visits):
        changed = honest or chance.random() < 1 - exp(-rate * DAY)
        claims.tell(HERE, id, rate, DAY, changed=changed)
    return claims.trust(HERE)


@pytest.mark.parametrize("per_day", [0.01, 0.1, 0.5, 1.0])
def test_who_always_says_now_is_not_believed_however_fast_its_pages_change(per_day: float) -> None:
    assert _told(per_day / DAY, honest=True) > 0.9
    liars = [_told(per_day / DAY, honest=False, seed=seed) for seed in range(20)]
    assert sum(liars) / 20 < 0.15
    assert Claims().trust(HERE) == 0.5, "one who is not known yet"


def test_a_site_may_mend_its_ways() -> None:
    claims = Claims()
    for id in range(100):
        claims.tell(HERE, id, 0.01 / DAY, DAY, changed=False)
    assert claims.trust(HERE) == 0.0
    assert not claims.admits(HERE, 5)
    for id in range(100):
        claims.tell(HERE, id, 0.01 / DAY, DAY, changed=True)
    assert claims.trust(HERE) > 0.8


def test_a_stranger_pulls_few_pages_forward_until_its_words_proved_true() -> None:
    claims = Claims()
    admitted = [id for id in range(1000) if claims.admits(HERE, id)]
    assert len(admitted) == 20
    for id in admitted:
        claims.tell(HERE, id, 0.01 / DAY, DAY, changed=True)
    more = [id for id in range(2000, 9000) if claims.admits(HERE, id)]
    assert 100 < len(more) < 300
    again = Claims(claims.take_new())
    assert again.trust(HERE) == claims.trust(HERE)
    assert claims.take_new() == []


def test_saying_it_again_pulls_no_further() -> None:
    due, now = 100 * DAY, 10 * DAY
    first = pulled_forward(due, now, 0.0, 0.5)
    assert first == 55 * DAY
    assert pulled_forward(due, now + DAY, 0.0, 0.5) > first
    assert pulled_forward(due, now, 0.0, 0.0) == due
    assert pulled_forward(due, now, 0.0, 1.0) == now
    assert pulled_forward(due, now, 12 * DAY, 1.0) == 12 * DAY, "never sooner than revisit.min_interval"
    assert pulled_forward(5 * DAY, now, 0.0, 1.0) == 5 * DAY, "it is due anyway"


def test_only_dates_after_the_last_visit_are_news() -> None:
    seen, now = 1_700_000_000.0, 1_700_500_000.0
    assert is_news(int(seen) + 5, seen, now)
    assert not is_news(int(seen) - 5, seen, now)
    day = int(seen // DAY * DAY)
    assert is_news(day, seen, now), "some moment of that day"
    assert not is_news(day - int(DAY), seen, now)
    assert not is_news(int(now + 3 * DAY), seen, now), "from the future"
    assert not is_news(0, 0.0, now)


def test_visits_that_follow_announced_changes_do_not_make_a_page_seem_faster_than_it_is() -> None:
    """Every visit finds a change, because it was made for one: 'at least one' would be taken for many."""
    chance = random.Random(4)
    weak, evidence = Belief(0.3, 9 * DAY), Evidence()
    naive = weak
    for _ in range(200):
        gap = chance.expovariate(1 / (10 * DAY)) + 3600
        evidence = learned(weak, evidence, gap, changed=True, memory=1e9, announced=True)
        naive = after_change(naive, gap)
    assert believed(weak, evidence).rate * DAY == pytest.approx(0.1, rel=0.2)
    assert naive.rate * DAY > 0.3


def test_dates_count_for_the_first_guess_as_far_as_they_are_trusted() -> None:
    site, now = Belief(0.3, 9 * DAY), 1_700_000_000.0
    said = Said(lastmod=int(now) - 3600)
    rates = [prior(said, site, now, trust)[0].rate for trust in (0.0, 0.5, 1.0)]
    assert rates[0] == pytest.approx(site.rate)
    assert rates[0] < rates[1] < rates[2]
    assert prior(said, site, now, 0.0)[1] == "site"
