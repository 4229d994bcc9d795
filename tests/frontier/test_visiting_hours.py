"""Hosts with hours and settings of their own, by a made-up time."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

from mekik.frontier import ClockBook, Frontier, SqliteStore, links_of
from mekik.outcome import Outcome
from mekik.page import LinkKind
from mekik.scope import Bending
from mekik.settings import build
from mekik.urls import keys

NOON = datetime(2026, 11, 16, 12).timestamp()


class Day:
    """A frontier and a clock on the wall."""

    def __init__(self, folder: Path, overrides: list[dict[str, object]]) -> None:
        self.wall, self.now = NOON, time.monotonic()
        settings = build({"overrides": overrides, "frontier.response_factor": 0})
        bending = Bending(settings, clock=lambda: self.wall)
        self.store, self.clocks = SqliteStore(folder / "f.sqlite"), ClockBook(folder / "h.sqlite")
        self.frontier = Frontier(
            self.store, self.clocks, settings.frontier, "breadth", self.now, settings.ordering, bending
        )

    def later(self, seconds: float) -> None:
        self.wall += seconds
        self.now += seconds

    def offer(self, *urls: str) -> None:
        links = links_of(list(urls), keys(urls), LinkKind.SEED)
        self.frontier.offer(links, None, lambda url, depth: None, self.wall, self.now)

    def visit(self) -> str | None:
        address = self.frontier.next(self.now)
        if address is None:
            return None
        self.frontier.release(address, self.now, response_time=0.01)
        self.frontier.settle(address, Outcome.OK, "", None, self.wall, self.now)
        return address.url

    def close(self) -> None:
        self.store.close()
        self.clocks.close()


def test_a_host_is_visited_in_its_hours_only(tmp_path: Path) -> None:
    day = Day(tmp_path, [{"host": "shy.test", "set": {"frontier.hours": "22:00-23:00"}}])
    day.offer("http://shy.test/1", "http://shy.test/2", "http://open.test/1")
    assert day.visit() == "http://open.test/1"
    assert day.visit() is None
    assert "visiting hours" in day.frontier.waiting_for(day.now)
    due = day.frontier.next_due()
    assert due is not None
    assert round(due - day.now) == 10 * 3600
    day.later(10 * 3600 + 1)
    assert day.visit() == "http://shy.test/1"
    day.later(3600)
    assert day.visit() is None, "it closed again before the second page"
    day.close()


def test_hours_that_end_while_a_host_waits_its_turn_close_it(tmp_path: Path) -> None:
    day = Day(tmp_path, [{"host": "shy.test", "set": {"frontier.hours": "11:00-13:00"}}])
    day.offer("http://shy.test/1")
    day.later(2 * 3600)
    assert day.visit() is None
    day.later(22 * 3600)
    assert day.visit() == "http://shy.test/1"
    day.close()


def test_the_delay_changes_with_the_hour(tmp_path: Path) -> None:
    rule: dict[str, object] = {"domain": "busy.test", "hours": "9:00-17:00", "set": {"frontier.delay": 100}}
    day = Day(tmp_path, [rule])
    day.offer(*(f"http://www.busy.test/{number}" for number in range(5)))
    assert day.visit()
    day.later(50)
    assert day.visit() is None
    day.later(51)
    assert day.visit()
    day.later(5 * 3600)
    assert day.visit()
    day.later(1.5)
    assert day.visit(), "after five one second is enough"
    day.close()
