"""One page from a file, read as a crawl would read it: for people who want to see what becomes of it."""

from __future__ import annotations

import msgspec

from mekik.analysis import Analyser
from mekik.analysis.analyser import parts_of
from mekik.errors import UsageError
from mekik.page import Source
from mekik.parse import parse
from mekik.settings import Settings
from mekik.urls import Normaliser


class PageText(msgspec.Struct, frozen=True):
    title: str
    language: str
    confidence: float
    main: str
    """The text that the page is for."""
    rest: str
    """Menus, adverts, boxes and footers; empty where all is main content."""
    keywords: tuple[str, ...]


def read_page(data: bytes, content_type: str = "text/html", settings: Settings | None = None) -> PageText:
    """Raises UsageError for what cannot be read."""
    wanted = settings or Settings()
    source = Source(token=0, url="http://page.invalid/", content_type=content_type, content_encoding="", body=data)
    outcome, reason, document = parse(source, wanted.parse, Normaliser(wanted.urls), wanted.fetch.max_size)
    if document is None:
        raise UsageError(f"This cannot be read: {reason or outcome.sentence}.")
    analysis = Analyser(wanted.analysis).analyse(document, source.url)
    main, rest = parts_of(document)
    keywords = tuple(keyword.text for keyword in analysis.keywords)
    return PageText(document.title, analysis.language, analysis.confidence, main, rest, keywords)
