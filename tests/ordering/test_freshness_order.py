"""The order by what a visit is worth."""

from __future__ import annotations

import numpy as np
import pytest

from mekik import ordering
from mekik.ordering import Waiting
from mekik.ordering.freshness import FreshnessScorer
from mekik.ordering.scored import ScoredOrdering

DAY = 86_400
NOW = 1_800_000_000


def _waiting(id: int, every: float, ago: float, priority: int = 50) -> Waiting:
    """Changes every so many days and was seen so many days ago."""
    return Waiting(id, 1, 0, None, priority, rate=1 / (every * DAY), seen_at=int(NOW - ago * DAY))


def _order(*addresses: Waiting, at: float = NOW) -> list[int]:
    model = ScoredOrdering(FreshnessScorer(lambda: at))
    model.wake(1)
    model.add(addresses)
    return [id for _, id in iter(model.pop, None)]


def test_what_is_likely_outdated_and_stays_right_for_long_comes_first() -> None:
    hopeless = _waiting(1, every=0.01, ago=1)
    seen_just_now = _waiting(2, every=7, ago=0.01)
    worth_it = _waiting(3, every=7, ago=7)
    new = Waiting(4, 1, 0, None)
    assert _order(hopeless, seen_just_now, worth_it, new) == [4, 3, 1, 2]
    assert _order(worth_it, _waiting(5, every=7, ago=7, priority=90)) == [5, 3]


def test_values_grow_while_addresses_wait() -> None:
    """A page that changes often is worth more at first, and less in the end."""
    clock = [float(NOW)]
    scorer = FreshnessScorer(lambda: clock[0])
    model = ScoredOrdering(scorer)
    model.wake(1)
    model.add([_waiting(1, every=1, ago=0.5), _waiting(2, every=20, ago=0.5)])
    assert scorer.scores(np.array([1]))[0] > scorer.scores(np.array([2]))[0]
    clock[0] += 30 * DAY
    assert model.pop() == (1, 2)


def test_the_explanation_adds_up() -> None:
    model = ordering.make("freshness")
    new = model.explain(Waiting(5, 1, 3, 2, priority=100))
    assert new.value == pytest.approx(60)
    assert "60 days = weight 2 × 30 days" in new.text
    seen = model.explain(Waiting(6, 1, 3, 2, rate=1 / DAY, seen_at=100))
    assert seen.value == pytest.approx(1.0)
    assert "changes every 1 days" in seen.text
