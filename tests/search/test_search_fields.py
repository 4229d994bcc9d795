"""Exact words, roots and first letters: one search over three fields, phrases in each, marks where a reader looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from search_kit import ask, found, make_entry, make_index, marked

from mekik.index import TantivyReader
from mekik.search.numbers import number_readings

TEXTS = {
    "exact": "Bu sorun için çözüm önerileri tartışıldı.",
    "root": "Bu soruna çözümlerin önerisi yarın konuşulacak.",
    "letters": "Bu konuda çözümleme öneriyorum diyenler var.",
    "plain": "Bu konuda cozum onerileri yazildi.",
    "apart": "Öneri çoktu ama hiçbiri bir çözüm olmadı.",
    "circumflex": "Köyün hikâyelerini bize anlattı, imkânı olsa yazardı.",
    "number": "Bütçe 1.250.000 lira, 29 Ekim 1923 tarihli karar ile.",
    "number2": "Bütçe 1250000 lira, 29.10.1923 tarihli karar ile.",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    entries = [make_entry(f"http://a.org/{name}", "tr", "Haber", text) for name, text in TEXTS.items()]
    entries.append(make_entry("http://a.org/ja", "ja", "ニュース", "東京都の日本語学校で勉強する学生。"))
    entries.append(make_entry("http://a.org/scattered", "", "ニュース", "本の日。語る。京の東。"))
    entries.append(make_entry("http://a.org/fr", "fr", "Nouvelles", "Les états généraux de la sécurité."))
    entries.append(make_entry("http://a.org/unknown", "xh", "Iindaba", "Umntu ngumntu ngabantu."))
    return make_index(tmp_path_factory.mktemp("fields"), entries)


def test_exact_before_root_before_letters(reader: TantivyReader) -> None:
    order = found(reader, "çözüm")
    assert order.index("exact") < order.index("root") < order.index("letters")


def test_words_without_turkish_letters_find_both_and_exact_comes_first(reader: TantivyReader) -> None:
    order = found(reader, "cozum")
    assert order[0] == "plain"
    assert {"exact", "root", "letters"} <= set(order)
    order = found(reader, "çözüm")
    assert order.index("exact") < order.index("plain"), "the other way round too"


@pytest.mark.parametrize(
    "query", ["hikâye", "hikaye", "hikayemiz", "hikâyemiz", "hikâyeler", "hikayeler", "imkan", "imkân", "imkanlar"]
)
def test_a_circumflex_may_be_there_or_not(reader: TantivyReader, query: str) -> None:
    assert found(reader, query) == ["circumflex"]


def test_phrases_as_they_are_then_by_roots_then_by_first_letters(reader: TantivyReader) -> None:
    result = ask(reader, '"çözüm önerileri"')
    order = [hit.url.rpartition("/")[2] for hit in result.hits]
    assert order[:3] == ["exact", "plain", "root"] or order[:2] == ["exact", "root"]
    assert order.index("root") < order.index("letters")
    assert "apart" not in order
    assert result.notices == ["1 page with the phrase as it is; the others have other forms of it"]


def test_an_excluded_phrase_is_excluded_as_it_is(reader: TantivyReader) -> None:
    assert {"root", "letters"} <= set(found(reader, 'çözüm -"çözüm önerileri"'))
    assert "exact" not in found(reader, 'çözüm -"çözüm önerileri"')


def test_marks_fall_on_the_words_that_a_reader_sees(reader: TantivyReader) -> None:
    marks = {hit.url.rpartition("/")[2]: marked(ask(reader, "cozum onerisi"), place)
             for place, hit in enumerate(ask(reader, "cozum onerisi").hits)}  # fmt: skip
    assert marks["exact"] == ["çözüm", "önerileri"]
    assert marks["root"] == ["çözümlerin", "önerisi"]
    assert marks["plain"] == ["cozum", "onerileri"]


@pytest.mark.parametrize("query", ["1250000", "1.250.000", "29.10.1923", "1923-10-29"])
def test_numbers_and_dates_however_they_are_written(reader: TantivyReader, query: str) -> None:
    assert set(found(reader, query)) == {"number", "number2"}


def test_readings_of_numbers() -> None:
    assert list(number_readings("29.10.1923", ["tr"]))[-1] == "29 ekim 1923"
    assert list(number_readings("99.99.1923", ["tr"])) == list(number_readings("1923", ["tr"])) == []
    assert list(number_readings("9" * 1000, ["tr"])) == list(number_readings("", [])) == []


def test_scripts_without_blanks_are_found_by_pairs(reader: TantivyReader) -> None:
    assert found(reader, "日本語") == ["ja"], "not where the letters stand apart"
    assert marked(ask(reader, "東京 学校"), 0) == ["東京", "学校"], "whole words, and no letter that stands alone"
    assert marked(ask(reader, "学"), 0) == ["学", "学"]
    assert found(reader, "東京") == ["ja"]
    assert marked(ask(reader, "東京")) == ["東京"]


def test_accents_may_be_left_out_and_unknown_languages_are_found(reader: TantivyReader) -> None:
    assert found(reader, "etat securite") == ["fr"]
    assert found(reader, "ngabantu") == ["unknown"]


def test_a_job_with_plain_words_is_found_by_plain_words(tmp_path: Path) -> None:
    plain = make_entry(
        "http://a.org/none", "tr", "x", "köprüler açıldı", title_root="", content_root="", content_short=""
    )
    assert found(make_index(tmp_path, [plain]), "köprüler") == ["none"]
