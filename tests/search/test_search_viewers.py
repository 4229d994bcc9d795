"""Nobody sees what is not theirs: not in hits, not in counts, not in facets."""

from __future__ import annotations

from pathlib import Path

import pytest
from search_kit import make_entry, make_index

from mekik.index import TantivyReader
from mekik.search import Viewer, Wish, search

QUERIES = [
    "gizli", "gizl*", '"gizli belge"', "title:gizli", "NOT yok", "-yok", "lang:tr", "site:ali.com.tr", "url:ali",
    "owner:ali gizli", "gizli OR yok", "(gizli)", "job:ali-job", "after:2000", "gizli yok", "gizli OR owner:ali",
]  # fmt: skip


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    entries = [
        make_entry(
            f"http://{owner}.com.tr/{number}", "tr", "Gizli belge", f"{owner} için gizli belge",
            owner=owner, job=f"{owner}-job",
        )
        for owner, pages in (("ayse", 1), ("ali", 2), ("veli", 4))
        for number in range(pages)
    ]  # fmt: skip
    return make_index(tmp_path_factory.mktemp("index"), entries)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("sort", ["relevance", "date"])
def test_only_what_the_viewer_may_see(reader: TantivyReader, query: str, sort: str) -> None:
    """faults: 60"""
    for viewer, hosts in [
        (Viewer("ayse"), {"ayse.com.tr"}),
        (Viewer("ali"), {"ali.com.tr"}),
        (Viewer("nobody"), set()),
        (Viewer(""), set()),
        (Viewer("ayse", owners=frozenset({"veli"})), {"ayse.com.tr", "veli.com.tr"}),
        (Viewer("admin", everything=True), {"ayse.com.tr", "ali.com.tr", "veli.com.tr"}),
    ]:
        result = search(reader, query, Wish(sort=sort), viewer=viewer)  # type: ignore[arg-type]  # from a parameter
        seen = {hit.host for hit in result.hits} | {row.value for row in result.facets.host}
        assert seen <= hosts
        assert result.total == len(result.hits) == sum(row.count for row in result.facets.host)


def test_each_sees_all_of_their_own(reader: TantivyReader) -> None:
    for viewer, total in [
        (Viewer("ayse"), 1),
        (Viewer("ali"), 2),
        (Viewer("veli"), 4),
        (Viewer("x", everything=True), 7),
    ]:
        assert search(reader, "gizli", viewer=viewer).total == total


def test_mine_is_my_own_collection_only(reader: TantivyReader) -> None:
    """faults: 60"""
    assert search(reader, "gizli", Wish(mine=True), viewer=Viewer("ali", everything=True)).total == 2
    assert search(reader, "gizli", Wish(mine=True), viewer=Viewer("ali", owners=frozenset({"veli"}))).total == 2
    assert search(reader, "gizli", Wish(mine=True), viewer=Viewer("admin", everything=True)).total == 0


def test_a_viewer_is_required(reader: TantivyReader) -> None:
    """faults: 60"""
    with pytest.raises(TypeError):
        search(reader, "gizli")  # type: ignore[call-arg]  # that is the point


def test_an_owner_is_a_name_and_not_a_pattern(tmp_path: Path) -> None:
    """faults: 56"""
    reader = make_index(tmp_path, [make_entry("http://a.org/1", "tr", "x", "gizli", owner="ali OR ayse")])
    for name in ("ali", "ayse", "*", "ali*", "\ud800", "ali OR", "x' OR '1'='1"):
        assert search(reader, "gizli", viewer=Viewer(name)).total == 0
    assert search(reader, "gizli", viewer=Viewer("ali OR ayse")).total == 1


def test_the_words_of_others_neither_crowd_out_mine_nor_show(tmp_path: Path) -> None:
    """faults: 60, 61"""
    many = " ".join(f"haber{number:05d} " * 2 for number in range(2000))
    others = [make_entry(f"http://b.org/{number}", "tr", "x", many, owner="veli") for number in range(3)]
    reader = make_index(tmp_path, [*others, make_entry("http://a.org/1", "tr", "x", "haberzzz", owner="ali")])
    result = search(reader, "haber*", viewer=Viewer("ali"))
    assert [hit.url for hit in result.hits] == ["http://a.org/1"]
    assert result.notices == []


def test_the_languages_of_others_do_not_steer_a_query(tmp_path: Path) -> None:
    """faults: 61"""
    reader = make_index(
        tmp_path,
        [
            make_entry("http://a.org/1", "en", "x", "IRON bars", owner="ali"),
            make_entry("http://b.org/1", "tr", "x", "IRAK", owner="veli"),
        ],
    )
    assert search(reader, "IRON", viewer=Viewer("ali")).total == 1
    assert search(reader, "ırak", viewer=Viewer("veli")).total == 1
    assert search(reader, "IRAK", viewer=Viewer("veli")).total == 1
