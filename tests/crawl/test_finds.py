"""What is picked out of pages follows the pages: found, changed, gone, found again without a request."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from crawl_kit import OPTIONS

import mekik
from hostile import HostileServer, answer
from mekik.errors import UsageError
from mekik.workspace import Workspace

QUICK: dict[str, Any] = {
    **OPTIONS,
    "name": "job",
    "frontier.retries": 0,
    "parse.timeout": 30.0,
    "index.enabled": False,
    "discovery.places": [],
    "capture.phones": False,
}


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


def page(text: str, head: str = "", etag: str = "") -> bytes:
    headers = [f"ETag: {etag}"] if etag else []
    return answer(200, f"<title>t</title>{head}<p>{text}".encode(), *headers)


def crawl(folder: Path, server: HostileServer, **options: Any) -> Workspace:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    workspace.crawl(server.root + "/", {**QUICK, **named})
    return workspace


def values(workspace: Workspace) -> list[tuple[str, str]]:
    return [(find.url.rpartition("/")[2], find.value) for find in workspace.finds("job")]


def test_a_page_that_changed_keeps_what_is_still_there_and_loses_the_rest(folder: Path, server: HostileServer) -> None:
    server.on("/", page("first@example.org and second@example.org"))
    workspace = crawl(folder, server)
    before = {find.value: find for find in workspace.finds()}
    assert set(before) == {"first@example.org", "second@example.org"}
    server.on("/", page("second (at) example.org and third@example.org"))
    workspace = crawl(folder, server)
    after = {find.value: find for find in workspace.finds()}
    assert set(after) == {"second@example.org", "third@example.org"}
    again, old = after["second@example.org"], before["second@example.org"]
    assert (again.id, again.found_at) == (old.id, old.found_at)
    assert (again.original, old.original) == ("second (at) example.org", "second@example.org")
    assert after["third@example.org"].id > max(find.id for find in before.values())
    assert [snapshot.finds for snapshot in workspace.status()] == [2]


def test_a_server_with_a_fault_costs_nothing_and_a_page_that_is_gone_all(folder: Path, server: HostileServer) -> None:
    server.on("/", page("a@example.org"))
    assert values(crawl(folder, server)) == [("", "a@example.org")]
    server.on("/", answer(500))
    assert values(crawl(folder, server)) == [("", "a@example.org")]
    server.on("/", page("nothing"))
    assert values(crawl(folder, server)) == []
    server.on("/", page("b@example.org"))
    assert values(crawl(folder, server)) == [("", "b@example.org")]
    server.on("/", answer(404))
    workspace = crawl(folder, server)
    assert values(workspace) == [("", "b@example.org")], "missing once, it may be back"
    workspace.capture("job")
    assert values(workspace) == [("", "b@example.org")]
    assert values(crawl(folder, server)) == []
    workspace.capture("job")
    assert values(workspace) == []


def test_what_was_picked_out_of_a_page_comes_back_with_it(folder: Path, server: HostileServer) -> None:
    server.on("/", page("a@example.org"))
    for reply in (page("a@example.org"), answer(410), answer(410)):
        server.on("/", reply)
        workspace = crawl(folder, server, index__enabled=True)
    assert values(workspace) == []
    assert workspace.restore(["all"], "job").restored == [server.root + "/"]
    assert values(workspace) == [("", "a@example.org")]
    workspace.capture("job")
    assert values(workspace) == [("", "a@example.org")]


def test_an_unchanged_page_keeps_its_finds_and_a_copy_has_none(folder: Path, server: HostileServer) -> None:
    link = '<a href="/copy">copy</a> a@example.org'
    server.on("/", page(link, etag='"1"'))
    server.on("/copy", page(link, etag='"1"'))
    workspace = crawl(folder, server)
    assert values(workspace) == [("", "a@example.org")]
    server.on("/", answer(304, b"", 'ETag: "1"'))
    assert values(crawl(folder, server)) == [("", "a@example.org")]
    workspace.capture("job")
    assert values(workspace) == [("", "a@example.org")]


def test_a_new_pattern_is_looked_for_in_the_archive_without_a_request(folder: Path, server: HostileServer) -> None:
    server.on("/", page('ISBN 978-975-07-0000-1, a@example.org <a href="/b">b</a>'))
    server.on("/b", page("ISBN 978-975-07-0001-8"))
    workspace = crawl(folder, server, capture__emails=False)
    assert values(workspace) == []
    with pytest.raises(UsageError, match="Nothing is to be picked out"):
        workspace.capture("job")
    asked = len(server.requests)
    result = workspace.capture("job", {"capture.patterns.isbn": "ISBN ([0-9-]{17})", "capture.emails": True})
    assert (result.pages, result.finds, result.kinds) == (2, 3, {"isbn": 2, "email": 1})
    assert sorted(values(workspace)) == [
        ("", "978-975-07-0000-1"), ("", "a@example.org"), ("b", "978-975-07-0001-8"),
    ]  # fmt: skip
    assert len(server.requests) == asked
    again = workspace.capture("job", {"capture.emails": False})
    assert again.kinds == {"isbn": 2}
    assert [find.value for find in workspace.finds(kind="isbn", limit=1)] == ["978-975-07-0001-8"]


def test_a_number_without_a_country_belongs_to_the_language_of_its_page(folder: Path, server: HostileServer) -> None:
    text = "Kütüphanemiz her gün açıktır, sorularınız için telefon: 0212 555 00 00 numarasını arayabilirsiniz."
    server.on("/", page(text))
    workspace = crawl(folder, server, capture__phones=True, index__enabled=True)
    assert values(workspace) == [("", "+902125550000")]
    workspace.capture("job")
    assert values(workspace) == [("", "+902125550000")]
    workspace.capture("job", {"capture.country": "DE"})
    assert "+902125550000" not in dict(values(workspace)).values()


def test_pages_are_left_alone_that_ask_for_it(folder: Path, server: HostileServer) -> None:
    server.on("/", page('<a href="/no">no</a> <a href="/quiet">quiet</a> a@example.org'))
    server.on("/no", page("b@example.org", head='<meta name="robots" content="noindex">'))
    server.on("/quiet", page("Write to c@example.org", head='<meta name="robots" content="nosnippet">'))
    workspace = crawl(folder, server)
    assert values(workspace) == [("", "a@example.org"), ("quiet", "c@example.org")]
    assert [bool(find.context) for find in workspace.finds()] == [True, False]
    other = crawl(folder.with_name("other"), server, robots__obey=False)
    assert sorted(value for _, value in values(other)) == ["a@example.org", "b@example.org", "c@example.org"]


def test_an_expression_that_takes_for_ever_costs_its_page_only(folder: Path, server: HostileServer) -> None:
    """faults: 26"""
    server.on("/", page('<a href="/many">many</a> a@example.org'))
    server.on("/many", page("<b>x</b>" * 20_000))
    slow = "//b[count(preceding::b[count(preceding::b) > 3]) > 3]"
    workspace = crawl(folder, server, capture__xpath={"slow": slow}, parse__timeout=3.0, parse__workers=1)
    assert workspace.why(server.root + "/many").outcome == "parse_timeout"
    assert values(workspace) == [("", "a@example.org")]


def test_deep_pages_and_selectors(folder: Path, server: HostileServer) -> None:
    """faults: 26"""
    server.on("/", page("<div>" * 60_000 + "a@example.org <h1>deep</h1>"))
    workspace = crawl(folder, server, capture__css={"head": "div h1"}, capture__xpath={"top": "//title"})
    assert {find.kind: find.value for find in workspace.finds()}["email"] == "a@example.org"


def test_new_finds_are_told_as_they_come(folder: Path, server: HostileServer) -> None:
    server.on("/", page("a@example.org 12 TL"))
    workspace = crawl(folder, server)
    told = workspace.finds(follow=True)
    assert next(told).value == "a@example.org"
    workspace.capture("job", {"capture.patterns.money": r"\d+ TL"})
    assert next(told).value == "12 TL"
    told.close()  # type: ignore[attr-defined]  # it is a generator


def test_exports_are_inert_in_csv_and_plain_elsewhere(folder: Path, server: HostileServer, tmp_path: Path) -> None:
    """faults: 36, 37"""
    evil = ["=1+1", "+49 30 1234567", "-2", "@SUM(A1)", "<script>alert(1)</script>", "\x1b[31mred", "\u202eabc"]
    items = "".join(f"<li>{text.replace('<', '&lt;')}</li>" for text in evil)
    server.on("/", page(f"<ul>{items}</ul>"))
    workspace = crawl(folder, server, capture__emails=False, capture__css={"item": "li"})
    target = tmp_path / "finds"
    assert workspace.export("finds", target).records == len(evil)
    with target.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["value"] for row in rows] == ["'" + text if text[0] in "=+-@" else text for text in evil]
    assert all(row["original"][:1] not in ("=", "+", "-", "@") for row in rows)
    workspace.export("finds", target, format="jsonl")
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [line["value"] for line in lines] == evil
    assert lines[0]["url"] == server.root + "/"
    assert (lines[1]["kind"], lines[1]["place"], lines[1]["offset"]) == ("item", "css", 2)
    workspace.export("finds", target, format="parquet")
    assert pyarrow.parquet.read_table(target).to_pylist() == lines
    with pytest.raises(UsageError, match="xls"):
        workspace.export("finds", target, format="xls")


def test_pages_go_to_parquet(folder: Path, server: HostileServer, tmp_path: Path) -> None:
    server.on("/", page('Elma <a href="/b">b</a>'))
    server.on("/b", page("Armut"))
    workspace = crawl(folder, server, index__enabled=True)
    target = tmp_path / "pages.parquet"
    assert workspace.export("parquet", target).records == 2
    rows = pyarrow.parquet.read_table(target).to_pylist()
    assert sorted((row["url"], row["text"]) for row in rows) == [
        (server.root + "/", "Elma b"), (server.root + "/b", "Armut"),
    ]  # fmt: skip
    workspace.export("jsonl", tmp_path / "pages.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    by_url = {line["url"]: line for line in lines}
    for row in rows:
        line = by_url.pop(row["url"])
        assert row.pop("keywords") == " ".join(line.pop("keywords"))
        assert row == line
    assert not by_url


def test_what_is_missing_for_parquet_is_named(
    folder: Path, server: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on("/", page("a@example.org"))
    workspace = crawl(folder, server)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'mekik\[parquet\]'"):
        workspace.export("finds", tmp_path / "x", format="parquet")
