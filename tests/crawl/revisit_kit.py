"""A small site whose pages can be changed between visits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crawl_kit import OPTIONS

import mekik
from hostile import HostileServer, answer
from mekik.frontier import SqliteStore
from mekik.workspace import Finished, Workspace

QUICK: dict[str, Any] = {
    **OPTIONS, "name": "site", "frontier.retries": 0, "analysis.analyser": "none", "parse.workers": 0,
    "discovery.sitemaps": False, "traps.enabled": False, "frontier.commit_interval": 0.1,
}  # fmt: skip
TEXT = (
    "The lighthouse of this page was built by patient people who carried every stone across the water by hand. "
    "They tell the story of it on long evenings, and nobody tires of hearing about the storm of {name}. "
)


def article(name: str, *, advert: str = "Buy soap", head: str = "", links: tuple[str, ...] = ()) -> bytes:
    named = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    body = (
        f"<html><head><title>{name}</title>{head}</head><body><nav><ul>{named}</ul></nav>"
        f"<main><article><h1>{name}</h1><p>{TEXT.format(name=name) * 3}</p></article></main>"
        f'<aside class="advert">{advert}</aside></body></html>'
    )
    return answer(200, body.encode(), "Cache-Control: no-cache")


class Site:
    """`/` names all the others."""

    def __init__(self, server: HostileServer, folder: Path, names: tuple[str, ...]) -> None:
        self.server, self.folder, self.names = server, folder, names
        self.workspace: Workspace = mekik.open(folder)
        server.on("/", article("home", links=tuple(f"/{name}" for name in names)))
        for name in names:
            server.on(f"/{name}", article(name))

    def url(self, name: str) -> str:
        return f"{self.server.root}/{name}"

    def crawl(self, **options: Any) -> Finished:
        named = {name.replace("__", "."): value for name, value in options.items()}
        return self.workspace.crawl(self.server.root + "/", {**QUICK, **named})

    def titles(self) -> set[str]:
        return {hit.title for hit in self.workspace.search("lighthouse", limit=100, similar="all").hits}

    def store(self) -> SqliteStore:
        return SqliteStore(self.folder / "jobs" / "site" / "frontier.sqlite", read_only=True)

    def visited(self) -> list[str]:
        """Names asked for since the last look."""
        asked = [head.split(b" ", 2)[1].decode()[1:] for head in self.server.requests]
        self.server.requests.clear()
        return sorted(name for name in asked if name != "robots.txt")
