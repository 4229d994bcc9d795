"""Pages and bytes that a job may fetch: never more, and never fewer because of failures."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.outcome import Outcome
from mekik.scope import Budget
from mekik.settings import ScopeSettings


def test_without_limits_everything_is_admitted() -> None:
    budget = Budget(ScopeSettings())
    for _ in range(1000):
        assert budget.admit("h").allowed
        budget.spent("h", 10**9)
    assert budget.exhausted is None
    assert (budget.pages, budget.bytes, budget.in_flight) == (1000, 1000 * 10**9, 0)


def test_pages_of_the_job() -> None:
    budget = Budget(ScopeSettings(max_pages=2))
    assert budget.admit("a").allowed
    assert budget.admit("b").allowed
    for_now = budget.admit("c")
    assert (for_now.allowed, for_now.outcome) == (False, None)
    assert for_now.rule == "max_pages: the last pages are under way"
    budget.release("a")
    assert budget.admit("c").allowed
    budget.spent("b", 1)
    budget.spent("c", 1)
    refused = budget.admit("d")
    assert refused.outcome is Outcome.OVER_BUDGET
    assert refused.rule == budget.exhausted == "max_pages: 2 pages are fetched, 2 are allowed"


def test_pages_of_a_host() -> None:
    budget = Budget(ScopeSettings(max_pages_per_host=1))
    assert budget.admit("a").allowed
    assert budget.admit("a").outcome is None
    assert not budget.admit("a").allowed
    assert budget.admit("a:81").allowed
    budget.release("a")
    assert budget.admit("a").allowed
    budget.spent("a", 5)
    refused = budget.admit("a")
    assert refused.outcome is Outcome.OVER_BUDGET
    assert refused.rule == "max_pages_per_host: 1 pages of a are fetched, 1 are allowed"
    assert budget.exhausted is None


def test_bytes_of_the_job() -> None:
    budget = Budget(ScopeSettings(max_bytes=100))
    assert budget.admit("a").allowed
    budget.spent("a", 60)
    assert budget.admit("a").allowed
    budget.release("a", 40)
    assert budget.exhausted == "max_bytes: 100 bytes are fetched, 100 are allowed"
    assert budget.admit("a").outcome is Outcome.OVER_BUDGET


def test_earlier_runs_count() -> None:
    limits = ScopeSettings(max_pages=10, max_pages_per_host=3, max_bytes=1000)
    earlier = {"a": 3}
    budget = Budget(limits, pages=9, bytes=999, pages_by_host=earlier)
    assert budget.admit("a").outcome is Outcome.OVER_BUDGET
    assert budget.admit("b").allowed
    budget.spent("b", 0)
    assert budget.exhausted
    assert earlier == {"a": 3}


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["admit", "spent", "release"])), max_size=80),
    st.none() | st.integers(1, 6),
    st.none() | st.integers(1, 3),
)
def test_limits_hold_whatever_happens(
    events: list[tuple[str, str]], most: int | None, most_per_host: int | None
) -> None:
    budget = Budget(ScopeSettings(max_pages=most, max_pages_per_host=most_per_host))
    fetched: Counter[str] = Counter()
    under_way: Counter[str] = Counter()
    for host, event in events:
        if event == "admit":
            room = most is None or fetched.total() + under_way.total() < most
            room_at_host = most_per_host is None or fetched[host] + under_way[host] < most_per_host
            verdict = budget.admit(host)
            assert verdict.allowed == (room and room_at_host)
            under_way[host] += verdict.allowed
            if verdict.outcome is Outcome.OVER_BUDGET:
                assert fetched.total() == most or fetched[host] == most_per_host
        elif under_way[host]:
            under_way[host] -= 1
            if event == "spent":
                fetched[host] += 1
                budget.spent(host, 1)
            else:
                budget.release(host)
    assert (budget.pages, budget.in_flight) == (fetched.total(), under_way.total())
    assert (budget.exhausted is not None) == (fetched.total() == most)


@pytest.mark.parametrize("limit", [None, 5])
def test_giving_back_too_often_does_no_harm(limit: int | None) -> None:
    budget = Budget(ScopeSettings(max_pages=2, max_pages_per_host=limit))
    budget.release("a")
    budget.spent("a", 1)
    assert (budget.pages, budget.in_flight) == (1, 0)
    assert budget.admit("a").allowed
    assert not budget.admit("a").allowed
