"""Compiled dictionaries: the same roots as simplemma's own, from files that may be missing, damaged or forbidden."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from simplemma.strategies import DefaultDictionaryFactory, DefaultStrategy

from mekik.analysis.casing import folding
from mekik.analysis.lemma_files import open_lemmas
from mekik.analysis.lemmas import Lemmas, compiled
from mekik.analysis.stems import Dictionary

SMALL = "ms"
"""A language whose dictionary is made in a blink."""
WORDS = {"Haus": "Haus", "häuser": "Haus", "evleri": "ev", "İzmir'in": "İzmir", "½": "x", "d'accord": "d'accord"}


def fold_letters(lemma: str) -> str:
    folded = lemma.casefold()
    return folded if folded.isalnum() else ""


@lru_cache(maxsize=1)
def small_table() -> bytes:
    return compiled(WORDS, fold_letters, lambda: None)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "cache" / "mekik" / "lemmas"


def unknown_words(forms: list[str], count: int, seed: random.Random) -> Iterator[str]:
    letters = sorted({letter for form in forms[:2000] for letter in form})
    for turn in range(count):
        form = seed.choice(forms)
        if turn % 3 == 0:
            yield "".join(seed.choices(letters, k=seed.randint(1, 14)))
        elif turn % 3 == 1:
            yield form + seed.choice(forms)
        else:
            yield seed.choice(["q", "pre", "un", "İ", "anti-", ""]) + form + seed.choice(["x", "ler", "dan", "s", "'s"])


@pytest.mark.parametrize("language", ["tr", "en"])
def test_roots_are_simplemmas(language: str) -> None:
    seed = random.Random(language)
    factory = DefaultDictionaryFactory(1)
    everything = list(factory.get_dictionary(language))
    forms = seed.sample(everything, 20_000)
    theirs, ours, fold = DefaultStrategy(dictionary_factory=factory), Dictionary(language), folding(language)
    cased = [change(form) for form in forms[:3000] for change in (str.upper, str.capitalize, fold)]
    for word in [*forms, *cased, *unknown_words(forms, 5000, seed), "1", "½", "三", "x'y"]:
        root = fold(theirs.get_lemma(word, language) or word)
        assert ours(word) == (root if root.isalnum() else word), word


def test_a_table_is_the_dictionary_and_knows_what_may_be_answered_at_once() -> None:
    table = Lemmas(small_table())
    assert len(table) == len(WORDS)
    for form, lemma in WORDS.items():
        assert table[form] == table.get(form) == lemma
    for unknown in ("haus", "Evleri", "", "x"):
        assert unknown not in table
    assert table.root("häuser") == table.root("haus") == "haus"
    assert table.root("evleri") == "ev"
    assert table.root("İzmir'in") is table.root("½") is table.root("d'accord") is table.root("unknown") is None
    with pytest.raises(KeyError):
        table["haus"]


def test_a_lemma_that_is_no_word_has_no_root() -> None:
    table = Lemmas(compiled({"aint": "ai n't"}, fold_letters, lambda: None))
    assert table.root("aint") == ""
    assert table["aint"] == "ai n't"


def test_empty_and_unwieldy_dictionaries() -> None:
    assert Lemmas(compiled({}, fold_letters, lambda: None)).root("a") is None
    table = Lemmas(compiled({"long": "x" * 256, "a": "x" * 255}, fold_letters, lambda: None))
    assert "long" not in table
    assert table["a"] == table.root("a") == "x" * 255


def test_damage_is_always_seen() -> None:
    """faults: 43"""
    whole = small_table()
    for length in range(len(whole)):
        with pytest.raises(ValueError, match=r"cut off|damaged"):
            Lemmas(whole[:length])
    for place in range(len(whole)):
        broken = bytearray(whole)
        broken[place] ^= 0x10
        with pytest.raises(ValueError, match=r"cut off|damaged|another format"):
            Lemmas(bytes(broken))


def test_a_file_is_made_once(cache: Path) -> None:
    beats: list[int] = []
    first = open_lemmas(SMALL, lambda: beats.append(1))
    assert len(beats) >= 2
    (made,) = cache.iterdir()
    before = made.stat()
    second = open_lemmas(SMALL, lambda: beats.append(2))
    assert 2 not in beats
    assert made.stat().st_mtime_ns == before.st_mtime_ns
    assert first["berjalan"] == second["berjalan"] == "jalan"


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
def test_a_damaged_file_is_made_anew(cache: Path, damage: bytes | None) -> None:
    """faults: 43"""
    open_lemmas(SMALL, lambda: None)
    (made,) = cache.iterdir()
    whole = made.read_bytes()
    made.unlink()
    made.write_bytes(whole[:-1] if damage is None else damage)
    beats: list[int] = []
    assert open_lemmas(SMALL, lambda: beats.append(1))["berjalan"] == "jalan"
    assert beats
    assert made.read_bytes() == whole
    assert list(cache.iterdir()) == [made]


def test_without_a_cache_there_is_the_temporary_folder(cache: Path, tmp_path: Path) -> None:
    """faults: 42"""
    cache.parent.parent.write_text("a file where the folder would be")
    assert open_lemmas(SMALL, lambda: None)["berjalan"] == "jalan"
    (own,) = tmp_path.glob("mekik-*")
    assert own.stat().st_mode & 0o777 == 0o700
    assert len(list(own.glob("lemmas/*"))) == 1


def test_without_any_folder_there_is_memory(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 42"""
    cache.parent.parent.write_text("a file where the folder would be")
    monkeypatch.setattr(tempfile, "tempdir", str(cache.parent.parent))
    assert open_lemmas(SMALL, lambda: None)["berjalan"] == "jalan"
    assert [found.name for found in tmp_path.iterdir()] == ["cache"]


def test_a_strangers_temporary_folder_is_not_used(cache: Path, tmp_path: Path) -> None:
    cache.parent.parent.write_text("a file where the folder would be")
    open_lemmas(SMALL, lambda: None)
    (own,) = tmp_path.glob("mekik-*")
    own.chmod(0o777)
    beats: list[int] = []
    open_lemmas(SMALL, lambda: beats.append(1))
    assert beats


def test_several_processes_may_make_a_file_at_once(cache: Path) -> None:
    program = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
from mekik.analysis.lemma_files import open_lemmas
print(open_lemmas({SMALL!r}, lambda: None)["berjalan"], resource.getrlimit(resource.RLIMIT_FSIZE)[0])
"""
    running = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[0] for process in running] == ["jalan 1000\n"] * 3
    assert [found.suffix for found in cache.iterdir()] == [".lemmas"]
