"""The web application as a person has it: `mekik serve` in a process of its own, seen by Chromium."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mekik.crawl.browser.chromium import find_chromium
from mekik.settings import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_ROOT = re.compile(r"http://127\.0\.0\.1:\d+")
TELEPHONE = {"width": 360, "height": 740}


class Server:
    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mekik", "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C.UTF-8"},
        )  # fmt: skip
        self.lines: list[str] = []
        """What it says."""
        threading.Thread(target=self._read, daemon=True).start()
        self.root = self._find_root()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as errors:
            self.lines.extend(errors)

    def _find_root(self) -> str:
        for _ in range(600):
            found = _ROOT.search("".join(self.lines))
            if found:
                return found[0]
            assert self.process.poll() is None, "".join(self.lines)
            time.sleep(0.1)
        raise AssertionError("".join(self.lines) or "mekik serve said nothing")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(60)


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(build({})), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def new_page(browser: Browser, server: Server, **options: Any) -> Iterator[Page]:
    """A person of their own: no cookies yet. A script that fails, or breaks the page's policy, fails the test."""
    context = browser.new_context(base_url=server.root, **{"locale": "en-GB", **options})
    page = context.new_page()
    page.set_default_timeout(60_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if _is_fault(message.text) else None)
    try:
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def _is_fault(text: str) -> bool:
    return "Content Security Policy" in text or "Content-Security-Policy" in text


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/sign-in")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", password)
    page.click("main button")
    page.wait_for_url(lambda url: "/sign-in" not in url)


def is_too_wide(page: Page) -> bool:
    """Whether one has to scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
