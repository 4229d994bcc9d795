"""The verbs that work on data, on a real crawl of two hosts of the demo web."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_runner import Ran, run, run_process

from mekik.lab.demo import DemoWeb

FLAGS = ("--allow-address", "127.0.0.0/8", "--delay", "0", "--set", "frontier.response_factor=0",
         "--set", "frontier.retry_delay=0.1", "--set", "frontier.connections_per_host=4")  # fmt: skip


class Crawled(NamedTuple):
    web: DemoWeb
    data: Path
    ran: Ran


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    """Everything below only reads it."""
    data = tmp_path_factory.mktemp("cli") / "data"
    with DemoWeb(calendar_months=3, crawl_delay=0, slow=0.1) as web:
        seeds = [web.url("shop.localhost"), web.url("museum.localhost")]
        ran = run_process("crawl", *seeds, "--name", "two", *FLAGS, "--data", data, "--json", env={"MEKIK_LANG": "en"})
        yield Crawled(web, data, ran)


def answer(*arguments: object) -> dict[str, object]:
    """The JSON document of a command that must do well."""
    ran = run(*arguments, "--json")
    assert (ran.code, ran.err) == (0, ""), ran
    assert ran.out.count("\n") == 1
    document = json.loads(ran.out)
    assert isinstance(document, dict)
    return document


def test_crawl_answers_with_one_document_and_tells_progress_beside_it(crawled: Crawled) -> None:
    assert crawled.ran.code == 0, crawled.ran
    finished = json.loads(crawled.ran.out)
    assert (finished["job"], finished["state"], finished["exit_code"]) == ("two", "finished", 0)
    assert finished["counts"]["completed"] > 30
    assert finished["counts"]["waiting"] == finished["counts"]["running"] == 0
    assert "two: running" in crawled.ran.err


def test_status_and_report_have_the_shape_that_others_rely_on(crawled: Crawled) -> None:
    finished = json.loads(crawled.ran.out)
    for verb in ("status", "report"):
        for job in ((), ("two",)):
            document = answer(verb, *job, "--data", crawled.data)
            assert document["job"] == "two"
            assert document["state"] == "finished"
            assert document["counts"] == finished["counts"]
            assert "pages_per_s" in document
    assert len(answer("status", "--data", crawled.data)["jobs"]) == 1  # type: ignore[arg-type]  # a list


def test_report_for_people(crawled: Crawled) -> None:
    out = run("report", "--data", crawled.data).out
    assert "robots_denied" in out
    assert "the site's robots.txt asks us not to" in out
    assert "shop.localhost" in out
    assert run("status", "--data", crawled.data).out.startswith("two: finished")


def test_search_has_the_shape_that_others_rely_on(crawled: Crawled) -> None:
    found = answer("search", "dokuma tezgâhı", "--data", crawled.data, "--language", "tr", "--limit", "2")
    assert {"query", "total", "took_ms", "interpretation", "hits", "facets"} <= set(found)
    assert found["query"] == "dokuma tezgâhı"
    hits = found["hits"]
    assert isinstance(hits, list)
    assert 1 <= len(hits) <= 2
    keys = {"url", "title", "score", "language", "host", "content_type", "fetched_at", "snippet"}
    assert keys <= set(hits[0])
    assert hits[0]["title"].startswith("Küçük dokuma tezgâhı")
    start, end = hits[0]["snippet"]["highlights"][0]
    assert 0 <= start < end <= len(hits[0]["snippet"]["text"])


def test_search_for_people(crawled: Crawled) -> None:
    ran = run("search", "lighthouse", "--data", crawled.data)
    assert ran.code == 0
    assert "  1. " in ran.out
    assert "http://museum.localhost:" in ran.out
    assert "[lighthouse]" in ran.out or "[Lighthouse]" in ran.out
    assert " results, " in ran.out
    assert "\x1b" not in ran.out


def test_search_explains_its_scores(crawled: Crawled) -> None:
    ran = run("search", "lighthouse", "--explain", "--data", crawled.data)
    assert re.search(r"\d\.\d\d  lighthouse · (title|text)", ran.out)
    hit = answer("search", "lighthouse", "--explain", "--data", crawled.data)["hits"][0]  # type: ignore[index]
    assert sum(reason["score"] for reason in hit["why"]) == pytest.approx(hit["score"], abs=0.01)


def test_no_hits(crawled: Crawled) -> None:
    """faults: 73"""
    ran = run("search", "qwertyzuiop", "--data", crawled.data, "--json")
    assert ran.code == 20
    assert json.loads(ran.out)["hits"] == []
    assert run("search", "qwertyzuiop", "--data", crawled.data).code == 20


def test_an_empty_query_is_named_as_such(crawled: Crawled) -> None:
    for query in ("", "  "):
        ran = run("search", query, "--data", crawled.data)
        assert (ran.code, ran.out) == (20, "The query is empty. Name words to look for: mekik search WORDS\n")


def test_one_is_said_as_one(tmp_path: Path) -> None:
    page = tmp_path / "page.jsonl"
    page.write_text(json.dumps({"url": "http://a.example/", "title": "Loom", "text": "A loom for weaving."}))
    imported = run("import", page, "--data", tmp_path / "data")
    assert (imported.code, imported.out) == (0, "1 document imported from 1 file, 0 rejected.\n")
    assert "\n1 result, 1 shown, " in run("search", "loom", "--data", tmp_path / "data").out


@pytest.mark.parametrize("query", ["a:(^", '"', "AND", "((((", "*", "\x1b[2J", "-", "title:"])
def test_odd_queries_get_an_answer(query: str, crawled: Crawled) -> None:
    """faults: 52, 71"""
    ran = run("search", "--data", crawled.data, "--", query)
    assert ran.code in (0, 20)
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("host", "path", "status", "outcome", "sentence"),
    [
        ("museum.localhost", "/", "completed", "ok", "It is searchable."),
        ("shop.localhost", "/sepet", "refused", "robots_denied", "robots.txt asks us not to in line"),
        ("museum.localhost", "/objects/glass-cabinet", "error", "not_found", "the page does not exist"),
        ("shop.localhost", "/urun/pusula?renk=gumus", "completed", "duplicate", "/urun/pusula"),
        ("museum.localhost", "/never-heard-of", "unknown", None, "not known"),
    ],
)
def test_why_answers_for_every_kind_of_address(
    host: str, path: str, status: str, outcome: str | None, sentence: str, crawled: Crawled
) -> None:
    """faults: 74"""
    url = crawled.web.url(host, path)
    why = answer("why", url, "--data", crawled.data)
    assert {"url", "status", "outcome", "reason", "found_on", "depth", "score", "robots", "next_visit",
            "duplicate_of", "captures", "indexed"} <= set(why)  # fmt: skip
    assert (why["status"], why["outcome"]) == (status, outcome)
    told = run("why", url, "--data", crawled.data).out
    assert told.startswith(url)
    assert sentence in told


def test_log_is_a_line_per_address(crawled: Crawled) -> None:
    """faults: 71"""
    lines = run("log", "--data", crawled.data, "--json").out.splitlines()
    entries = [json.loads(line) for line in lines]
    assert len(entries) > 30
    assert {"time", "outcome", "url"} <= set(entries[0])
    last = run("log", "two", "--data", crawled.data, "--json", "--limit", "3").out.splitlines()
    assert last == lines[-3:]
    errors = run("log", "--data", crawled.data, "--errors").out
    assert "not_found" in errors
    assert "robots_denied" not in errors


def test_exports(crawled: Crawled, tmp_path: Path) -> None:
    """faults: 37"""
    to_stdout = run_process("export", "jsonl", "--data", crawled.data)
    documents = [json.loads(line) for line in to_stdout.out.splitlines()]
    assert len(documents) > 20
    assert {"url", "title", "text"} <= set(documents[0])
    table = tmp_path / "pages.csv"
    told = answer("export", "csv", table, "--data", crawled.data)
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert told["records"] == len(rows) > 30
    archive = tmp_path / "pages.warc.gz"
    ran = run("export", "warc", archive, "--data", crawled.data)
    assert (ran.code, ran.out) == (0, "")
    assert archive.read_bytes()[:2] == b"\x1f\x8b"
    assert run("export", "csv", "--data", crawled.data, "--json").code == 2


def test_what_was_exported_can_be_imported(crawled: Crawled, tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    run("export", "jsonl", pages, "--data", crawled.data)
    told = answer("import", pages, "--data", tmp_path / "copy")
    assert told["documents"] == len(pages.read_text(encoding="utf-8").splitlines())
    found = answer("search", "lighthouse", "--data", tmp_path / "copy")
    assert found["total"] == answer("search", "lighthouse", "--data", crawled.data)["total"]
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_text("no document\n")
    for more in ((), ("--json",)):
        assert run("import", nothing, "--data", tmp_path / "copy", *more).code == 4
    missing = run("import", tmp_path / "none.jsonl", "--data", tmp_path / "copy")
    assert missing.code == 2


def test_reindex_finds_the_same(crawled: Crawled) -> None:
    before = answer("search", "lighthouse", "--data", crawled.data)
    told = answer("reindex", "--data", crawled.data)
    assert told["damages"] == 0
    after = answer("search", "lighthouse", "--data", crawled.data)
    assert _urls(after) == _urls(before)


def _urls(found: dict[str, object]) -> set[str]:
    """Hits of the same score may change places, so their order says nothing."""
    hits = found["hits"]
    assert isinstance(hits, list)
    return {hit["url"] for hit in hits}


def test_turkish_answers(crawled: Crawled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "tr")
    assert run("status", "--data", crawled.data).out.startswith("two: bitti")
    told = run("why", crawled.web.url("shop.localhost", "/sepet"), "--data", crawled.data).out
    assert "Reddedildi" in told
    assert "sitenin robots.txt dosyası istemiyor" in told
    assert "Eşleşen sayfa yok" in run("search", "qwertyzuiop", "--data", crawled.data).out
    assert "sonuç" in run("search", "pusula", "--data", crawled.data).out


def test_unknown_jobs_are_a_mistake(crawled: Crawled) -> None:
    for verb in ("status", "report", "log", "stop", "resume"):
        ran = run(verb, "nobody", "--data", crawled.data)
        assert (ran.code, ran.out) == (2, ""), verb
        assert "nobody" in ran.err


def test_nobody_is_there_to_be_told(crawled: Crawled) -> None:
    assert answer("stop", "--data", crawled.data) == {"jobs": []}
    assert run("pause", "--data", crawled.data).out == "No crawl is running.\n"


def test_damage_is_found_and_mended(crawled: Crawled, tmp_path: Path) -> None:
    """faults: 43, 73"""
    archive = tmp_path / "pages.warc.gz"
    data = tmp_path / "data"
    run("export", "warc", archive, "--data", crawled.data)
    run("import", archive, "--data", data)
    assert answer("check", "--data", data) == {"clean": True, "damage": []}
    assert run("check", "--data", data).out == "No damage found.\n"
    file = max(data.glob("archive/*.warc.gz"), key=lambda path: path.stat().st_size)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(content)
    ran = run("check", "--data", data, "--json")
    assert ran.code == 5
    damage = json.loads(ran.out)["damage"]
    assert damage[0]["path"].endswith(file.name)
    assert damage[0]["offset"] > 0
    told = run("check", "--data", data).out.splitlines()
    assert f"at byte {damage[0]['offset']}, record {damage[0]['record']}: " in told[0]
    found = "1 damage" if len(damage) == 1 else f"{len(damage)} damages"
    assert told[-1] == f"{found} found. Mend with: mekik repair --data {data}"
    mended = run("repair", "--data", data).out
    assert re.search(r"written anew.* \(\d+ records kept, 1 lost\)", mended)
    assert run("repair", "--data", data).out == "Nothing to mend.\n"
    assert answer("repair", "--data", data) == {"repairs": []}
    assert run("check", "--data", data).code == 0
