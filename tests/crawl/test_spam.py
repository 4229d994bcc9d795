"""Spam in a whole crawl, judged by the demo web's labels: what is marked, lowered, dropped, told and searchable."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS, Crawled

import mekik
from mekik.crawl.farms import Farms
from mekik.frontier import Batch, SqliteStore
from mekik.lab.demo import DemoWeb, Kind
from mekik.lab.demo.spam import FARM, HOST
from mekik.workspace import Workspace

FLOORS = tomllib.loads((Path(__file__).parent.parent.parent / "quality.toml").read_text(encoding="utf-8"))["trust"]


def test_precision_and_recall(crawled: Crawled) -> None:
    labelled, judged = set(), set()
    for truth in crawled.web.truth():
        why = crawled.workspace.why(truth.url)
        if truth.kind == Kind.SPAM.label:
            labelled.add(truth.url)
        if why.spam is not None and why.spam.action:
            judged.add(truth.url)
    assert len(labelled) >= 30
    assert len(labelled & judged) / len(judged) >= FLOORS["spam.precision"]["at_least"], judged - labelled
    assert len(labelled & judged) / len(labelled) >= FLOORS["spam.recall"]["at_least"], labelled - judged


def test_what_nobody_sees_is_not_found(crawled: Crawled) -> None:
    hiding = [truth for truth in crawled.web.truth() if truth.unseen and truth.indexed]
    assert len(hiding) >= 14
    for truth in hiding:
        titles = " ".join(entry.title for entry in crawled.web.entries(truth.host)).lower().split()
        words = " OR ".join(f'"{word}"' for word in truth.unseen if word not in titles)  # as boxes show them
        result = crawled.workspace.search(f"({words}) AND site:{truth.host}", limit=100, similar="all")
        assert truth.url not in {hit.url for hit in result.hits}, truth.url
        seen = crawled.workspace.search(f'title:"{truth.title}" site:{truth.host}', limit=100, similar="all")
        assert truth.url in {hit.url for hit in seen.hits}


def test_the_whole_farm_is_known_also_its_first_pages(crawled: Crawled) -> None:
    for name in FARM:
        for path in ("/", "/vitrin", "/arsiv"):
            spam = crawled.workspace.why(crawled.web.url(f"{name}.localhost", path)).spam
            assert spam is not None, (name, path)
            assert "link_farm" in spam.reasons
    result = crawled.workspace.search(f"site:{FARM[0]}.localhost", similar="all")
    assert {hit.spam for hit in result.hits} == {0.9}, "those that looked innocent at first are indexed anew"


def test_spam_comes_later_and_says_why(crawled: Crawled) -> None:
    result = crawled.workspace.search("rehber OR sözlüğümüzün", limit=100)
    spam = [isinstance(hit.spam, float) and hit.spam >= 0.5 for hit in result.hits]
    assert any(spam)
    assert not spam[0]
    last = max(place for place, is_spam in enumerate(spam) if is_spam)
    assert last > len(spam) / 2
    (report,) = crawled.workspace.report("demo")
    assert report.spam is not None
    assert report.spam.actions == {"lower": 31}
    assert report.spam.reasons["link_farm"] == 15
    assert report.repetition is not None
    assert report.repetition.same_bytes == report.outcomes["duplicate"]
    assert report.repetition.nearly_same >= 3


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(slow=0.0) as web:
        yield web


def _crawl(folder: Path, web: DemoWeb, **options: Any) -> Workspace:
    workspace = mekik.open(folder)
    seeds = [web.url(HOST), *(web.url(f"{name}.localhost") for name in FARM)]
    workspace.crawl(seeds, {**OPTIONS, **{name.replace("__", "."): value for name, value in options.items()}})
    return workspace


def test_dropped_spam_is_not_indexed_and_says_so(folder: Path, web: DemoWeb) -> None:
    workspace = _crawl(folder, web, spam__action="drop")
    for url in (web.url(HOST, "/dolgu/1"), *(web.url(f"{name}.localhost") for name in FARM)):
        why = workspace.why(url)
        assert (why.outcome, why.indexed) == ("ok", False)
        assert why.spam is not None
        assert why.spam.action == "drop"
    assert workspace.search("site:" + HOST, similar="all").total == 1, "only its honest home page"
    assert workspace.search(f"site:{FARM[0]}.localhost", similar="all").total == 0
    workspace.reindex()
    assert workspace.search("site:" + HOST, similar="all").total == 1


def test_marked_spam_keeps_its_rank_and_the_action_can_change(folder: Path, web: DemoWeb) -> None:
    workspace = _crawl(folder, web, spam__action="mark", spam__threshold=0.85)
    found = {hit.url: hit for hit in workspace.search(f"site:{HOST}", limit=50, similar="all").hits}
    closed = workspace.why(web.url(HOST, "/gizli/kapali")).spam
    assert closed is not None
    assert closed.action is None, "below the threshold"
    assert found[web.url(HOST, "/gizli/kapali")].spam == closed.score
    _crawl(folder, web, spam__action="drop")
    workspace.reindex()
    assert workspace.search(f"site:{HOST}", similar="all").total == 1


def test_sisters_with_a_common_footer_are_no_farm(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "f.sqlite")
    farms = Farms(store, 4)
    names = tuple(f"site{number}.test" for number in range(6))
    for number, name in enumerate(names):
        others = tuple(other for other in names if other != name)
        farms.learn(number, name, others, 0.2)
        assert farms.weight(name, others, 0.2) == 0
        farms.learn(10 + number, name, others, 0.9)
        assert (farms.weight(name, others, 0.9) > 0.5) == (number >= 3), "the first of a farm look innocent"
    blog = ("site0.test", *(f"far{number}.test" for number in range(40)))
    farms.learn(50, "blog.test", blog, 0.9)
    assert farms.weight("blog.test", blog, 0.9) == 0
    assert {id for id, _ in farms.second_look()} == set(range(10, 16))
    batch = Batch()
    farms.give(batch)
    store.write(batch)
    assert {id for id, _ in Farms(store, 4).second_look()} == set(range(10, 16))
    assert len(store.site_links(batch.site_links[-1][0])) <= 64
    store.close()
