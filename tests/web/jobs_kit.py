"""A site with an engine of its own on the demo web."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from mekik.crawl.jobs.keeper import EngineKeeper
from mekik.lab.demo import DemoWeb
from mekik.web import Site
from web_kit import ROOT, open_site

ORIGIN = {"origin": ROOT}


def demo_settings(web: DemoWeb, name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name, "seeds": web.fewer_seeds, "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.05,
        "frontier.retry_delay": 0.3, **{key.replace("__", "."): value for key, value in more.items()},
    }  # fmt: skip


SLOW = {"frontier__delay": 2.0, "frontier__response_factor": 0}
"""A job with these does not end before a test has done what it wants to do meanwhile; `hurry` lets it."""


def hurry(site: Site, name: str) -> None:
    site.workspace.desk.edit(name, {"frontier.delay": 0.02}, trusted=True)


@contextmanager
def site_with_engine(path: Path) -> Iterator[tuple[Site, TestClient[Litestar]]]:
    with open_site(path) as (site, client):
        site.engine = EngineKeeper(path)
        site.engine.start()
        try:
            yield site, client
        finally:
            site.engine.stop()


def until(met: Callable[[], bool], what: str, seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, f"waited {seconds} s for: {what}"
        time.sleep(0.1)


def state_of(site: Site, name: str) -> str:
    return site.workspace.status(name)[0].state
