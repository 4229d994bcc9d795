"""The machine-readable documents of a host: its sitemap, its feed, its pictures."""

from __future__ import annotations

import hashlib
import struct
import zlib
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape

from mekik.lab.demo.addresses import url_of
from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.markup import to_plain
from mekik.lab.demo.truth import Kind

_FIRST_DAY = datetime(2024, 1, 1, 6, 0, tzinfo=UTC)
_IN_SITEMAP = frozenset({Kind.PAGE, Kind.LISTING, Kind.SITEMAP_ONLY, Kind.NEAR_DUPLICATE, Kind.SLOW})
_FEED_ITEMS = 10


def modified(entry: Entry) -> datetime:
    """When the entry was last changed: made up, but always the same."""
    digest = hashlib.blake2b(f"{entry.host}{entry.path}".encode(), digest_size=4).digest()
    return _FIRST_DAY + timedelta(minutes=int.from_bytes(digest) % (600 * 24 * 60))


def sitemap(entries: list[Entry], port: int) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']  # fmt: skip
    for entry in entries:
        if entry.label in _IN_SITEMAP:
            often = "daily" if entry.label is Kind.LISTING else "monthly"
            lines.append(
                f"<url><loc>{escape(url_of(entry.host, entry.path, port))}</loc>"
                f"<lastmod>{modified(entry):%Y-%m-%d}</lastmod>"
                f"<changefreq>{often}</changefreq><priority>{priority(entry)}</priority></url>"
            )
    return "\n".join([*lines, "</urlset>", ""])


def priority(entry: Entry) -> str:
    return entry.priority or ("0.8" if entry.label is Kind.LISTING else "0.5")


def feed(site: Site, entries: list[Entry], port: int) -> str:
    items = [entry for entry in entries if entry.label is Kind.FEED_ONLY]
    items += [entry for entry in entries if entry.label is Kind.PAGE][: _FEED_ITEMS - len(items)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<rss version="2.0"><channel>',
             f"<title>{escape(site.name)}</title><link>{url_of(site.host, '/', port)}</link>",
             f"<description>{escape(site.motto)}</description><language>{site.language}</language>"]  # fmt: skip
    for entry in items:
        first_sentence = to_plain(entry.body).strip().partition(". ")[0]
        lines.append(
            f"<item><title>{escape(entry.title)}</title><link>{escape(url_of(entry.host, entry.path, port))}</link>"
            f"<category>{escape(entry.topic)}</category><description>{escape(first_sentence)}.</description>"
            f"<pubDate>{format_datetime(modified(entry))}</pubDate></item>"
        )
    return "\n".join([*lines, "</channel></rss>", ""])


def picture(path: str) -> bytes:
    """A small PNG whose two colours come from its name."""
    colours = hashlib.blake2b(path.encode(), digest_size=6).digest()
    width, height = 120, 80
    row = b"\0" + (colours[:3] * 8 + colours[3:] * 8) * (width // 16) + colours[:3] * (width % 16)
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, data in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height)),
        (b"IEND", b""),
    ):
        parts.append(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))
    return b"".join(parts)
