"""mekik search --translate, with dictionaries of the test's own."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from cli_runner import run

from mekik.search.explain import _FIELDS

sys.path.insert(0, str(Path(__file__).parent.parent / "translation"))
from translation_kit import cache_of_its_own, write_dictionaries


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", cache_of_its_own(tmp_path))
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


def test_a_page_that_was_translated_tells_which_of_its_words_were_meant(data: Path, tmp_path: Path) -> None:
    """Without the query being translated; the page keeps its own language."""
    page = {
        "url": "https://example.org/kopru", "title": "Eski köprü",
        "text": "Kasabanın eski köprüsü yıllardır onarılmadı. Köprüden yolcular geçer.",
    }  # fmt: skip
    (tmp_path / "page.jsonl").write_text(json.dumps(page), encoding="utf-8")
    with (data / "translation.toml").open("a", encoding="utf-8") as file:
        file.write("documents = true\nqueries = false\n")
    assert run("import", tmp_path / "page.jsonl", "--data", data).code == 0
    done = run("search", "bridge", "--translate", "--from", "en", "--language", "tr", "--data", data, "--explain")
    assert done.code == 0, done.err
    assert "· tr ·" in done.out
    assert "Found: bridge = köprüsü" in done.out
    assert "translation" in done.out
    assert run("search", "bridge", "--language", "tr", "--data", data).code == 20


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_every_field_of_a_score_has_a_name(locale: str) -> None:
    package = Path(str(resources.files("mekik")))
    shell = tomllib.loads((package / "cli" / "texts" / f"{locale}.toml").read_text("utf-8"))["search"]["reason"]
    pages = tomllib.loads((package / "web" / "texts" / locale / "search.toml").read_text("utf-8"))["why"]
    for field, form in _FIELDS.values():
        assert field in shell
        assert {field, form} <= pages.keys()
