"""Spelling mistakes, by dictionaries of our own and by Debian's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_kit import crawl, page, report

from hostile.server import HostileServer
from mekik.analysis.spelling import LONGEST, Speller, dictionaries_of, package_of, plain_words

DEBIAN = "/usr/share/hunspell"
PROSE = "The keeper of the lighthouse wrote down the weather of every evening in a small book and kept it dry. "


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A dictionary that has the words of PROSE and a rule for plurals."""
    words = sorted({word.strip(".").lower() for word in PROSE.split()} | {"the", "home", "link"})
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    (folder / "en_XX.dic").write_text(f"{len(words)}\n" + "".join(f"{word}/S\n" for word in words))
    (folder / "en_XX.aff").write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n")
    return str(folder)


def installed(language: str) -> str:
    """Debian's dictionary of a language; without it the test is left out, but not where all are to be installed."""
    if not dictionaries_of(language, [DEBIAN]):
        word = f"no dictionary; install it with: apt-get install {package_of(language)}"
        if os.environ.get("CI"):
            pytest.fail(word)
        pytest.skip(word)
    return DEBIAN


def test_mistakes_stand_with_their_page(server: HostileServer, folder: Path, own: str) -> None:
    server.on(
        "/", page("Home", "/a", text=PROSE * 2 + "The lighthose keepers lighthose in Zanzibar3 x_y ABC Istanbul.")
    )
    server.on("/a", page("Home", text=PROSE * 3 + "The evning book."))
    found = report(crawl(folder, server), "spelling", {"report.dictionaries": [own]})
    assert [(row["page"], row["word"], row["times"], row["pages"]) for row in found] == [
        (server.root + "/", "lighthose", 2, 1),
        (server.root + "/a", "evning", 1, 1),
    ]
    assert found[0]["suggestions"] == ["lighthouse"]


def test_words_of_ones_own_are_right_and_lists_are_bounded(server: HostileServer, folder: Path, own: str) -> None:
    wrong = " ".join("qx" + letter * 3 for letter in "abcdefgh")
    server.on("/", page("Home", text=PROSE * 5 + wrong))
    workspace = crawl(folder, server)
    chosen = {"report.dictionaries": [own], "report.spelling_words": ["qxaaa"], "report.max_mistakes": 4}
    found = report(workspace, "spelling", chosen | {"report.suggestions": 0})
    assert [row["word"] for row in found] == ["qxbbb", "qxccc", "qxddd", "qxeee"]
    assert {tuple(row["suggestions"]) for row in found} == {()}


def test_without_a_dictionary_a_note_says_what_to_install(server: HostileServer, folder: Path, tmp_path: Path) -> None:
    server.on("/", page("Home", text=PROSE * 3))
    workspace = crawl(folder, server)
    for table in workspace.tables("spelling", settings={"report.dictionaries": [str(tmp_path)]}):
        assert list(table.rows) == []
        notes = {note.note: note.values for note in table.notes}
    assert notes["no_dictionary"] == {"language": "en", "n": 1, "package": "hunspell-en-us"}


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        ("en", ["lighthouse", "don't", "weathered"], ["lighthose", "recieve"]),
        ("tr", ["kitaplarımızdan", "rüzgâra", "evlerinizdeki"], ["kitablar", "yanlız", "herkez"]),
        ("de", ["vergessen", "morgens"], ["vergesen", "garnicht"]),
    ],
)
def test_dictionaries_of_debian(language: str, right: list[str], wrong: list[str]) -> None:
    speller = Speller(dictionaries_of(language, [installed(language)]))
    assert [word for word in right if not speller.is_right(word)] == []
    assert [word for word in wrong if speller.is_right(word)] == []
    assert language == "tr" or speller.suggest(wrong[0])  # Turkish ones take a second


def test_only_plain_words_are_judged() -> None:
    text = (
        "see don’t can't x=1 foo_bar www.example.org a@b.test CamelCase HTTP naïve, (well) 3rd \u00adsoft e-mail 12 of"
    )
    assert set(plain_words(text)) == {"see", "don't", "can't", "naïve", "well", "soft"}
    assert plain_words("well Well well, “well”")["well"] == 3


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=300))
def test_no_text_brings_it_down(text: str) -> None:
    for word in plain_words(text):
        assert 3 <= len(word) <= LONGEST
        assert word == word.strip()


def test_names_of_languages_do_not_lead_out_of_the_folders(own: str) -> None:
    assert dictionaries_of("../../etc", [own]) == []
    assert dictionaries_of("en", ["/nowhere", own])[0].name == "en_XX.dic"
