"""Sitemaps and feeds of every kind become a `Document` that names addresses and has no text of its own."""

from __future__ import annotations

from mekik.page import Document, LinkKind, Source
from mekik.parse.charset import to_utf8
from mekik.parse.feed import read_feed
from mekik.parse.json_feed import read_json_feed
from mekik.parse.listing import Read, document_of
from mekik.parse.sitemap import read_list, read_sitemap
from mekik.parse.sniff import listing_kind
from mekik.settings import DiscoverySettings
from mekik.urls import Normaliser


def read_listing(
    body: bytes, source: Source, settings: DiscoverySettings, normaliser: Normaliser
) -> tuple[Document, str] | None:
    """None for what is neither, which costs an ordinary page next to nothing."""
    kind = listing_kind(body, source.role)
    if not kind:
        return None
    utf8, charset = to_utf8(body, source.content_type)
    read: Read | None
    if kind == "json":
        read = read_json_feed(utf8, settings.max_items)
    elif kind == "feed":
        read = read_feed(utf8.decode(), settings.max_items)
    else:
        read = (read_list if kind == "list" else read_sitemap)(utf8.decode(), settings.max_addresses)
    if read is None:
        return None
    as_sitemap = read.listing.kind == "sitemap" or source.role in ("sitemap", "guess")
    return document_of(read, source.url, normaliser, LinkKind.SITEMAP if as_sitemap else LinkKind.FEED, charset)
