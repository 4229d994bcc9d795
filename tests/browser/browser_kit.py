"""Crawls with a real Chromium. Without one these tests are left out, but not where all is to be installed."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import mekik
from hostile.server import answer
from mekik.crawl.browser.chromium import find_chromium
from mekik.errors import MekikError
from mekik.settings import build
from mekik.workspace import Workspace

OPTIONS: dict[str, Any] = {
    "name": "site", "fetch.allow_addresses": ["127.0.0.1/32"], "frontier.delay": 0.0, "frontier.retries": 0,
    "frontier.response_factor": 0.0, "parse.workers": 0, "discovery.places": [], "render.mode": "auto",
    "render.timeout": 20,
}  # fmt: skip


def require_chromium() -> None:
    missing = "pip install 'mekik[browser]'" if find_spec("playwright") is None else ""
    try:
        find_chromium(build({}))
    except MekikError:
        missing = "apt-get install chromium"
    if missing:
        word = f"no browser; install it with: {missing}"
        if os.environ.get("CI"):
            pytest.fail(word)
        pytest.skip(word)


def shell(script: str, more: str = "") -> bytes:
    """A page that its script has yet to write. It is padded, so that it counts as much script."""
    padding = "/*" + " " * 300 + "*/"
    html = (
        f"<!DOCTYPE html><html lang=en><title>Shell</title><div id=root></div>{more}<script>{padding}{script}</script>"
    )
    return answer(200, html.encode(), content_type="text/html; charset=utf-8")


def crawl(folder: Path, root: str, **more: Any) -> Workspace:
    workspace = mekik.open(folder)
    options = OPTIONS | {name.replace("__", "."): value for name, value in more.items()}
    workspace.crawl(root + "/", options)
    return workspace


def text_of(workspace: Workspace, url: str, tmp_path: Path) -> str:
    """What the page says, by the archive."""
    target = tmp_path / "pages.jsonl"
    workspace.export("jsonl", target)
    lines = map(json.loads, target.read_text(encoding="utf-8").splitlines())
    return next((str(line["text"]) for line in lines if line["url"] == url), "")
