"""Settings that bend: by domain, host, address and hour; the nearest wins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.errors import SettingError
from mekik.scope import Bending
from mekik.scope.hours import DAYS, Hours
from mekik.settings import build

MONDAY_NOON = datetime(2026, 11, 16, 12).timestamp()


def bending(*overrides: dict[str, Any], at: float = MONDAY_NOON, **more: Any) -> Bending:
    return Bending(build({"overrides": list(overrides), **more}), clock=lambda: at)


def test_without_overrides_the_job_speaks_for_every_address() -> None:
    bent = bending(**{"frontier.delay": 3})
    assert not bent.any
    assert bent.of_host("a.example.org").delay == 3
    assert {row.rule for row in bent.explain("http://a.example.org/")} == {"job"}


def test_a_host_is_nearer_than_its_domain_and_a_pattern_nearer_than_both() -> None:
    bent = bending(
        {"pattern": r"/big/", "set": {"fetch.max_size": 3000}},
        {"host": "a.example.org", "set": {"fetch.max_size": 2000, "frontier.delay": 7}},
        {"domain": "example.org", "set": {"fetch.max_size": 1024, "frontier.delay": 5, "fetch.timeout": 9}},
    )
    assert bent.fetch("http://b.example.org/x").max_size == 1024
    assert bent.fetch("http://a.example.org/x").max_size == 2000
    assert bent.fetch("http://a.example.org/big/x").max_size == 3000
    assert bent.fetch("http://a.example.org/big/x").timeout == 9
    assert bent.of_host("a.example.org:8080").delay == 7
    assert bent.of_host("other.net").delay == 1.0
    told = {row.name: row for row in bent.explain("http://a.example.org/big/x")}
    assert told["fetch.max_size"].rule == "pattern /big/"
    assert told["frontier.delay"].rule == "host a.example.org"
    assert told["fetch.timeout"] == ("fetch.timeout", 9.0, "domain example.org")


def test_hours_refine_and_the_later_of_two_equals_wins() -> None:
    rules = (
        {"hours": "9:00-17:00", "days": "mon-fri", "set": {"frontier.delay": 20}},
        {"set": {"frontier.delay": 2}},
        {"set": {"frontier.delay": 4}},
    )
    assert bending(*rules).of_host("a.net").delay == 20
    evening = datetime(2026, 11, 16, 20).timestamp()
    assert bending(*rules, at=evening).of_host("a.net").delay == 4
    assert bending(*rules).changes_in() == 5 * 3600


def test_a_host_may_have_visiting_hours_of_its_own() -> None:
    bent = bending({"host": "shy.org", "set": {"frontier": {"hours": "22:00-06:00"}}})
    assert bent.opens_in("shy.org") == 10 * 3600
    assert bent.opens_in("open.org") == 0
    night = datetime(2026, 11, 16, 23, 30).timestamp()
    assert bending({"set": {"frontier.hours": "22:00-06:00"}}, at=night).opens_in("shy.org") == 0


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"set": {"frontier.dely": 1}}, "frontier.delay"),
        ({"set": {"archive.enabled": False}}, "cannot be overridden"),
        ({"pattern": "/x", "set": {"frontier.delay": 1}}, "whole host"),
        ({"pattern": "(", "set": {"fetch.max_size": 2000}}, "RE2"),
        ({"set": {"frontier.delay": "soon"}}, "frontier.delay"),
        ({"hours": "25:00-3:00", "set": {"frontier.delay": 1}}, "hours"),
        ({"days": "funday", "set": {"frontier.delay": 1}}, "days"),
    ],
)
def test_what_cannot_be_is_said_when_the_job_is_made(override: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        bending(override)


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 24 * 60 - 1), st.integers(1, 24 * 60), st.sampled_from(DAYS), st.sampled_from(DAYS),
    st.integers(0, 7 * 24 * 60 - 1),
)  # fmt: skip
def test_hours_agree_with_a_plain_table_of_the_week(
    start: int, length: int, first: str, last: str, minute: int
) -> None:
    end = start + length
    span = f"{start // 60}:{start % 60:02}-{(end - 1) % 1440 // 60}:{(end - 1) % 1440 % 60:02}"
    if (end - 1) % 1440 == start:
        return
    hours = Hours(span, f"{first}-{last}")
    begin, until = DAYS.index(first), DAYS.index(last)
    days = [(begin + step) % 7 for step in range((until - begin) % 7 + 1)]
    stop = end - 1
    table = {(day * 1440 + at) % 10080 for day in days for at in range(start, stop)}
    moment = datetime(2026, 11, 16 + minute // 1440, minute % 1440 // 60, minute % 60)
    assert hours.holds(moment) == (minute in table)
    wait = int(hours.changes_in(moment)) // 60
    if table and len(table) < 10080:
        state = minute in table
        assert all(((minute + step) % 10080 in table) == state for step in range(min(wait, 10080)))
        assert ((minute + wait) % 10080 in table) != state
