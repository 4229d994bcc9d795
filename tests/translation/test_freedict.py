"""Dictionaries found on the machine."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from translation_fixtures import (  # noqa: F401 - pytest takes them by name
    dictionaries_fixture,
    made_here_fixture,
)
from translation_kit import write_dictionaries, write_dictionary

from mekik.errors import StorageError
from mekik.translation.dictd import entries, installed
from mekik.translation.freedict import FreeDict
from mekik.translation.glosses import MOST_GLOSSES, read_entry


def said(translator: FreeDict, word: str, source: str = "tr", target: str = "en") -> list[str]:
    (answer,) = translator.query([word], source, target).words
    return [one.text for one in answer.renderings]


def test_a_word_is_found_in_any_of_its_forms(dictionaries: FreeDict) -> None:
    assert said(dictionaries, "köprülerden")[0] == "bridge"
    assert said(dictionaries, "KÖPRÜ")[0] == "bridge"
    assert said(dictionaries, "Köprü'nün")[0] == "bridge"


def test_a_dictionary_is_read_backwards(tmp_path: Path) -> None:
    translator = FreeDict(write_dictionaries(tmp_path / "d", "eng-tur"))
    assert translator.knows("tr", "en")
    assert said(translator, "denizler") == ["sea"]
    assert said(translator, "fener") == ["lantern"]


def test_a_verb_is_found_beside_the_noun_that_looks_like_it(dictionaries: FreeDict) -> None:
    """`gönder` is a pole; who writes `gönderdi` means to send."""
    assert {"send", "staff"} <= set(said(dictionaries, "gönderdi"))


def test_a_third_language_helps(dictionaries: FreeDict) -> None:
    assert said(dictionaries, "İskoçya") == ["scotland"]
    assert set(said(dictionaries, "takımlar")) == {"team", "crew"}


def test_compounds_are_taken_apart(dictionaries: FreeDict) -> None:
    assert said(dictionaries, "Apothekentechniker", "de") == ["pharmacy", "technician"]


def test_little_words_of_a_dictionary_are_left_out(dictionaries: FreeDict) -> None:
    assert said(dictionaries, "ändern", "de") == ["change"]


def test_what_only_joins_is_nothing_to_look_for(dictionaries: FreeDict) -> None:
    which, bridge = dictionaries.query(["hangi", "köprü"], "tr", "en").words
    assert which.empty
    assert not bridge.empty


def test_an_unknown_word_may_be_the_same_word(dictionaries: FreeDict) -> None:
    (word,) = dictionaries.query(["ideolojisi"], "tr", "en").words
    assert not word.renderings
    assert "ideology" in word.spellings


def test_without_dictionaries_it_knows_nothing(tmp_path: Path) -> None:
    assert not FreeDict((str(tmp_path / "nowhere"),)).knows("tr", "en")


def test_an_entry_is_read_as_people_read_it() -> None:
    words, glosses = read_entry(
        "Auflage /ˈaʊflˌɑːɡə/ (Aufl. /ˈaʊfl/) <fem, n, sg>\n1. edition <n>, issue\n2. [fin.] run\n"
        '      "zweite Auflage"  - second edition\n   Synonyms: {Ausgabe}\n see: {Auflagen}'
    )
    assert words == ["Auflage"]
    assert glosses == ["edition", "issue", "run"]
    assert read_entry("assyria /ɐsˈɪɹiə/\n1. Asur. Assyrian  Asuri, Asurca.")[1] == ["Asur"]


@pytest.mark.parametrize(
    "entry", ["", "\n\n", "a\n" + "b, " * 100_000, "(" * 10_000, "x\n" + "/" * 10_000, "a\n1. . ; ,"]
)
def test_hostile_entries_cost_nothing(entry: str) -> None:
    _, glosses = read_entry(entry)
    assert len(glosses) <= MOST_GLOSSES


def test_each_entry_comes_once_and_bad_lines_are_passed_over(tmp_path: Path) -> None:
    index = write_dictionary(tmp_path, "tur-eng", ["bir\none", "iki\ntwo"])
    index.write_text(index.read_text() + "broken\n\tÄ\t!\nfar\t////////\tC\nlong\tA\t////\n", encoding="utf-8")
    (file,) = installed((str(tmp_path),))
    assert [entry.split("\n")[0] for entry in entries(file) if entry][:2] == ["bir", "iki"]


def test_a_damaged_text_is_named(tmp_path: Path) -> None:
    index = write_dictionary(tmp_path, "tur-eng", ["bir\none"] * 2000)
    text = index.with_suffix(".dict.dz")
    text.write_bytes(gzip.compress(bytes(range(256)) * 100)[:40])
    translator = FreeDict((str(tmp_path),))
    with pytest.raises(StorageError, match=r"freedict-tur-eng\.dict\.dz"):
        translator.query(["kedi"], "tr", "en")


def test_it_is_made_ready_once_and_again_when_the_file_is_damaged(tmp_path: Path) -> None:
    folders = write_dictionaries(tmp_path / "d", "tur-eng")
    told: list[str] = []
    assert said(FreeDict(folders, told.append), "kedi")[0] == "cat"
    assert set(told) == {"freedict-tur-eng"}
    told.clear()
    assert said(FreeDict(folders, told.append), "kedi")[0] == "cat"
    assert told == []
    (made,) = (tmp_path / "made").glob("tr-en-*.words")
    made.write_bytes(b"nothing of the kind")
    assert said(FreeDict(folders, told.append), "kedi")[0] == "cat"
    assert told
