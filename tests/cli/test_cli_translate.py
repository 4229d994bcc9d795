"""mekik search --translate, with dictionaries of the test's own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cli_runner import run

from mekik.translation import lexicon

sys.path.insert(0, str(Path(__file__).parent.parent / "translation"))
from translation_kit import write_dictionaries


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(lexicon, "_KIND", str(tmp_path / "made"))
    (folder,) = write_dictionaries(tmp_path / "dictd")
    pages = [
        ("https://example.org/bridge", "The old bridge", "There is an old bridge over the river near the town."),
        (
            "https://example.org/keeper",
            "A keeper",
            "The lighthouse stands on a rock in the sea; its keeper sleeps.",
        ),
    ]
    lines = [json.dumps({"url": url, "title": title, "text": text}) for url, title, text in pages]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), encoding="utf-8")
    data = tmp_path / "data"
    assert run("import", tmp_path / "pages.jsonl", "--data", data).code == 0
    (data / "translation.toml").write_text(f"[translation]\nfolders = [{json.dumps(folder)}]\n", encoding="utf-8")
    return data


def test_a_hit_shows_its_language_and_the_words_that_matched(data: Path) -> None:
    done = run("search", "deniz feneri", "--translate", "--from", "tr", "--data", data)
    assert done.code == 0, done.err
    assert "https://example.org/keeper" in done.out
    assert "· en ·" in done.out
    assert "Found: deniz = lighthouse" in done.out
    assert "Preparing the dictionary freedict-eng-tur" in done.err
    assert run("search", "deniz feneri", "--data", data).code == 20


def test_programs_get_it_as_json(data: Path) -> None:
    done = run("search", "köprülerden", "--translate", "--from", "tr", "--data", data, "--json")
    answer = json.loads(done.out)
    assert answer["translation"] == {"source": "tr", "languages": ["en"]}
    (hit,) = answer["hits"]
    assert hit["language"] == "en"
    assert hit["matched"] == [{"word": "köprülerden", "found": "bridge"}]


def test_a_wrong_setting_is_named(data: Path) -> None:
    (data / "translation.toml").write_text("[translation]\nsever = 'https://example.org'\n", encoding="utf-8")
    done = run("search", "köprü", "--translate", "--data", data)
    assert done.code == 2
    assert "translation.server" in done.err
