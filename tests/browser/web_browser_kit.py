"""The real site on two loopback ports, and a real Chromium to look at it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from browser_kit import require_chromium

from mekik.crawl.browser.chromium import find_chromium
from mekik.settings import build
from mekik.web import Site, make_app
from mekik.web.people import Role
from mekik.web.replay.server import Archive
from mekik.web.serving import listen

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSWORD = "correct horse battery"


class Served:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.root = f"http://127.0.0.1:{site.port}"
        self.archive = f"http://127.0.0.1:{site.replay_port}"


@contextmanager
def served(path: Path, users: dict[str, Role] | None = None) -> Iterator[Served]:
    require_chromium()
    site = Site.open(path)
    for name, role in (users or {}).items():
        site.accounts.add(name, PASSWORD, role)
    first, second = listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    site.port, site.replay_port = first.getsockname()[1], second.getsockname()[1]
    apps: tuple[tuple[Any, Any], ...] = ((make_app(site), first), (Archive(site), second))
    servers = [(uvicorn.Server(uvicorn.Config(app, log_config=None)), listener) for app, listener in apps]
    threads = [threading.Thread(target=server.run, args=([listener],)) for server, listener in servers]
    for thread in threads:
        thread.start()
    try:
        yield Served(site)
    finally:
        for server, _ in servers:
            server.should_exit = True
        for thread in threads:
            thread.join(20)
        site.close()


@contextmanager
def browsing(**options: Any) -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(build({})), args=["--no-sandbox"])
        page = browser.new_context(**options).new_page()
        try:
            yield page
        finally:
            browser.close()


def sign_in(page: Page, root: str, name: str) -> None:
    page.goto(f"{root}/sign-in")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", PASSWORD)
    page.click("main button")
    page.wait_for_url(f"{root}/")
