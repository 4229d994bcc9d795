"""Known pages come back within a hard budget: in every span of time, after restarts, and without keeping feeds back."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mekik.frontier import Batch, ChangeRow, ClockBook, Frontier, SqliteStore, links_of
from mekik.frontier.limited import limited_of
from mekik.outcome import Outcome, Status
from mekik.page import Address, Hint, LinkKind
from mekik.settings import FrontierSettings, RevisitSettings
from mekik.urls import keys

DAY = 86_400.0
BUDGET = RevisitSettings(policy="uniform", budget=8640, burst=5)
"""One in ten seconds."""
_QUICK = FrontierSettings(delay=0.0, retries=2, retry_delay=3.0, response_factor=0.0)


class Job:
    """A frontier on a clock that the test turns; its pages are always due."""

    def __init__(self, folder: Path, settings: RevisitSettings = BUDGET) -> None:
        self.folder, self.settings, self.now = folder, settings, 1000.0
        self.visits: list[float] = []
        self.known: set[int] = set()
        self._open()

    def _open(self) -> None:
        self.store, self.clocks = SqliteStore(self.folder / "state"), ClockBook(self.folder / "hosts")
        limited = limited_of(self.settings, self.store.meta(), self.now)
        self.frontier = Frontier(self.store, self.clocks, _QUICK, "breadth", self.now, limited=limited)
        self.store.write(Batch(meta=limited.begun()))

    def commit(self) -> None:
        batch = self.frontier.take_batch()
        self.store.write(batch)
        self.frontier.written(batch)

    def restart(self, *, killed: bool) -> None:
        if not killed:
            self.commit()
            self.store.write(Batch(meta=self.frontier.limited.ended(self.now)))
        self.store.close()
        self.clocks.close()
        self._open()

    def find(self, count: int, *, feed: bool = False) -> None:
        urls = [f"http://a.test/{'feed' if feed else 'page'}{number}" for number in range(count)]
        links = links_of(urls, keys(urls), LinkKind.SEED)
        if feed:
            links.hints = [Hint(role="feed")] * count
        self.frontier.offer(links, None, lambda url, depth: None, self.now, self.now)

    def visit_all(self, outcome: Outcome = Outcome.OK) -> int:
        """Whatever may be visited now."""
        count = 0
        while (address := self.frontier.next(self.now)) is not None:
            self.visit(address, outcome)
            count += 1
        return count

    def visit(self, address: Address, outcome: Outcome) -> None:
        at = time.time()
        if address.role != "feed" and address.id in self.known:
            self.visits.append(self.now)
        self.known.add(address.id)
        self.frontier.limited.requested(address, self.now)
        self.frontier.release(address, self.now, response_time=0.0)
        if outcome is Outcome.OK:
            self.frontier.changes.note(ChangeRow(address.id, 1, at, at))
        self.frontier.settle(address, outcome, "", None, at, self.now, next_visit=at)

    def close(self) -> None:
        self.store.close()
        self.clocks.close()


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    job = Job(tmp_path)
    yield job
    job.close()


def _most_over(visits: list[float], rate: float) -> float:
    """By how many the fullest span of time exceeds what drips into it."""
    starts = 0.0
    worst = 0.0
    least = float("inf")
    for number, moment in enumerate(visits):
        starts = number - rate * moment
        least = min(least, starts)
        worst = max(worst, starts + 1 - least)
    return worst


def test_no_span_of_time_sees_more_than_the_budget_and_the_burst(job: Job) -> None:
    """Restarts, orderly ones and kills, give nothing away; nothing of the budget is left unused either."""
    job.find(40)
    assert job.visit_all() == 40 + 5, "new pages are no matter of the budget; five visits were saved up"
    chance = random.Random(3)
    killed = 0
    for step in range(600):
        job.now += chance.choice([0.5, 3.0, 10.0, 27.0])
        job.visit_all(Outcome.OK if chance.random() < 0.8 else Outcome.TIMEOUT)
        if step % 7 == 0:
            job.commit()
        if step % 40 == 39:
            killed += step % 80 == 79
            job.restart(killed=step % 80 == 79)
    assert _most_over(job.visits, 0.1) <= 5.001
    # A kill costs what was saved up, and the visits of its last moments are made once more.
    possible = 5 + 0.1 * (job.now - 1000.0) - killed * 5
    assert len(job.visits) >= 0.9 * possible


def test_what_a_host_keeps_waiting_never_comes_in_a_flood(job: Job) -> None:
    job.find(40)
    job.visit_all()
    job.now += 10_000.0  # as if its visiting hours were over: nobody asks for what may go
    before = len(job.visits)
    job.visit_all()
    assert len(job.visits) - before == 5
    assert job.frontier.over_budget(job.now)
    due = job.frontier.next_return()
    assert due is not None
    assert due - job.now == pytest.approx(10.0, abs=0.1)
    assert job.frontier.waiting_for(job.now) == "the budget of visits to known pages (10 s)"
    job.now = due
    assert job.visit_all() == 1


def test_feeds_are_not_kept_back_by_pages_that_are_due(job: Job) -> None:
    job.find(40)
    job.find(3, feed=True)
    feeds = 0
    for _ in range(200):
        address = job.frontier.next(job.now)
        if address is None:
            break
        feeds += address.role == "feed"
        job.visit(address, Outcome.OK)
    assert feeds > 3
    assert _most_over(job.visits, 0.1) <= 5.001


def test_what_waits_without_a_permit_is_put_off_and_not_lost(job: Job) -> None:
    job.find(20)
    job.visit_all()
    job.commit()
    job.store.reopen_addresses(range(1, 21))  # a person wants them visited again
    job.restart(killed=True)
    assert job.visit_all() == 0, "after a kill nobody knows what was saved up"
    assert job.frontier.limited.put_off == 20
    assert job.frontier.counts[Status.WAITING] == 20
    before = len(job.visits)
    while len(job.visits) < before + 20:
        due = job.frontier.next_due()
        assert due is not None
        job.now = max(due, job.now)
        assert job.visit_all() == 1
    assert job.now - 1000.0 == pytest.approx(200.0, abs=0.1)


def test_without_a_budget_or_a_policy_nothing_is_limited() -> None:
    for settings in (RevisitSettings(policy="uniform"), RevisitSettings(budget=5)):
        limited = limited_of(settings, {}, 0.0)
        assert (limited.room(0.0), limited.standing(0.0), limited.begun(), limited.ended(0.0)) == (None, None, {}, {})
    standing = limited_of(RevisitSettings(policy="optimal", budget=240), {}, 0.0).standing(0.0)
    assert standing is not None
    assert (standing.per_day, standing.burst, standing.left, standing.made) == (240, 10, 10, 0)
