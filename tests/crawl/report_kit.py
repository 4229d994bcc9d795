"""A small crawled site and its reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mekik
from hostile.server import HostileServer, answer
from mekik.workspace import Workspace

OPTIONS: dict[str, Any] = {
    "name": "site", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0, "frontier.retries": 0,
    "frontier.response_factor": 0.0, "parse.workers": 0, "discovery.places": [],
}  # fmt: skip


def page(title: str, *links: str, text: str = "") -> bytes:
    """`links` are addresses, or address and text with a blank between."""
    pairs = (link.partition(" ") for link in links)
    anchors = "".join(f'<p><a href="{target}">{words or "link"}</a>' for target, _, words in pairs)
    html = f"<!DOCTYPE html><html lang=en><title>{title}</title><h1>{title}</h1><p>{text}{anchors}"
    return answer(200, html.encode(), content_type="text/html; charset=utf-8")


def crawl(folder: Path, server: HostileServer, **more: Any) -> Workspace:
    workspace = mekik.open(folder)
    options = OPTIONS | {name.replace("__", "."): value for name, value in more.items()}
    workspace.crawl(server.root + "/", options)
    return workspace


def report(workspace: Workspace, name: str, settings: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    for table in workspace.tables(name, settings=settings):
        found = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        assert len(found) == table.total
        return found
    raise AssertionError("no table")
