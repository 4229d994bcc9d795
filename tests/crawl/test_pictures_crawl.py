"""Pictures as a search of their own: by what pages say about them, or fetched and read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS, WORKERS

import mekik
from hostile import HostileServer, answer
from mekik.lab.demo import DemoWeb
from mekik.lab.demo.listings import picture
from mekik.urls import file_address
from mekik.workspace import Workspace

PAGE = (
    b'<html lang="en"><title>Harbours of the north</title><p>Words about boats and the sea.'
    b'<figure><img src="/img/pier_head-1950.png" alt="Two men mending nets" width="640" height="480">'
    b"<figcaption>Fishermen at dawn</figcaption></figure>"
    b'<img src="/img/0001.png"><img src="/dot.gif" width="1" height="1" alt="counting dot">'
)


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        server.on("/", answer(200, PAGE))
        for name in ("/img/pier_head-1950.png", "/img/0001.png", "/linked-boat.png"):
            server.on(name, answer(200, picture(name), "Content-Type: image/png"))
        yield server


def crawl(folder: Path, server: HostileServer, **options: Any) -> Workspace:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    workspace.crawl(server.root + "/", {**OPTIONS, "discovery.sitemaps": False, **named})
    return workspace


def test_pictures_are_found_by_words_caption_and_name_without_a_request(folder: Path, server: HostileServer) -> None:
    workspace = crawl(folder, server, parse__images=True)
    for words in ("mending nets", "fishermen dawn", "pier head", "harbours"):
        (hit,) = workspace.search(f"{words} type:image").hits
        assert hit.url == hit.thumb == server.root + "/img/pier_head-1950.png"
        assert (hit.title, hit.type, hit.content_type) == ("Two men mending nets", "image", "image/png")
        assert (hit.source, hit.width, hit.height) == (server.root + "/", 640, 480)
    assert workspace.search("type:image").total == 1
    assert workspace.search("nets", type="image").total == 1
    assert not [head for head in server.requests if b"/img/" in head]
    assert workspace.why(server.root + "/img/pier_head-1950.png").status == "unknown"


def test_who_does_not_ask_for_pictures_gets_pages(folder: Path, server: HostileServer) -> None:
    workspace = crawl(folder, server, parse__images=True)
    assert {hit.type for hit in workspace.search("boats OR nets OR harbours").hits} == {"html"}
    assert {hit.type for hit in workspace.search("harbours -type:image").hits} == {"html"}
    assert {hit.type for hit in workspace.search("harbours (type:image OR type:html)").hits} == {"html", "image"}


def test_pictures_are_off_by_default(folder: Path, server: HostileServer) -> None:
    assert crawl(folder, server).search("type:image").total == 0


def test_the_index_follows_the_page(folder: Path, server: HostileServer) -> None:
    crawl(folder, server, parse__images=True)
    server.on("/", answer(200, b'<title>New</title><p>Other words.<img src="/img/crane.png" alt="A crane at work">'))
    workspace = crawl(folder, server, parse__images=True)
    for _ in range(2):
        assert [hit.title for hit in workspace.search("type:image").hits] == ["A crane at work"]
        workspace.reindex()
    server.on("/", answer(404))
    for _ in range(2):  # once might be a mistake of the server
        workspace = crawl(folder, server, parse__images=True)
    for _ in range(2):
        assert workspace.search("type:image").total == 0
        workspace.reindex()


@pytest.mark.parametrize("wish", ["noindex", "noimageindex"])
def test_pages_that_ask_for_it_show_none(folder: Path, server: HostileServer, wish: str) -> None:
    server.on("/", answer(200, PAGE, f"X-Robots-Tag: {wish}"))
    page = PAGE.replace(b"<title>", f'<meta name="robots" content="{wish}"><title>'.encode())
    server.on("/", answer(200, page))
    assert crawl(folder, server, parse__images=True).search("type:image").total == 0


def test_fetched_pictures_tell_their_size(folder: Path, server: HostileServer) -> None:
    server.on("/", answer(200, PAGE + b'<a href="/linked-boat.png">a boat</a>'))
    workspace = crawl(folder, server, index__types=["image"], fetch__types=["html", "image"])
    assert workspace.why(server.root + "/img/pier_head-1950.png").outcome == "ok"
    (hit,) = workspace.search("boat type:image").hits
    assert (hit.url, hit.width, hit.height) == (server.root + "/linked-boat.png", 120, 80)
    assert hit.source == server.root + "/"
    (shown,) = workspace.search("nets type:image").hits
    assert (shown.width, shown.height) == (640, 480)
    assert workspace.search("type:html").total == 0


def test_pictures_of_a_local_folder(folder: Path, tmp_path: Path) -> None:
    album = tmp_path / "album"
    album.mkdir()
    (album / "grandmother_garden.png").write_bytes(picture("x"))
    workspace = mekik.open(folder)
    workspace.crawl(
        file_address(str(album).encode() + b"/"), {"fetch.allow_files": [str(album)], "fetch.types": ["html", "image"]}
    )
    (hit,) = workspace.search("grandmother").hits
    assert (hit.title, hit.width, hit.height) == ("grandmother garden", 120, 80)


def test_the_pictures_of_the_demo_web(folder: Path) -> None:
    with DemoWeb(crawl_delay=0.01) as web:
        workspace = mekik.open(folder)
        workspace.crawl(
            web.url("museum.localhost", "/objects/kettle"),
            {**OPTIONS, **WORKERS, "scope.kind": "path", "parse.images": True},
        )
        (hit,) = workspace.search("type:image dented").hits
        assert hit.url == web.url("museum.localhost", "/images/kettle.png")
        assert hit.source == web.url("museum.localhost", "/objects/kettle")
        assert (hit.language, hit.width, hit.height) == ("en", 120, 80)
