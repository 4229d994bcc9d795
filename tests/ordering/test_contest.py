"""The compiled contest of popularity and its twin in Python answer the same, whatever they are asked."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from popularity_kit import need_compiled

from mekik.ordering.popularity import candidates
from mekik.ordering.popularity.contest import Contest, Rival, Row
from mekik.ordering.popularity.in_python import PythonContest
from mekik.ordering.popularity.native import compiled_contest

_WEIGHTS = (1.0, 0.625, 0.375)
_ONE: Row = (1, 2, 3, 4, 5, 6)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    need_compiled()


def _row(id: int, chance: random.Random) -> Row:
    """Some parts are shared by one, some by many, and hashes come back."""
    host = chance.choice([chance.randrange(3), chance.randrange(40), 1000 + id])
    root = host << 8 | chance.randrange(2)
    path, query = (chance.choice([1, chance.randrange(30), 1000 + id]) for _ in range(2))
    return root, path, query, host, chance.choice([100, chance.randrange(1 << 20), id]), id


def _first(contest: Contest, c: float, oldest: int) -> tuple[int, Rival] | None:
    """The best of those that are best up to rounding, and its slot, which may be another one in the other contest."""

    def worth(found: tuple[int, Rival]) -> tuple[Fraction, int]:
        _, rival = found
        counted = sum(Fraction(weight) * count for weight, count in zip(_WEIGHTS, rival, strict=False))
        return counted - Fraction(c) * rival.time, -rival.id

    found = [(slot, Rival(*contest.rival(slot))) for slot in contest.best(c, oldest, 1e-9)]
    return max(found, key=worth, default=None)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), kept=st.sampled_from([1, 5, 512]), many=st.sampled_from([1, 60, 600]))
def test_both_answer_the_same(seed: int, kept: int, many: int) -> None:
    chance = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("KEPT", kept), ("KEPT_OF_ROOT", min(kept, 4)), ("MOST", 4 * kept), ("WINDOW", 0.1)):
            patch.setattr(candidates, name, value)
        quick, slow = compiled_contest(_WEIGHTS), PythonContest(_WEIGHTS)
        both: tuple[Contest, Contest] = (quick, slow)
        id, c, oldest = 0, chance.choice([0.0, 1e-6, 0.1]), chance.randrange(200)
        for _ in range(chance.randrange(20, 150)):
            act = chance.random()
            if act < 0.3:
                rows = [_row(id + place, chance) for place in range(chance.choice([1, 3, many]))]
                id += len(rows)
                for contest in both:
                    contest.add(rows)
            elif act < 0.55:
                host = chance.choice([chance.randrange(3), chance.randrange(40), 1000 + chance.randrange(id + 1)])
                wakes = chance.random() < 0.7
                for contest in both:
                    (contest.wake if wakes else contest.rest)(host)
            elif act < 0.95:
                c *= chance.choice([1.0, 1.0, 1.01, 0.5])
                one, other = (_first(contest, c, oldest) for contest in both)
                assert (one and one[1]) == (other and other[1])
                if one and other:
                    assert quick.take(one[0]) == slow.take(other[0])
            else:
                host = chance.randrange(40)
                assert sorted(quick.drain(host)) == sorted(slow.drain(host))
            assert len(quick) == len(slow)
            root, path, query, *_ = _row(id, chance)
            assert quick.counts(root, path, query) == slow.counts(root, path, query)


def test_what_is_left_at_the_end_is_nothing() -> None:
    """Slots, parts, hosts and buckets are used again after all have gone, several times."""
    contest, chance = compiled_contest(_WEIGHTS), random.Random(7)
    for turn in range(3):
        rows = [_row(turn * 5000 + place, chance) for place in range(4000)]
        for start in range(0, len(rows), 500):
            contest.add(rows[start : start + 500])
        for host in {row[3] for row in rows}:
            contest.wake(host)
        given = []
        while found := contest.best(1e-4, 0, 0.0):
            given.append(contest.take(found[0])[1])
        assert sorted(given) == sorted(row[5] for row in rows)
        assert len(contest) == 0
        assert all(contest.counts(*row[:3]) == (0, 0, 0) for row in rows)
        for host in {row[3] for row in rows}:
            contest.rest(host)


def test_wrong_arguments_are_refused_and_change_nothing() -> None:
    contest: Any = compiled_contest(_WEIGHTS)
    contest.add([_ONE])
    contest.wake(4)
    make = type(contest)
    calls: list[Callable[[], Any]] = [
        lambda: contest.add((_ONE,)),
        lambda: contest.add([[1, 2, 3, 4, 5, 6]]),
        lambda: contest.add([(1, 2, 3, 4, 5)]),
        lambda: contest.add([(1, 2, 3, 4, 5, 6.0)]),
        lambda: contest.add([(1, 2, 3, 4, -5, 6)]),
        lambda: contest.add([(1 << 64, 2, 3, 4, 5, 6)]),
        lambda: contest.take(1),
        lambda: contest.take(-1),
        lambda: contest.take(1 << 40),
        lambda: contest.take("0"),
        lambda: contest.rival(7),
        lambda: contest.wake("a"),
        lambda: contest.drain(None),
        lambda: contest.best(float("nan"), 0, 0.0),
        lambda: contest.best(-1.0, 0, 0.0),
        lambda: contest.best(1.0, 0, float("nan")),
        lambda: contest.counts(1, 2),
        lambda: make((1.0, 1.0), 1, 1, 1, 0.1),
        lambda: make((1.0, 1.0, float("nan")), 1, 1, 1, 0.1),
        lambda: make((1.0, 1.0, 1.0), 0, 1, 1, 0.1),
        lambda: make((1.0, 1.0, 1.0), 1 << 30, 1, 1, 0.1),
        lambda: make((1.0, 1.0, 1.0), 1, 1, 1, 1.0),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError, OverflowError, IndexError)):
            call()
    assert contest.best(0.0, 0, 0.0) == [0]
    assert contest.take(0) == (4, 6, 5)
    with pytest.raises(IndexError):
        contest.take(0)


def test_rows_before_a_wrong_one_are_there() -> None:
    contest: Any = compiled_contest(_WEIGHTS)
    contest.wake(4)
    with pytest.raises(TypeError):
        contest.add([_ONE, "wrong"])
    assert [contest.rival(slot) for slot in contest.best(0.0, 0, 0.0)] == [(1, 1, 1, 5, 6)]


def test_nobody_changes_a_contest_that_is_at_work() -> None:
    """Collecting garbage runs code of others' in the middle of an answer."""
    contest = compiled_contest(_WEIGHTS)
    contest.add([(1, 2, 3, 4, 5, id) for id in range(5000)])  # more than Python keeps tuples in reserve
    contest.wake(4)
    refused = []

    def meddle(phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            try:
                contest.best(0.0, 0, 0.0)
            except RuntimeError as error:
                refused.append(str(error))

    before = gc.get_threshold()
    gc.callbacks.append(meddle)
    gc.set_threshold(1)
    try:
        drained = contest.drain(4)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(meddle)
    if sys.version_info < (3, 12):  # where making an object may collect garbage at once
        assert set(refused) == {"the contest is at work"}
    assert sorted(id for id, _ in drained) == list(range(5000))
    assert len(contest) == 0
