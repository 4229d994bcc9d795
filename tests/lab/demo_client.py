"""Asks the demo web as any client would, by name of host on one port of loopback."""

from __future__ import annotations

import http.client
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from mekik.lab.demo import DemoWeb


class Got(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    """One keep-alive connection."""

    def __init__(self, web: DemoWeb) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)

    def get(self, url: str, method: str = "GET", **headers: str) -> Got:
        parts = urlsplit(url)
        target = quote(parts.path or "/", safe="/%~") + (f"?{quote(parts.query, safe='=&%')}" if parts.query else "")
        sent = {"Host": parts.netloc, **{name.replace("_", "-"): value for name, value in headers.items()}}
        self._connection.request(method, target, headers=sent)
        answer = self._connection.getresponse()
        return Got(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())

    def close(self) -> None:
        self._connection.close()


_NO_PAGE = ("#", "mailto:", "tel:", "javascript:")


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.images: list[tuple[str, str]] = []
        self.base = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "base":
            self.base = values.get("href", "")
        elif tag in ("a", "link") and "href" in values and values.get("rel") != "next":
            self.hrefs.append(values["href"])
        elif tag == "img":
            self.images.append((values["src"], values["alt"]))


def links_of(url: str, html: str) -> tuple[list[str], list[str]]:
    """Whole addresses of the links and of the pictures of a page."""
    found = _Links()
    found.feed(html)
    base = urljoin(url, found.base)
    hrefs = [urldefrag(urljoin(base, href)).url for href in found.hrefs if not href.startswith(_NO_PAGE)]
    return hrefs, [urljoin(base, source) for source, _ in found.images]
