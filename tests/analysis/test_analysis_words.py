"""Text to words, in the habits of several languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.analysis import Token, query_tokens, tokens
from mekik.analysis.casing import fold, fold_turkish
from mekik.settings import AnalysisSettings

LETTERS = st.text(
    st.one_of(
        st.sampled_from("Iİıi̇ \u0307\u0301'’-_.,ßŞşÇç1٣अि日本語の\u00ad\u200d\u00a0\u2003\x1f\x85\ufdfaŉﬁ\n\t"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


def texts(text: str, language: str) -> list[str]:
    return [token.text for token in tokens(text, language)]


def stems(text: str, language: str) -> list[str]:
    return [token.stem for token in tokens(text, language)]


def test_turkish_capitals() -> None:
    assert texts("ISPARTA İSTANBUL Iğdır İzmir", "tr") == ["ısparta", "istanbul", "ığdır", "izmir"]
    assert texts("ISPARTA İSTANBUL", "en") == ["isparta", "istanbul"]
    assert texts("I\u0307zmir i\u0307zmir", "tr") == ["izmir", "izmir"]


@pytest.mark.parametrize("apostrophe", "'’ʼ")
def test_turkish_apostrophes_cut_suffixes(apostrophe: str) -> None:
    text = f"Atatürk{apostrophe}ün 1326{apostrophe}da TBMM{apostrophe}NİN"
    assert texts(text, "tr") == ["atatürk", "1326", "tbmm"]
    assert tokens(text, "tr")[0] == Token("atatürk", "atatürk", 0, 10, "atatü")


def test_a_single_letter_before_an_apostrophe_is_no_root() -> None:
    assert texts("D'Artagnan", "tr") == texts("d'artagnan", "tr") == ["d", "artagnan"]


def test_turkish_roots_and_short_forms() -> None:
    sentence = "Hakem karşılaşma sırasında pozisyonlardaki takdirlerini çoğunlukla Hırvatlar lehine kullandı"
    assert stems(sentence, "tr") == [
        "hakem", "karşılaş", "sıra", "pozisyon", "takdir", "çoğunluk", "hırvat", "leh", "kullan",
    ]  # fmt: skip
    assert stems("evlerimizden kitapları EVLERİMİZDEN", "tr") == ["ev", "kitap", "ev"]
    assert [token.short for token in tokens("evlerimizden ev", "tr")] == ["evler", "ev"]


def test_other_languages() -> None:
    assert stems("The dog's houses", "en") == ["the", "dog", "house"]
    assert stems("Häuser HÄUSER", "de") == ["haus", "haus"]
    assert texts("straße STRASSE", "de") == ["strasse", "strasse"]
    assert texts("l'homme d’état", "fr") == ["l", "homme", "d", "état"]
    assert [token.short for token in tokens("houses", "en")] == [""]


def test_a_language_without_its_dictionary_has_snowball_or_plain_words() -> None:
    only_turkish = AnalysisSettings(languages=("tr",))
    assert [token.stem for token in tokens("running houses", "en", only_turkish)] == ["run", "hous"]
    assert stems("kelime xhosa", "xh") == ["kelime", "xhosa"]


def test_no_analyser_means_plain_words() -> None:
    plain = AnalysisSettings(analyser="none")
    assert [(token.text, token.stem) for token in tokens("EVLERİ Houses", "tr", plain)] == [
        ("evleri", "evleri"), ("houses", "houses"),
    ]  # fmt: skip


def test_a_named_analyser_is_for_every_language() -> None:
    turkish = AnalysisSettings(analyser="tr")
    assert [token.stem for token in tokens("evlerimizden", "de", turkish)] == ["ev"]


def test_every_script_gives_words() -> None:
    assert texts("हिन्दी में", "hi") == ["हिन्दी", "में"]
    assert texts("Привет, мир!", "") == ["привет", "мир"]
    assert texts("日本語", "ja") == ["日", "本", "語"]
    assert texts("한국어 텍스트", "ko") == ["한국어", "텍스트"]
    assert texts("مرحبا بالعالم", "") == ["مرحبا", "بالعالم"]


def test_punctuation_separates() -> None:
    assert texts("foo_bar foo-bar a@b.com 3.14 (x) «y» …", "") == [
        "foo", "bar", "foo", "bar", "a", "b", "com", "3", "14", "x", "y",
    ]  # fmt: skip


def test_places_point_into_the_text() -> None:
    text = "  Ev, «Evleri» — EVLER'in"
    assert [text[token.start : token.end] for token in tokens(text, "tr")] == ["Ev", "Evleri", "EVLER'in"]


def test_long_words_and_long_queries_are_cut() -> None:
    assert len(tokens("x" * 100_000, "tr")[0].text) == 100
    assert len(query_tokens("a " * 100_000, "tr")) == 1000


@settings(max_examples=200, deadline=None)
@given(LETTERS, st.sampled_from(["tr", "en", "fr", ""]))
def test_tokens_are_never_empty_and_in_order(text: str, language: str) -> None:
    before = 0
    for token in tokens(text, language):
        for form in (token.text, token.stem, token.short or "-"):
            assert form
            assert form.split() == [form]
        assert before <= token.start < token.end <= len(text)
        before = token.end
        assert token.short == (token.text[:5] if language == "tr" else "")


@settings(max_examples=200, deadline=None)
@given(LETTERS)
def test_folding_twice_changes_nothing(word: str) -> None:
    for folding in (fold, fold_turkish):
        assert folding(folding(word)) == folding(word)
