"""Pages that are alike take one place among the hits: with right totals, pages, facets and viewers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from search_kit import ask, found, make_entry, make_index

from mekik.errors import UsageError
from mekik.index import IndexEntry, TantivyReader
from mekik.search import Viewer

TEXT = "Balıkçı kazağı koyun yününden elde örülür ve hafif yağmurda ıslanmaz."


def entry(url: str, group: int, *, repeats: bool = False, text: str = TEXT, **changes: Any) -> IndexEntry:
    return make_entry(url, "tr", "Kazak", text, group=group, repeats=repeats, **changes)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    entries = [
        entry("http://a.example.org/print/kazak", 7, preference=300),
        entry("http://a.example.org/kazak", 7, repeats=True, preference=104),
        entry("http://mirror.example.org/kazak", 7, repeats=True, preference=204),
        entry(
            "http://mirror.example.org/kazak-2", 7, repeats=True, preference=205, text=TEXT + " Mor renklisi de var."
        ),
        entry("http://a.example.org/baska", 8, text="Bir başka kazak, bir başka yün."),
        entry("http://b.example.org/gizli", 7, repeats=True, owner="mehmet", preference=1),
        *[entry(f"http://c.example.org/{n}", 100 + n, text=f"Kazak numarası {n}.") for n in range(30)],
        *[entry(f"http://d.example.org/{n}", 100 + n, repeats=True, text=f"Kazak numarası {n}.") for n in range(30)],
    ]
    return make_index(tmp_path_factory.mktemp("folding") / "index", entries)


AYSE = Viewer("ayse")


def test_one_of_a_group_is_shown_and_says_how_many_are_like_it(reader: TantivyReader) -> None:
    """faults: 39"""
    result = ask(reader, "balıkçı", viewer=AYSE)
    assert [hit.url for hit in result.hits] == ["http://a.example.org/kazak"]
    assert (result.total, result.hits[0].similar, result.hits[0].group) == (1, 3, "7")
    assert {row.value: row.count for row in result.facets.host} == {"a.example.org": 1}


def test_all_of_them_are_shown_when_asked_for(reader: TantivyReader) -> None:
    result = ask(reader, "balıkçı", viewer=AYSE, similar="all")
    assert (result.total, len(result.hits), {hit.similar for hit in result.hits}) == (4, 4, {0})
    by_group = ask(reader, "group:7", viewer=AYSE)
    assert {hit.url for hit in by_group.hits} == {hit.url for hit in result.hits}
    assert ask(reader, "kazak -group:7 site:a.example.org", viewer=AYSE).total == 1
    assert "not understood" in ask(reader, "group:nothing").interpretation
    with pytest.raises(UsageError, match="one or all"):
        ask(reader, "kazak", similar="some")


def test_what_only_a_later_page_says_is_found(reader: TantivyReader) -> None:
    assert found(reader, "mor", viewer=AYSE) == ["kazak-2"]
    result = ask(reader, "balıkçı site:mirror.example.org", viewer=AYSE)
    assert [hit.url for hit in result.hits] == ["http://mirror.example.org/kazak"]
    assert (result.total, result.hits[0].similar) == (1, 1)


def test_pages_of_an_answer_go_on_where_the_last_one_ended(reader: TantivyReader) -> None:
    seen: list[str] = []
    for offset in range(0, 40, 7):
        result = ask(reader, "kazak", viewer=AYSE, limit=7, offset=offset)
        assert result.total == 32
        seen += [hit.group for hit in result.hits]
    assert len(seen) == len(set(seen)) == 32


def test_nobody_learns_of_pages_that_they_may_not_see(reader: TantivyReader) -> None:
    assert ask(reader, "balıkçı", viewer=AYSE).hits[0].similar == 3
    other = ask(reader, "balıkçı", viewer=Viewer("mehmet"))
    assert [(hit.url, hit.similar) for hit in other.hits] == [("http://b.example.org/gizli", 0)]
    both = ask(reader, "balıkçı", viewer=Viewer("ayse", owners=frozenset({"mehmet"})))
    assert (both.hits[0].url, both.hits[0].similar, both.total) == ("http://b.example.org/gizli", 4, 1)


def test_newest_first_folds_too(reader: TantivyReader) -> None:
    result = ask(reader, "kazak", viewer=AYSE, sort="date", limit=50)
    assert result.total == len(result.hits) == 32


def test_spam_that_is_lowered_comes_after_what_is_not(tmp_path: Path) -> None:
    entries = [
        make_entry("http://spam.example.org/1", "tr", "Kazak kazak", "kazak kazak kazak", spam=0.8, lowered=True,
                   spam_reasons=("stuffing",)),
        make_entry("http://marked.example.org/2", "tr", "Kazak", "Kazak ören kadınlar üzerine.", spam=0.8),
        make_entry("http://a.example.org/3", "tr", "Örgü", "Yünden örülen bir kazak üzerine uzun bir yazı."),
    ]  # fmt: skip
    result = ask(make_index(tmp_path / "index", entries), "kazak")
    assert [hit.url[-1] for hit in result.hits] == ["2", "3", "1"]
    assert [hit.spam for hit in result.hits][::2] == [0.8, 0.8]
    assert result.hits[2].spam_reasons == ("stuffing",)
    assert result.total == 3
