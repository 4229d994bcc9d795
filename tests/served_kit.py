"""Two crawled jobs, a public one and ayse's private one, behind a real server on loopback."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn

from mekik.lab.demo import DemoWeb
from mekik.web import Site
from mekik.web.people import SCOPES, Role
from mekik.web.serving import listen
from mekik.workspace import Workspace
from web_kit import PASSWORD, app_of

QUICK: dict[str, Any] = {
    "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0, "frontier.max_delay": 0.05,
    "frontier.retry_delay": 0.2, "capture.emails": True, "parse.workers": 0,
}  # fmt: skip
NAMES = ("ayse", "bora", "root")


class Data:
    """A folder with crawled jobs, and what a test needs to know about it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        site = Site.open(path, rate=0)
        for name in NAMES:
            site.accounts.add(name, PASSWORD, Role.ADMINISTRATOR if name == "root" else Role.MEMBER)
        self.tokens = {name: site.accounts.add_token(name, "all", list(SCOPES)) for name in NAMES}
        site.close()
        workspace = Workspace(path)
        with DemoWeb(slow=0.0) as web:
            roots = {seed.split("/")[2].split(":")[0]: seed for seed in web.seeds}
            newspaper = next(seed for host, seed in roots.items() if "gazete" in host)
            library = next(seed for host, seed in roots.items() if "kutuphane" in host)
            many = {**QUICK, "scope.kind": "host", "scope.max_pages": 25}
            workspace.crawl(newspaper, {**many, "name": "news"})
            workspace.crawl(library, {**many, "name": "library", "owner": "ayse"})
        self.public_url = next(hit.url for hit in workspace.search("", job="news", limit=1).hits)
        self.private_url = next(hit.url for hit in workspace.search("", job="library", limit=1).hits)


@cache
def crawled() -> Data:
    path = Path(tempfile.mkdtemp(prefix="mekik-served-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Data(path)


@contextmanager
def running(app: Any) -> Iterator[int]:
    """A real server in a thread; gives its port."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(60)
        listener.close()


@contextmanager
def served(path: Path) -> Iterator[tuple[Data, Site, str]]:
    """A copy of the crawled folder at `path`, served: the data, the site and its address."""
    data = crawled()
    shutil.copytree(data.path, path, dirs_exist_ok=True)
    site = Site.open(path, rate=0)
    try:
        with app_of(site) as app, running(app) as port:
            site.port = port
            yield data, site, f"http://127.0.0.1:{port}"
    finally:
        site.close()
