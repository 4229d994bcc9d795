"""Pages that their scripts write, shown by a real browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import OPTIONS, crawl, shell, text_of

import mekik
from hostile.server import HostileServer, answer
from judges import warcio_check
from mekik.archive import read_from
from mekik.crawl.browser.renderer import descendants
from mekik.lab.demo import DemoWeb, Kind

ROOMS = "museum.localhost"
WRITE = "document.getElementById('root').innerHTML = '{}'"


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


def test_the_rooms_of_the_demo_web_are_found_by_rendering_alone(tmp_path: Path) -> None:
    with DemoWeb(calendar_months=2) as web:
        workspace = mekik.open(tmp_path / "data")
        options = {
            "name": "rooms", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0,
            "scope.include": ["/$", "/rooms/"], "scope.kind": "host", "discovery.places": [],
        }  # fmt: skip
        wanted = [truth for truth in web.truth() if truth.kind in (Kind.NEEDS_RENDER.label, Kind.BEHIND_RENDER.label)]
        assert len(wanted) == 3
        workspace.crawl(web.url(ROOMS), options)
        assert workspace.search("snuffbox").total == 0
        assert workspace.why(web.url(ROOMS, "/rooms/ledger")).status == "unknown"
        rendered = mekik.open(tmp_path / "rendered")
        rendered.crawl(web.url(ROOMS), options | {"render.mode": "auto"})
        for truth in wanted:
            why = rendered.why(truth.url)
            assert (why.outcome, why.indexed) == ("ok", True), truth.url
            assert why.reason.startswith("rendered by a browser") == (truth.kind == Kind.NEEDS_RENDER.label)
        assert [hit.url for hit in rendered.search("snuffbox").hits] == [web.url(ROOMS, "/rooms/")]
        assert [hit.url for hit in rendered.search("submariner").hits] == [web.url(ROOMS, "/rooms/periscope")]
        web.forget_requests()
        assert rendered.check() == []
        rendered.reindex()
        assert [hit.url for hit in rendered.search("submariner").hits] == [web.url(ROOMS, "/rooms/periscope")]
        assert web.requests == []
        for path in (tmp_path / "rendered" / "archive").glob("*.warc.gz"):
            assert warcio_check(path) == ""
        broken = [row[2] for table in rendered.tables("broken") for row in table.rows]
        assert web.url(ROOMS, "/catalogue") not in broken  # out of this job's scope


def test_the_document_is_not_asked_for_again_and_robots_txt_counts_for_scripts(
    server: HostileServer, tmp_path: Path
) -> None:
    server.on("/robots.txt", answer(200, b"User-agent: *\nDisallow: /private/\n", content_type="text/plain"))
    server.on("/", shell(
        "fetch('/open.json').then(a => a.json()).then(word => document.body.append('told ' + word));"
        "fetch('/private/secret.json'); fetch('/open.json', {method: 'POST', body: 'x'});",
        more="<img src=/picture.png><link rel=stylesheet href=/style.css><iframe src=/frame.html></iframe>",
    ))  # fmt: skip
    server.on("/open.json", answer(200, b'"openly"', content_type="application/json"))
    workspace = crawl(tmp_path / "data", server.root)
    asked = [request.split(b" HTTP")[0].decode() for request in server.requests]
    assert asked.count("GET /") == 1
    assert asked.count("GET /open.json") == 1
    assert "GET /frame.html" in asked  # by the crawl itself, as a link
    assert not {"GET /private/secret.json", "POST /open.json", "GET /picture.png", "GET /style.css"} & set(asked)
    assert "told openly" in text_of(workspace, server.root + "/", tmp_path)
    agents = {line for request in server.requests for line in request.split(b"\r\n") if line.startswith(b"User-Agent")}
    assert len(agents) == 1
    (rendered,) = [one for one in read_from(tmp_path / "data" / "archive", "site") if one.rendered]
    assert b"told openly" in rendered.exchange.body


def test_after_a_crash_the_browser_is_not_asked_again(server: HostileServer, tmp_path: Path) -> None:
    """faults: 40"""
    server.on("/", shell("fetch('/word.json').then(a => a.json()).then(word => document.body.append('told ' + word))"))
    server.on("/word.json", answer(200, b'"once"', content_type="application/json"))
    code = "import json, sys, mekik; mekik.open(sys.argv[1]).crawl(sys.argv[2], json.loads(sys.argv[3]))"
    # robots.txt, the page, what the browser made of it: the third write is the last thing that happens.
    killed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "data"), server.root + "/", json.dumps(OPTIONS)],
        env={**os.environ, "MEKIK_FAIL_AT": "warc.after_write:3"}, timeout=180, check=False,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    asked = len(server.requests)
    workspace = mekik.open(tmp_path / "data")
    assert workspace.resume().counts.completed == 1
    assert len(server.requests) == asked
    why = workspace.why(server.root + "/")
    assert (why.outcome, why.indexed) == ("ok", True)
    assert workspace.search("once").total == 1


def test_a_page_with_text_of_its_own_needs_no_browser(server: HostileServer, tmp_path: Path) -> None:
    server.on("/", answer(200, b"<p>" + b"Words that are there from the start. " * 30 + b"<script src=/a.js></script>"))
    workspace = crawl(tmp_path / "data", server.root)
    assert "rendered" not in workspace.why(server.root + "/").reason
    server.on("/", answer(200, b"<p>" + b"Other words from the start on. " * 30 + b"<script src=/a.js></script>"))
    again = crawl(tmp_path / "data", server.root, render__patterns=["/$"])
    assert "rendered" in again.why(server.root + "/").reason


def test_where_a_script_sends_visitors_is_a_link(server: HostileServer, tmp_path: Path) -> None:
    server.on("/", shell("const place = ['', 'moved', 'here'].join('/'); location.href = place"))
    server.on("/moved/here", answer(200, b"<p>" + b"The new place of it all. " * 30))
    workspace = crawl(tmp_path / "data", server.root)
    assert workspace.why(server.root + "/moved/here").outcome == "ok"


@pytest.mark.parametrize(
    "script",
    ["while (true) {}", "setInterval(() => fetch('/tick' + Math.random()), 20)", "alert(1); confirm(2); print()",
     "const a = []; while (true) a.push(new Array(1e6).fill('x'.repeat(10)))"],
    ids=["endless", "restless", "dialogs", "greedy"],
)  # fmt: skip
def test_a_page_that_does_not_end_costs_its_deadline(server: HostileServer, tmp_path: Path, script: str) -> None:
    server.on("/", shell(WRITE.format("<a href=/next>next</a>") + ";" + script, more="<a href=/plain>plain</a>"))
    server.on("/plain", answer(200, b"<p>" + b"Still here and searchable. " * 30))
    began = time.monotonic()
    workspace = crawl(tmp_path / "data", server.root, render__timeout=3, render__max_requests=5)
    assert time.monotonic() - began < 300, "not for ever"
    why = workspace.why(server.root + "/")
    assert why.outcome == "ok"
    assert "rendered" in why.reason
    assert workspace.why(server.root + "/plain").outcome == "ok"
    assert sum(b"GET /tick" in request for request in server.requests) <= 5
    assert not list(Path("/tmp").glob("mekik-browser-*"))


def test_popups_and_downloads_come_to_nothing(server: HostileServer, tmp_path: Path) -> None:
    download = "const a = document.createElement('a'); a.href = '/file.zip'; a.download = 'x'; a.click();"
    server.on("/", shell("open('/popup');" + download + WRITE.format("<p>done")))
    workspace = crawl(tmp_path / "data", server.root, render__timeout=5)
    assert not [request for request in server.requests if b"/popup" in request]
    assert "done" in text_of(workspace, server.root + "/", tmp_path)


def test_a_killed_browser_costs_one_page(server: HostileServer, tmp_path: Path) -> None:
    server.on("/", shell("fetch('/slow.json')", more="<a href=/b>b</a>"))
    server.on("/b", answer(200, b"<p>" + b"The other page is read all the same. " * 30))

    def kill(connection: object) -> None:
        family = descendants(os.getpid())
        names = {pid: Path(f"/proc/{pid}/comm").read_text().strip() for pid in family if Path(f"/proc/{pid}").exists()}
        for pid, name in names.items():
            if name.startswith("chrom"):
                os.kill(pid, signal.SIGKILL)

    server.on("/slow.json", kill)
    workspace = crawl(tmp_path / "data", server.root, render__timeout=5)
    assert "rendered" in workspace.why(server.root + "/").reason
    assert workspace.why(server.root + "/b").outcome == "ok"
    assert threading.active_count() < 50
