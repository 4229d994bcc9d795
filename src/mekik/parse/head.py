"""What a page says of itself in its head: title, base, description, language, and what it asks of robots."""

from __future__ import annotations

from mekik.page import LinkKind
from mekik.parse.links import refresh_target
from mekik.parse.robots import read_header, read_meta
from mekik.parse.text import line
from mekik.parse.tree import Attributes, HtmlPage

LONGEST_TITLE = 500
LONGEST_DESCRIPTION = 1000
_LONGEST_LANGUAGE = 40
_LONGEST_NAME = 100
_LONGEST_META = 2000
_MOST_META = 200
_DRAWING = {"viewport", "theme-color", "referrer", "color-scheme", "format-detection"}
"""Frequent, and nothing that a reader of ours wants."""


def title(page: HtmlPage, _attributes: Attributes, text: str) -> None:
    document = page.document
    document.title = document.title or line(text, LONGEST_TITLE)


def base(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    page.base = page.base or (attributes.get("href") or "").strip()


def meta(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    content = attributes.get("content")
    if not content:
        return
    # Both may stand on one element: name="twitter:title" property="og:title".
    name, property = attributes.get("name"), attributes.get("property")
    if name or property:
        for word in (name, property) if name and property else (name or property,):
            _named(page, (word or "").strip().lower(), content)
        return
    equivalent = (attributes.get("http-equiv") or "").strip().lower()
    if equivalent == "refresh":
        target = refresh_target(content)
        if target:
            page.links.add(target, LinkKind.REFRESH)
    elif equivalent == "content-language":
        document = page.document
        document.language = document.language or content.strip()[:_LONGEST_LANGUAGE]


def _named(page: HtmlPage, name: str, content: str) -> None:
    if name == "robots" or name == page.agent:
        read_meta(page.directives, content)
    elif name == "description":
        page.document.description = line(content, LONGEST_DESCRIPTION)
    elif name == "generator":
        page.document.generator = line(content, _LONGEST_NAME)
    elif name not in _DRAWING and len(page.meta) < _MOST_META:
        page.meta.setdefault(name[:_LONGEST_NAME], content[:_LONGEST_META])


def read_wishes(page: HtmlPage) -> None:
    """The declared language, and what the page asks of robots, in its head and in the answer's header."""
    document, root = page.document, page.tree.root
    declared = (root.attributes.get("lang") or root.attributes.get("xml:lang") or "") if root else ""
    document.language = declared.strip()[:_LONGEST_LANGUAGE] or document.language
    directives = page.directives
    if page.source.robots_header:
        read_header(directives, page.source.robots_header, page.agent)
    document.noindex, document.nofollow = directives.noindex, directives.nofollow
    document.noarchive, document.nosnippet = directives.noarchive, directives.nosnippet
