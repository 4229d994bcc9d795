"""What links call an address: the first of them, and a few others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mekik.frontier import ClockBook, Frontier, SqliteStore
from mekik.frontier.anchors import LONGEST, MOST, ROOM, SIGHTINGS, Anchors
from mekik.page import LinkKind, Links
from mekik.settings import FrontierSettings
from mekik.urls import key, keys

HARBOUR = "http://a.test/harbour"
SIGNED = int.from_bytes(keys([HARBOUR]), "little", signed=True)


def page(text: str) -> Links:
    """The links of a page that calls the harbour so."""
    return Links(urls=[HARBOUR], keys=keys([HARBOUR]), anchors=[text], kinds=bytes([LinkKind.ANCHOR]))


def _packed(*keys: int) -> bytes:
    return b"".join(key.to_bytes(8, "little") for key in keys)


@pytest.fixture
def frontier(tmp_path: Path) -> Frontier:
    store, clocks = SqliteStore(tmp_path / "frontier.sqlite"), ClockBook(tmp_path / "hosts.sqlite")
    return Frontier(store, clocks, FrontierSettings(delay=0.0), "breadth", time.monotonic())


def offer(frontier: Frontier, *texts: str) -> None:
    for text in texts:
        frontier.offer(page(text), None, lambda url, depth: None, time.time(), time.monotonic())


def test_other_names_are_known_when_the_page_is_visited_and_kept(frontier: Frontier, tmp_path: Path) -> None:
    offer(frontier, "The harbour", "The harbour", "ships and piers", "", "Old port")
    address = frontier.next(time.monotonic())
    assert address is not None
    assert frontier.anchors_of(address).split("\n") == ["The harbour", "ships and piers", "Old port"]
    store = SqliteStore(tmp_path / "frontier.sqlite")
    store.write(frontier.take_batch())
    assert store.said_of(SIGNED) == (None, "The harbour\nships and piers\nOld port")
    assert store.said_of(1) == (None, "")
    # long after, when nothing is in memory any more
    frontier.anchors = Anchors()
    assert frontier.anchors_of(address) == "The harbour"
    address.digest = 1
    assert frontier.anchors_of(address).endswith("ships and piers\nOld port")


def test_what_is_kept_of_an_address_is_bounded() -> None:
    anchors = Anchors()
    anchors.found(1, 1, "first")
    for number in range(2 * SIGHTINGS):
        anchors.name(_packed(1), [f"name {number} " + "x" * 1000])
    assert len(anchors.others(1)) == MOST
    assert {len(text) for text in anchors.others(1)} == {LONGEST}
    anchors.found(2, 2, "first")
    for _ in range(SIGHTINGS):
        anchors.name(_packed(2), ["first"])
    anchors.name(_packed(2), ["too late"])
    assert anchors.others(2) == ()


def test_how_many_addresses_are_looked_at_is_bounded() -> None:
    anchors = Anchors()
    for number in range(ROOM + 1):
        anchors.found(number, number, "first")
    anchors.name(_packed(0, ROOM), ["gone", "still there"])
    assert (anchors.others(0), anchors.others(ROOM)) == ((), ("still there",))


def test_a_key_is_the_same_on_both_sides() -> None:
    assert key(HARBOUR) == SIGNED % 2**64
