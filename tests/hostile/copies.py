"""An archive to look into: ordinary pages in two versions, and hostile ones."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from mekik.archive import ArchiveWriter
from mekik.archive.exchanges import parse_headers
from mekik.crawl.catalogue import Catalogue
from mekik.frontier import SqliteStore
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.settings import ArchiveSettings, build

FIRST = 1_700_000_000.0
LATER = FIRST + 86_400
STAMP, LATER_STAMP = "20231114221320", "20231115221320"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8ff9fa11e000782027f"
    "3dc848ef0000000049454e44ae426082"
)
HOSTILE = b"""<html><head><base href="http://evil.example/" target="_top">
<meta http-equiv="refresh" content="0;url=http://evil.example/away">
<meta http-equiv="set-cookie" content="mekik_session=stolen">
<script>window.ran = true; document.cookie = "mekik_session=stolen; path=/"; top.location = "http://evil.example/top";
navigator.serviceWorker.register("/worker.js"); fetch("/api/v1/search?q=gizli");</script>
<style>@import "http://evil.example/x.css"; body { background: url(http://evil.example/spy.png) }</style></head>
<body onload="top.location='http://evil.example/onload'">
<h1 id="shown">Hostile page</h1><img src="x" onerror="document.title='ran'">
<form action="http://evil.example/post" method="post"><button id="send">Send</button></form>
<a id="script" href="javascript:document.title='ran'">run</a> <a id="away" href="next.html">next</a>
<iframe srcdoc="<script>top.location='http://evil.example/frame'</script>"></iframe>
<object data="http://evil.example/o"></object><svg><script>document.title='ran'</script></svg></body></html>"""


def exchange(url: str, body: bytes, type: str = "text/html", at: float = FIRST, status: int = 200,
             more: str = "") -> Exchange:  # fmt: skip
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {type}\r\n{more}\r\n".encode()
    return Exchange(
        url=url, outcome=Outcome.OK, started_at=at, elapsed=0.1, first_byte=0.05, status=status, address="192.0.2.1",
        request_head=b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", response_head=head, body=body, headers=parse_headers(head),
    )  # fmt: skip


def page(title: str, words: str, more: str = "") -> bytes:
    return (
        f"<html lang=tr><head><title>{title}</title>{more}</head><body><h1>{title}</h1><p>{words}</p></body></html>"
    ).encode()


def add_job(path: Path, name: str, owner: str, exchanges: list[Exchange], **settings: Any) -> None:
    catalogue = Catalogue(path / "jobs.sqlite")
    catalogue.save(name, build({"name": name, "owner": owner, "seeds": ["http://a.org/"], **settings}))
    catalogue.close()
    (path / "jobs" / name).mkdir(parents=True, exist_ok=True)
    SqliteStore(path / "jobs" / name / "frontier.sqlite").close()
    archive = ArchiveWriter(path / "archive", name, ArchiveSettings(), {"name": name})
    for one in exchanges:
        archive.write(one)
    archive.close()


def fill_archive(path: Path) -> None:
    links = '<a href="/two">two</a> <img src="/cat.png"> <link rel=stylesheet href="/s.css">'
    add_job(path, "public", "local", [
        exchange("http://a.org/", page("Kedi", f"Bir kedi bahçede.<br>İkinci satır. {links}")),
        exchange("http://a.org/", page("Kedi", f"İki kedi bahçede.<br>İkinci satır. {links}"), at=LATER),
        exchange("http://a.org/two", page("Two", "the other page")),
        exchange("http://a.org/cat.png", PNG, "image/png"),
        exchange("http://a.org/s.css", b"h1 { color: rgb(1, 2, 3); background: url(cat.png) }", "text/css"),
        exchange("http://a.org/moved", b"", status=301, more="Location: /two\r\n"),
        exchange("http://a.org/lost", b"", status=301, more="Location: /nowhere\r\n"),
        exchange("http://a.org/keep-out", page("Out", "not for archives", '<meta name=robots content=noarchive>')),
        exchange("http://a.org/data.bin", b"MZ\x00\x01", "application/x-msdownload"),
        exchange("http://a.org/tool.js", b"document.title='ran'", "text/javascript"),
        exchange("http://a.org/liar.png", HOSTILE, "image/png"),
        exchange("http://a.org/picture.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
                 "image/svg+xml"),
        exchange("http://a.org/bomb", gzip.compress(b"<p>" + b"a" * 50_000_000), more="Content-Encoding: gzip\r\n"),
        exchange("http://evil.org/", HOSTILE, more="Set-Cookie: mekik_session=stolen\r\nRefresh: 0;url=http://e.org/\r\n"
                 "Content-Security-Policy: script-src *\r\nAccess-Control-Allow-Origin: *\r\n"),
    ])  # fmt: skip
    add_job(path, "secret", "ayse", [exchange("http://b.org/", page("Gizli", "özel sayfa"))])
