"""popularity against its plain formula, the source's printed figures and its made-up worst case."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from popularity_kit import Watched, need_compiled

from mekik import ordering
from mekik.ordering import Waiting
from mekik.ordering.popularity import Popularity, RefreshedPopularity, Standing, Weights, candidates, splitter, standing
from mekik.settings import OrderingSettings
from mekik.urls import split

_HOSTS = 12


@pytest.fixture(scope="module", params=[True, False], ids=["compiled", "python"])
def native(request: pytest.FixtureRequest) -> bool:
    """Both contests: the compiled one and its twin."""
    if request.param:
        need_compiled()
    return bool(request.param)


def _address(id: int, chance: random.Random, time: int) -> Waiting:
    """Few hosts, paths and queries, so that they are shared by one, by some and by many."""
    host = min(chance.randrange(_HOSTS), chance.randrange(_HOSTS))
    path = chance.choice(["/", "/a", "/b?", f"/{chance.randrange(4)}", f"/p/{chance.randrange(40)}", f"/u/{id}?"])
    query = chance.choice(["x=1", f"x={chance.randrange(6)}", f"x={id}"]) if path.endswith("?") else ""
    scheme = "http" if chance.random() < 0.8 else "https"
    return Waiting(id, host, 1, None, 50, time, id, f"{scheme}://h{host}.test{path}{query}")


def _play(watched: Watched, chance: random.Random, steps: int) -> int:
    """A frontier's life: a host usually rests after a hand-out and wakes some time later. How many were given."""
    now, id, given = 1_000_000, 0, 0
    for _ in range(steps):
        act = chance.random()
        if act < 0.35:
            now += chance.choice([0, 0, 1, 1, 5, 60, -2])
            batch = [_address(id + place, chance, now) for place in range(chance.choice([1, 1, 2, 5, 30]))]
            id += len(batch)
            watched.add(batch)
        elif act < 0.75:
            answer = watched.pop()
            given += answer is not None
            if answer is not None and chance.random() < 0.8:
                watched.rest(answer[0])
            if answer is not None and chance.random() < 0.1:  # put back, with its age
                watched.add([Waiting(answer[1], answer[0], 1, None, 50, now - 100, 0, f"http://h{answer[0]}.test/a")])
        elif act < 0.97:
            host = chance.randrange(_HOSTS)
            (watched.wake if chance.random() < 0.75 else watched.rest)(host)
        else:
            watched.drain(chance.randrange(_HOSTS))
    return given


_WEIGHTS = [
    Weights(),
    Weights(0.1, 0.2, 0.3, 0.4),
    Weights(1.0, 0.0, 0.0, 0.0),
    Weights(0.0, 0.5, 0.25, 2.0),
    Weights(4e6, 2.5e6, 1.5e6, 2e6),
    Weights(0.0, 0.0, 0.0, 0.0),
]


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32), weights=st.sampled_from(_WEIGHTS), steps=st.integers(20, 160))
def test_gives_what_the_plain_formula_says_whatever_happens(
    native: bool, seed: int, weights: Weights, steps: int
) -> None:
    _play(Watched(Popularity(weights, split, native=native), weights), random.Random(seed), steps)


