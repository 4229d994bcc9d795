"""breadth, depth and random keep to their word with several sites and workers at once, whatever the pace of parsing."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

import mekik
from hostile.server import Connection, HostileServer, answer
from mekik.workspace import Workspace

_SITES = ("bir", "iki", "uc")
_LINKS = "abc"
_DEPTH = 3
_LAG = 0.05
"""A request leaves a moment before it arrives."""


class _Trees:
    """Three sites, each a tree: /ab names /aba, /abb and /abc. Notes when each page was asked for."""

    def __init__(self, server: HostileServer) -> None:
        self.asked: dict[str, list[tuple[str, float]]] = defaultdict(list)
        server.otherwise(self._answer)

    def _answer(self, connection: Connection) -> None:
        host = next(line for line in connection.head.split(b"\r\n") if line.lower().startswith(b"host:"))
        site, path = host.split(b":")[1].decode().strip(), connection.path
        if path == "/robots.txt":
            connection.send(answer(404))
            return
        self.asked[site].append((path, time.time()))
        links = "".join(f'<a href="{child}">{child}</a> ' for child in _children(path))
        html = f"<!DOCTYPE html><html lang=tr><title>{site} {path}</title><p>{site} sitesinin {path} sayfası {links}"
        connection.send(answer(200, html.encode()))


def _children(path: str) -> list[str]:
    return [path + letter for letter in _LINKS] if len(path) <= _DEPTH else []


def _crawl(folder: Path, server: HostileServer, order: str, **more: object) -> Workspace:
    port = server.root.rpartition(":")[2]
    workspace = mekik.open(folder)
    options = {
        "name": "trees", "order": order, "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.02,
        "frontier.response_factor": 0.0, "parse.workers": 3, "discovery.places": [], "scope.kind": "host",
        "traps.enabled": False,
    }  # fmt: skip
    finished = workspace.crawl([f"http://{site}.localhost:{port}/" for site in _SITES], options | more)
    assert finished.counts.completed == len(_SITES) * sum(3**depth for depth in range(_DEPTH + 1))
    return workspace


def _breadth(known: list[str], waiting: set[str]) -> str:
    """The first found of those nearest to the seed; `known` are the pages read, in the order in which they were."""
    found = ["/"] + [child for path in known for child in _children(path)]
    return min((path for path in found if path in waiting), key=len)


def _depth(known: list[str], waiting: set[str]) -> str:
    """The first link that is left of the page read last that has any left."""
    return next((child for path in reversed(known) for child in _children(path) if child in waiting), "/")


@pytest.mark.parametrize(("order", "best"), [("breadth", _breadth), ("depth", _depth)])
def test_every_request_is_the_best_of_what_was_known(
    tmp_path: Path, order: str, best: Callable[[list[str], set[str]], str]
) -> None:
    with HostileServer() as server:
        trees = _Trees(server)
        workspace = _crawl(tmp_path / "data", server, order)
    read = [(entry.url, entry.time) for entry in workspace.log("trees") if entry.outcome == "ok"]
    for site, asked in trees.asked.items():
        pages = [("/" + url.rpartition("/")[2], at) for url, at in read if f"//{site}:" in url]
        gone: set[str] = set()
        for path, at in asked:
            could_be = set()
            for moment in (at - _LAG, at):  # what was read meanwhile may or may not have been known
                known = [page for page, when in pages if when <= moment]
                waiting = {"/", *(child for page in known for child in _children(page))} - gone
                could_be |= {best(known, waiting)} if waiting else set()
            assert path in could_be, f"{site}: {path}, but {could_be} came first"
            gone.add(path)


def test_random_is_neither_and_another_seed_is_another_order(tmp_path: Path) -> None:
    orders = []
    for seed in (1, 2):
        with HostileServer() as server:
            trees = _Trees(server)
            _crawl(tmp_path / str(seed), server, "random", **{"ordering.seed": seed})
        orders.append([path for asked in trees.asked.values() for path, _ in asked])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    for order in orders:
        assert order != sorted(order, key=len), "breadth first"
        assert order != sorted(order), "depth first"
