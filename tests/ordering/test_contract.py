"""What every ordering must do, whatever its model: run over all of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik import ordering
from mekik.errors import SettingError
from mekik.ordering import Ordering, Waiting


@pytest.fixture(params=ordering.NAMES)
def model(request: pytest.FixtureRequest) -> Ordering:
    return ordering.make(request.param)


def test_gives_every_address_of_awake_hosts_exactly_once(model: Ordering) -> None:
    waiting = [Waiting(id, id % 7, id // 20, id // 5) for id in range(1, 200)]
    model.add(waiting)
    for host in range(7):
        model.wake(host)
    taken = []
    while answer := model.pop():
        taken.append(answer)
    assert sorted(id for _, id in taken) == [address.id for address in waiting]
    assert all(host == id % 7 for host, id in taken)


def test_resting_hosts_give_nothing(model: Ordering) -> None:
    model.add([Waiting(1, 1, 0, None), Waiting(2, 2, 0, None)])
    assert model.pop() is None
    model.wake(2)
    assert model.pop() == (2, 2)
    model.wake(1)
    model.rest(1)
    assert model.pop() is None


def test_what_comes_while_a_host_is_awake_is_given_too(model: Ordering) -> None:
    model.wake(3)
    model.add([Waiting(9, 3, 1, None)])
    assert model.pop() == (3, 9)
    model.add([Waiting(10, 3, 1, 9)])
    assert model.pop() == (3, 10)


def test_drain_gives_up_a_host_and_no_other(model: Ordering) -> None:
    model.add([Waiting(id, id % 2, 0, None) for id in range(10)])
    model.wake(0)
    model.wake(1)
    assert model.drain(1) == [1, 3, 5, 7, 9]
    assert sorted(answer[1] for answer in iter(model.pop, None)) == [0, 2, 4, 6, 8]


def test_every_model_explains_itself(model: Ordering) -> None:
    score = model.explain(Waiting(5, 1, 3, 2))
    assert isinstance(score.value, float)
    assert model.name in score.text


def test_unknown_order_names_those_that_exist() -> None:
    with pytest.raises(SettingError, match="breadth"):
        ordering.make("bredth")


_waiting = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=60)


@settings(max_examples=100, deadline=None)
@given(_waiting, st.randoms(use_true_random=False))
def test_breadth_is_strict_among_awake_hosts(rows: list[tuple[int, int]], chance: random.Random) -> None:
    """The nearest to a seed among the hosts that may be visited, then the first found; compared with a plain sort."""
    model = ordering.make("breadth")
    left = {id: Waiting(id, host, depth, None) for id, (host, depth) in enumerate(rows)}
    model.add(list(left.values()))
    awake: set[int] = set()
    while left:
        host = chance.randrange(6)
        if chance.random() < 0.5:
            awake.add(host)
            model.wake(host)
        else:
            awake.discard(host)
            model.rest(host)
        best = min((w for w in left.values() if w.host in awake), key=lambda w: (w.depth, w.id), default=None)
        answer = model.pop()
        if best is None:
            assert answer is None
            if chance.random() < 0.3:
                break
            continue
        assert answer == (best.host, best.id)
        del left[best.id]


def test_depth_takes_the_links_of_the_page_read_last_in_page_order() -> None:
    model = ordering.make("depth")
    model.wake(0)
    model.add([Waiting(1, 0, 0, None)])
    assert model.pop() == (0, 1)
    model.add([Waiting(id, 0, 1, 1) for id in (2, 3, 4)])
    assert model.pop() == (0, 2)
    model.add([Waiting(id, 0, 2, 2) for id in (5, 6)])
    assert [answer[1] for answer in iter(model.pop, None)] == [5, 6, 3, 4]
