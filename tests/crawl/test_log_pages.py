"""A log read from its end, through both of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from mekik.crawl import log_pages
from mekik.crawl.log import LogEntry, LogWriter
from mekik.crawl.log_pages import Wanted, read_all, read_new, read_page


def fill(path: Path, first: int, last: int) -> None:
    writer = LogWriter(path)
    for number in range(first, last):
        outcome, code = ("ok", 200) if number % 5 else ("not_found", 404)
        writer.add(LogEntry(time=float(number), outcome=outcome, code=code, url=f"http://a.org/{number}/ş"))
    writer.close()


@pytest.mark.parametrize("block", [7, 64, 1 << 18])
def test_pages_together_are_the_whole_log_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(log_pages, "_BLOCK", block)
    path = tmp_path / "log.jsonl"
    fill(path, 0, 40)
    path.replace(path.with_suffix(".1.jsonl"))  # as when it is rolled
    fill(path, 40, 75)
    seen, before = [], None
    for _ in range(20):
        page = read_page(path, Wanted(), 10, before)
        seen += [int(entry.time) for entry in page.entries]
        before = page.older
        if before is None:
            break
    assert seen == list(range(74, -1, -1))
    assert [int(entry.time) for entry in read_all(path, Wanted())] == list(range(75))


@pytest.mark.parametrize(
    ("wanted", "count"),
    [(Wanted(outcome="errors"), 15), (Wanted(outcome="not_found"), 15), (Wanted(code="2"), 60), (Wanted(code="40"), 15),
     (Wanted(text="ORG/7"), 6), (Wanted(outcome="errors", text="/70/"), 1), (Wanted(text="nowhere"), 0)],
)  # fmt: skip
def test_filters_hold_together(tmp_path: Path, wanted: Wanted, count: int) -> None:
    path = tmp_path / "log.jsonl"
    fill(path, 0, 75)
    assert len(read_page(path, wanted, 1000).entries) == count
    assert len(list(read_all(path, wanted))) == count


def test_a_page_looks_through_a_bounded_stretch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_pages, "MOST_READ", 500)
    path = tmp_path / "log.jsonl"
    fill(path, 0, 75)
    page = read_page(path, Wanted(text="/3/"), 10)
    assert page.entries == []
    assert page.older is not None  # and the next page goes on from there
    found, before = [], page.older
    for _ in range(50):
        page = read_page(path, Wanted(text="/3/"), 10, before)
        found += page.entries
        if page.older is None:
            break
        assert page.older < before
        before = page.older
    assert [entry.url for entry in found] == ["http://a.org/3/ş"]


def test_what_is_new_comes_once_and_half_a_line_waits(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    fill(path, 0, 3)
    _, place = read_new(path, Wanted(), 0)
    assert read_new(path, Wanted(), place) == ([], place)
    with path.open("ab") as file:
        file.write(b'{"time":9,"outcome":"ok","url":"http://a.org/new"')
    assert read_new(path, Wanted(), place) == ([], place)
    with path.open("ab") as file:
        file.write(b"}\nnot json\n")
    entries, end = read_new(path, Wanted(), place)
    assert [entry.url for entry in entries] == ["http://a.org/new"]
    path.unlink()
    fill(path, 5, 6)
    assert [int(entry.time) for entry in read_new(path, Wanted(), end)[0]] == [5]  # rolled meanwhile
    assert read_page(tmp_path / "none.jsonl", Wanted(), 5).entries == []
