"""What a viewer may see is asked for in three ways, and all of them find the same."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from search_kit import make_entry, make_index

from mekik.index import TantivyReader, TantivyWriter
from mekik.search import SearchResult, Viewer, Wish, expansions, search, suggest
from mekik.search.viewer import owned_by
from mekik.search.visible import Visible, visible
from mekik.settings import IndexSettings

OWNERS = {"ali": 1, "ayse": 2, "can": 3, "veli": 9, "zeynep": 20}
QUERIES = ("belge", "belge özel*", "belge -alise", '"gizli belge"', "lang:tr", "belgi", "ali OR veli")


def _text(owner: str, number: int) -> str:
    return f"{owner} gizli belge özel{owner} " + ("kopya metni" if number % 3 == 0 else f"sayfa{number}")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    entries = [
        make_entry(
            f"http://{owner}.com.tr/{number}", ("tr", "en")[number % 2], f"Belge {owner}{number}", _text(owner, number),
            owner=owner, job=f"{owner}-job", group=7 if number % 3 == 0 else 100 + number, repeats=number % 3 == 0,
        )
        for owner, pages in OWNERS.items()
        for number in range(pages)
    ]  # fmt: skip
    return make_index(tmp_path_factory.mktemp("index"), entries)


def _viewers() -> list[Viewer]:
    subsets = [frozenset(some) for size in range(len(OWNERS) + 1) for some in combinations(OWNERS, size)]
    return [Viewer("nobody", owners=some) for some in subsets]


def _told(result: SearchResult) -> object:
    hits = [(hit.url, hit.similar, hit.snippet.text) for hit in result.hits]
    return sorted(hits), result.total, result.facets, result.notices, result.did_you_mean


def test_all_ways_tell_the_same(reader: TantivyReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 60"""
    monkeypatch.setattr(expansions, "MOST", 3)  # so that prefixes meet their bound, too
    ways: Counter[str] = Counter()
    quick, plain = [], []
    for viewer in _viewers():
        way = visible(reader, reader.searcher(), viewer)
        ways["without" if way.without is not None else "only" if way.only is not None else "all"] += 1
        quick.append([_told(search(reader, query, Wish(limit=50), viewer=viewer)) for query in QUERIES])
        quick[-1] += [suggest(reader, text, viewer=viewer) for text in ("be", "belge al", "özel")]
    demand = lambda reader, searcher, viewer, mine=False: Visible(only=owned_by(viewer.allowed(mine)))  # noqa: E731
    for module in ("look", "suggest"):
        monkeypatch.setattr(sys.modules[f"mekik.search.{module}"], "visible", demand)
    reader = TantivyReader(reader._path)  # which has not counted anything yet
    for viewer in _viewers():
        plain.append([_told(search(reader, query, Wish(limit=50), viewer=viewer)) for query in QUERIES])
        plain[-1] += [suggest(reader, text, viewer=viewer) for text in ("be", "belge al", "özel")]
    assert quick == plain
    assert ways["all"] == 1
    assert min(ways["without"], ways["only"]) > 5


def test_a_new_owner_is_hidden_from_the_first_commit_on(tmp_path: Path) -> None:
    """faults: 60"""
    shared = [make_entry(f"http://a.org/{number}", "tr", "x", f"belge {number}", owner="ali") for number in range(9)]
    reader = make_index(tmp_path, shared)
    viewer = Viewer("nobody", owners=frozenset({"ali"}))
    assert search(reader, "belge", viewer=viewer).total == 9
    assert visible(reader, reader.searcher(), viewer) == Visible()
    writer = TantivyWriter(tmp_path, IndexSettings(memory=15_000_000))
    writer.put(make_entry("http://b.org/1", "tr", "x", "belge sır", owner="veli"))
    writer.close()
    assert search(reader, "belge", viewer=viewer).total == 9
    assert search(reader, "sır", viewer=viewer).hits == []
    assert search(reader, "sır", viewer=Viewer("veli")).total == 1
    # and what was public a moment ago
    assert search(reader, "belge", viewer=Viewer("nobody")).total == 0


@pytest.mark.parametrize("owner", ["", " ", "x" * 70_000])
def test_pages_without_a_sensible_owner_are_for_nobody_else(tmp_path: Path, owner: str) -> None:
    """faults: 60"""
    odd = make_entry("http://b.org/1", "tr", "x", "belge sır", owner=owner)
    shared = [make_entry(f"http://a.org/{number}", "tr", "x", f"belge {number}", owner="ali") for number in range(9)]
    reader = make_index(tmp_path, [*shared, odd])
    assert search(reader, "sır", viewer=Viewer("nobody", owners=frozenset({"ali"}))).total == 0
    assert search(reader, "belge", viewer=Viewer("nobody", owners=frozenset({"ali"}))).total == 9
