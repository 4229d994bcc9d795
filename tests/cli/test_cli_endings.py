"""How a crawl ends, seen from outside: interrupted, stopped, paused, limited, refused; and the terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runner import run, run_process

from hostile import Connection, HostileServer, answer
from hostile.server import Script
from mekik.cli.summary import document, worst
from mekik.crawl.progress import Counts
from mekik.lab.demo import DemoWeb
from mekik.workspace import Finished

ALLOWED = ("--allow-address", "127.0.0.0/8")
QUICK = (*ALLOWED, "--delay", "0", "--set", "frontier.response_factor=0", "--set", "parse.workers=0")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(calendar_months=3, crawl_delay=0, slow=0.1) as web:
        yield web


class Held:
    """A site of ten pages that keeps its crawler waiting at the fourth, until it is let go on: no crawl of it ends
    before the test has done what it wants to do meanwhile, however slow the machine is."""

    def __init__(self, server: HostileServer) -> None:
        self.seed = server.root + "/"
        self.go_on = threading.Event()
        server.on("/robots.txt", answer(404))
        for number in range(10):
            links = "".join(f'<a href="/{other}">{other}</a>' for other in range(10))
            page = answer(200, f"<title>{number}</title><p>Page {number} of the site {links}".encode())
            server.on(f"/{number or ''}", self._late(page) if number >= 3 else page)

    def _late(self, page: bytes) -> Script:
        def script(connection: Connection) -> None:
            self.go_on.wait(120)
            connection.send(page)

        return script


@pytest.fixture
def held() -> Iterator[Held]:
    with HostileServer() as server:
        site = Held(server)
        yield site
        site.go_on.set()


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mekik.cli", "crawl", *map(str, arguments)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_pages(data: Path, *job: str) -> None:
    for _ in range(600):
        ran = run("status", *job, "--data", data, "--json")
        if ran.code == 0 and json.loads(ran.out)["counts"]["completed"]:
            return
        time.sleep(0.1)
    raise AssertionError(f"no pages in time: {ran}")


def test_ctrl_c_once_ends_with_10_and_resume_goes_on(held: Held, tmp_path: Path) -> None:
    """faults: 50, 73"""
    limits = ("--max-pages", "8")
    with start(held.seed, *QUICK, *limits, "--name", "m", "--data", tmp_path, "--json") as crawl:
        wait_for_pages(tmp_path)
        crawl.send_signal(signal.SIGINT)
        held.go_on.set()
        out, err = crawl.communicate(timeout=60)
    assert crawl.returncode == 10, err
    first = json.loads(out)
    assert first["state"] == "interrupted"
    assert run("status", "--data", tmp_path).out.startswith("m: interrupted")
    ran = run_process("resume", "--data", tmp_path, "--quiet", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["counts"]["completed"] >= first["counts"]["completed"] > 0


def test_ctrl_c_twice_ends_at_once_and_is_resumable(held: Held, tmp_path: Path) -> None:
    """faults: 50. It does not wait for the page that does not come."""
    with start(held.seed, *QUICK, "--data", tmp_path) as crawl:
        wait_for_pages(tmp_path)
        crawl.send_signal(signal.SIGINT)
        time.sleep(0.05)
        crawl.send_signal(signal.SIGINT)
        out, _ = crawl.communicate(timeout=60)
    assert crawl.returncode == 10
    assert "mekik resume" in out


def test_stop_and_pause_speak_to_another_process(held: Held, tmp_path: Path) -> None:
    slow = (*QUICK, "--delay", "2")  # it looks for what it is told now and then: before the next page comes
    with start(held.seed, *slow, "--name", "m", "--data", tmp_path, "--json") as crawl:
        wait_for_pages(tmp_path)
        assert run("pause", "--data", tmp_path).out.endswith(f"mekik pause --off m --data {tmp_path}\n")
        _wait_for_state(tmp_path, "paused")
        assert json.loads(run("pause", "--off", "m", "--data", tmp_path, "--json").out) == {"jobs": ["m"]}
        _wait_for_state(tmp_path, "running")
        assert f"mekik resume m --data {tmp_path}" in run("stop", "--data", tmp_path).out
        held.go_on.set()
        crawl.communicate(timeout=60)
    assert crawl.returncode == 10


def _wait_for_state(data: Path, state: str) -> None:
    for _ in range(600):
        if json.loads(run("status", "--data", data, "--json").out)["state"] == state:
            return
        time.sleep(0.1)
    raise AssertionError(f"never {state}")


def test_two_crawls_do_not_share_a_folder(held: Held, tmp_path: Path) -> None:
    """faults: 44, 73"""
    with start(held.seed, *QUICK, "--data", tmp_path) as crawl:
        wait_for_pages(tmp_path)
        second = run_process("crawl", held.seed, *QUICK, "--data", tmp_path, "--quiet")
        crawl.send_signal(signal.SIGTERM)
        held.go_on.set()
        crawl.communicate(timeout=60)
    assert (second.code, second.out) == (5, "")
    assert str(crawl.pid) in second.err
    assert crawl.returncode == 10


def test_limits(web: DemoWeb, tmp_path: Path) -> None:
    """faults: 73"""
    arguments = ("crawl", web.url("museum.localhost"), *QUICK, "--max-pages", "3", "--quiet")
    assert run(*arguments, "--data", tmp_path / "a").code == 0
    assert run_process(*arguments, "--strict-limits", "--data", tmp_path / "b").code == 12


@pytest.mark.parametrize(
    "seed", ["http://169.254.169.254/", "http://0x7f.1/", "ftp://a.example/x", "http://127.0.0.1:1/"]
)
def test_nothing_fetched(seed: str, tmp_path: Path) -> None:
    """faults: 1, 2, 3, 73"""
    ran = run("crawl", seed, "--data", tmp_path, "--json")
    assert ran.code == 4, ran
    assert json.loads(ran.out)["counts"]["refused"] == 1
    why = json.loads(run("why", seed, "--data", tmp_path, "--json").out)
    assert why["outcome"] in ("blocked_address", "blocked_scheme")


def test_a_site_needs_a_contact(tmp_path: Path) -> None:
    ran = run("crawl", "http://example.invalid/", "--data", tmp_path)
    assert ran.code == 4
    assert "--allow-address 127.0.0.0/8" in ran.err
    assert "fetch.contact=" in ran.err
    assert "1 address known: 0 completed, 0 errors, 1 refused" in ran.out
    assert "    http://example.invalid/: no contact is set, so only loopback is crawled (" in ran.out
    assert (
        json.loads(run("why", "http://example.invalid/", "--data", tmp_path, "--json").out)["outcome"] == "no_contact"
    )


def test_each_seed_that_came_to_nothing_is_named(tmp_path: Path) -> None:
    seeds = ["http://127.0.0.1:1/", *[f"ftp://a/{number}" for number in range(6)]]
    ran = run("crawl", *seeds, "--data", tmp_path, "--set", "fetch.contact=me@a.example")
    assert ran.code == 4
    assert "    http://127.0.0.1:1/: a private or forbidden network address (" in ran.out
    assert "--allow-address 127.0.0.1" in ran.out
    assert "    ftp://a/3: an address of a kind that is not fetched" in ran.out
    assert "ftp://a/4" not in ran.out
    assert "    and 2 more" in ran.out
    assert "no contact" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("seeds", "asked"), [(["http://127.0.0.1:1/"], False), (["ftp://a/x", "http://a.invalid/"], True)]
)
def test_a_contact_is_asked_for_only_where_it_is_missing(seeds: list[str], asked: bool, tmp_path: Path) -> None:
    ran = run("crawl", *seeds, "--quiet", "--data", tmp_path)
    assert (ran.code, ran.out) == (4, "")
    assert ("no contact is set" in ran.err) is asked


def test_resume_goes_on_with_every_unfinished_job(held: Held, tmp_path: Path) -> None:
    for name in ("one", "two"):
        held.go_on.clear()
        limits = ("--max-pages", "8", "--name", name)
        with start(held.seed, *QUICK, *limits, "--data", tmp_path) as crawl:
            wait_for_pages(tmp_path, name)
            crawl.send_signal(signal.SIGINT)
            held.go_on.set()
            out, err = crawl.communicate(timeout=60)
        assert crawl.returncode == 10, err
        assert out.startswith(f"{name}: interrupted\n")
    ran = run_process("resume", "--data", tmp_path, "--quiet", "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert [(job["job"], job["state"]) for job in answer["jobs"]] == [("one", "finished"), ("two", "finished")]
    assert (answer["job"], answer["counts"]) == ("two", answer["jobs"][1]["counts"])
    again = json.loads(run("resume", "--data", tmp_path, "--quiet", "--json").out)
    assert again["job"] == "two"
    assert "jobs" not in again


@pytest.mark.parametrize(("codes", "code"), [([0, 0], 0), ([0, 4, 3], 4), ([4, 10], 10), ([12], 12)])
def test_the_worst_end_of_several_is_the_exit_code(codes: list[int], code: int) -> None:
    ended = [Finished("j", "finished", "", Counts(), 0, 0, 0.0, 0.0, exit_code) for exit_code in codes]
    assert worst(ended) == document(ended)["exit_code"] == code


def test_quiet_says_nothing(web: DemoWeb, tmp_path: Path) -> None:
    ran = run_process("crawl", web.url("museum.localhost"), *QUICK, "--max-pages", "2", "--data", tmp_path, "--quiet")
    assert ran == (0, "", "")


def test_the_end_tells_what_comes_next(web: DemoWeb, tmp_path: Path) -> None:
    ran = run("crawl", web.url("museum.localhost"), *QUICK, "--max-pages", "5", "--data", tmp_path)
    assert ran.code == 0
    for command in ("mekik search WORDS", "mekik report", "mekik why URL"):
        assert f"{command}" in ran.out
    assert f"--data {tmp_path}" in ran.out
    assert "mekik crawl … --max-pages MORE" in ran.out
    assert "mekik resume" not in ran.out


def test_a_terminal_gets_a_live_display(web: DemoWeb, tmp_path: Path) -> None:
    """faults: 75"""
    mine, theirs = pty.openpty()
    slow = (*ALLOWED, "--delay", "0.5")  # so that it is drawn more than once meanwhile
    command = ["crawl", web.url("museum.localhost"), *slow, "--max-pages", "5", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "mekik.cli", *command], stdout=subprocess.DEVNULL, stderr=theirs, stdin=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "MEKIK_LANG": "en"},
    ) as crawl:  # fmt: skip
        os.close(theirs)
        shown = _read_all(mine)
        assert crawl.wait(timeout=60) == 0
    os.close(mine)
    assert "museum.localhost" in shown
    assert "pages/s" in shown
    assert shown.count("done ") >= 3
    assert "\x1b[" in shown


def _read_all(fd: int) -> str:
    chunks = []
    for _ in range(2000):
        ready, _, _ = select.select([fd], [], [], 30)
        if not ready:
            break
        try:
            chunk = os.read(fd, 65536)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        chunks.append(chunk)
    return b"".join(chunks).decode("utf-8", "replace")