@pytest.mark.parametrize("seed", range(3))
def test_bounds_hold_when_only_a_few_are_candidates(native: bool, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With candidates and their limits made small, most buckets are known by bounds only."""
    monkeypatch.setattr(candidates, "KEPT", 10)
    monkeypatch.setattr(candidates, "KEPT_OF_ROOT", 2)
    monkeypatch.setattr(candidates, "MOST", 50)
    monkeypatch.setattr(candidates, "WINDOW", 0.2)
    model = Popularity(Weights(), split, native=native)
    given = _play(Watched(model), random.Random(seed), 700)
    assert given > 100
    assert 5 < model.scans < given, "answers came without a look at all, and with one"


def test_a_score_with_equals_goes_to_the_oldest_number(native: bool) -> None:
    watched = Watched(Popularity(Weights(), split, native=native))
    watched.wake(1)
    watched.wake(2)
    watched.add([Waiting(id, 1 + id % 2, 0, None, 50, 7, 0, f"http://{1 + id % 2}.test/{id}") for id in (4, 3, 9, 8)])
    assert [watched.pop() for _ in range(4)] == [(2, 3), (1, 4), (1, 8), (2, 9)]


def test_sites_that_are_all_alike_take_turns(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """All found in one second, so that only counts and ids decide, and more are equal than there are candidates."""
    monkeypatch.setattr(candidates, "KEPT", 8)
    monkeypatch.setattr(candidates, "MOST", 32)
    chance, model = random.Random(3), Popularity(Weights(), split, native=native)
    watched, resting = Watched(model), list[int]()
    waiting = [
        Waiting(id, id % 24, 0, None, 50, 7, 0, f"http://h{id % 24}.test/{id}?q={chance.randrange(4)}")
        for id in range(1, 289)
    ]
    watched.add(waiting[:240])
    for host in range(24):
        watched.wake(host)
    for late in waiting[240:]:
        answer = watched.pop()
        assert answer is not None
        watched.rest(answer[0])
        resting.append(answer[0])
        if len(resting) > 10:
            watched.wake(resting.pop(0))
        watched.add([late])
    assert model.scans < 48, "not every answer needs a look at everything"


@pytest.mark.parametrize(
    ("parts", "printed"),
    [((88.29, 11.278, 29.357, 65.798), 55.699), ((49.626, 9.496, 29.357, 65.825), 39.793)],
)
def test_the_source_s_printed_scores_come_from_their_parts(
    parts: tuple[float, float, float, float], printed: float
) -> None:
    """To the last digit but one: the source prints parts and sums after rounding."""
    assert Standing(*parts).score(Weights()) == pytest.approx(printed, abs=0.0011)


def test_the_example_of_the_split() -> None:
    cut = splitter(OrderingSettings())
    assert cut("http://www.oracle.com/www/index.php?id=10") == ("http://www.oracle.com", "/www/index.php?", "id=10")
    assert cut("http://a.test/b")[2] == "-"
    coarse = splitter(OrderingSettings(popularity_paths="folder", popularity_queries="names"))
    assert coarse("http://a.test/shop/list.php?b=2&a=1") == ("http://a.test", "/shop/", "b&a")


def test_the_explanation_adds_up() -> None:
    model = ordering.make("popularity")
    waiting = [Waiting(id, 1, 0, None, 50, 100 + id, 0, f"http://a.test/p?id={id % 2}") for id in range(4)]
    waiting.append(Waiting(9, 2, 0, None, 50, 200, 0, "http://b.test/"))
    model.add(waiting)
    score = model.explain(waiting[1])
    assert score.value == pytest.approx(0.4 * 80 + 0.25 * 80 + 0.15 * 40 + 0.2 * 99)
    assert score.text == (
        "popularity 77.80 = 0.40 × 80.00 root + 0.25 × 80.00 path + 0.15 × 40.00 query + 0.20 × 99.00 time"
    )


def _worst_case(size: int, lone: int) -> list[Waiting]:
    """The first half all different, one a second; the second half of one domain."""
    first = [
        Waiting(id, id, 0, None, 50, 1_000_000 + id, 0, f"http://site{id}.test/{id}.html?n={id}") for id in range(size)
    ]
    then = [
        Waiting(size + id, lone, 0, None, 50, 1_000_000 + size + id, 0, f"http://dense.test/{id}.html")
        for id in range(size)
    ]
    return first + then


def test_the_made_up_worst_case_begins_with_the_dense_group_and_starves_nobody(native: bool) -> None:
    """In the order of discovery the dense group would come after all others; here it comes first, and while it is
    visited the oldest of the others gets nearer, until its turn comes long before the group is through."""
    size, dense = 3000, 1_000_000
    model = Popularity(Weights(), split, native=native)
    waiting = _worst_case(size, dense)
    model.add(waiting)
    for address in waiting:
        model.wake(address.host)
    given = list(iter(model.pop, None))
    assert all(host == dense for host, _ in given[: size // 2])
    assert given.index((0, 0)) < size, "a lone old address comes before the last of the group"
    assert len(given) == 2 * size


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.2, 0.0]))
def test_one_address_is_explained_without_building_anything(seed: int, time: float) -> None:
    chance = random.Random(seed)
    chosen = OrderingSettings(popularity_time=time)
    waiting = [
        Waiting(id, host := chance.randrange(3), 0, None, 50, chance.randrange(5), 0,
                f"http://h{host}.test/{chance.randrange(3)}?q={chance.randrange(2)}")
        for id in range(1, chance.randrange(2, 30))
    ]  # fmt: skip
    model = ordering.make("popularity", chosen)
    model.add(waiting)
    for address in waiting:
        told, built = ordering.explain_among(address, waiting, chosen), model.explain(address)
        assert told.text == built.text
        assert told.value == pytest.approx(built.value)


def test_a_lone_address_rises_every_day_that_it_waits() -> None:
    weights = Weights()
    scores = [standing((1, 1, 1), 1000, 0, 0, 86400 * (day + 1)).score(weights) for day in range(5)]
    young = [standing((1, 1, 1), 1000, 86400 * day, 0, 86400 * 5).score(weights) for day in range(5)]
    assert young == sorted(young, reverse=True)
    assert scores[0] == scores[-1] == pytest.approx(20.08), "the oldest always has the whole weight of time"


def test_refreshed_scores_stay_until_their_time_is_over() -> None:
    now = 0.0
    model = RefreshedPopularity(Weights(), split, 60.0, lambda: now)
    model.wake(1)
    model.wake(2)
    model.add(
        [Waiting(1, 1, 0, None, 50, 10, 0, "http://a.test/1"), Waiting(2, 2, 0, None, 50, 10, 0, "http://b.test/2")]
    )
    model.add([Waiting(3, 2, 0, None, 50, 10, 0, "http://b.test/3")])
    assert model.pop() == (2, 2)
    model.add([Waiting(id, 1, 0, None, 50, 10, 0, f"http://a.test/{id}") for id in range(10, 14)])
    now = 59.0
    assert model.pop() == (2, 3), "scored before those came"
    model.add([Waiting(20, 2, 0, None, 50, 10, 0, "http://b.test/20")])
    now = 61.0
    assert [model.pop() for _ in range(6)] == [(1, 1), (1, 10), (1, 11), (1, 12), (1, 13), (2, 20)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_refreshed_all_the_time_it_is_the_exact_order(seed: int) -> None:
    _play(Watched(RefreshedPopularity(Weights(), split, -1.0)), random.Random(seed), 60)
