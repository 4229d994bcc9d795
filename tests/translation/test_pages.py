"""A page in the pivot language, by every kind of translator."""

from __future__ import annotations

import pytest
from translation_fixtures import (  # noqa: F401 - pytest takes them by name
    argos_fixture,
    dictionaries_fixture,
    made_here_fixture,
    remote_fixture,
    server_fixture,
    translator_fixture,
)
from translation_kit import Server

from mekik.errors import TranslationError
from mekik.settings import AnalysisSettings, TranslationSettings
from mekik.translation import PageTranslator, Translator
from mekik.translation.freedict import FreeDict
from mekik.translation.libretranslate import LibreTranslate
from mekik.translation.pages import LONGEST, read_glossary


def pages(translator: Translator) -> PageTranslator:
    return PageTranslator(TranslationSettings(), AnalysisSettings(), translator=translator)


def test_a_page_has_words_in_the_pivot_language(translator: Translator) -> None:
    found = pages(translator).of("tr", "", "kedi köprü")
    assert found is not None
    assert found.language == "en"
    assert {"cat", "bridge"} <= set(found.words.split())
    said = " ".join(said for _, said in read_glossary(found.glossary))
    assert "cat" in said
    assert "bridge" in said


def test_a_page_in_the_pivot_language_or_in_none_needs_no_translation(translator: Translator) -> None:
    assert pages(translator).of("en", "Cat", "A cat on a bridge") is None
    assert pages(translator).of("", "Kedi", "kedi köprü") is None
    assert pages(translator).of("tr", "", " \n ") is None


def test_nobody_translates_everything(translator: Translator) -> None:
    with pytest.raises(TranslationError, match="nothing translates from xx to en"):
        pages(translator).of("xx", "", "kedi köprü")


@pytest.mark.parametrize("text", ["\0\t\n", "…?!", "'", "köprü\tkedi\r\nkedi", "🐈 ‮", "a" * 100_000, "kedi " * 20_000])
def test_any_page_is_taken_and_bounded(translator: Translator, text: str) -> None:
    found = pages(translator).of("tr", text, text)
    assert found is not None
    assert len(found.words) + len(found.glossary) < 20 * LONGEST
    assert all("\t" not in said and "\n" not in word for word, said in read_glossary(found.glossary))


def test_words_of_dictionaries_are_traced_back_to_those_of_the_page(dictionaries: FreeDict) -> None:
    found = pages(dictionaries).of("tr", "Köprüler", "Kedilerin köprüsü NFL'de Kawann'ın, bir ve bu.")
    assert found is not None
    glossary = dict(read_glossary(found.glossary))
    assert "bridge" in glossary["Köprüler"].split(), "the first form of a word stands for all of them"
    assert "cat" in glossary["Kedilerin"].split()
    assert "köprüsü" not in glossary
    assert {"nfl", "kawann"} <= set(found.words.split()), "names stay, without their suffixes"


def test_a_server_is_asked_once_for_a_page(server: Server, remote: LibreTranslate) -> None:
    found = pages(remote).of("tr", "kedi", "köprü\tve\nyol")
    assert found is not None
    assert [path for path, _ in server.asked] == ["/languages", "/translate"]
    assert read_glossary(found.glossary) == [("", "[kedi köprü ve yol]")], "one line, whatever the text holds"
