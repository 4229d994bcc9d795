"""The pictures of the documentation, made anew: .venv/bin/python docs/screenshots.py

Starts `mekik serve` on an empty directory, makes the administrator, crawls the demo web by its button and looks at the
pages with Chromium, as somebody would who tries Mekik for the first time.
"""

from __future__ import annotations

import re
import struct
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "browser"))

from site_kit import Server, chromium, new_page, serving  # noqa: E402 - found by the line above

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = HERE / "pictures"
SIZE = {"width": 1120, "height": 760}
PATIENCE = 180
"""Seconds for the crawl."""
PASSWORD = "only for these pictures"  # noqa: S105 - of a server that ends with this script


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        chromium() as browser,
        new_page(browser, server, viewport=SIZE, color_scheme="light") as page,
    ):
        set_up(page, server)
        page.goto("/jobs")
        page.click("form[action='/demo-crawl'] button")
        job = urlsplit(page.url).path
        wait_for(page, job, 60)
        shoot(page, "live")
        wait_for(page, job, None)
        for _ in range(2):  # the first search of a server loads dictionaries
            page.goto("/?q=museum")
        shoot(page, "search")
        page.goto("/new-job")
        page.fill("input[name=name]", "Newspapers")
        page.fill("textarea >> nth=0", "https://www.example.org/\nhttps://news.example.net/politics/")
        page.evaluate("document.activeElement.blur()")
        shoot(page, "job-form")
        page.goto(f"{job}/reports/hosts")
        page.wait_for_timeout(1500)
        shoot(page, "reports")


def set_up(page: Page, server: Server) -> None:
    found = re.search(r"http://\S+/setup\?key=\S+", "".join(server.lines))
    assert found, server.lines
    page.goto(found[0])
    page.fill("input[name=name]", "ayse")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button")


def wait_for(page: Page, job: str, pages: int | None) -> None:
    """Until so many pages are there, or with None until the crawl is over."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        status = page.request.get(f"/api/v1{job}/status").json()
        done = int(status.get("counts", {}).get("completed", 0))
        if status.get("state") == "finished" or (pages is not None and done >= pages):
            page.wait_for_timeout(1500)
            return
        time.sleep(0.5)
    raise SystemExit("The crawl of the demo web takes too long.")


def shoot(page: Page, name: str) -> None:
    path = PICTURES / f"{name}.png"
    path.write_bytes(packed(page.screenshot()))
    print(path, path.stat().st_size)


def packed(png: bytes) -> bytes:
    """The same picture, packed as tightly as zlib can, without anything beside it."""
    place, chunks, pixels = 8, [], b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        if kind == b"IDAT":
            pixels += data
        elif kind in (b"IHDR", b"PLTE"):
            chunks.append((kind, data))
        place += length + 12
    chunks += [(b"IDAT", zlib.compress(zlib.decompress(pixels), 9)), (b"IEND", b"")]
    return png[:8] + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


if __name__ == "__main__":
    main()
