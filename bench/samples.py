"""Pages of the made-up web as the rooms' functions take them, for measurements inside one process."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from web import Web, address


@dataclass(frozen=True)
class Sample:
    url: str
    body: bytes
    hrefs: list[str]


def sample(web: Web, pages: int, hosts: int = 20, seed: int = 1) -> list[Sample]:
    """`pages` pages of some hosts, host by host, as a crawl of a few sites would meet them."""
    chance = random.Random(seed)
    found: list[Sample] = []
    for host in chance.sample(range(web.hosts), hosts):
        root = Path(web.folder) / address(host)
        files = sorted(path for path in root.rglob("*") if path.is_file() and path.name != "robots.txt")
        found += [_read(web, host, root, path) for path in chance.sample(files, min(len(files), pages // hosts + 1))]
    return found[:pages]


def _read(web: Web, host: int, root: Path, path: Path) -> Sample:
    name = str(path.relative_to(root)).removesuffix("index.html")
    if name.startswith("article-"):
        name = "article?id=" + name.removeprefix("article-")
    body = path.read_bytes()
    anchors = LexborHTMLParser(body.decode()).css("a[href]")
    hrefs = [anchor.attributes["href"] or "" for anchor in anchors]
    return Sample(f"http://{address(host)}:{web.port}/{name}", body, hrefs)
