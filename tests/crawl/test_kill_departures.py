"""kill -9 while pages leave the index and are replaced: the index and the state agree afterwards, as without it."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from revisit_kit import QUICK, Site, article

import mekik
from hostile import Connection, HostileServer, answer

_CRAWL = """
import json, sys, mekik
seed, options, resume = json.loads(sys.argv[2])
workspace = mekik.open(sys.argv[1])
finished = workspace.resume() if resume else workspace.crawl(seed, options)
sys.exit(finished.exit_code)
"""
_POINTS = [
    "warc.before_write:12", "warc.after_write:12", "state.before_commit:4", "state.after_commit:4",
    "state.after_commit:6", "index.before_commit:1", "index.after_commit:1", "index.before_commit:2",
    "index.after_commit:2",
]  # fmt: skip
_BEGINNING = ["pass.before_open", "state.half_reopened"]
"""Between the decision to crawl anew and the first page."""
NAMES = tuple(f"page{number}" for number in range(30))
STARS = tuple(f"star{number}" for number in range(8))
OPTIONS = {
    **QUICK, "revisit.gone_after": 1, "revisit.breaker": 100.0, "index.commit_interval": 0.15, "frontier.delay": 0.01,
    "revisit.importance": "inlinks",
}  # fmt: skip
COLLECTION = {"revisit.collection": 20}


def _start(site: Site, data: Path, *, resume: bool, point: str = "", more: dict[str, Any]) -> subprocess.Popen[bytes]:
    arguments = json.dumps([site.server.root + "/", {**OPTIONS, **more}, resume])
    environment = {**os.environ, "MEKIK_FAIL_AT": point} if point else dict(os.environ)
    return subprocess.Popen([sys.executable, "-c", _CRAWL, str(data), arguments], env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Crawled once while all was well; since then pages are gone, lead elsewhere, ask for noindex, or came back."""
    with HostileServer() as server:
        site = Site(server, tmp_path_factory.mktemp("before") / "data", NAMES)
        site.workspace.crawl(server.root + "/", OPTIONS)
        assert site.titles() == {"home", *NAMES}
        for name in NAMES[:6]:
            server.on(f"/{name}", _slow(answer(404, b"nothing")))
        for name in NAMES[6:9]:
            server.on(f"/{name}", _slow(answer(301, b"", "Location: /page20")))
        for name in NAMES[9:12]:
            server.on(f"/{name}", _slow(article(name, head='<meta name="robots" content="noindex">')))
        for name in NAMES[12:]:
            server.on(f"/{name}", _slow(article(name, links=tuple(f"/{star}" for star in STARS))))
        for star in STARS:
            server.on(f"/{star}", _slow(article(star)))
        yield site


def _slow(reply: bytes) -> Any:
    """So slow that commits fall between the pages."""

    def script(connection: Connection) -> None:
        time.sleep(0.02)
        connection.send(reply)

    return script


@pytest.fixture(scope="module")
def undisturbed(site: Site, tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[tuple[str, str]]]:
    data = _copy(site, tmp_path_factory.mktemp("undisturbed") / "data")
    assert _start(site, data, resume=False, more={}).wait(180) == 0
    titles, gone = _found(data)
    assert len(titles) == 1 + 18 + len(STARS)
    assert len(gone) == 12
    return titles, gone


def _copy(site: Site, data: Path) -> Path:
    shutil.copytree(site.folder, data)
    return data


def _found(data: Path) -> tuple[set[str], set[tuple[str, str]]]:
    workspace = mekik.open(data)
    hits = workspace.search("lighthouse", limit=100, similar="all").hits
    assert len({hit.title for hit in hits}) == len(hits), "a page is in the index twice"
    return {hit.title for hit in hits}, {(page.url, page.why) for page in workspace.gone("site")["site"]}


def _agree(site: Site, data: Path) -> None:
    """What the state says to be searchable is, nothing else is, and the archive gives the same again."""
    workspace = mekik.open(data)
    titles, gone = _found(data)
    names = {site.url(name): name for name in (*NAMES, *STARS)}
    searchable = {name for url, name in names.items() if workspace.why(url).indexed}
    assert titles - {"home"} == searchable
    assert searchable.isdisjoint(names[url] for url, _ in gone)
    assert workspace.check() == []
    workspace.reindex()
    assert _found(data) == (titles, gone)


@pytest.mark.parametrize("point", [*_BEGINNING, *_POINTS])
def test_killed_while_pages_leave(
    site: Site, undisturbed: tuple[set[str], set[tuple[str, str]]], tmp_path: Path, point: str
) -> None:
    """faults: 40"""
    data = _copy(site, tmp_path / "data")
    assert _start(site, data, resume=False, point=point, more={}).wait(180) == -signal.SIGKILL
    assert _start(site, data, resume=True, more={}).wait(180) == 0
    assert _found(data) == undisturbed
    _agree(site, data)


@pytest.mark.parametrize("point", _POINTS[2:])
def test_killed_while_pages_are_replaced(site: Site, tmp_path: Path, point: str) -> None:
    """Which pages are replaced depends on the order in which they come; that all agrees does not."""
    data = _copy(site, tmp_path / "data")
    assert _start(site, data, resume=False, point=point, more=COLLECTION).wait(180) == -signal.SIGKILL
    assert _start(site, data, resume=True, more=COLLECTION).wait(180) == 0
    titles, _ = _found(data)
    assert len(titles) == 20
    assert {"home", *STARS} <= titles
    _agree(site, data)


def test_killed_again_and_again(site: Site, tmp_path: Path) -> None:
    data = _copy(site, tmp_path / "data")
    chance = random.Random(5)
    for number in range(8):
        asked = len(site.server.requests)
        process = _start(site, data, resume=number > 0, more=COLLECTION)
        end = time.monotonic() + 60
        while len(site.server.requests) == asked and process.poll() is None:
            assert time.monotonic() < end, "the engine did not start"
            time.sleep(0.005)
        time.sleep(chance.uniform(0.0, 0.25))
        process.kill()
        process.wait()
    process = _start(site, data, resume=True, more=COLLECTION)
    assert process.wait(180) == 0
    titles, _ = _found(data)
    assert len(titles) == 20
    assert {"home", *STARS} <= titles
    _agree(site, data)
