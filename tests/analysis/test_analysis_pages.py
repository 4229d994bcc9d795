"""Whole pages: columns that fit together, languages, fingerprints, memory."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mekik.analysis import Analyser, FastTextIdentifier, tokens, word_analyser
from mekik.analysis.latin import latin_words
from mekik.analysis.memory import Memory, TextForms
from mekik.page import Analysis, Document
from mekik.settings import AnalysisSettings

TURKISH = (
    "Kentin en eski çarşısında bu sabah yine kalabalık vardı. Dükkânların önünde bekleyenler, yağmurun dinmesini "
    "umarak çaylarını yudumladı. Belediyenin Ankara'dan gelen yetkilileri yeni yolların açılacağını söyledi. "
)
ENGLISH = (
    "The oldest market of the town was crowded again this morning. People who were waiting in front of the shops "
    "drank their tea and hoped that the rain would stop. Officials said that new roads would be opened soon. "
)
GERMAN = (
    "Auf dem ältesten Markt der Stadt war heute Morgen wieder viel los. Die Leute, die vor den Läden warteten, "
    "tranken ihren Tee und hofften, dass der Regen aufhören würde. Neue Straßen sollen bald eröffnet werden. "
)
ANALYSER = Analyser(AnalysisSettings())


def analysed(text: str, title: str = "", declared: str = "") -> Analysis:
    return ANALYSER.analyse(Document(text=text, title=title, language=declared), "http://example.org/")


@pytest.mark.parametrize(("text", "language"), [(TURKISH, "tr"), (ENGLISH, "en"), (GERMAN, "de")])
def test_language_of_a_page(text: str, language: str) -> None:
    found = analysed(text)
    assert found.language == language
    assert found.confidence > 0.8
    assert analysed(text, declared="en-US").language == language


def test_menus_in_another_language_do_not_decide() -> None:
    menu = "Home About Contact Products Services Careers Press Imprint Privacy Terms of use Site map Log in Register "
    assert analysed(menu + TURKISH * 8 + menu).language == "tr"


def test_little_text_is_not_believed_but_for_the_declaration() -> None:
    assert analysed("Ev", declared="").language == ""
    assert analysed("Merhaba dünya", declared="tr-TR").language == "tr"
    assert analysed("").language == ""
    assert analysed("1 2 3 !!!").language == ""


def test_capitals_have_a_language_too() -> None:
    assert analysed(ENGLISH.upper()).language == "en"


def test_columns_of_a_turkish_page() -> None:
    found = analysed(TURKISH, title="Çarşının YOLLARI")
    assert found.title_exact == "çarşının yolları"
    assert found.title_root.split() == ["çarşı", "yol"]
    assert found.content_exact.startswith("kentin en eski çarşısında")
    assert found.content_root.split()[:4] == ["kent", "en", "eski", "çarşı"]
    assert found.content_short.split()[:2] == ["kenti", "kalab"], "only what differs from the root"


def test_only_turkish_has_a_short_column() -> None:
    assert analysed(ENGLISH).content_short == ""


def test_plain_words_when_no_analyser_is_wanted() -> None:
    plain = Analyser(AnalysisSettings(analyser="none"))
    found = plain.analyse(Document(text="Houses, EVLERİ!", title="A title", language="tr"), "http://example.org/")
    assert (found.content_exact.split(), found.title_exact.split()) == (["houses", "evleri"], ["a", "title"])
    assert (found.content_root, found.content_short, found.title_root) == ("", "", "")


def test_fingerprints() -> None:
    assert analysed(TURKISH).fingerprint == analysed("  " + TURKISH.replace(" ", "\n ")).fingerprint
    assert analysed(TURKISH).fingerprint != analysed(TURKISH + "son").fingerprint
    assert analysed("").fingerprint == 0
    assert analysed("…").fingerprint != analysed("!").fingerprint


TEXT = st.text(
    st.one_of(
        st.sampled_from("Iİıi\u0307'’ .,-_\n\u00a0\u2003\x1c\x85ßşअि日本\u00ad"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=80,
)


@settings(max_examples=200, deadline=None)
@given(TEXT, st.sampled_from([TURKISH, ENGLISH, ""]))
@example("㐀㐀", "")
def test_columns_have_the_same_words_as_tokens(strange: str, known: str) -> None:
    text = known + strange
    found = analysed(text, title=strange)
    msgspec.msgpack.encode(found)
    expected = tokens(text, found.language)
    words, roots = [token.text for token in expected], [token.stem for token in expected]
    assert found.content_exact.split() == words
    stems = found.language and word_analyser(found.language, AnalysisSettings()).stems
    # Without a stemmer, pairs of letters are roots in scripts without blanks.
    assert found.content_root.split() == (roots if stems or roots != words else [])
    if found.language == "tr":
        assert found.content_short.split() == [token.short for token in expected if token.short != token.stem]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("aeiklr.'", min_size=1, max_size=4), max_size=80))
def test_a_small_memory_gives_the_same_as_a_large_one(chunks: list[str]) -> None:
    def letters(text: str) -> bytes:
        return text.upper().encode()

    small, large = Memory(letters, most=5), Memory(letters)
    for chunk in chunks:
        assert small[chunk.encode()] == large[chunk.encode()]
        assert len(small) <= 5


def test_junk_is_not_remembered() -> None:
    forms = TextForms(word_analyser("tr", AnalysisSettings()))
    forms.of("日" * 1000)
    assert not forms.pieces


_SIGNS = "abcİIıişŞğçöüÖÜéßñxS 'd’s‘′\u00ad.,;:!?-_()\"“”…–₺€™²½ªµ×÷«»·→😀0 9\n\t\u200b\u200c日ж\u0301ŉʼ＇"


@settings(max_examples=200, deadline=None)
@given(st.text(_SIGNS, max_size=40) | st.text(max_size=20), st.sampled_from(["tr", "az", "en", "de", ""]))
@example("0′S\xad", "en")
@example("d'Artagnan'ın", "tr")
def test_the_quick_way_gives_the_words_of_the_thorough_one(text: str, language: str) -> None:
    quick = latin_words(text, language)
    if quick is not None:
        thorough = word_analyser(language, AnalysisSettings(languages=())).words(text)
        assert quick.decode().split() == [word.text for word in thorough]


def test_the_quick_way_takes_ordinary_pages() -> None:
    quick = latin_words("Türkiye'nin İstanbul’u “güzel” – 3.500 ₺, çok ışıl 😀!", "tr")
    assert quick is not None
    assert quick.decode().split() == ["türkiye", "istanbul", "güzel", "3", "500", "çok", "ışıl"]
    assert latin_words("日本語", "") is None


def test_another_language_costs_little_memory() -> None:
    """A dictionary is mapped, and not a process's own: German as simplemma loads it takes a hundred megabytes."""
    word_analyser("de", AnalysisSettings()).prepare(lambda: None)
    program = f"""
import re
from mekik.analysis import Analyser
from mekik.page import Document
from mekik.settings import AnalysisSettings
def anonymous():
    return int(re.search(r"RssAnon:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024
analyser = Analyser(AnalysisSettings())
analyser.analyse(Document(text={ENGLISH!r}), "")
before = anonymous()
print(analyser.analyse(Document(text={GERMAN!r}), "").language, anonymous() - before)
"""
    language, megabytes = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert language == "de"
    assert int(megabytes) < 20


def test_identifier_always_has_a_guess() -> None:
    identify = FastTextIdentifier().identify
    assert identify("Merhaba dünya")[0] == "tr"
    assert identify("") == ("", 0.0)
    language, confidence = identify("Ev\nodun")
    assert language
    assert 0 <= confidence <= 1
