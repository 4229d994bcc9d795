"""A focused crawl of the demo web, taught by example pages in the index and by the pages of a feed's topic."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import mekik
from mekik.frontier import SqliteStore
from mekik.lab.demo import DemoWeb
from mekik.workspace import Workspace

OPTIONS = {
    "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "frontier.response_factor": 0, "parse.workers": 0,
    "discovery.topics": {"*bulten*": "bulletin"},
}  # fmt: skip


class Site:
    def __init__(self, web: DemoWeb, folder: Path) -> None:
        self.web, self.folder = web, folder
        self.workspace: Workspace = mekik.open(folder)
        self.seeds = [seed for seed in web.seeds if "gazete" in seed]
        self.crawl("labels", 120, {})
        self.sport = {truth.url for truth in web.truth() if truth.topic == "sport"}

    def crawl(self, name: str, pages: int, options: dict[str, object]) -> None:
        self.workspace.crawl(self.seeds, {**OPTIONS, **options, "name": name, "scope.max_pages": pages})

    def query(self, job: str, sql: str) -> list[tuple[object, ...]]:
        store = SqliteStore(self.folder / "jobs" / job / "frontier.sqlite", read_only=True)
        try:
            return store.query(sql)
        finally:
            store.close()

    def grades(self, job: str) -> dict[str, float]:
        rows = self.query(job, "SELECT a.url, l.grade FROM lesson l JOIN address a ON a.id = l.address")
        return {str(url): grade for url, grade in rows if isinstance(grade, float)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with DemoWeb() as web:
        yield Site(web, tmp_path_factory.mktemp("focused"))


def mean(grades: dict[str, float], wanted: set[str], *, inside: bool) -> float:
    chosen = [grade for url, grade in grades.items() if (url in wanted) is inside]
    return sum(chosen) / len(chosen)


def test_example_pages_of_the_index_teach_what_is_wanted(site: Site) -> None:
    shown = sorted(site.sport)[::2]
    site.crawl("examples", 120, {"order": "focused", "ordering.examples": shown})
    grades = site.grades("examples")
    others = site.sport.difference(shown)
    assert mean(grades, others, inside=True) > mean(grades, site.sport, inside=False) + 0.3
    (status,) = site.workspace.status("examples")
    assert status.harvest == pytest.approx(sum(grades.values()) / len(grades), abs=0.01), "live, and after"


def test_the_words_around_links_are_kept_and_count(site: Site) -> None:
    site.crawl("around", 12, {"order": "focused", "ordering.words": ["spor"]})
    rows = site.query("around", "SELECT a.url, w.words FROM around w JOIN address a ON a.id = w.address")
    kept = {str(url).rpartition("/")[2]: str(words) for url, words in rows}
    assert "amatör sporcuların" in kept["puan"]
    assert site.query("labels", "SELECT * FROM around") == [], "a job of another order keeps none"
    waiting = site.query(
        "around", "SELECT a.url FROM address a JOIN around w ON w.address = a.id WHERE a.status = 0 AND w.words != ''"
    )
    told = [site.workspace.why(str(url), "around").score_text or "" for (url,) in waiting]
    assert any("near" in text for text in told)


def test_the_pages_of_a_topic_teach_what_is_wanted(site: Site) -> None:
    labelled = {hit.url for hit in site.workspace.search("topic:bulletin", limit=50).hits}
    assert len(labelled) >= 3
    site.crawl("topic", 120, {"order": "focused", "ordering.topic": "bulletin"})
    grades = site.grades("topic")
    assert mean(grades, labelled, inside=True) > mean(grades, labelled, inside=False) + 0.4
    assert json.loads((site.folder / "jobs" / "topic" / "status.json").read_text())["harvest"] is not None
