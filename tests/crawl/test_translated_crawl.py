"""Pages that are translated while they are indexed: the universal robot on the demo web, and translators that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from crawl_kit import OPTIONS
from msgspec import UNSET

import mekik
from mekik.lab.demo import DemoWeb
from mekik.search import Hit, Match
from mekik.urls import file_address
from mekik.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parent.parent / "translation"))
from translation_kit import Server, cache_of_its_own, translation_server, write_dictionary

BOOKS = {
    "tur-eng": ["köprü\nbridge", "taş\nstone", "kedi\ncat"],
    "deu-eng": ["Katze <fem>\ncat <n>", "Garten\ngarden"],
    "slv-eng": ["most\nbridge", "knjiga\nbook", "mlinar\nmiller"],
}
PLACES = ["arsiv.gazete", "garten", "knjige", "museum"]
"""Hosts of the demo web with pages in four languages."""


def say_who_translates(data: Path, **settings: Any) -> None:
    data.mkdir(exist_ok=True)
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    (data / "translation.toml").write_text("\n".join(["[translation]", *lines]), encoding="utf-8")


@pytest.fixture(scope="module", name="universal")
def universal_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Crawled by the preset. Queries are not translated."""
    folder = tmp_path_factory.mktemp("universal")
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", cache_of_its_own(folder))
    (folder / "dictd").mkdir()
    for pair, entries in BOOKS.items():
        write_dictionary(folder / "dictd", pair, entries)
    data = folder / "data"
    say_who_translates(data, translator="freedict", folders=[str(folder / "dictd")], queries=False)
    with DemoWeb(crawl_delay=0.01, slow=0.3, retry_after=1) as web:
        workspace = mekik.open(data)
        port = web.seeds[0].rpartition(":")[2].strip("/")
        seeds = [f"http://{place}.localhost:{port}/" for place in PLACES]
        bounded = {"scope.kind": "host", "discovery.sitemaps": False, "scope.max_depth": 3}
        workspace.crawl(seeds, {**OPTIONS, **bounded}, robot="universal")
    yield workspace
    patch.undo()


def hits(workspace: Workspace, query: str, **options: Any) -> dict[str, Hit]:
    return {hit.url: hit for hit in workspace.search(query, limit=100, **{"translate": True, **options}).hits}


def test_an_english_word_finds_pages_in_three_languages(universal: Workspace) -> None:
    languages = {hit.language for hit in hits(universal, "bridge", source="en").values()}
    assert {"tr", "sl"} <= languages
    assert {"de"} <= {hit.language for hit in hits(universal, "cat", source="en").values()}
    assert not {hit.language for hit in hits(universal, "bridge", translate=False).values()} & {"tr", "sl"}


def test_a_hit_shows_the_words_of_the_page_and_names_those_of_the_translation(universal: Workspace) -> None:
    found = hits(universal, "stone bridge", source="en")
    (hit,) = [hit for url, hit in found.items() if "Taş köprünün" in hit.title]
    assert set(hit.matched or ()) == {Match("stone", "Taş", "stone"), Match("bridge", "köprünün", "bridge")}
    marked = {hit.snippet.text[start:end] for start, end in hit.snippet.highlights}
    assert {"taş", "köprü"} <= marked
    assert not any("bridge" in word for word in marked)


def test_it_works_for_who_does_not_name_the_language(universal: Workspace) -> None:
    result = universal.search("stone bridge", translate=True)
    assert any("köprü" in hit.title for hit in result.hits)
    assert "the query is not translated" in result.notices


def test_the_index_made_anew_finds_the_same(universal: Workspace) -> None:
    before = {query: hits(universal, query, source="en") for query in ("bridge", "cat", "stone bridge", "miller")}
    assert before["miller"]
    universal.reindex()
    for query, known in before.items():
        again = hits(universal, query, source="en")
        assert again.keys() == known.keys()
        assert [hit.matched for hit in again.values()] == [hit.matched for hit in known.values()]
        assert [hit.score for hit in again.values()] == pytest.approx([hit.score for hit in known.values()], rel=0.02)


# translators that fail


@pytest.fixture(name="server")
def server_fixture() -> Iterator[Server]:
    with translation_server() as running:
        yield running


def pages(folder: Path, number: int = 3) -> Path:
    folder.mkdir()
    for place in range(number):
        text = f"Kasabanın {place} numaralı köprüsü çok eskidir. Bu köprüden yıllardır kervanlar ve yolcular geçermiş."
        (folder / f"{place}.txt").write_text(text, encoding="utf-8")
    return folder


