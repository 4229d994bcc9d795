"""Paging by cursor: nothing twice, nothing left out, also while the index grows."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_kit import ask, make_entry, make_index

from mekik.errors import UsageError
from mekik.index import TantivyReader, TantivyWriter
from mekik.search import Viewer

COUNT = 45


def text(number: int) -> str:
    """The higher the number the rarer the word in it, so that the order is known."""
    return "word " * (COUNT - number) + "filler " * number


@pytest.fixture
def reader(tmp_path: Path) -> TantivyReader:
    return make_index(
        tmp_path,
        [
            make_entry(f"http://a.org/{number}", "en", "Page", text(number), fetched=1.7e9 - number * 1000)
            for number in range(COUNT)
        ],
    )


def walk(reader: TantivyReader, sort: Literal["relevance", "date"]) -> list[list[str]]:
    pages, cursor = [], ""
    for _ in range(COUNT):
        result = ask(reader, "word", sort=sort, limit=7, cursor=cursor, similar="all")
        pages.append([hit.url for hit in result.hits])
        cursor = result.next
        if not cursor:
            return pages
    raise AssertionError("no end")


@pytest.mark.parametrize("sort", ["relevance", "date"])
def test_every_hit_comes_once(reader: TantivyReader, sort: Literal["relevance", "date"]) -> None:
    pages = walk(reader, sort)
    urls = [url for page in pages for url in page]
    assert len(urls) == len(set(urls)) == COUNT
    assert [len(page) for page in pages] == [7] * 6 + [3]


@pytest.mark.parametrize("sort", ["relevance", "date"])
def test_what_is_added_in_between_moves_nothing(
    reader: TantivyReader, tmp_path: Path, sort: Literal["relevance", "date"]
) -> None:
    first = ask(reader, "word", sort=sort, limit=7, similar="all")
    before = [hit.url for hit in ask(reader, "word", sort=sort, limit=14, similar="all").hits][7:]
    writer = TantivyWriter(tmp_path)
    for number in range(5):
        writer.put(make_entry(f"http://new.org/{number}", "en", "word word", "word " * 50, fetched=1.8e9))
    writer.close()
    second = ask(reader, "word", sort=sort, limit=7, cursor=first.next, similar="all")
    assert [hit.url for hit in second.hits] == before
    assert second.offset == 12


def test_back_again(reader: TantivyReader) -> None:
    first = ask(reader, "word", limit=7)
    second = ask(reader, "word", limit=7, cursor=first.next)
    assert first.previous == ""
    assert [hit.url for hit in ask(reader, "word", limit=7, cursor=second.previous).hits] == [
        hit.url for hit in first.hits
    ]


def test_a_cursor_is_good_for_its_question_only(reader: TantivyReader) -> None:
    cursor = ask(reader, "word", limit=7).next
    others: list[dict[str, object]] = [{"host": "a.org"}, {"viewer": Viewer("ayse")}]
    with pytest.raises(UsageError):
        ask(reader, "filler", cursor=cursor)
    for more in others:
        with pytest.raises(UsageError):
            ask(reader, "word", cursor=cursor, **more)


@settings(deadline=None)  # the first example opens an index
@given(st.one_of(st.text(min_size=1, max_size=120), st.from_regex(r"[A-Za-z0-9_=-]{1,60}", fullmatch=True)))
def test_what_is_no_cursor_is_refused(tmp_path_factory: pytest.TempPathFactory, cursor: str) -> None:
    """faults: 54"""
    reader = _empty(tmp_path_factory)
    with pytest.raises(UsageError):
        ask(reader, "word", cursor=cursor)


_known: list[TantivyReader] = []


def _empty(factory: pytest.TempPathFactory) -> TantivyReader:
    if not _known:
        _known.append(make_index(factory.mktemp("empty"), []))
    return _known[0]
