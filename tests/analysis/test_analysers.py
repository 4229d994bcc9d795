"""What every analyser promises, whoever chose it; and the choice itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.analysis import ANALYSERS, Analyser, check_analyser, explained, tokens, word_analyser
from mekik.analysis.stems import dictionary_languages, rule_languages
from mekik.errors import SettingError
from mekik.page import Document
from mekik.settings import AnalysisSettings

STRANGE = st.text(
    st.one_of(
        st.sampled_from("Iİıi̇ \u0307'’-.ßŞşÇçğâ1٣अि日本語のไท\u00ad\u200d\n"), st.characters(exclude_categories=["Cs"])
    ),
    max_size=40,
)
_WORDS = (
    "köprülerden kitabın ADAĞINI cozumler IPHONE hostlardan geliyo Atatürk'ün TBMM'NİN görürmü evlerimizdekiler "
    "ölüverdiler x mi de ki 1326'da 3.500 kâtibi ıspanakların öğretmenlerimizinkilerdenmiş"
)
TURKISH = st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join)


@pytest.mark.parametrize("name", [*ANALYSERS, "de", "fr", "ja"])
@settings(max_examples=60, deadline=None)
@given(text=STRANGE | TURKISH, language=st.sampled_from(["tr", "en", "ja", "xx", ""]))
def test_every_analyser_keeps_its_promises(name: str, text: str, language: str) -> None:
    chosen = AnalysisSettings(analyser=name)
    analyser = word_analyser(language, chosen)
    whole = list(analyser.words(text))
    for word in whole:
        for form in (word.text, word.stem):
            assert form.split() == [form]
        assert 0 <= word.start < word.end <= len(text)
        assert bool(word.short) == analyser.shortens
        assert analyser.forms(word.text)[0] == word.text, "what was folded stays so"
        assert isinstance(analyser.explain(word.text), str)
    assert [word.start for word in whole] == sorted(word.start for word in whole)
    pieces = [word[:3] for piece in text.split() for word in analyser.words(piece)]
    assert pieces == [word[:3] for word in whole]
    if not analyser.stems:
        assert all(word.stem == word.text or not word.text.isascii() for word in whole)


@pytest.mark.parametrize("name", [*ANALYSERS, "de"])
def test_pages_have_the_words_that_queries_have(name: str) -> None:
    chosen = AnalysisSettings(analyser=name, keywords=0)
    text = "Köprülerden geçen IŞIKLARI, cozum önerileri; TBMM'nin kâtibi."
    page = Analyser(chosen).analyse(Document(text=text, language="tr", title="Köprüler"), "http://example.org/")
    expected = tokens(text, page.language, chosen)
    assert page.content_exact.split() == [token.text for token in expected]
    assert page.content_root.split() in ([token.stem for token in expected], [])
    assert bool(page.content_root) == (name not in ("none", "words"))


def test_analysers_differ_as_their_names_say() -> None:
    def stems(name: str) -> list[str]:
        return [token.stem for token in tokens("köprülerden kullandı", "tr", AnalysisSettings(analyser=name))]

    assert stems("words") == ["köprülerden", "kullandı"]
    assert stems("f5") == ["köprü", "kulla"]
    assert stems("auto") == stems("turkish") == stems("prefix") == stems("simplemma") == ["köprü", "kullan"]
    assert stems("snowball") == ["köprü", "kulla"]


def test_the_turkish_analyser_is_for_every_page() -> None:
    turkish = AnalysisSettings(analyser="turkish")
    assert [token.stem for token in tokens("IŞIKLARDAN", "en", turkish)] == ["ışık"]


def test_an_analyser_that_there_is_not() -> None:
    with pytest.raises(SettingError, match="no analyser 'best'"):
        check_analyser(AnalysisSettings(analyser="best"))
    for name in (*ANALYSERS, "de"):
        check_analyser(AnalysisSettings(analyser=name))


@pytest.mark.parametrize("language", sorted(dictionary_languages() | rule_languages()))
def test_every_known_language_has_roots(language: str) -> None:
    """By rules or folding where its dictionary may not be loaded."""
    analyser = word_analyser(language, AnalysisSettings(languages=()))
    assert analyser.stems or language in dictionary_languages() - rule_languages()
    assert word_analyser(language, AnalysisSettings(languages=(language,))).stems


def test_a_language_that_nobody_knows_has_its_words() -> None:
    assert [token.stem for token in tokens("Umntu ngumntu ngabantu", "xh")] == ["umntu", "ngumntu", "ngabantu"]


# A job's own words.


def test_own_words_are_synonyms_misspellings_and_roots(tmp_path: Path) -> None:
    table = tmp_path / "words.txt"
    table.write_text("# araçlar\naraba: otomobil, OTO\nyalnız: yanlız\nIşıkkent:\n", encoding="utf-8")
    for name in ("auto", "prefix"):
        chosen = AnalysisSettings(analyser=name, own_words=str(table))
        found = {token.original: (token.stem, token.by) for token in explained(
            "otomobil otomobillerin Oto arabalar yanlız Işıkkent", "tr", chosen,
        )}  # fmt: skip
        assert found["otomobil"] == found["Oto"] == ("araba", "own"), name
        assert found["otomobillerin"][0] == found["arabalar"][0] == "araba"
        assert found["yanlız"][0] == "yalnız"
        assert found["Işıkkent"] == ("ışıkkent", "own")


def test_another_state_of_the_file_is_another_analyser(tmp_path: Path) -> None:
    table = tmp_path / "words.txt"
    chosen = AnalysisSettings(own_words=str(table))
    for root in ("deniz", "okyanus"):
        table.write_text(f"{root}: umman\n", encoding="utf-8")
        assert [token.stem for token in tokens("umman", "tr", chosen)] == [root]


@pytest.mark.parametrize("content", [b"no colon\n", b"a b: c\n", b"\xff\xfe: x\n", b"x" * 5_000_000])
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    table = tmp_path / "words.txt"
    table.write_bytes(content)
    with pytest.raises(SettingError, match=r"words\.txt"):
        check_analyser(AnalysisSettings(own_words=str(table)))
    with pytest.raises(SettingError, match="missing"):
        check_analyser(AnalysisSettings(own_words=str(tmp_path / "missing")))
