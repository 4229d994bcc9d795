"""Turkish: the examples of the source, capitals, clitics, spellings, chains of suffixes, and gold lemmas."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stemming_kit import gold_lemmas, pair_scores

from mekik.analysis import explained, tokens
from mekik.analysis.suffixes import agrees, is_chain
from mekik.analysis.turkish import MOST_SPELLINGS, spellings
from mekik.settings import AnalysisSettings

SENTENCE = "Hakem karşılaşma sırasında pozisyonlardaki takdirlerini çoğunlukla Hırvatlar lehine kullandı"
ROOTS = ["hakem", "karşılaş", "sıra", "pozisyon", "takdir", "çoğunluk", "hırvat", "leh", "kullan"]


def roots(text: str, analyser: str = "auto") -> list[str]:
    return [token.stem for token in tokens(text, "tr", AnalysisSettings(analyser=analyser))]


@pytest.mark.parametrize("analyser", ["prefix", "auto"])
def test_the_sentence_of_the_source(analyser: str) -> None:
    assert roots(SENTENCE, analyser) == ROOTS


def told(text: str, analyser: str = "auto") -> list[tuple[str, str]]:
    return [(token.stem, token.by) for token in explained(text, "tr", AnalysisSettings(analyser=analyser))]


def test_the_words_of_the_source() -> None:
    assert told("Ağaçören Ayşe", "prefix") == [("ağaçören", "place"), ("ayşe", "person")]
    assert told("Atatürk'ün delegelerin", "prefix") == [("atatürk", "prefix"), ("delege", "prefix")]
    changed = told("adağı adağına boynunda beyninden", "prefix")
    assert changed == [("adak", "changed"), ("adak", "changed"), ("boyun", "changed"), ("beyin", "changed")]
    assert told("qwxz zz", "prefix") == [("qwxz", ""), ("zz", "")], "nothing found leaves the word as it is"


def test_capitals_in_turkish_and_mixed_text() -> None:
    words = [token.text for token in tokens("ISPARTA İzmir I\u0307ZMİR ışık IŞIK İNTERNET WINDOWS DİYARBAKIR", "tr")]
    assert words == ["ısparta", "izmir", "izmir", "ışık", "ışık", "internet", "wındows", "diyarbakır"]
    assert roots("İNTERNET INTERNET IPHONE iPhone") == ["internet", "internet", "iphone", "iphone"]


def test_loose_dots_and_marks_change_nothing() -> None:
    loose = "I\u0307stanbul'da c\u0327o\u0308zu\u0308mü\u0308n Go\u0308l’ü O\u0308'nün iz\u00admir'de"
    composed = "İstanbul'da çözümü\u0308n Göl’ü Ö'nün izmir'de"
    assert [token.text for token in tokens(loose, "tr")] == [token.text for token in tokens(composed, "tr")]
    assert roots("I\u0307stanbul'dan i\u0307lk") == ["istanbul", "ilk"]


def test_numbers_and_dates_lose_their_suffixes() -> None:
    words = [token.text for token in tokens("1326'da, 29.10.1923'te saat 15.30'da %25'i", "tr")]
    assert words == ["1326", "29", "10", "1923", "saat", "15", "30", "25"]


def test_particles_alone_are_stop_words_and_attached_ones_are_cut() -> None:
    found = explained("geldi mi sen de bilirim ki görürmü olurmu", "tr")
    assert [token.original for token in found if token.stop] == ["mi", "sen", "de", "ki"]
    assert [token.stem for token in found[-2:]] == ["gör", "ol"]


def test_words_without_turkish_letters() -> None:
    assert told("cozum cozumler gorev calisiyor") == [
        ("çözüm", "spelling"), ("çözüm", "spelling"), ("görev", "spelling"), ("çalış", "spelling"),
    ]  # fmt: skip


def test_words_that_the_dictionary_does_not_have() -> None:
    assert told("hostlardan geliyo kâtibi varyansları") == [
        ("host", "plural"), ("gel", "spoken"), ("katip", "dictionary"), ("varyans", "plural"),
    ]  # fmt: skip
    assert roots("sternberg karaaslan gilbert skill fast down") == [
        "sternberg", "karaaslan", "gilbert", "skill", "fast", "down",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "chain",
    ["ler", "lerimizden", "ın", "daki", "dakilerin", "iyormuş", "mayacaklar", "ebildiğimiz", "lık", "sızlıktan", "mı"],
)
def test_chains(chain: str) -> None:
    assert is_chain(chain)


@pytest.mark.parametrize("chain", ["xyz", "berg", "den" * 20, "lermekyor", "l", "tr"])
def test_no_chains(chain: str) -> None:
    assert not is_chain(chain)


def test_vowels_agree() -> None:
    assert agrees("ev", "ler")
    assert not agrees("ev", "lar")
    assert agrees("tbmm", "den")


@settings(max_examples=100, deadline=None)
@given(st.text("cgiosuıabğ", max_size=100))
def test_spellings_are_few_and_others(word: str) -> None:
    found = list(spellings(word))
    assert len(found) < MOST_SPELLINGS
    assert word not in found
    assert all(len(spelling) == len(word) for spelling in found)


@settings(max_examples=100, deadline=None)
@given(st.text("aeıiklmnrtdşğzy", min_size=1, max_size=100))
def test_any_word_has_a_root_in_bounded_time(word: str) -> None:
    """faults: nested suffixes could make a pattern try for ever."""
    assert roots(word)[0]


def test_pairs_of_gold_lemmas() -> None:
    """The treebank's words, each with the root that people gave it: which pairs belong together."""
    gold = gold_lemmas()
    if gold is None:
        pytest.skip("the package turkish-treebanks is not installed (pip install --no-deps turkish-treebanks)")
    ours = pair_scores(gold, {word: roots(word)[0] for word in gold})
    assert ours.f1 >= 0.85
    for other in ("snowball", "f5", "prefix", "simplemma"):
        assert pair_scores(gold, {word: roots(word, other)[0] for word in gold}).f1 < ours.f1
