"""Cavnar and Trenkle's profiles: how they are made, compared, trained and kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from mekik.analysis.languages import make
from mekik.analysis.languages.evaluation import cuts, labelled_texts
from mekik.analysis.languages.ngram import NgramIdentifier
from mekik.analysis.languages.profiles import KEPT, Profile, all_profiles, built_in, own, ranked, save, train
from mekik.errors import StorageError, UsageError

TEXTS = labelled_texts([Path(__file__).parent.parent.parent / "bench" / "data" / "languages"])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "mekik" / "languages"


def test_ngrams_have_marks_at_the_ends_of_words() -> None:
    """One to four letters; the mark alone is none."""
    assert sorted(ranked("Ev")) == sorted(["e", "v", "_e", "ev", "v_", "_ev", "ev_", "_ev_"])
    assert ranked("aab ab 12 !")[:3] == ["a", "_a", "ab"], "by frequency, then by alphabet"


def test_no_more_than_three_hundred_are_kept() -> None:
    assert len(ranked(TEXTS["tr"][0])) == KEPT == 300
    assert all(len(profile.ngrams.split(" ")) <= KEPT for profile in built_in().values())


def test_the_distance_is_how_far_each_is_out_of_place() -> None:
    identifier = NgramIdentifier({"aa": Profile(letters="", ngrams="t h e"), "bb": Profile(letters="", ngrams="e t q")})
    assert identifier.distance(["t", "h", "e"], "aa") == 0
    assert identifier.distance(["h", "t", "e"], "aa") == 1 + 1 + 0
    assert identifier.distance(["t", "h", "e"], "bb") == 1 + KEPT + 2


def test_a_language_that_nobody_knew_is_learned(home: Path) -> None:
    """An invented one: Turkish with its letters moved on by one."""
    secret = [chr(ord(letter) + 1) if "a" <= letter <= "y" else letter for letter in TEXTS["tr"][0].lower()]
    text = "".join(secret)
    assert make("ngram").identify(text[6000:6300])[0] != "qaa"
    path = save("qaa", train([text[:6000]]))
    assert path == home / "qaa.json"
    assert list(own()) == ["qaa"]
    taught = make("ngram")
    assert all(taught.identify(piece) == ("qaa", 1.0) for piece in cuts(text[6000:], 200, 20, "secret"))
    assert all(taught.identify(piece)[0] == "tr" for piece in cuts(TEXTS["tr"][0], 200, 20, "open"))


def test_a_trained_profile_replaces_the_built_in_one(home: Path) -> None:
    save("tr", train([TEXTS["en"][0]]))
    assert all_profiles()["tr"] != built_in()["tr"]
    assert not list(home.glob("*.part"))


def test_too_little_text_is_refused() -> None:
    with pytest.raises(UsageError, match="too few"):
        train(["iki üç sözcük"])


@pytest.mark.parametrize("code", ["", "t", "TR", "../x", "turk", "t1"])
def test_codes_are_checked_before_they_are_names_of_files(code: str, home: Path) -> None:
    with pytest.raises(UsageError, match="code of a language"):
        save(code, Profile(letters="", ngrams=""))
    assert not home.exists()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"tr": 1}', b'{"../x": {"letters": "", "ngrams": ""}}', b"x" * 1_000_001]
)
def test_a_damaged_profile_is_named(content: bytes, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "tr.json").write_bytes(content)
    with pytest.raises((StorageError, UsageError)):
        all_profiles()


def test_built_in_profiles_are_whole() -> None:
    profiles = built_in()
    assert {"tr", "az", "en", "de", "fr", "it", "sl"} <= profiles.keys()
    assert len(profiles) >= 60
    for code, profile in profiles.items():
        assert len(set(profile.ngrams.split(" "))) == len(profile.ngrams.split(" ")) > 200, code
    assert "ğ" in profiles["tr"].letters
    assert "w" not in profiles["tr"].letters
    assert msgspec.json.decode(msgspec.json.encode(profiles), type=dict[str, Profile]) == profiles


def test_longer_texts_are_known_better() -> None:
    identifier = make("ngram", TEXTS)
    shares = []
    for length in (16, 64, 256):
        pieces = cuts(TEXTS["tr"][0], length, 100, "grow")
        shares.append(sum(identifier.identify(piece)[0] == "tr" for piece in pieces) / len(pieces))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
