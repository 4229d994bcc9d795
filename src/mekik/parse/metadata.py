"""What a page says about itself: author, dates, OpenGraph, described things, translations."""

from __future__ import annotations

from collections.abc import Iterable

from mekik.page import Document, Item, Metadata
from mekik.parse.dates import read_date
from mekik.parse.head import LONGEST_DESCRIPTION, LONGEST_TITLE
from mekik.parse.jsonld import MOST_ITEMS, read_json_ld
from mekik.parse.microdata import read_microdata
from mekik.parse.text import line
from mekik.parse.tree import HtmlPage, Node

_LONGEST_NAME = 200
_MOST_OPENGRAPH = 50
_OPENGRAPH = ("og:", "article:", "twitter:", "book:", "profile:", "video:")
_AUTHOR = ("author", "article:author", "dc.creator", "dcterms.creator", "citation_author", "parsely-author", "byl")
_PUBLISHED = (
    "article:published_time", "datepublished", "og:published_time", "parsely-pub-date", "citation_publication_date",
    "dcterms.created", "dcterms.issued", "dc.date.issued", "dc.date", "dcterms.date", "publish-date", "publish_date",
    "pubdate", "sailthru.date", "date",
)  # fmt: skip
_MODIFIED = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "last-modified", "revised")
_MOST_TIMES = 5
_MOST_MARKED = 1000
_FAR = 12
"""Steps up from a <time> to its article."""


def read_metadata(page: HtmlPage) -> None:
    if page.with_text:
        _describe(page)
    metadata, resolved = page.metadata, page.links.resolved
    if not page.document.language:
        # A page among its own translations says which of them it is.
        own = (
            language
            for language, place in page.alternates
            if resolved[place] == page.source.url and language != "x-default"
        )
        page.document.language = next(own, "") or page.meta.get("og:locale", "")[:40]
    if not page.with_details:
        return
    for language, place in page.alternates:
        url = resolved[place]
        if url:
            metadata.alternates.setdefault(language, url)
    for place, image in page.pictures:
        image.url = resolved[place] or ""
        if image.url:
            metadata.images.append(image)
    if metadata != _NOTHING:
        page.document.metadata = metadata


def _describe(page: HtmlPage) -> None:
    meta, document, found = page.meta, page.document, page.metadata
    if meta:
        document.author = _author(meta)
        document.published = _date(meta[name] for name in _PUBLISHED if name in meta)
        words = document.description or meta.get("og:description") or meta.get("twitter:description") or ""
        document.description = line(words, LONGEST_DESCRIPTION)
        document.title = document.title or line(meta.get("og:title", ""), LONGEST_TITLE)
    if page.with_details:
        _opengraph(found, meta)
        found.items = _items(page)
        document.modified = _date(meta[name] for name in _MODIFIED if name in meta) or _date(
            _fields(found.items, "dateModified")
        )
    # What is described for machines is dear to read, so without need it is not.
    if not (document.author and document.published and document.description and document.title):
        _fill_in(document, found.items or _items(page))
    if document.published is None and "time" in page.tags:
        document.published = _date(_shown_times(page))


def _fill_in(document: Document, items: list[Item]) -> None:
    if items:
        document.author = document.author or _name(_field(items, "author") or _field(items, "creator"))
        document.published = document.published or _date(_fields(items, "datePublished", "uploadDate", "dateCreated"))
        document.description = document.description or line(_field(items, "description"), LONGEST_DESCRIPTION)
        document.title = document.title or line(_field(items, "headline"), LONGEST_TITLE)


def _items(page: HtmlPage) -> list[Item]:
    """What the page describes for machines."""
    items = read_json_ld(page) if page.described else []
    if page.marked and any("itemscope" in node.attributes for node in page.marked[:_MOST_MARKED]):
        items = (items + read_microdata(page))[:MOST_ITEMS]
    return items


def _shown_times(page: HtmlPage) -> Iterable[str]:
    """What <time> says where it speaks of the page: marked so, or inside its article."""
    for node in page.all("time")[:_MOST_TIMES]:
        attributes = node.attributes
        moment = attributes.get("datetime")
        if moment and ("pubdate" in attributes or _inside_article(node)):
            yield moment


def _inside_article(node: Node) -> bool:
    for _ in range(_FAR):
        node = node.parent
        if node is None:
            return False
        if node.tag in ("article", "main"):
            return True
    return False


def _opengraph(found: Metadata, meta: dict[str, str]) -> None:
    for name, value in meta.items():
        if name.startswith(_OPENGRAPH) and len(found.opengraph) < _MOST_OPENGRAPH:
            found.opengraph[name.removeprefix("og:")] = line(value, LONGEST_DESCRIPTION)


def _author(meta: dict[str, str]) -> str:
    return next((name for name in (_name(meta[one]) for one in _AUTHOR if one in meta) if name), "")


def _name(text: str) -> str:
    """Of a person; sites often name the address of a profile instead."""
    return "" if "://" in text or text.startswith(("/", "@")) else line(text, _LONGEST_NAME)


def _date(texts: Iterable[str | None]) -> int | None:
    return next((moment for moment in (read_date(text) for text in texts if text) if moment is not None), None)


def _fields(items: list[Item], *names: str) -> Iterable[str]:
    return (item.fields[name] for name in names for item in items if name in item.fields)


def _field(items: list[Item], name: str) -> str:
    return next((item.fields[name] for item in items if item.fields.get(name)), "")


_NOTHING = Metadata()
