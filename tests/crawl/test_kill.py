"""kill -9 at random moments and at every fail point, and Ctrl-C: nothing is lost, stuck or done twice."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawl_kit import OPTIONS, WORKERS

import mekik
from judges import warcio_check
from mekik.crawl.folder import holder
from mekik.errors import MekikError
from mekik.lab.demo import DemoWeb

_FAIL_POINTS = [
    "warc.before_write:9", "warc.half_written:9", "warc.after_write:9", "state.before_commit:2", "state.after_commit:2",
    "index.before_commit:1", "index.after_commit:1",
]  # fmt: skip

_CRAWL = """
import json, sys, mekik
seeds, options, resume = json.loads(sys.argv[2])
workspace = mekik.open(sys.argv[1])
finished = workspace.resume() if resume else workspace.crawl(seeds, options)
sys.exit(finished.exit_code)
"""

_KILLS = int(os.environ.get("MEKIK_KILLS", "12"))


def _start(
    data: Path, web: DemoWeb, *, resume: bool, delay: float = 0.0, environment: dict[str, str] | None = None,
    **more: object,
) -> subprocess.Popen[bytes]:  # fmt: skip
    options = {
        **OPTIONS,
        **WORKERS,
        "frontier.delay": delay,
        "frontier.max_delay": max(delay, 0.05),
        "frontier.commit_interval": 0.1,
        "index.commit_interval": 0.3,
        # How far into a trap a crawl goes depends on what is under way when it is known: not to be compared.
        "traps.enabled": False,
        **more,
    }
    arguments = json.dumps([web.fewer_seeds, options, resume])
    return subprocess.Popen(
        [sys.executable, "-c", _CRAWL, str(data), arguments], env={**os.environ, **(environment or {})}
    )


def _finish(data: Path, web: DemoWeb) -> None:
    process = _start(data, web, resume=True)
    assert process.wait(180) == 0


def _pages(data: Path) -> dict[str, tuple[str, str | None]]:
    """Every address of the job with its state."""
    workspace = mekik.open(data)
    target = data / "addresses.csv"
    workspace.export("csv", target)
    with target.open(encoding="utf-8", newline="") as file:
        return {row["url"]: (row["status"], row["outcome"]) for row in csv.DictReader(file)}


def _titles(data: Path, web: DemoWeb) -> list[tuple[str, str]]:
    """Of every document in the index: a page that is there twice shows."""
    workspace = mekik.open(data)
    found: list[tuple[str, str]] = []
    for host in web.hosts:
        offset, total = 0, 1
        while offset < total:
            result = workspace.search(f"site:{host}", limit=100, offset=offset, similar="all")
            found += [(hit.host, hit.title) for hit in result.hits]
            offset, total = offset + 100, result.total
    return sorted(found)


def _finds(data: Path) -> list[tuple[object, ...]]:
    """What was picked out of the pages, as it stands in the store; when does not count."""
    finds = mekik.open(data).finds("demo")
    return sorted((one.url, one.kind, one.value, one.original, one.place, one.offset, one.context) for one in finds)


def _judge(data: Path, web: DemoWeb, undisturbed: Path) -> None:
    pages, wanted = _pages(data), _pages(undisturbed)
    assert {url for url, state in pages.items() if state[0] in ("waiting", "running")} == set()
    # Which of two equal pages counts as the copy depends on which came first.
    same = {"ok", "duplicate"}
    different = {
        url: (pages.get(url), state)
        for url, state in wanted.items()
        if pages.get(url) != state and not (url in pages and {pages[url][1], state[1]} <= same)
    }
    assert different == {}
    assert set(pages) == set(wanted)
    assert _titles(data, web) == _titles(undisturbed, web)
    assert mekik.open(data).check() == []
    for path in (data / "archive").glob("*.warc.gz"):
        assert warcio_check(path) == ""
    assert _finds(undisturbed)
    assert _finds(data) == _finds(undisturbed)
    before = _titles(data, web)
    mekik.open(data).reindex()
    assert _titles(data, web) == before
    assert _finds(data) == _finds(undisturbed)


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(crawl_delay=0.01, slow=0.2, retry_after=1) as web:
        yield web


@pytest.fixture(scope="module")
def undisturbed(web: DemoWeb, tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("undisturbed") / "data"
    assert _start(data, web, resume=False).wait(180) == 0
    return data


def test_killed_at_random_moments(web: DemoWeb, undisturbed: Path, tmp_path: Path) -> None:
    """faults: 40"""
    data = tmp_path / "data"
    web.forget_requests()
    chance = random.Random(7)
    for _ in range(_KILLS):
        process = _start(data, web, resume=_began(data), delay=0.3)
        _wait_for_engine(data, process)
        time.sleep(chance.uniform(0.0, 0.35))
        process.kill()
        assert process.wait() == -signal.SIGKILL, "it finished before it could be killed: crawl more slowly"
    if not _began(data):
        assert _start(data, web, resume=False).wait(180) == 0
    _finish(data, web)
    _judge(data, web, undisturbed)
    pages = [(host, path) for _, host, path, status, _ in web.requests if status == 200 and path != "/robots.txt"]
    again = sum(count - 1 for count in Counter(pages).values())
    # Each kill may cost what was in flight: a request for each of the eight hosts.
    assert again <= _KILLS * len(web.hosts)


def _began(data: Path) -> bool:
    return (data / "jobs.sqlite").exists() and mekik.open(data).jobs() == ["demo"]


def _wait_for_engine(data: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while holder(data / "engine.lock") != process.pid:
        assert time.monotonic() < end, "the engine did not start"
        time.sleep(0.005)


@pytest.mark.parametrize("point", _FAIL_POINTS)
def test_killed_at_every_fail_point(web: DemoWeb, undisturbed: Path, tmp_path: Path, point: str) -> None:
    """faults: 40"""
    data = tmp_path / "data"
    process = _start(data, web, resume=False, environment={"MEKIK_FAIL_AT": point})
    assert process.wait(180) == -signal.SIGKILL
    _finish(data, web)
    _judge(data, web, undisturbed)


@pytest.mark.parametrize(
    "point", ["state.before_commit:4", "state.after_commit:4", "index.before_commit:3", "index.after_commit:3"]
)
def test_killed_without_an_archive_a_settled_page_is_in_the_index(
    web: DemoWeb, undisturbed: Path, tmp_path: Path, point: str
) -> None:
    """Nothing could be read again, so a page is settled only once it is searchable."""
    data = tmp_path / "data"
    process = _start(data, web, resume=False, environment={"MEKIK_FAIL_AT": point}, **{"archive.enabled": False})
    assert process.wait(180) == -signal.SIGKILL
    _finish(data, web)
    assert _titles(data, web) == _titles(undisturbed, web)


def test_ctrl_c_once_finishes_what_is_in_flight_and_twice_stops_at_once(
    web: DemoWeb, undisturbed: Path, tmp_path: Path
) -> None:
    """faults: 50"""
    data = tmp_path / "data"
    process = _start(data, web, resume=False)
    _wait_for_pages(data)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 10
    (snapshot,) = mekik.open(data).status()
    assert snapshot.state == "interrupted"
    assert snapshot.counts.running == 0
    process = _start(data, web, resume=True)
    _wait_for_pages(data, "running")
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) in (0, 10)
    _finish(data, web)
    _judge(data, web, undisturbed)


def _wait_for_pages(data: Path, state: str = "running") -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            (snapshot,) = mekik.open(data).status()
            if snapshot.counts.completed > 5 and snapshot.state == state:
                return
        except (MekikError, ValueError):
            pass
        time.sleep(0.1)
    pytest.fail("the crawl did not begin")
