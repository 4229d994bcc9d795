"""Sitemaps: XML, index, and plain lists of addresses; with images, news, videos and translations.

Tags count by their names alone. A `<url>` that is never closed ends where the next begins, so a file that was cut
or is broken in the middle still gives all that can be seen of it.
"""

from __future__ import annotations

import re

from mekik.page import Hint, Listing
from mekik.parse.dates import read_date
from mekik.parse.listing import LONGEST_ADDRESS, Named, Read
from mekik.parse.xml_tokens import Names, Token, attributes, text_of, tokens, without_markup

_CHANGES = {"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}
_MOST_MEDIA = 20
_MOST_ALTERNATES = 200
_ADDRESS_LINE = re.compile(r"https?://\S+", re.IGNORECASE)
_FIELDS = {
    "loc": "loc", "lastmod": "lastmod", "changefreq": "changefreq", "priority": "priority",
    "news:publication_date": "published", "news:title": "title", "news:keywords": "keywords",
    "video:publication_date": "published", "video:title": "title", "video:description": "summary",
    "video:tag": "tag", "video:category": "tag", "image:title": "title", "image:caption": "summary",
    "image:loc": "media", "video:content_loc": "media", "video:player_loc": "media",
}  # fmt: skip


class _Entry:
    """One `<url>` or `<sitemap>` on its way."""

    __slots__ = ("alternates", "media", "tags", "values")

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.media: list[str] = []
        self.tags: list[str] = []
        self.alternates: list[str] = []

    def take(self, field: str, text: str) -> None:
        text = text.strip()
        if not text:
            return
        if field == "media":
            if len(self.media) < _MOST_MEDIA:
                self.media.append(text[:LONGEST_ADDRESS])
        elif field == "tag":
            if len(self.tags) < _MOST_MEDIA:
                self.tags.append(without_markup(text, 100))
        else:
            self.values.setdefault(field, text)

    def named(self, role: str) -> list[Named]:
        values = self.values
        loc = values.get("loc", "")
        if not loc:
            return []
        keywords = [without_markup(word, 100) for word in values.get("keywords", "")[:5000].split(",")]
        often = values.get("changefreq", "")[:20].lower()
        hint = Hint(
            role=role, priority=_priority(values.get("priority", "")), changefreq=often if often in _CHANGES else "",
            lastmod=read_date(values["lastmod"]) if "lastmod" in values else None,
            published=read_date(values["published"]) if "published" in values else None,
            title=without_markup(values.get("title", ""), 300), summary=without_markup(values.get("summary", ""), 1000),
            categories=tuple(dict.fromkeys(filter(None, [*self.tags, *keywords])))[:_MOST_MEDIA],
            enclosures=tuple(self.media),
        )  # fmt: skip
        others = [Named(href, Hint()) for href in dict.fromkeys(self.alternates) if href != loc]
        return [Named(loc[:LONGEST_ADDRESS], hint, hint.title), *others]


def read_sitemap(xml: str, most: int) -> Read:
    """`most` addresses are taken."""
    names = Names()
    named: list[Named] = []
    entry: _Entry | None = None
    role = field = ""
    pieces: list[str] = []
    entities = False
    left_out = 0
    for token, name, rest in tokens(xml):
        if token is Token.TEXT:
            if field:
                pieces.append(text_of(name))
            continue
        if token is Token.CDATA:
            if field:
                pieces.append(name)
            continue
        if token is Token.ENTITIES:
            entities = True
            continue
        if token is not Token.END:
            names.declare(name, rest)
        tag = names.of(name)
        if field and entry is not None:  # whatever comes, a field holds no elements
            entry.take(field, "".join(pieces))
            field = ""
        if tag in ("url", "sitemap"):
            if entry is not None:
                named += entry.named(role)
                entry = None
            if len(named) >= most:
                left_out = 1
                break
            if token is Token.START:
                entry, role = _Entry(), "sitemap" if tag == "sitemap" else ""
        elif token is Token.START and entry is not None:
            field = _FIELDS.get(tag, "")
            pieces = []
        if tag in ("xhtml:link", "link") and token is not Token.END and entry is not None:
            _alternate(entry, rest)
    if entry is not None:
        if field and field != "loc":  # half an address is none
            entry.take(field, "".join(pieces))
        named += entry.named(role)
    left_out = left_out or int(len(named) > most)
    return Read(Listing(kind="sitemap"), named[:most], "", left_out, entities)


def _alternate(entry: _Entry, rest: str) -> None:
    found = attributes(rest)
    if "alternate" in found.get("rel", "").lower() and len(entry.alternates) < _MOST_ALTERNATES:
        entry.alternates.append(found.get("href", "").strip()[:LONGEST_ADDRESS])


def read_list(text: str, most: int) -> Read:
    """One address a line; other lines are passed over."""
    found: list[Named] = []
    for line in text.split("\n"):
        match = _ADDRESS_LINE.match(line.strip()[:LONGEST_ADDRESS])
        if match:
            if len(found) >= most:
                return Read(Listing(kind="sitemap"), found, "", 1)
            found.append(Named(match[0], Hint()))
    return Read(Listing(kind="sitemap"), found)


def _priority(text: str) -> float | None:
    try:
        value = float(text[:20].replace(",", "."))
    except ValueError:
        return None
    return min(max(value, 0.0), 1.0) if value == value else None
