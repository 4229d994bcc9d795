"""One page parsed, with the settings that a test cares about."""

from __future__ import annotations

import gzip

from mekik.outcome import Outcome
from mekik.page import Document, Source
from mekik.parse import parse
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

URL = "http://example.org/folder/page.html"
_NORMALISER = Normaliser()


def answer(
    body: bytes | str,
    content_type: str = "text/html",
    *,
    settings: ParseSettings | None = None,
    encoding: str = "",
    robots: str = "",
    url: str = URL,
    max_size: int = 60_000_000,
    agent: str = "Mekik",
) -> tuple[Outcome, str, Document | None]:
    data = body.encode() if isinstance(body, str) else body
    if encoding == "gzip":
        data = gzip.compress(data)
    source = Source(1, url, content_type, encoding, data, robots)
    return parse(source, settings or ParseSettings(), _NORMALISER, max_size, agent)


def document(
    body: bytes | str,
    content_type: str = "text/html",
    *,
    settings: ParseSettings | None = None,
    robots: str = "",
    url: str = URL,
    agent: str = "Mekik",
) -> Document:
    outcome, reason, found = answer(body, content_type, settings=settings, robots=robots, url=url, agent=agent)
    assert outcome is Outcome.OK, reason
    assert found is not None
    return found
