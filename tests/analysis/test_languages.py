"""What every identifier of languages promises, and what each is good for."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from mekik.analysis.languages import NAMES, LanguageIdentifier, available, make
from mekik.analysis.languages.evaluation import cuts, evaluate, labelled_texts
from mekik.analysis.languages.known_words import KnownWords, dictionary_of, key_of
from mekik.analysis.languages.scripts import script_of, written_in
from mekik.analysis.languages.short import ShortIdentifier, spellings
from mekik.errors import UsageError

ROOT = Path(__file__).parent.parent.parent
TEXTS = labelled_texts([ROOT / "bench" / "data" / "languages"])
FLOORS: dict[str, Any] = tomllib.loads((ROOT / "quality.toml").read_text(encoding="utf-8"))["language"]
FEW = ("tr", "en", "de")
"""Languages of the dictionaries that other tests need too: each has to be made once on a machine."""
HOSTILE = {
    "nothing": "",
    "white space": " \n\t ",
    "digits": "1234 5678 90",
    "signs": "!?… — ☃ 🙂",
    "a lone surrogate": "bir \ud800 iki",
    "zero bytes": "bir\0iki\0üç",
    "marks alone": "\u0301\u0301\u0307",
    "one endless word": "a" * 300_000,
    "many lines": "satır\n" * 50_000,
    "all the letters": "".join(map(chr, range(0x20, 0x3000))),
    "half a script": "abc абв אבג 漢字 かな",
    "labels": "__label__tr __label__en",
}


@pytest.fixture(params=NAMES, scope="module")
def identifier(request: pytest.FixtureRequest) -> LanguageIdentifier:
    if request.param not in available():
        pytest.skip(f"{request.param} is not installed")
    return make(request.param, () if request.param in ("fast", "ngram") else FEW, dictionaries=FEW)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_gets_a_known_code_or_none(identifier: LanguageIdentifier, text: str) -> None:
    for declared in ("", "tr", "x-klingon", "EN_us, de", "\ud800", "a" * 5000):
        code, confidence = identifier.identify(text, declared)
        assert code == "" or code in identifier.languages()
        assert 0 <= confidence <= 1
        assert code or confidence == 0


@pytest.mark.parametrize("text", ["", "   ", "1234", "!?", "1 234 567,89 " * 100, "— … ☃ " * 300, "\n" * 1000])
def test_without_letters_there_is_no_language(identifier: LanguageIdentifier, text: str) -> None:
    assert identifier.identify(text, "tr") == ("", 0.0)


@pytest.mark.parametrize("code", FEW)
def test_long_texts_are_known(identifier: LanguageIdentifier, code: str) -> None:
    assert all(identifier.identify(piece)[0] == code for piece in cuts(TEXTS[code][0], 500, 20, "contract"))


def test_the_answer_is_the_same_every_time(identifier: LanguageIdentifier) -> None:
    pieces = cuts(TEXTS["tr"][0], 12, 20, "again")
    assert [identifier.identify(piece) for piece in pieces] == [identifier.identify(piece) for piece in pieces]


def test_a_declared_language_tips_the_scales_and_no_more(identifier: LanguageIdentifier) -> None:
    text = TEXTS["tr"][0][:400]
    assert identifier.identify(text, "en")[0] == "tr"
    doubtful = [piece for code in FEW for piece in cuts(TEXTS[code][0], 8, 60, "doubtful")]
    helped = sum(identifier.identify(piece, "tr")[0] == "tr" for piece in doubtful)
    assert helped > sum(identifier.identify(piece)[0] == "tr" for piece in doubtful)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UsageError, match="fast, short, ngram, lingua"):
        make("oracle")


def test_short_knows_turkish_by_a_few_words() -> None:
    """The promise, with three of the dictionaries; `make bench` judges with all of them."""
    short = ShortIdentifier(TEXTS, dictionaries=FEW)
    assert len(short.languages()) == len(TEXTS) >= 20, "competitors"
    [line] = evaluate({"short": short}, {"tr": TEXTS["tr"]}, (16, 32, 64, 128), 300)
    assert line.right[16] >= 0.92
    assert line.right[32] >= 0.98
    assert line.right[64] >= 0.99
    assert line.right[128] == 1.0


def test_fast_knows_a_page() -> None:
    lines = evaluate(
        {"fast": make("fast")}, {code: TEXTS[code] for code in ("tr", "en", "fr", "de", "it")}, (128, 512), 200
    )
    assert all(min(line.right.values()) >= 0.995 for line in lines)
    assert min(lines[0].right.values()) == 1.0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("kitap okuyorum", "tr"),
        ("İSTANBUL'DA HAVA NASIL", "tr"),
        ("cozum bulamadim", "tr"),
        ("Schifffahrtsgesellschaft gegründet", "de"),
        ("the weather tomorrow", "en"),
    ],
)
def test_short_reads_queries(text: str, code: str) -> None:
    assert ShortIdentifier(TEXTS, dictionaries=FEW).identify(text)[0] == code


def test_short_tells_scripts_apart() -> None:
    short = ShortIdentifier((*FEW, "el", "ru", "he", "ja", "zh"), dictionaries=FEW)
    for text, code in (("καλημέρα", "el"), ("שלום", "he"), ("こんにちは世界", "ja"), ("привет", "ru")):
        assert short.identify(text)[0] == code


def test_words_without_their_marks_get_them_back() -> None:
    assert "çözüm" in set(spellings("cozum"))
    assert "ışık" in set(spellings("ISIK"))
    assert list(spellings("çözum")) == []
    assert len(list(spellings("u" * 40))) == 0, "too many ways to spell it"


def test_a_dictionary_knows_its_words_and_few_others() -> None:
    words = KnownWords("tr")
    assert all(words.has(key_of(word)) for word in ("kitap", "kitapları", "geliyorum"))
    strange = sum(words.has(key_of(f"qx{number}w")) for number in range(20_000))
    assert strange <= 10
    assert words.size < 6_000_000


def test_languages_without_a_dictionary_have_none() -> None:
    assert (dictionary_of("tr"), dictionary_of("no"), dictionary_of("az")) == ("tr", "nb", "")


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("merhaba", "latin"),
        ("Ελλάδα", "greek"),
        ("日本語です", "kana"),
        ("中文", "han"),
        ("12 !", ""),
        ("ქართული", "georgian"),
    ],
)
def test_scripts(text: str, script: str) -> None:
    assert script_of(text) == script


def test_the_latin_script_says_nothing_of_the_language() -> None:
    assert written_in("merhaba") is None
    assert written_in("Ελλάδα") == frozenset({"el"})


def test_the_promised_floors_are_not_lowered_by_accident() -> None:
    least = {"short.16": 92, "short.32": 98, "short.64": 99.5, "short.long": 100, "fast.long": 100, "fast.rate": 20_000}
    assert all(FLOORS[f"language.{name}"]["at_least"] >= value for name, value in least.items())
    assert FLOORS["language.short.memory"]["at_most"] <= 250


def test_pieces_are_cut_at_the_start_of_words() -> None:
    text = TEXTS["tr"][0]
    for piece in cuts(text, 16, 50, "x"):
        place = text.index(piece)
        assert len(piece) == 16
        assert place == 0 or text[place - 1].isspace() or text.count(piece) > 1
    assert cuts("kısa", 16, 5, "x") == []


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_lingua_refuses_when_memory_would_not_suffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lingua")
    from mekik.analysis.languages import by_lingua

    info = tmp_path / "meminfo"
    info.write_text("MemTotal: 100000 kB\nMemAvailable: 50000 kB\n")
    monkeypatch.setattr(by_lingua, "_MEMORY_INFO", info)
    with pytest.raises(UsageError, match="Name fewer languages"):
        make("lingua")
    info.write_text("nonsense")
    assert make("lingua", ("tr", "en")).languages() == {"tr", "en"}
