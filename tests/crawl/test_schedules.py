"""When schedules fall due."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mekik.crawl.catalogue import Catalogue
from mekik.crawl.jobs.cron import parse
from mekik.errors import UsageError

ZONES = ("UTC", "Europe/Istanbul", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")


def at(text: str, zone: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("expression", "after", "due"),
    [
        ("0 * * * *", "2026-03-01T10:00", "2026-03-01T11:00"),
        ("@daily", "2026-03-01T10:00", "2026-03-02T00:00"),
        ("30 4 * * mon-fri", "2026-03-06T04:30", "2026-03-09T04:30"),
        ("*/15 9-17 * * *", "2026-03-01T17:50", "2026-03-02T09:00"),
        ("0 0 29 feb *", "2026-03-01T10:00", "2028-02-29T00:00"),
        ("0 12 1 * sun", "2026-03-02T10:00", "2026-03-08T12:00"),  # either day is enough
        ("5,10 0 1 jan,jul 7", "2026-03-02T10:00", "2026-07-01T00:05"),
        ("0 0 * * 7", "2026-03-02T10:00", "2026-03-08T00:00"),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Istanbul"])
def test_fields_of_cron(expression: str, after: str, due: str, zone: str) -> None:
    assert parse(expression).next_after(at(after, zone), zone) == at(due, zone)


def test_a_period_counts_from_the_last_run() -> None:
    every = parse("every 6 hours")
    assert every.next_after(1_000.0, "UTC") == 1_000.0 + 21_600
    assert every.next_after(1_000.0, "UTC", last=500.0) == 500.0 + 21_600
    assert every.next_after(90_000.0, "UTC", last=500.0) == 90_001.0


def test_a_time_that_the_clocks_skip_comes_an_hour_later_and_a_repeated_one_once() -> None:
    berlin = "Europe/Berlin"
    spring = parse("30 2 * * *").next_after(at("2026-03-29T00:00", berlin), berlin)
    assert spring is not None
    assert datetime.fromtimestamp(spring, ZoneInfo(berlin)).strftime("%d %H:%M") == "29 03:30"
    autumn = parse("30 2 * * *")
    first = autumn.next_after(at("2026-10-25T00:00", berlin), berlin)
    assert first is not None
    second = autumn.next_after(first, berlin)
    assert second is not None
    assert second - first == 25 * 3600


field = st.one_of(
    st.just("*"), st.integers(0, 59).map(str),
    st.tuples(st.integers(0, 30), st.integers(0, 59)).map(lambda ends: f"{ends[0]}-{ends[1]}"),
    st.integers(0, 70).map("*/{}".format), st.sampled_from(["mon", "jan", "sun-sat", "1,2,3", "5/3"]),
)  # fmt: skip


@given(st.lists(field, min_size=5, max_size=5), st.sampled_from(ZONES), st.integers(0, 4_000_000_000))
def test_the_next_time_lies_ahead_on_a_minute_that_was_asked_for(fields: list[str], zone: str, now: int) -> None:
    try:
        cron = parse(" ".join(fields))
    except UsageError:
        return
    due = cron.next_after(float(now), zone)
    if due is None:
        assert not any(day <= 29 for day in cron.days) or cron.months <= {2}
        return
    assert due > now
    assert due % 60 == 0
    assert cron.next_after(due, zone) != due
    again = cron.next_after(due - 1, zone)
    assert again == due


@given(st.text(max_size=300))
def test_any_text_is_a_schedule_or_a_usage_error(text: str) -> None:
    with suppress(UsageError):
        parse(text).next_after(time.time(), "UTC")


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "\0", "x" * 5000])
def test_an_unknown_time_zone_is_refused(zone: str, tmp_path: Path) -> None:
    """faults: 58"""
    catalogue = Catalogue(tmp_path / "jobs.sqlite")
    with pytest.raises(UsageError, match="time zone"):
        catalogue.schedules.set("job", "@daily", zone)
    catalogue.close()


def test_missed_runs_are_made_up_for_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalogue(tmp_path / "jobs.sqlite")
    now = time.time()
    catalogue.schedules.set("job", "every 1 hour", "UTC")
    assert catalogue.schedules.take_due() == []
    monkeypatch.setattr(time, "time", lambda: now + 10 * 3600)
    assert catalogue.schedules.take_due() == ["job"]
    assert catalogue.schedules.take_due() == []
    found = catalogue.schedules.of("job")
    assert found is not None
    assert found.next_at == pytest.approx(now + 11 * 3600)
    catalogue.close()
