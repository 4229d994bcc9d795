"""mekik xml on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runner import run, run_process
from lxml import etree

import mekik
from hostile import HostileServer, answer


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


def test_a_file(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<title>T</title><h1>Head<a href=x>link</h1>")
    done = run("xml", str(page))
    assert done.code == 0
    assert etree.fromstring(done.out.encode()).findtext(".//title") == "T"
    viewed = run("xml", str(page), "--view", "indexer", "--base", "http://example.org/d/")
    link = etree.fromstring(viewed.out.encode()).find("link")
    assert link is not None
    assert (link.get("href"), link.get("weight"), link.text) == ("http://example.org/d/x", "heading", "link")


def test_an_encoding_that_nobody_knows_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<p>ışık".encode("windows-1254"))
    done = run("xml", str(page), "--charset", "windows-1245")
    assert (done.code, "windows-1245" in done.err) == (2, True)
    assert "ışık" in run("xml", str(page), "--charset", "windows-1254").out


def test_standard_input_as_json() -> None:
    done = run_process("xml", "-", "--json", input="<p>x")
    told = json.loads(done.out)
    assert (told["source"], told["view"]) == ("-", "full")
    assert etree.fromstring(told["xml"].encode()).findtext(".//p") == "x"


def test_the_output_is_utf8_in_every_locale() -> None:
    done = run_process("xml", "-", input="<p>ığdır", env={"PYTHONUTF8": "1"})
    bare = run_process("xml", "-", input="<p>ığdır", env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"})
    assert "ığdır" in done.out
    assert bare.out == done.out


def test_a_missing_file(tmp_path: Path) -> None:
    done = run("xml", str(tmp_path / "none.html"))
    assert done.code == 2
    assert "Cannot read" in done.err


def test_a_page_of_the_archive(tmp_path: Path, server: HostileServer) -> None:
    server.on("/", answer(200, b"<title>Kept</title><p>words <a href=/secret>s</a>"))
    server.on("/secret", answer(200, b"<meta name=robots content=noarchive><p>hidden words"))
    workspace = mekik.open(tmp_path)
    workspace.crawl(server.root + "/", {"fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0})
    shown = run("xml", server.root + "/", "--view", "indexer", "--data", str(tmp_path))
    assert shown.code == 0
    assert f'<link href="{server.root}/secret"' in shown.out
    refused = run("xml", server.root + "/secret", "--data", str(tmp_path))
    assert refused.code == 2
    assert "noarchive" in refused.err
    assert "hidden" not in refused.out
    unknown = run("xml", server.root + "/unknown", "--data", str(tmp_path))
    assert unknown.code == 2
    assert "mekik why" in unknown.err
