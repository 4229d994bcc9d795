"""One question, pages in all languages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from search_kit import ask, make_entry, make_index, standard_entries

from mekik.errors import TranslationError
from mekik.index import TantivyReader
from mekik.search import Match, SearchResult, Viewer
from mekik.translation import Rendering, Translated, WordRenderings

_WORDS: dict[tuple[str, str], dict[str, list[tuple[str, float]]]] = {
    ("tr", "en"): {
        "köprü": [("bridge", 1.0), ("span", 0.5)],
        "kedi": [("cat", 1.0), ("tomcat", 0.5)],
        "kara": [("land", 1.0), ("black", 0.8)],
        "umut": [("black sea", 1.0)],
    },
    ("tr", "de"): {"köprü": [("Brücke", 1.0)], "kedi": [("Katze", 1.0)]},
    ("en", "tr"): {"bridge": [("köprü", 1.0)], "cat": [("kedi", 1.0)]},
}


class WordBook:
    """A translator of a few words."""

    def knows(self, source: str, target: str) -> bool:
        return (source, target) in _WORDS

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        book = _WORDS[source, target]
        return Translated(
            words=tuple(
                WordRenderings(
                    tuple(Rendering(*one) for one in book.get(word.lower(), ())),
                    spellings=() if word.lower() in book else (word.lower(),),
                    empty=word in ("hangi", "the"),
                )
                for word in words
            )
        )

    def text(self, text: str, source: str, target: str) -> str:
        return text


class Machine(WordBook):
    """One that says whole sentences."""

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        if "kedi" in words:
            raise TranslationError("the translation server answered with 500")
        return Translated(sentence="the new bridge")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    entries = [
        *standard_entries(),
        make_entry("http://www.zeitung.de/bruecke", "de", "Brücken", "Die alte Brücke über den Fluss ist gesperrt."),
        make_entry("http://www.zeitung.de/geheim", "de", "Geheim", "Eine geheime Brücke.", owner="bora"),
    ]
    return make_index(tmp_path_factory.mktemp("index"), entries)


def search(reader: TantivyReader, text: str, **options: object) -> SearchResult:
    return ask(reader, text, **{"translate": True, "source": "tr", "translator": WordBook(), **options})


def places(result: SearchResult) -> set[str]:
    return {hit.url.rpartition("/")[2] for hit in result.hits}


def test_pages_in_every_language_are_found(reader: TantivyReader) -> None:
    result = search(reader, "köprü")
    assert places(result) == {"kopru", "eski", "bridge", "bruecke", "geheim"}
    assert result.translation.source == "tr"  # type: ignore[union-attr]
    assert set(result.translation.languages) == {"en", "de"}  # type: ignore[union-attr]
    assert places(ask(reader, "köprü")) == {"kopru", "eski"}


def test_a_hit_says_its_language_and_which_words_matched(reader: TantivyReader) -> None:
    hits = {hit.url.rpartition("/")[2]: hit for hit in search(reader, "kara kedi").hits}
    assert hits["cats"].language == "en"
    assert hits["cats"].matched == (Match("kara", "black"), Match("kedi", "cat"))
    assert set(hits["kedi"].matched or ()) == {Match("kara", "Kara"), Match("kedi", "kedileri")}
    snippet = hits["cats"].snippet
    assert {snippet.text[start:end] for start, end in snippet.highlights} >= {"black", "cat"}


def test_a_part_of_a_rendering_in_several_words_is_none(reader: TantivyReader) -> None:
    hits = {hit.url.rpartition("/")[2]: hit for hit in search(reader, "umut kedi").hits}
    assert hits["cats"].matched == (Match("kedi", "cat"),), "it has a black cat, and no sea"
    snippet = hits["cats"].snippet
    assert "black" not in {snippet.text[start:end] for start, end in snippet.highlights}


def test_who_does_not_translate_is_told_nothing_of_it(reader: TantivyReader) -> None:
    result = ask(reader, "köprü")
    assert not result.translation
    assert not any(hit.matched for hit in result.hits)


def test_the_query_is_shown_with_its_words_in_other_languages(reader: TantivyReader) -> None:
    assert "en: köprü/bridge/span" in search(reader, "köprü").interpretation


def test_words_that_only_join_are_left_out_of_other_languages(reader: TantivyReader) -> None:
    assert places(search(reader, "hangi köprü")) >= {"bridge", "bruecke"}


def test_names_stay_and_nearly_equal_words_are_found(reader: TantivyReader) -> None:
    assert "notes.txt" in places(search(reader, "istanbl"))
    assert "notes.txt" in places(search(reader, "Istanbul"))


def test_conditions_phrases_and_exclusions_hold_in_every_version(reader: TantivyReader) -> None:
    assert places(search(reader, "köprü language:de")) == {"bruecke", "geheim"}
    assert places(search(reader, "köprü -geheime")) == {"kopru", "eski", "bridge", "bruecke"}
    assert places(search(reader, '"black cat" kedi')) == {"cats"}
    assert places(search(reader, "köprü OR kedi", language="en")) == {"bridge", "cats"}


def test_nobody_sees_what_is_not_theirs(reader: TantivyReader) -> None:
    """faults: 60"""
    result = search(reader, "köprü", viewer=Viewer("ayse"))
    assert "geheim" not in places(result)
    assert result.total == 4
    assert {one.value: one.count for one in result.facets.language}["de"] == 1


def test_a_machine_says_the_sentence(reader: TantivyReader) -> None:
    result = search(reader, "yeni köprü", translator=Machine(), language="en")
    assert result.hits[0].url.endswith("/bridge")
    assert Match("bridge", "bridges") in (result.hits[0].matched or ())


def test_what_cannot_be_translated_is_still_looked_for(reader: TantivyReader) -> None:
    result = search(reader, "kedi", translator=Machine())
    assert places(result) == {"kedi"}
    assert any("not translated into en: the translation server answered with 500" in one for one in result.notices)
    assert "nothing translates from fr to en" in " ".join(search(reader, "chat", source="fr").notices)


def test_without_a_translator_the_search_goes_on(reader: TantivyReader) -> None:
    result = search(reader, "kedi", translator=None)
    assert places(result) == {"kedi"}
    assert "there is no translator here" in result.notices


@pytest.mark.parametrize("text", ["", "+-", "köprü " * 300, "(köprü OR (kedi -kara)) AND kedi", "a:(^", "\0", "köprü*"])
def test_any_query_can_be_translated(reader: TantivyReader, text: str) -> None:
    """faults: 52"""
    assert search(reader, text).total >= 0


def test_an_unknown_language_is_said(tmp_path: Path) -> None:
    reader = make_index(tmp_path / "index", standard_entries())
    result = search(reader, "12345", source=None)
    assert any("its language is not clear" in one for one in result.notices)
