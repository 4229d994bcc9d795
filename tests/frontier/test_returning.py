"""Addresses that come back at a time of their own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.frontier import Batch, Found, Settled, SqliteStore
from mekik.frontier.returning import Returning
from mekik.ordering import Waiting
from mekik.outcome import Outcome, Status

DONE = Status.COMPLETED


def _store(path: Path, due: list[int]) -> SqliteStore:
    """Visited addresses 1, 2, … with these times."""
    store = SqliteStore(path)
    found = [
        Found(id, id * 7, 1, Status.WAITING.value, 0, None, None, 0, f"http://a.test/{id}", "S", "", None)
        for id in range(1, len(due) + 1)
    ]
    settled = [Settled(DONE.value, Outcome.OK.number, None, 1, when, id) for id, when in enumerate(due, 1)]
    store.write(Batch(hosts=[(1, "a.test")], found=found, settled=settled))
    return store


def _ids(taken: list[tuple[Waiting, Status, bool]]) -> list[int]:
    return [waiting.id for waiting, *_ in taken]


def test_more_than_the_window_come_back_in_their_order(tmp_path: Path) -> None:
    now, at = time.monotonic(), int(time.time())
    order = [5, 2, 9, 1, 7, 3, 8, 6, 4, 10]
    store = _store(tmp_path / "f", [at - place for place in order])
    returning = Returning(store, now, window=3)
    seen: list[int] = []
    for turn in range(20):
        taken = returning.take_due(now + 10 * turn)
        seen += _ids(taken)
        # What comes back waits again, so the store no longer offers it.
        store.write(Batch(reopened=[(waiting.id,) for waiting, *_ in taken]))
    assert seen == [order.index(place) + 1 for place in range(10, 0, -1)]
    assert returning.next_due is None
    store.close()


def test_a_new_time_replaces_the_old_one_and_what_is_forgotten_stays_away(tmp_path: Path) -> None:
    store = _store(tmp_path / "f", [])
    now = time.monotonic()
    returning = Returning(store, now)
    first, second = Waiting(1, 1, 0, None), Waiting(2, 1, 0, None)
    returning.add(now + 1, first, DONE)
    returning.add(now + 5, first, DONE)
    returning.add(now + 2, second, Status.ERROR)
    assert returning.next_due == now + 2
    assert returning.take_due(now + 3) == [(second, Status.ERROR, True)]
    assert returning.forget(1) is DONE
    assert returning.forget(1) is None
    assert returning.take_due(now + 9) == []
    assert len(returning) == 0
    store.close()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 30)), max_size=40), st.integers(1, 4))
def test_nothing_comes_too_early_or_is_lost(
    tmp_path_factory: pytest.TempPathFactory, times: list[tuple[int, int]], window: int
) -> None:
    store = _store(tmp_path_factory.mktemp("r") / "f", [])
    returning = Returning(store, 0.0, window=max(window, len({id for id, _ in times})))
    expected: dict[int, int] = {}
    for id, due in times:
        returning.add(float(due), Waiting(id, 1, 0, None), DONE)
        expected[id] = due
    for now in range(31):
        taken = _ids(returning.take_due(float(now)))
        assert sorted(taken) == sorted(id for id, due in expected.items() if due == now)
    assert len(returning) == 0
    store.close()