def crawl(data: Path, folder: Path, **more: Any) -> Workspace:
    workspace = mekik.open(data)
    settings = {"fetch.allow_files": [str(folder)], "name": "texts", "parse.workers": 1, "translation.documents": True}
    workspace.crawl(file_address(os.fsencode(folder) + b"/"), {**settings, **more})
    return workspace


def by_server(server: Server, **more: Any) -> dict[str, Any]:
    return {"translator": "libretranslate", "server": server.address, "allow_addresses": ["127.0.0.0/8"],
            "queries": False, **more}  # fmt: skip


def reasons(data: Path) -> list[str]:
    lines = (data / "jobs" / "texts" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [entry.get("reason", "") for entry in map(json.loads, lines) if entry["url"].endswith(".txt")]


def test_a_broken_server_costs_translations_only(tmp_path: Path, server: Server) -> None:
    server.way = "slow"
    say_who_translates(tmp_path / "data", **by_server(server, timeout=0.5))
    workspace = crawl(tmp_path / "data", pages(tmp_path / "texts"))
    assert workspace.search("köprü").total == 3
    assert all("not translated into en: the translation server" in reason for reason in reasons(tmp_path / "data"))
    assert sum(path == "/translate" for path, _ in server.asked) == 1, "who just failed is not asked for every page"
    server.way = "well"
    say_who_translates(tmp_path / "data", **by_server(server, timeout=30.0))
    workspace.reindex()
    asked = [fields["q"][0] for path, fields in server.asked if path == "/translate"]
    assert len(asked) == 4
    assert all("köprüsü" in text for text in asked)
    # This server gives the text back in brackets, which is enough to be found by as if it were English.
    result = workspace.search("köprüsü", translate=True, source="en")
    assert {hit.url.rpartition("/")[2] for hit in result.hits} == {"0.txt", "1.txt", "2.txt"}
    assert all(hit.matched == (Match("köprüsü", "köprüsü", UNSET),) for hit in result.hits)


def test_a_translator_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    say_who_translates(tmp_path / "data", translator="argos", queries=False)
    workspace = crawl(tmp_path / "data", pages(tmp_path / "texts"))
    assert workspace.search("köprü").total == 3
    assert all("Argos Translate is not installed" in reason for reason in reasons(tmp_path / "data"))


def test_a_killed_translator_costs_one_page(tmp_path: Path, server: Server) -> None:
    """It is killed while a page waits for the server."""
    server.way = "slow"
    say_who_translates(tmp_path / "data", **by_server(server, timeout=30.0))
    ends = time.monotonic() + 60

    def kill() -> None:
        while time.monotonic() < ends and not any(path == "/translate" for path, _ in server.asked):
            time.sleep(0.02)
        for pid in translators():
            os.kill(pid, signal.SIGKILL)
        server.way = "well"

    killer = Thread(target=kill)
    killer.start()
    try:
        crawl(tmp_path / "data", pages(tmp_path / "texts"))
    finally:
        killer.join()
    assert sum("its translator went down" in reason for reason in reasons(tmp_path / "data")) == 1
    assert sum("not translated" in reason for reason in reasons(tmp_path / "data")) == 1


def test_a_killed_engine_loses_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It dies when the state knows of the pages and the index does not: they are read and translated again."""
    monkeypatch.setenv("XDG_CACHE_HOME", cache_of_its_own(tmp_path))
    write_dictionary(tmp_path, "tur-eng", BOOKS["tur-eng"])
    data, folder = tmp_path / "data", pages(tmp_path / "texts", 12)
    say_who_translates(data, translator="freedict", folders=[str(tmp_path)], queries=False)
    crawling = [sys.executable, "-m", "mekik", "crawl", str(folder), "--data", str(data), "--name", "texts"]
    crawling += ["--set", "translation.documents=true", "--set", "parse.workers=1"]
    killed = subprocess.run(
        crawling, env={**os.environ, "MEKIK_FAIL_AT": "index.before_commit:1"}, capture_output=True, timeout=120
    )
    assert killed.returncode == -signal.SIGKILL
    workspace = mekik.open(data)
    workspace.resume()
    result = workspace.search("bridge", translate=True, source="en", limit=20, similar="all")
    assert result.total == 12
    assert all(hit.matched for hit in result.hits)


def translators() -> list[int]:
    """Those that this process started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"mekik.crawl.translate_main" in words and str(os.getpid()).encode() in words:
                found.append(int(entry.name))
    return found
