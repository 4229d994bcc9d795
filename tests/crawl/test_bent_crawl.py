"""A whole crawl whose settings bend for some hosts and addresses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS

import mekik
from hostile import HostileServer, answer


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        links = "".join(f'<a href="/{folder}/{number}">x</a>' for folder in "ab" for number in range(4))
        server.on("/robots.txt", answer(404))
        server.on("/", answer(200, f"<title>t</title><p>start {links}".encode()))
        for folder in "ab":
            for number in range(4):
                body = f"<title>t</title><p>word{folder} number {number} {'x' * 3000}"
                server.on(f"/{folder}/{number}", answer(200, body.encode()))
        yield server


def test_an_address_may_have_limits_of_its_own(tmp_path: Path, server: HostileServer) -> None:
    overrides: list[dict[str, Any]] = [
        {"pattern": "/a/", "set": {"index.enabled": False}},
        {"pattern": "/b/", "set": {"fetch.max_size": 1024}},
    ]
    workspace = mekik.open(tmp_path / "data")
    options = {**OPTIONS, "overrides": overrides, "discovery.places": []}
    workspace.crawl(server.root + "/", options)
    assert workspace.search("worda").total == 0
    assert workspace.search("wordb").total == 4
    assert workspace.why(server.root + "/a/1").outcome == "ok"
    assert workspace.why(server.root + "/b/1").outcome == "truncated"


def test_a_host_may_have_a_budget_of_its_own(tmp_path: Path, server: HostileServer) -> None:
    overrides = [{"host": "127.0.0.1", "set": {"scope.max_pages_per_host": 3}}]
    workspace = mekik.open(tmp_path / "data")
    done = workspace.crawl(server.root + "/", {**OPTIONS, "overrides": overrides, "discovery.places": []})
    assert done.pages == 3
