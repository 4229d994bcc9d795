"""The same content is known again, whoever brought it, committed or not, in this run or in the next."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mekik.frontier import ClockBook, Frontier, SqliteStore, Visit, links_of
from mekik.outcome import Outcome
from mekik.page import Address, LinkKind
from mekik.settings import FrontierSettings
from mekik.urls import keys

URL = "http://a.test/harbour"


def open_frontier(folder: Path) -> tuple[Frontier, SqliteStore]:
    store, clocks = SqliteStore(folder / "frontier.sqlite"), ClockBook(folder / "hosts.sqlite")
    return Frontier(store, clocks, FrontierSettings(delay=0.0), "breadth", time.monotonic()), store


def visit_of(address: Address, digest: int) -> Visit:
    return Visit(address.id, 5, 200, 1, 1, 1, digest, None, None, None, None, None, None, None, 0)


@pytest.mark.parametrize("digest", [77, -77, 2**63 - 1, -(2**63)])
def test_what_came_is_known_again(tmp_path: Path, digest: int) -> None:
    frontier, store = open_frontier(tmp_path)
    now = time.monotonic()
    frontier.offer(links_of([URL], keys([URL]), LinkKind.SEED), None, lambda *_: None, time.time(), now)
    address = frontier.next(now)
    assert address is not None
    assert frontier.same_payload(digest) is None
    # A redirect has a body that nobody reads: only its visit tells that it came.
    frontier.release(address, now)
    frontier.settle(address, Outcome.REDIRECT, "", visit_of(address, digest), time.time(), now)
    batch = frontier.take_batch()
    store.write(batch)
    frontier.written(batch)
    assert frontier.same_payload(digest) == (address.id, URL, 5)
    assert frontier.same_payload(digest ^ 8) is None
    store.close()
    again, store = open_frontier(tmp_path)
    assert again.same_payload(digest) == (address.id, URL, 5)
    assert again.same_payload(digest ^ 8) is None
    store.close()
