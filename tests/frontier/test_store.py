"""The contract of a frontier's store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from mekik.errors import OldFormat
from mekik.frontier import Batch, Found, Settled, SqliteStore, Visit
from mekik.frontier.lessons import row_of
from mekik.ordering import Lesson
from mekik.outcome import Outcome, Status
from mekik.page import Links


def _found(id: int, status: Status = Status.WAITING, **more: object) -> Found:
    values: dict[str, object] = {
        "id": id, "key": id * 1000, "host": 1, "status": status.value, "depth": 0, "found_on": None, "outcome": None,
        "found_at": 100, "url": f"http://a.test/{id}", "path": "S", "anchor": "", "reason": None,
    }  # fmt: skip
    return Found(**{**values, **more})  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    store = SqliteStore(tmp_path / "frontier.sqlite")
    store.write(Batch(hosts=[(1, "a.test")], names=[(1, "text/html")], found=[_found(1), _found(2, found_on=1)]))
    return store


def test_what_is_written_is_there_for_another_reader(store: SqliteStore, tmp_path: Path) -> None:
    other = SqliteStore(tmp_path / "frontier.sqlite", read_only=True)
    assert [waiting.id for waiting, _ in other.waiting()] == [1, 2]
    assert other.keys().tolist() == [1000, 2000]
    assert other.last_id() == 2
    assert other.counts() == {Status.WAITING.value: 2}
    assert other.host_number("a.test") == 1
    other.close()
    store.close()


def test_a_batch_is_written_whole_or_not_at_all(store: SqliteStore) -> None:
    settled = Settled(Status.COMPLETED.value, Outcome.OK.number, None, 1, None, 1)
    with pytest.raises(Exception, match="UNIQUE"):
        store.write(Batch(settled=[settled], found=[_found(3), _found(3)]))
    assert store.counts() == {Status.WAITING.value: 2}
    assert store.id_of(3000) is None
    store.close()


def test_record_tells_all_of_an_address(store: SqliteStore) -> None:
    visit = Visit(
        address=2, at=200, code=200, type=1, bytes=10, ms=5, digest=77, file=1, offset=4, length=6, etag='"e"',
        last_modified=None, language="tr", duplicate_of=1, indexed=1,
    )  # fmt: skip
    store.write(
        Batch(
            settled=[Settled(Status.COMPLETED.value, Outcome.DUPLICATE.number, "r", 1, None, 2)],
            visits=[visit],
            leased=[(1, 5.0)],
        )
    )
    record = store.record(2000)
    assert record is not None
    assert (record.status, record.outcome, record.reason) == (Status.COMPLETED, Outcome.DUPLICATE, "r")
    assert (record.found_on_url, record.duplicate_of) == ("http://a.test/1", "http://a.test/1")
    assert (record.content_type, record.language, record.indexed, record.running) == ("text/html", "tr", True, False)
    first = store.record(1000)
    assert first is not None
    assert first.running
    assert store.same_payload(77) is None, "a duplicate is nobody's original"
    address = store.address(2)
    assert (address.authority, address.via, address.digest) == ("a.test", "http://a.test/1", 77)
    assert address.etag is None, "a duplicate is asked for without conditions: its original may be gone"
    store.write(Batch(visits=[visit._replace(duplicate_of=None)]))
    assert store.address(2).etag == '"e"'
    store.close()


def test_reopen_makes_visited_addresses_wait_again(store: SqliteStore) -> None:
    store.write(
        Batch(
            settled=[
                Settled(Status.COMPLETED.value, Outcome.OK.number, None, 1, None, 1),
                Settled(Status.REFUSED.value, Outcome.OUT_OF_SCOPE.number, None, 0, None, 2),
            ]
        )
    )
    assert store.reopen([Outcome.OK]) == 1
    assert [waiting.id for waiting, _ in store.waiting()] == [1]
    store.close()


def test_another_format_is_refused(tmp_path: Path) -> None:
    """faults: 49"""
    path = tmp_path / "frontier.sqlite"
    SqliteStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(OldFormat, match="99"):
        SqliteStore(path)


@pytest.mark.parametrize("read_only", [False, True])
def test_the_format_before_is_brought_up_to_date(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "frontier.sqlite"
    store = SqliteStore(path)
    store.write(Batch(hosts=[(1, "a.test")], found=[_found(1)]))
    store.close()
    with sqlite3.connect(path) as database:
        database.executescript(
            "DROP TABLE change; DROP TABLE tombstone; DROP TABLE claim; DROP TABLE anchor; DROP TABLE around;"
            "PRAGMA user_version = 3"
        )
    store = SqliteStore(path, read_only=read_only)
    assert store.address(1).url == "http://a.test/1"
    assert store.change(1) is None
    assert list(store.tombstones()) == []
    assert list(store.claims()) == []
    store.close()


def test_lessons_come_back_with_the_grades_of_their_order_only(store: SqliteStore) -> None:
    """One grade, or those of several models; the grades of another order would be misread."""
    links = Links(keys=b"12345678")
    pages = [Lesson(id, 1, id * 1000, f"http://a.test/{id}", 0, links) for id in (1, 2)]
    store.write(
        Batch(lessons=[row_of(pages[0], 0.25, "focused"), row_of(pages[1], {"focused": 0.9, "opic": 0.5}, "mix")])
    )
    assert [(page.grade, page.grades, page.links.keys) for page in store.lessons("mix")] == [
        (None, {"focused": 0.25}, b"12345678"),
        (None, {"focused": 0.9, "opic": 0.5}, b"12345678"),
    ]
    assert [page.grade for page in store.lessons("focused")] == [0.25, 0.9], "also as a part of several"
    assert [page.grade for page in store.lessons("opic")] == [None, 0.5]
    assert [page.grade for page in store.lessons("topic")] == [None, None]
    assert list(store.graded("mix", "focused", 0.8, 10)) == [("http://a.test/2", 0.9)]
    assert list(store.graded("mix", "topic", 0.8, 10)) == []
    assert list(store.graded("focused", "focused", 0.7, 10)) == [("http://a.test/1", 0.25)]
    store.close()
