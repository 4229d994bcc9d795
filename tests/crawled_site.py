"""A site with crawled jobs: a public one of the command line's, and a private one of ayse's."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

import mekik
from hostile.server import HostileServer, answer
from mekik.web import Site
from mekik.web.site import ACCOUNTS
from web_kit import ROOT, app_of, prepared, shared_readers

OPTIONS: dict[str, Any] = {
    "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0, "frontier.retries": 0,
    "frontier.response_factor": 0.0, "parse.workers": 0, "discovery.places": [], "capture.emails": True,
}  # fmt: skip


def page(title: str, *links: str) -> bytes:
    anchors = "".join(f'<p><a href="{link}">to {link}</a>' for link in links)
    html = f"<!DOCTYPE html><html lang=en><title>{title}</title><p>Write to {title}@example.org{anchors}"
    return answer(200, html.encode(), content_type="text/html; charset=utf-8")


@cache
def crawled() -> tuple[Path, str]:
    """The data directory, to be copied, and the root of the site that was crawled."""
    path = Path(tempfile.mkdtemp(prefix="mekik-reports-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    with HostileServer() as server:
        server.on("/", page("home", "/a", "/b", "/missing", "/a?copy=1"))
        server.on("/a", page("alpha", "/", "/deep/one"))
        server.on("/b", page("=1+1", "/gone", "/a"))
        server.on("/deep/one", page("one", "/b"))
        workspace = mekik.open(path)
        workspace.crawl(server.root + "/", OPTIONS | {"name": "site"})
        workspace.crawl(server.root + "/deep/one", OPTIONS | {"name": "secret", "owner": "ayse"})
        root = server.root
    accounts = prepared() / ACCOUNTS
    shutil.copy(accounts, path / ACCOUNTS)
    return path, root


@contextmanager
def open_crawled(path: Path) -> Iterator[tuple[Site, TestClient[Litestar], str]]:
    """The site, a client, and the root of what was crawled. Users are those of `web_kit`."""
    data, root = crawled()
    shutil.copytree(data, path, dirs_exist_ok=True)
    site = Site.open(path, readers=shared_readers())
    try:
        with app_of(site) as app, TestClient(app, base_url=ROOT) as client:
            yield site, client, root
    finally:
        site.close()
