"""Whole crawls against a server that misbehaves: every address gets its outcome, and the crawl goes on."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS, WORKERS

import mekik
from hostile import Connection, HostileServer, answer, tricks
from mekik.errors import Locked, SettingError, UsageError
from mekik.index import TantivyWriter
from mekik.workspace import Finished, Workspace

QUICK: dict[str, Any] = {
    **OPTIONS,
    "name": "hostile",
    "frontier.retries": 1,
    "fetch.timeout": 30.0,
    "fetch.first_byte_timeout": 20.0,
    "parse.timeout": 3.0,
    "robots.closed_retry": 0.2,
    "robots.max_closed": 2,
    "index.enabled": False,
    "discovery.places": [],
}


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


def _page(*hrefs: str, words: str = "words") -> bytes:
    links = "".join(f'<a href="{href}">{href}</a> ' for href in hrefs)
    return answer(200, f"<title>t</title><p>{words} {links}".encode())


def _crawl(folder: Path, server: HostileServer, path: str = "/", **options: Any) -> tuple[Workspace, Finished]:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    return workspace, workspace.crawl(server.root + path, {**QUICK, **named})


def _paths(server: HostileServer) -> list[str]:
    return [head.split(b" ", 2)[1].decode() for head in server.requests if b"/robots.txt" not in head]


def test_one_bad_page_costs_no_other(folder: Path, server: HostileServer) -> None:
    """faults: 16, 17, 19, 20, 26"""
    bomb = gzip.compress(b"<p>boom " * 20_000_000)
    endless = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    half = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n<p>half"
    attributes = b"<p " + b" ".join(b"a%d=1" % number for number in range(50_000)) + b">"
    bad: dict[str, tuple[Callable[[Connection], None] | bytes, str]] = {
        "/silent": (tricks.silent(), "timeout"),
        "/flood": (tricks.flood(endless, b"x" * 8192), "truncated"),
        "/cut": (tricks.cut(half), "data_loss"),
        "/reset": (tricks.reset(), "reset"),
        "/bomb": (answer(200, bomb, "Content-Encoding: gzip"), "truncated"),
        "/deep": (answer(200, b"<div>" * 80_000 + b"bottom"), "ok"),
        "/many": (answer(200, attributes), "parse_timeout"),
        "/links": (answer(200, b"<svg>" + b"<a href=/good>" * 20_000 + b"bottom"), "ok"),
        "/styles": (answer(200, b"<svg>" + b"<style>" * 4000 + b"x" * 470_000), "ok"),
        "/garbage": (tricks.cut(b"\x00\x01\x02 this is not http\r\n\r\n"), "protocol_error"),
    }
    for path, (script, _) in bad.items():
        server.on(path, script)
    server.on("/", _page(*bad, "/good"))
    server.on("/good", _page(words="good"))
    workspace, finished = _crawl(
        folder, server, fetch__max_size=500_000, fetch__first_byte_timeout=1.5, frontier__retries=0, parse__workers=1
    )
    outcomes = {path: workspace.why(server.root + path).outcome for path in bad}
    assert outcomes == {path: outcome for path, (_, outcome) in bad.items()}
    assert workspace.why(server.root + "/good").outcome == "ok"
    assert finished.state == "finished"
    assert workspace.check() == []


def test_max_pages_is_exact(folder: Path, server: HostileServer) -> None:
    server.on("/", _page(*(f"/{number}" for number in range(30))))
    server.otherwise(_page())
    workspace, finished = _crawl(folder, server, scope__max_pages=7, frontier__connections_per_host=4)
    assert finished.pages == 7
    assert len(_paths(server)) == 7
    assert finished.reason.startswith("max_pages") or "7" in finished.reason
    assert workspace.status()[0].counts.waiting == 24


def test_nothing_new_is_fetched_while_the_index_is_behind(
    folder: Path, server: HostileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on("/", _page("/a", "/b"))
    server.otherwise(_page())
    fetched: list[int] = []

    def behind(_: TantivyWriter) -> bool:
        fetched.append(len(_paths(server)))
        return len(fetched) <= 5

    monkeypatch.setattr(TantivyWriter, "behind", property(behind))
    _, finished = _crawl(folder, server, index__enabled=True)
    assert fetched[:5] == [0] * 5
    assert finished.pages == 3


def test_limit_reached_has_its_exit_code_only_when_asked(folder: Path, server: HostileServer) -> None:
    """faults: 73"""
    server.otherwise(_page("/a", "/b", "/c"))
    workspace = mekik.open(folder)
    options = {**QUICK, "scope.max_pages": 2}
    assert workspace.crawl(server.root, {**options, "name": "one"}).exit_code == 0
    assert workspace.crawl(server.root, {**options, "name": "two"}, strict_limits=True).exit_code == 12


def test_too_many_failures_and_nothing_fetched_have_theirs(folder: Path, server: HostileServer) -> None:
    """faults: 73"""
    server.on("/", _page(*(f"/{number}" for number in range(15))))
    server.otherwise(answer(404))
    assert _crawl(folder, server)[1].exit_code == 3
    closed = mekik.open(folder).crawl("http://127.0.0.1:1/", {**QUICK, "name": "closed", "frontier.retries": 0})
    assert closed.exit_code == 4


def test_a_redirect_to_another_spelling_of_itself_is_followed(folder: Path, server: HostileServer) -> None:
    server.on("/", tricks.redirect("/index.html"))
    server.on("/index.html", _page("/next"))
    server.on("/next", _page(words="next"))
    workspace, _ = _crawl(folder, server)
    assert workspace.why(server.root + "/").outcome == "ok"
    assert workspace.why(server.root + "/next").outcome == "ok"


def test_redirects_in_circles_and_without_end_are_named(folder: Path, server: HostileServer) -> None:
    """faults: 6, 8"""

    def count(connection: Connection) -> None:
        number = int(connection.path.rpartition("=")[2])
        connection.send(tricks.redirect(f"/endless?n={number + 1}"))

    server.on("/", _page("/a", "/itself", "/endless?n=1", "/file", "/private"))
    server.on("/a", tricks.redirect("/b"))
    server.on("/b", tricks.redirect("/a"))
    server.on("/itself", tricks.redirect("/itself"))
    server.on("/file", tricks.redirect("file:///etc/passwd"))
    server.on("/private", tricks.redirect("http://169.254.169.254/latest"))
    server.on("/endless", count)
    workspace, _ = _crawl(folder, server, scope__kind="any", traps__enabled=False)
    why = {path: workspace.why(server.root + path) for path in ("/b", "/itself", "/file", "/private", "/endless?n=21")}
    assert why["/b"].outcome == "too_many_redirects"
    assert why["/itself"].outcome == "too_many_redirects"
    assert (why["/file"].outcome, "file:///etc/passwd" in why["/file"].reason) == ("blocked_scheme", True)
    assert (why["/private"].outcome, "169.254.169.254" in why["/private"].reason) == ("blocked_address", True)
    assert why["/endless?n=21"].outcome == "too_many_redirects"
    assert workspace.why(server.root + "/endless?n=22").status == "unknown"


def test_a_site_whose_robots_txt_fails_is_closed_and_then_given_up(folder: Path, server: HostileServer) -> None:
    """faults: 30"""
    server.on("/robots.txt", answer(500))
    server.otherwise(_page())
    workspace, finished = _crawl(folder, server, frontier__retries=3, frontier__retry_delay=0.1)
    assert _paths(server) == []
    why = workspace.why(server.root + "/")
    assert (why.status, why.outcome) == ("error", "server_error")
    assert "robots.txt" in why.reason
    assert finished.exit_code == 4


def test_retry_after_is_honoured(folder: Path, server: HostileServer) -> None:
    """faults: 22"""
    times: list[float] = []

    def busy_once(connection: Connection) -> None:
        times.append(time.monotonic())
        connection.send(answer(503, b"", "Retry-After: 1") if len(times) == 1 else _page(words="back"))

    server.on("/", busy_once)
    workspace, _ = _crawl(folder, server)
    assert workspace.why(server.root + "/").outcome == "ok"
    assert times[1] - times[0] >= 1.0


def test_crawled_anew_with_conditional_requests(folder: Path, server: HostileServer) -> None:
    def unchanged(connection: Connection) -> None:
        if b'If-None-Match: "one"' in connection.head:
            connection.send(b'HTTP/1.1 304 X\r\nETag: "one"\r\n\r\n')
        else:
            connection.send(_page("/changing").replace(b"\r\n", b'\r\nETag: "one"\r\n', 1))

    server.on("/", unchanged)
    server.on("/changing", _page(words="old"))
    workspace, first = _crawl(folder, server, index__enabled=True)
    assert workspace.search("old").total == 1
    server.on("/changing", _page(words="fresh"))
    second = workspace.crawl(server.root, {**QUICK, "index.enabled": True})
    assert (first.pages, second.pages) == (2, 2)
    assert workspace.why(server.root + "/").outcome == "not_modified"
    assert len(workspace.why(server.root + "/").captures) == 2
    assert workspace.search("fresh").total == 1
    assert workspace.search("old").total == 0
    workspace.reindex()
    assert (workspace.search("fresh").total, workspace.search("old").total) == (1, 0)


@contextmanager
def _running(folder: Path, server: HostileServer) -> Iterator[tuple[Workspace, threading.Thread, list[Finished]]]:
    """A slow crawl that has begun; it is stopped at the end."""
    ended: list[Finished] = []
    crawl = threading.Thread(
        target=lambda: ended.append(_crawl(folder, server, frontier__delay=0.05, traps__enabled=False)[1])
    )
    crawl.start()
    workspace = mekik.open(folder)
    try:
        _until(lambda: (folder / "format.json").exists() and bool(workspace.jobs()) and workspace.status()[0].pages > 3)
        yield workspace, crawl, ended
    finally:
        _until(lambda: bool(workspace.stop()) or not crawl.is_alive())
        crawl.join(60)


def test_pause_resume_stop_and_order_reach_a_running_crawl(folder: Path, server: HostileServer) -> None:
    server.on("/", _page(*(f"/{number}" for number in range(400))))
    server.otherwise(_page())
    with _running(folder, server) as (workspace, _, ended):
        with pytest.raises(Locked, match="in use by process"):
            workspace.crawl(server.root, QUICK)
        assert workspace.pause() == ["hostile"]
        _until(lambda: workspace.status()[0].state == "paused" and not workspace.status()[0].counts.running)
        before = len(_paths(server))
        time.sleep(0.6)
        assert len(_paths(server)) == before
        assert workspace.set_order("depth") == ["hostile"]
        time.sleep(0.6)
        workspace.unpause()
        _until(lambda: len(_paths(server)) > before + 3)
        assert _paths(server)[-1] != f"/{before}", "depth first"
    assert ended[0].state == "interrupted"
    assert ended[0].exit_code == 10
    with pytest.raises(UsageError, match="no job"):
        workspace.pause("nobody")


def test_a_running_crawl_gets_an_order_and_the_words_that_it_wants(folder: Path, server: HostileServer) -> None:
    server.on("/", _page(*(f"/{number}" for number in range(400)), "/wanted-page"))
    server.otherwise(_page())
    with _running(folder, server) as (workspace, crawl, ended):
        with pytest.raises(SettingError, match="wants words"):
            workspace.set_order("topic", "hostile")
        assert workspace.set_order("topic", "hostile", {"ordering.words": ["wanted"]}) == ["hostile"]
        crawl.join(60)
        assert ended, "only one page was left to visit"
    assert ended[0].state == "finished"
    assert _paths(server)[-1] == "/wanted-page"
    assert workspace.why(f"{server.root}/399").outcome == "off_topic"


def test_works_inside_a_running_event_loop_and_twice_in_a_row(folder: Path, server: HostileServer) -> None:
    server.otherwise(_page(words="loop"))

    async def crawl() -> int:
        return _crawl(folder, server)[1].pages + _crawl(folder, server)[1].pages

    assert asyncio.run(crawl()) == 2


def test_parses_in_line_with_no_workers(folder: Path, server: HostileServer) -> None:
    server.on("/", _page("/a"))
    server.on("/a", _page(words="inline"))
    workspace, finished = _crawl(folder, server, parse__workers=0, index__enabled=True)
    assert finished.pages == 2
    assert workspace.search("inline").total == 1


def test_only_pages_with_one_of_the_words_are_indexed(folder: Path, server: HostileServer) -> None:
    server.on("/", _page("/cats", "/dogs", words="about"))
    server.on("/cats", _page(words="Two cats sleep on the roof of the old house"))
    server.on("/dogs", _page(words="The dogs run along the beach in the morning"))
    workspace, _ = _crawl(folder, server, index__enabled=True, index__words=["cat"])
    assert [hit.url for hit in workspace.search("the").hits] == [server.root + "/cats"]


def test_a_full_disk_pauses_the_job_and_loses_nothing(folder: Path, server: HostileServer) -> None:
    """faults: 42"""
    server.otherwise(_page("/a", "/b"))
    workspace = mekik.open(folder)
    seen: list[str] = []
    ended: list[Finished] = []
    options = {**QUICK, "archive.min_free": 10**18}
    thread = threading.Thread(
        target=lambda: ended.append(
            workspace.crawl(server.root, options, progress=lambda s: seen.append(s.waiting_for))
        )
    )
    thread.start()
    try:
        _until(lambda: any("room on the disk" in text for text in seen))
    finally:
        _until(lambda: bool(mekik.open(folder).stop()) or not thread.is_alive())
        thread.join(60)
    assert ended[0].exit_code == 10
    finished = workspace.crawl(server.root, QUICK)
    assert finished.counts.completed == 3


def _crawl_until(point: str, folder: Path, server: HostileServer, options: dict[str, Any]) -> None:
    """Crawls in a process of its own, which is killed at the fail point."""
    code = "import json, mekik, sys; mekik.open(sys.argv[1]).crawl(sys.argv[2], json.loads(sys.argv[3]))"
    command = [sys.executable, "-c", code, str(folder), server.root, json.dumps(options)]
    died = subprocess.run(command, env={**os.environ, "MEKIK_FAIL_AT": point}, timeout=180, check=False)
    assert died.returncode == -signal.SIGKILL


def _until(true: Any, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def test_retries_are_counted_and_retry_after_nothing_is_no_invitation(folder: Path, server: HostileServer) -> None:
    """faults: 22"""
    server.on("/", _page("/busy", "/broken"))
    server.on("/busy", answer(503, b"", "Retry-After: 0"))
    server.on("/broken", answer(500))
    workspace, finished = _crawl(folder, server, frontier__retries=2, frontier__retry_delay=0.1)
    assert sorted(_paths(server)) == ["/"] + ["/broken"] * 3 + ["/busy"] * 3
    assert workspace.why(server.root + "/busy").attempts == 3
    assert finished.pages == 1


def test_a_wrong_setting_leaves_nothing_behind(folder: Path, server: HostileServer) -> None:
    server.otherwise(_page())
    workspace, _ = _crawl(folder, server)
    wrong = {"order": "best", "fetch.allow_addresses": ["foo"], "scope.include": ["("], "analysis.analyser": "foo!"}
    for name, value in wrong.items():
        with pytest.raises(SettingError):
            workspace.crawl(server.root, {**QUICK, name: value})
        with pytest.raises(SettingError):
            workspace.crawl(server.root, {**QUICK, "name": "new", name: value})
    assert workspace.jobs() == ["hostile"]
    assert workspace.resume().state == "finished"


def test_what_was_out_of_scope_is_visited_when_the_scope_grows(folder: Path, server: HostileServer) -> None:
    other = server.root_of("other.localhost")
    server.on("/", _page(other + "/there"))
    server.otherwise(_page())
    workspace, _ = _crawl(folder, server)
    assert workspace.why(other + "/there").outcome == "out_of_scope"
    workspace.crawl(other + "/", QUICK)
    assert workspace.why(other + "/there").outcome == "ok"
    workspace.crawl((), {**QUICK, "seeds": [server.root], "scope.exclude": ["/there"]})
    assert workspace.why(other + "/there").outcome in ("ok", "not_modified", "excluded")


def test_a_page_that_is_not_there_is_nothing_fetched(folder: Path, server: HostileServer) -> None:
    """faults: 73"""
    assert _crawl(folder, server, "/missing")[1].exit_code == 4


def test_damage_to_the_index_is_found_and_mended(folder: Path, server: HostileServer) -> None:
    """faults: 43"""
    server.otherwise(_page(words="lighthouse"))
    workspace, _ = _crawl(folder, server, index__enabled=True)
    assert workspace.check() == []
    for part in ("*.store", "*.idx", "meta.json"):
        next(folder.glob(f"index/{part}")).unlink()
        damages = workspace.check()
        assert [damage.what for damage in damages] == ["missing"]
        assert len(workspace.repair()) == 1
        assert workspace.check() == []
        assert mekik.open(folder).search("lighthouse").total == 1
    shutil.rmtree(folder / "index")
    workspace.resume()
    assert mekik.open(folder).search("lighthouse").total == 1, "a lost index is made again on the next run"


def test_a_damaged_database_is_named(folder: Path, server: HostileServer) -> None:
    """faults: 43"""
    server.otherwise(_page())
    workspace, _ = _crawl(folder, server)
    path = folder / "jobs" / "hostile" / "frontier.sqlite"
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)
    assert any(damage.path == path for damage in workspace.check())


def test_the_body_of_an_error_is_not_content_seen_before(folder: Path, server: HostileServer) -> None:
    tries: list[int] = []
    body = b"<title>t</title><p>the same body <a href='/deep'>deep</a>"

    def recovers(connection: Connection) -> None:
        tries.append(1)
        connection.send(answer(503 if len(tries) == 1 else 200, body))

    server.on("/", _page("/gone", "/recovers"))
    server.on("/gone", answer(404, body))
    server.on("/recovers", recovers)
    server.on("/deep", _page(words="deep"))
    workspace, _ = _crawl(folder, server, index__enabled=True)
    assert workspace.why(server.root + "/recovers").outcome == "ok"
    assert workspace.why(server.root + "/deep").outcome == "ok"
    assert workspace.search("same body").total == 1


def test_an_absurd_retry_after_is_cut(folder: Path, server: HostileServer) -> None:
    """faults: 22"""
    server.on("/", answer(503, b"", "Retry-After: 99999999999"))
    _, finished = _crawl(folder, server, frontier__max_retry_after=0.5)
    assert finished.state == "finished"
    assert finished.counts.error == 1


def test_a_second_crawl_counts_its_budgets_anew_and_exports_what_did_not_change(
    folder: Path, server: HostileServer
) -> None:
    server.on("/", _page("/a", "/b"))
    server.on("/a", _page(words="first"))
    server.on("/b", _page(words="second"))
    workspace, first = _crawl(folder, server, scope__max_pages_per_host=3, index__enabled=True)
    second = workspace.crawl(server.root, {**QUICK, "scope.max_pages_per_host": 3, "index.enabled": True})
    assert (first.pages, second.pages) == (3, 3)
    assert second.counts.refused == 0
    assert workspace.search("words OR first OR second").total == 3
    target = folder / "pages.jsonl"
    assert workspace.export("jsonl", target).records == 3


def test_what_a_crash_left_between_two_spellings_is_fetched_again(folder: Path, server: HostileServer) -> None:
    """faults: 40"""

    def cookie_first(connection: Connection) -> None:
        if b"Cookie: seen=1" in connection.head:
            connection.send(_page("/deep"))
        else:
            connection.send(tricks.redirect("/").replace(b"\r\n", b"\r\nSet-Cookie: seen=1\r\n", 1))

    server.on("/", cookie_first)
    server.on("/deep", _page(words="deep"))
    for point in ("warc.after_write:2", "warc.after_write:3"):
        data = folder / point.replace(":", "-")
        _crawl_until(point, data, server, QUICK)
        workspace = mekik.open(data)
        finished = workspace.resume()
        assert finished.state == "finished"
        assert workspace.why(server.root + "/").outcome == "ok"
        assert workspace.why(server.root + "/deep").outcome == "ok"


def test_a_page_that_hangs_its_worker_does_not_hang_the_next_start(folder: Path, server: HostileServer) -> None:
    """faults: 32, 40"""
    attributes = b"<p " + b" ".join(b"a%d=1" % number for number in range(50_000)) + b">"
    server.on("/", answer(200, attributes))
    options = {**QUICK, **WORKERS, "parse.timeout": 1.0}
    _crawl_until("warc.after_write:2", folder, server, options)
    workspace = mekik.open(folder)
    assert workspace.resume().state == "finished"
    assert workspace.why(server.root + "/").outcome == "parse_timeout"
