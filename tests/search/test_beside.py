"""What ranks a page beside the words of its text."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from search_kit import ask, found, make_entry, make_index

from mekik.analysis import Analyser
from mekik.page import Document
from mekik.search.news import asks_for_news
from mekik.search.query import parse
from mekik.search.weights import WEIGHTS
from mekik.settings import AnalysisSettings

TEXT = "Boğaz boyunca eski yalılar ve iskeleler sıralanır; vapur her yarım saatte bir kalkar."


def pages(tmp_path: Path, *changes: dict[str, Any]) -> Any:
    """The same text at several addresses; a page's number is the last part of its address."""
    entries = [
        make_entry(one.pop("url", f"http://example.org/{number}"), "tr", "Boğaz", TEXT, **one)
        for number, one in enumerate(changes)
    ]
    return make_index(tmp_path / "index", entries)


def whys(reader: Any, query: str) -> list[tuple[str, str, str]]:
    """Kind, field and word of what the first hit's score is made of."""
    hit = ask(reader, query, explain=True).hits[0]
    reasons = hit.why or ()
    assert sum(reason.score for reason in reasons) == pytest.approx(hit.score, abs=0.002)
    return [(reason.kind, reason.field, reason.word) for reason in reasons]


@pytest.mark.parametrize(
    ("change", "weight", "reason"),
    [
        ({"headings": "vapur saat"}, "heading", ("word", "heading", "vapur")),
        ({"anchors": "vapur iskele"}, "anchor", ("word", "anchor", "vapur")),
        ({"url": "http://example.org/vapur/1"}, "address", ("word", "address", "vapur")),
        ({"rank": 2}, "linked", ("linked", "", "")),
    ],
)
def test_each_of_them_ranks_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], weight: str, reason: tuple[str, str, str]
) -> None:
    reader = pages(tmp_path, {}, dict(change))
    assert found(reader, "vapur") == ["1", "0"]
    assert reason in whys(reader, "vapur")
    monkeypatch.setattr(WEIGHTS, weight, 0.0)
    hits = ask(reader, "vapur").hits
    assert hits[0].score == pytest.approx(hits[1].score)


def test_none_of_them_finds_a_page_without_the_word(tmp_path: Path) -> None:
    reader = pages(tmp_path, {"headings": "fener", "anchors": "fener", "url": "http://fener.example/fener"})
    assert ask(reader, "fener").total == 0


def test_better_linked_pages_get_more_but_never_more_than_the_weight(tmp_path: Path) -> None:
    reader = pages(tmp_path, {}, {"rank": 1}, {"rank": 3}, {"rank": 2})
    hits = ask(reader, "vapur").hits
    assert [hit.url[-1] for hit in hits] == ["2", "3", "1", "0"]
    assert hits[0].score - hits[-1].score == pytest.approx(WEIGHTS.linked, abs=0.001)


def test_all_words_in_the_title_count_more_than_in_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = make_index(
        tmp_path / "index",
        [
            make_entry("http://example.org/text", "tr", "Boğaz", "Vapur iskelesi, vapur iskelesi. " * 3),
            make_entry("http://example.org/forms", "tr", "Vapurların iskeleleri", TEXT),
            make_entry("http://example.org/title", "tr", "Vapur iskelesi", TEXT),
        ],
    )
    monkeypatch.setattr(WEIGHTS, "whole_title", 20.0)
    assert found(reader, "vapur iskelesi") == ["title", "forms", "text"]
    assert ("whole_title", "", "") in whys(reader, "vapur iskelesi")
    monkeypatch.setattr(WEIGHTS, "whole_title", 0.0)
    assert ("whole_title", "", "") not in whys(reader, "vapur iskelesi")


def test_words_of_addresses_have_no_marks(tmp_path: Path) -> None:
    reader = pages(tmp_path, {}, {"url": "http://example.org/bogaz-yalilari/1"})
    assert found(reader, "boğaz yalıları") == ["1", "0"]
    assert ("word", "address", "yalilari") in whys(reader, "boğaz yalıları")


def test_age_counts_where_the_query_asks_for_news(tmp_path: Path) -> None:
    today = time.time()
    words = {"rest_exact": "haberleri", "rest_root": "haber"}
    ages = [400, 3, 0, 20]
    reader = pages(tmp_path, *({"fetched": today - 86_400 * days - 60, **words} for days in ages))
    assert found(reader, "vapur haberleri") == ["2", "1", "3", "0"]
    assert ("fresh", "", "") in whys(reader, "vapur haberleri")
    hits = ask(reader, "vapur yalı").hits
    assert hits[0].score == pytest.approx(hits[-1].score)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("deprem haberleri", True), ("DEPREM SON DAKİKA", True), ("Bugün hava", True), ("election news", True),
        ("seçim 2026", True), ("latest AND iphone", True), ("(istanbul OR ankara) gündem", True),
        ("son mektup", False), ("deprem -haber", False), ('"son dakika"', False), ("title:haber", False),
        ("seçim 1999", False), ("dakika son", False), ("", False),
    ],
)  # fmt: skip
def test_which_queries_ask_for_news(text: str, asks: bool) -> None:
    assert asks_for_news(parse(text).tree, datetime(2026, 5, 1, tzinfo=UTC)) is asks


def test_headings_and_links_are_analysed_with_the_page() -> None:
    document = Document(text=TEXT * 3, title="Boğaz", language="tr", strong="Eski yalılar")
    columns = Analyser(AnalysisSettings()).columns(document, "http://example.org/", "vapurlar kalkıyor")
    assert columns.headings.decode().split() == ["eski", "yalı"]
    assert columns.anchors.decode().split()[0] == "vapur"
