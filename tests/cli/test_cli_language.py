"""mekik language: train, eval, list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import run

TEXTS = Path(__file__).parent.parent.parent / "bench" / "data" / "languages"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share" / "mekik" / "languages"


def test_a_language_is_taught_listed_and_judged(home: Path, tmp_path: Path) -> None:
    learned, kept = tmp_path / "learn.txt", tmp_path / "qaa.txt"
    text = (TEXTS / "tr.txt").read_text(encoding="utf-8").swapcase().translate(str.maketrans("aeiou", "eiouy"))
    half = text.rindex(" ", 0, len(text) // 2)
    learned.write_text(text[:half], encoding="utf-8")
    kept.write_text(text[half:], encoding="utf-8")
    done = run("language", "train", "qaa", str(learned), "--json")
    assert done.code == 0
    answer = json.loads(done.out)
    assert (answer["language"], answer["file"]) == ("qaa", str(home / "qaa.json"))
    assert len(answer["ngrams"]) == 300
    listed = json.loads(run("language", "list", "--identifier", "ngram", "--json").out)
    assert listed["trained"] == ["qaa"]
    assert {"qaa", "tr", "sl"} <= set(listed["identifiers"]["ngram"])
    judged = run(
        "language", "eval", str(kept), "--identifier", "ngram", "--lengths", "8,200", "--pieces", "40", "--json"
    )
    [line] = json.loads(judged.out)["lines"]
    assert (line["identifier"], line["label"]) == ("ngram", "qaa")
    assert line["right"]["200"] == 1.0
    assert line["pieces"] == {"8": 40, "200": 40}


def test_the_table_has_a_line_for_each_identifier_and_language() -> None:
    files = [str(TEXTS / name) for name in ("tr.txt", "tr.more.txt", "de.txt")]
    done = run(
        "language", "eval", *files, "--identifier", "fast", "--identifier", "ngram", "--lengths", "32,500000",
        "--pieces", "30", "--among", "tr,de,en",
    )  # fmt: skip
    assert done.code == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert [row[:2] for row in rows[1:]] == [["fast", "tr"], ["ngram", "tr"], ["fast", "de"], ["ngram", "de"]]
    assert all(float(row[2]) > 80 and row[3] == "-" for row in rows[1:])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("train",), "mekik language train tr"),
        (("train", "tr"), "mekik language train tr"),
        (("train", "TURKISH", "x.txt"), "code of a language"),
        (("train", "tr", "missing.txt"), "missing.txt"),
        (("eval",), "tr.txt"),
        (("eval", "missing.txt"), "Cannot read missing.txt"),
        (("eval", "tr.txt"), "Cannot read tr.txt"),
        (("eval", str(TEXTS), "--lengths", "8,x"), "whole numbers"),
        (("eval", str(TEXTS), "--identifier", "oracle"), "oracle"),
        (("list", "tr"), "takes no names"),
    ],
)
def test_mistakes_are_told(words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("language", *words)
    assert done.code == 2, "their mistake, not ours"
    assert said in done.err


def test_other_encodings_are_refused(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "latin5.txt"
    path.write_bytes("ışık ".encode("iso-8859-9") * 1000)
    done = run("language", "train", "tr", str(path))
    assert done.code == 2
    assert "UTF-8" in done.err
    assert not home.exists()


def test_it_speaks_turkish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "tr")
    path = tmp_path / "x.txt"
    path.write_text((TEXTS / "tr.txt").read_text(encoding="utf-8"), encoding="utf-8")
    done = run("language", "train", "tr", str(path))
    assert "öğrenildi" in done.out


def test_analyze_shows_the_languages_of_a_mixed_text() -> None:
    turkish, english = ((TEXTS / f"{code}.txt").read_text(encoding="utf-8")[:2000] for code in ("tr", "en"))
    answer = json.loads(run("analyze", f"{turkish}\n{english}", "--json").out)
    assert {part["language"] for part in answer["languages"]} == {"tr", "en"}
    assert sum(part["share"] for part in answer["languages"]) == pytest.approx(1, abs=0.01)
    text = f"{turkish}\n{english}"
    for token in answer["tokens"][-20:]:
        assert text[token["start"] : token["end"]].lower().startswith(token["text"][:1]), "places are of the whole text"
    assert "tr 5" in run("analyze", text).out
    assert json.loads(run("analyze", turkish, "--json").out)["languages"] == [{"language": "tr", "share": 1.0}]
    assert json.loads(run("analyze", "Hakkımızda", "--identifier", "ngram", "--json").out)["languages"]
