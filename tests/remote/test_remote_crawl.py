"""A crawl from afar: the same call, the same ending, while the server's engine does the work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mekik
from mekik.crawl.jobs.keeper import EngineKeeper
from mekik.crawl.progress import Snapshot
from mekik.errors import NotPermitted, SettingError, UsageError
from mekik.lab.demo import DemoWeb
from mekik.remote import RemoteWorkspace
from mekik.web import Site, make_app
from mekik.web.people import SCOPES, Role
from served_kit import QUICK, running
from web_kit import PASSWORD

SMALL: dict[str, Any] = {**QUICK, "scope.kind": "host", "scope.max_pages": 12}


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(slow=0.0) as web:
        yield web


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("engine")
    site = Site.open(path)
    for name, role in (("ayse", Role.MEMBER), ("root", Role.ADMINISTRATOR)):
        site.accounts.add(name, PASSWORD, role)
    site.engine = EngineKeeper(path)
    site.engine.start()
    yield site
    site.engine.stop()
    site.close()


@pytest.fixture(scope="module")
def root(site: Site) -> Iterator[str]:
    with running(make_app(site)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def far(site: Site, root: str) -> Iterator[RemoteWorkspace]:
    with mekik.open(root, token=site.accounts.add_token("root", "test", list(SCOPES))) as workspace:
        yield workspace


def until(met: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 60
    while not met():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def test_a_crawl_here_and_there_ends_the_same(far: RemoteWorkspace, web: DemoWeb, tmp_path: Path) -> None:
    seen: list[Snapshot] = []
    there = far.crawl(web.seeds[0], SMALL, progress=seen.append, name="small")
    here = mekik.open(tmp_path).crawl(web.seeds[0], SMALL, name="small")
    assert (there.state, there.exit_code, there.reason) == (here.state, here.exit_code, here.reason)
    assert there.counts.completed >= 12
    assert seen
    assert far.search("type:html", limit=1).total > 3
    assert far.settings(there.job).scope.max_pages == 12
    again = far.crawl(web.seeds[0], {**SMALL, "scope.max_pages": 15}, name="small")
    assert again.job == there.job
    assert far.status(again.job)[0].counts.completed > there.counts.completed
    strict = far.crawl(web.seeds[0], {**SMALL, "scope.max_pages": 15}, name="small", strict_limits=True)
    assert strict.exit_code in (0, 12)


def test_a_running_crawl_is_told_from_afar(far: RemoteWorkspace, web: DemoWeb) -> None:
    slow = {**QUICK, "frontier.delay": 0.5, "frontier.max_delay": 1.0, "name": "slow"}
    ended: list[Any] = []
    thread = threading.Thread(target=lambda: ended.append(far.crawl(web.seeds, slow)))
    thread.start()
    try:
        until(lambda: any(one.state == "running" for one in far.status()), "it runs")
        (name,) = [one.job for one in far.status() if one.state == "running"]
        assert far.set_order("depth", name) == [name]
        assert far.settings(name).order == "depth"
        assert far.pause() == [name]
        until(lambda: far.status(name)[0].state == "paused", "it pauses")
        far.unpause(name)
        until(lambda: far.status(name)[0].state == "running", "it goes on")
        assert far.unfinished() == [name]
        assert far.stop() == [name]
    finally:
        thread.join(60)
    assert ended[0].state == "interrupted"
    assert ended[0].exit_code == 10
    assert far.stop() == []


def test_a_member_may_not_do_what_is_an_administrators(site: Site, root: str, web: DemoWeb) -> None:
    """faults: 57"""
    with mekik.open(root, token=site.accounts.add_token("ayse", "test", ["crawl", "read"])) as ayse:
        with pytest.raises(SettingError, match="administrator"):
            ayse.crawl(web.seeds[0], SMALL, name="mine")
        with pytest.raises(UsageError):
            ayse.stop("small")
    only = site.accounts.add_token("ayse", "test", ["read"])
    with mekik.open(root, token=only) as reader, pytest.raises(NotPermitted):
        reader.crawl("https://example.org", name="mine")
    with mekik.open(root, token=None) as visitor, pytest.raises(NotPermitted):
        visitor.crawl("https://example.org", name="mine")
