"""Words outside the main content are found, but count less; keywords filter."""

from __future__ import annotations

from pathlib import Path

import pytest
from search_kit import ask, found, make_entry, make_index, marked

from mekik.analysis import Analyser
from mekik.index import IndexEntry, TantivyReader
from mekik.page import Document
from mekik.settings import AnalysisSettings

ABOUT_KILIMS = "Kilim dokuyan ustalar köyde toplandı. Kilimin rengi kök boyadan gelir, dedi usta. Kilim pahalıdır."
ABOUT_BREAD = "Fırında ekmek pişiyor. Ekmeğin kokusu sokağa taşıyor. Ekmek sabah satılır, akşama kalmaz."
MENU = "Ana sayfa Kilim pazarı haberleri Otobüs saatleri Ekmek fiyatları tablosu"


def page(url: str, title: str, main: str, rest: str) -> IndexEntry:
    document = Document(title=title, text=f"{main} {rest}", main=len(main), language="tr")
    analysis = Analyser(AnalysisSettings()).analyse(document, url)
    words = {name: getattr(analysis, name) for name in (
        "title_exact", "title_root", "content_exact", "content_root", "content_short", "rest_exact", "rest_root",
    )}  # fmt: skip
    return make_entry(url, "tr", title, document.text, main=len(main), keywords=analysis.keywords, **words)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    path: Path = tmp_path_factory.mktemp("index")
    return make_index(
        path,
        [
            page("http://a.test/kilim", "Ustalar", ABOUT_KILIMS, MENU),
            page("http://a.test/ekmek", "Fırın", ABOUT_BREAD, MENU),
        ],
    )


@pytest.mark.parametrize(
    ("query", "hits"), [("kilim", ["kilim", "ekmek"]), ("kilimler", ["kilim", "ekmek"]), ("ekmeği", ["ekmek", "kilim"])]
)
def test_main_content_comes_before_menus(reader: TantivyReader, query: str, hits: list[str]) -> None:
    assert found(reader, query) == hits
    scores = [hit.score for hit in ask(reader, query).hits]
    assert scores[0] > 1.5 * scores[1]


def test_words_and_phrases_of_a_menu_are_found_and_marked(reader: TantivyReader) -> None:
    assert len(found(reader, "otobüs")) == 2
    result = ask(reader, '"otobüs saatleri"')
    assert result.total == 2
    assert marked(result) == ["Otobüs", "saatleri"]
    assert found(reader, '"saatleri otobüs"') == []
    assert len(found(reader, "fiyatl*")) == 2
    assert found(reader, "usta -otobüs") == []


def test_a_phrase_does_not_reach_from_the_main_content_into_a_menu(reader: TantivyReader) -> None:
    assert found(reader, '"pahalıdır ana"') == []


def test_snippets_are_of_the_main_content_where_a_word_is_in_it(reader: TantivyReader) -> None:
    snippet = ask(reader, "kilim fiyatları").hits[0].snippet.text
    assert "Kilim dokuyan" in snippet
    assert "Ana sayfa" not in snippet
    assert "Otobüs" in ask(reader, "otobüs").hits[0].snippet.text


def test_keywords_are_shown_counted_and_filter(reader: TantivyReader) -> None:
    result = ask(reader, "kilim", keywords=True)
    assert "kilim" in result.hits[0].keywords
    assert "kilim" not in result.hits[1].keywords
    assert {"kilim", "ekmek"} <= {row.value for row in result.facets.keyword}
    assert found(reader, "keyword:kilim") == ["kilim"]
    assert found(reader, "keyword:kilimlerin") == ["kilim"]
    assert found(reader, "kilim keyword:ekmek") == ["ekmek"]
    assert found(reader, "kilim", keyword="ekmek") == ["ekmek"]
    assert found(reader, "", keyword="kilim") == ["kilim"]
    assert found(reader, "kilim -keyword:kilim") == ["ekmek"]
