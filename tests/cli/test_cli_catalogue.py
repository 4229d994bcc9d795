"""The sentences: complete in both languages, and every one of them used."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from cli_runner import run

import mekik.cli
from mekik.cli.catalogue import catalogue, language, say
from mekik.cli.parser import VERBS
from mekik.cli.verbs.why import WAYS
from mekik.outcome import Outcome, Status
from mekik.page import LinkKind
from mekik.settings import rows

ONLY_TRANSLATED = ("outcome.", "setting.")
SOURCES = sorted(Path(mekik.cli.__file__).parent.rglob("*.py"))


def test_both_languages_have_the_same_keys() -> None:
    english, turkish = catalogue("en"), catalogue("tr")
    assert set(english) == {key for key in turkish if not key.startswith(ONLY_TRANSLATED)}


def test_both_languages_fill_the_same_places() -> None:
    for key, text in catalogue("en").items():
        if key.endswith((".about", ".examples")):
            continue
        assert _places(text) == _places(catalogue("tr")[key]), key


def test_every_outcome_and_setting_is_translated() -> None:
    turkish = catalogue("tr")
    wanted = {f"outcome.{outcome.label}" for outcome in Outcome} | {f"setting.{row.name}" for row in rows()}
    assert wanted == {key for key in turkish if key.startswith(ONLY_TRANSLATED)}


def test_every_status_has_a_sentence() -> None:
    for status in Status:
        assert say(f"why.status.{status.label}")


def test_every_way_to_a_page_has_a_sentence() -> None:
    told = set("LSMF")  # plain links, seeds, sitemaps and feeds have sentences of their own
    assert {kind.letter for kind in LinkKind} - told == set(WAYS)
    assert {key.rpartition(".")[2] for key in catalogue("en") if key.startswith("why.way.")} == set(WAYS)


def test_the_code_asks_only_for_sentences_that_exist() -> None:
    asked = set()
    for source in SOURCES:
        asked |= set(re.findall(r"""\bsay\(["']([\w.]+)["']""", source.read_text(encoding="utf-8")))
    assert len(asked) > 80
    assert asked - set(catalogue("en")) == set()


def test_every_sentence_is_used() -> None:
    code = "\n".join(source.read_text(encoding="utf-8") for source in SOURCES)
    made = (
        "verb.", "group.", "state.", "why.status.", "why.way.", "why.spam_action.", "spam.", "report.title.",
        "report.column.", "report.kind.", "report.note.", "forms.kind.", "forms.state.", "evaluate.column.",
        "gone.why.", "why.rate_by.", "analyze.", "search.reason.",
    )  # keys that are put together  # fmt: skip
    unused = [key for key in catalogue("en") if not key.startswith(made) and f'"{key}"' not in code.replace("'", '"')]
    assert unused == []


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C", "MEKIK_LANG": "tr"}, "tr"),
        ({"LANG": "tr_TR.UTF-8", "MEKIK_LANG": "en"}, "en"),
    ],
)
def test_the_language_is_chosen(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    for name in ("MEKIK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_turkish_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "tr")
    assert "kullanım: mekik KOMUT" in run("--help").out
    for verb in VERBS:
        text = run(verb, "--help").out
        assert text.startswith(f"kullanım: mekik {verb} ")
        assert "options" not in text
    assert "Şunu mu demek istediniz: crawl?" in run("craw").err
    assert run("search").err == "mekik: Eksik: QUERY. Bkz. mekik search --help\n"


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
