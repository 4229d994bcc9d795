"""The command line picks things out of pages, shows and exports them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from cli_runner import run

PAGES = [
    {"url": "https://example.org/a", "title": "A", "text": "Yaz: bilgi [at] example.org, tel 0212 555 00 00",
     "language": "tr"},
    {"url": "https://example.org/b", "title": "B", "text": "ISBN 978-975-07-0000-1 \x1b[31m kitap", "language": "tr"},
]  # fmt: skip
ISBN = "capture.patterns.isbn=ISBN ([0-9-]{17})"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finds")
    documents = folder / "pages.jsonl"
    documents.write_text("\n".join(map(json.dumps, PAGES)), encoding="utf-8")
    data = folder / "data"
    assert run("import", documents, "--data", data).code == 0
    ran = run("capture", "--set", "capture.emails=true", "--set", "capture.phones=true", "--set", ISBN, "--data", data)
    assert ran == (0, "  1  email\n  1  isbn\n  1  phone\n",
                   "3 finds on 2 archived pages of import; no request was made.\n")  # fmt: skip
    return data


def test_the_log_shows_finds(data: Path) -> None:
    ran = run("log", "--finds", "--data", data)
    lines = [line.split("  ", 1)[1] for line in ran.out.splitlines()]
    assert ran.code == 0
    assert lines == [
        "email       bilgi@example.org  https://example.org/a  (bilgi [at] example.org)",
        "phone       +902125550000  https://example.org/a  (0212 555 00 00)",
        "isbn        978-975-07-0000-1  https://example.org/b",
    ]
    (one,) = [json.loads(line) for line in run("log", "--kind", "isbn", "--json", "--data", data).out.splitlines()]
    assert one.keys() == {"id", "url", "kind", "value", "original", "place", "offset", "context", "found_at"}
    assert (one["value"], one["place"]) == ("978-975-07-0000-1", "text")
    assert len(run("log", "--finds", "--limit", "2", "--data", data).out.splitlines()) == 2
    assert run("log", "--finds", "--errors", "--data", data).code == 2


def test_status_and_report_count_finds(data: Path) -> None:
    assert json.loads(run("status", "--json", "--data", data).out)["finds"] == 3
    assert "3 finds" in run("status", "--data", data).out
    report = json.loads(run("report", "--json", "--data", data).out)
    assert {"kind": "isbn", "finds": 1, "values": 1, "pages": 1} in report["finds"]
    assert "Picked out of the pages" in run("report", "--data", data).out


def test_finds_are_exported(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "finds.csv"
    assert run("export", "finds", target, "--data", data).code == 0
    with target.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["value"] for row in rows] == ["bilgi@example.org", "'+902125550000", "978-975-07-0000-1"]
    ran = run("export", "finds", tmp_path / "x", "--format", "parquet", "--json", "--data", data)
    assert json.loads(ran.out)["records"] == 3
    assert run("export", "csv", tmp_path / "y", "--format", "jsonl", "--data", data).code == 2
    assert run("export", "finds", tmp_path / "y", "--format", "xml", "--data", data).code == 2


def test_only_what_is_looked_for_can_be_changed_here(data: Path, tmp_path: Path) -> None:
    assert run("capture", "--set", "frontier.delay=0", "--data", data).code == 2
    assert run("capture", "--set", "capture.patterns.x=(", "--data", data).code == 2
    assert run("capture", "nobody", "--data", data).code == 2
    job = tmp_path / "job.toml"
    job.write_text('[capture]\nemails = true\nphones = true\n[capture.patterns]\nisbn = "ISBN ([0-9-]{17})"\n')
    answer = json.loads(run("capture", "--job", job, "--json", "--data", data).out)
    assert answer == {"job": "import", "pages": 2, "finds": 3, "kinds": {"email": 1, "isbn": 1, "phone": 1}}


def test_a_text_can_be_tried(data: Path) -> None:
    answer = json.loads(
        run("analyze", "--finds", "--language", "tr", "--json", "a (at) example.org 0212 555 00 00").out
    )
    assert [(find["kind"], find["value"]) for find in answer["finds"]] == [
        ("email", "a@example.org"), ("phone", "+902125550000"),
    ]  # fmt: skip
    assert "email: a@example.org (a (at) example.org)" in run("analyze", "--finds", "a (at) example.org").out
