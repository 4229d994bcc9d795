"""What pages ask of robots is obeyed by every verb, and what they say about themselves is searchable."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS

import mekik
from hostile import HostileServer, answer
from mekik.archive import import_warc
from mekik.workspace import Workspace

WISHES = ("noindex", "nofollow", "noarchive", "nosnippet")


def _own(name: str) -> str:
    """Words that no other page has, so that none of them brings nothing new."""
    return " ".join(f"{name}{first}{second}" for first in "abcdef" for second in "ghijklm")


def _meta(wish: str) -> bytes:
    return (
        f'<title>{wish}</title><meta name="robots" content="{wish}"><meta name=description content="About {wish}">'
        f"<p>zebra {wish} page {_own('meta' + wish)} <a href=/behind-{wish}>further</a>"
    ).encode()


def _header(wish: str) -> bytes:
    body = f"<title>{wish}</title><p>zebra {wish} header {_own(wish)} <a href=/behind-header-{wish}>further</a>"
    return answer(200, body.encode(), f"X-Robots-Tag: otherbot: none, mekik: {wish}")


@pytest.fixture(scope="module")
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        paths = [f"/{way}-{wish}" for wish in WISHES for way in ("meta", "header")]
        links = "".join(f"<a href={path}>x</a>" for path in (*paths, "/plain", "/article"))
        server.on("/", answer(200, f"<title>start</title><p>home {links}".encode()))
        for wish in WISHES:
            packed = gzip.compress(_meta(wish))
            server.on(f"/meta-{wish}", answer(200, packed, "Content-Encoding: gzip"))
            server.on(f"/header-{wish}", _header(wish))
            for way in ("", "header-"):
                server.on(f"/behind-{way}{wish}", answer(200, f"<p>zebra behind {_own(way[:3] + wish[:5])}".encode()))
        server.on("/plain", answer(200, b"<title>plain</title><p>zebra plain, and the word noarchive in its text"))
        server.on("/article", answer(200, ARTICLE.encode()))
        yield server


ARTICLE = """<title>Bridge</title><meta name=author content="IŞIL İnce"><meta property="article:published_time"
content="2019-03-04T05:06:07Z"><meta name=description content="A giraffe crosses the bridge.">
<meta property="og:type" content=article><img src=/b.png alt="The bridge"><p>Long text of something else."""


def _crawl(folder: Path, server: HostileServer, **more: Any) -> Workspace:
    workspace = mekik.open(folder)
    finished = workspace.crawl(server.root + "/", {**OPTIONS, "name": "wishes", **more})
    assert finished.state == "finished"
    return workspace


@pytest.fixture(scope="module")
def obeying(server: HostileServer, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return _crawl(tmp_path_factory.mktemp("obeying"), server)


@pytest.fixture(scope="module")
def disobeying(server: HostileServer, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return _crawl(tmp_path_factory.mktemp("disobeying"), server, **{"robots.obey": False})


def _found(workspace: Workspace) -> dict[str, str]:
    """Paths of the pages about zebras, with their snippets."""
    result = workspace.search("zebra", limit=100)
    return {hit.url.rpartition("/")[2]: hit.snippet.text for hit in result.hits}


def _check_search(workspace: Workspace) -> None:
    found = _found(workspace)
    kept = {f"{way}-{wish}" for wish in WISHES[1:] for way in ("meta", "header")}
    behind = {f"behind-{way}{wish}" for wish in ("noindex", "noarchive", "nosnippet") for way in ("", "header-")}
    assert set(found) == {"plain"} | kept | behind
    assert all(bool(text) == (not path.endswith("r-nosnippet") and path != "meta-nosnippet")
               for path, text in found.items() if not path.startswith("behind"))  # fmt: skip
    (hit,) = workspace.search("title:nosnippet url:meta").hits
    assert (hit.snippet.text, hit.description) == ("", "")


def test_search_obeys(obeying: Workspace) -> None:
    _check_search(obeying)


def test_reindex_obeys(obeying: Workspace) -> None:
    obeying.reindex()
    _check_search(obeying)


def test_why_tells(obeying: Workspace, server: HostileServer) -> None:
    for wish in WISHES:
        for way in ("meta", "header"):
            why = obeying.why(f"{server.root}/{way}-{wish}")
            assert (why.status, why.outcome) == ("completed", "ok")
            assert why.reason == f"the page asks robots for {wish}"
            assert why.indexed == (wish != "noindex")


def test_export_of_texts_obeys(obeying: Workspace, tmp_path: Path) -> None:
    exported = obeying.export("jsonl", tmp_path / "x.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    paths = {line["url"].rpartition("/")[2] for line in lines}
    assert {path for path in paths if path.startswith(("meta", "header"))} == {"meta-nofollow", "header-nofollow"}
    assert exported.withheld == 6
    assert exported.records == len(lines)


def test_export_of_the_archive_obeys(obeying: Workspace, tmp_path: Path) -> None:
    exported = obeying.export("warc", tmp_path / "x.warc.gz")
    assert exported.withheld == 2
    urls = [item.exchange.url for item in import_warc(tmp_path / "x.warc.gz") if hasattr(item, "exchange")]
    left_out = {"/meta-noarchive", "/header-noarchive"}
    assert not any(url.endswith(tuple(left_out)) for url in urls)
    assert sum("-nosnippet" in url for url in urls) == 4
    assert any(url.endswith("/plain") for url in urls)
    other = mekik.open(tmp_path / "other")
    assert other.import_files([tmp_path / "x.warc.gz"]).documents > 0
    assert "meta-noindex" not in _found(other)
    assert _found(other)["meta-nosnippet"] == ""


def test_csv_has_no_text(obeying: Workspace, tmp_path: Path) -> None:
    obeying.export("csv", tmp_path / "x.csv")
    assert "zebra" not in (tmp_path / "x.csv").read_text()


def test_a_job_may_disobey(disobeying: Workspace, tmp_path: Path) -> None:
    found = _found(disobeying)
    assert len(found) == 17, disobeying.report()
    assert all(found.values())
    assert disobeying.export("jsonl", tmp_path / "x.jsonl").withheld == 0
    assert disobeying.export("warc", tmp_path / "x.warc.gz").withheld == 0


def test_author_and_date_are_searchable(obeying: Workspace, tmp_path: Path) -> None:
    for query in ("author:ışıl", 'author:"Işıl ince"', "author:ISIL", "author:ınce before:2019-03-05 after:2019-03-04"):
        (hit,) = obeying.search(query).hits
        assert hit.url.endswith("/article")
    assert (hit.author, hit.published) == ("IŞIL İnce", "2019-03-04T05:06:07Z")
    assert hit.snippet.text == hit.description == "A giraffe crosses the bridge."
    assert obeying.search("author:nobody").total == 0
    assert obeying.search("bridge", since="2019-03-05").total == 0
    assert obeying.search("bridge", since="2019-03-04").total == 1
    assert obeying.search("home OR bridge", sort="date").hits[-1].url.endswith("/article")


def test_what_a_page_says_comes_with_its_text(obeying: Workspace, tmp_path: Path) -> None:
    obeying.export("jsonl", tmp_path / "x.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    (line,) = [line for line in lines if line["url"].endswith("/article")]
    assert (line["author"], line["published"]) == ("IŞIL İnce", 1551675967)
    assert line["metadata"]["opengraph"]["type"] == "article"
    assert line["metadata"]["images"][0]["alt"] == "The bridge"
    other = mekik.open(tmp_path / "other")
    other.import_files([tmp_path / "x.jsonl"])
    (hit,) = other.search("author:ışıl").hits
    assert (hit.published, hit.description) == ("2019-03-04T05:06:07Z", "A giraffe crosses the bridge.")


def test_links_left_out_are_told(tmp_path: Path, server: HostileServer) -> None:
    """faults: 34"""
    links = "".join(f"<a href=/many/{number}>x</a>" for number in range(100_000))
    server.on("/many", answer(200, f"<p>{links}".encode()))
    workspace = mekik.open(tmp_path)
    workspace.crawl(server.root + "/many", {**OPTIONS, "name": "many", "scope.max_depth": 0})
    assert workspace.why(server.root + "/many").reason == "95000 links beyond the first 5000 were left out"
    assert workspace.report()[0].counts.refused == 5000
