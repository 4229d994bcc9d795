"""The elements that name other addresses."""

from __future__ import annotations

from mekik.page import NOFOLLOW, LinkKind
from mekik.parse.links import FOLLOWED_RELATIONS, LONGEST_ANCHOR
from mekik.parse.text import line
from mekik.parse.tree import Attributes, HtmlPage, Node, is_outermost

_FEEDS = {
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/rss+xml",
    "application/x-rss+xml",
}  # fmt: skip
_PLAIN = int(LinkKind.ANCHOR)
_MOST_TRANSLATIONS = 200
_UNFOLLOWED = {"nofollow", "ugc", "sponsored"}


def anchor(page: HtmlPage, node: Node, inner: set[int]) -> None:
    attributes = node.attributes
    href = attributes.get("href")
    if href is None:  # an empty one leads to the page itself, or to its base
        if "href" not in attributes:
            return
        href = ""
    links = page.links
    if links.full:
        links.dropped += 1
        return
    kind = NOFOLLOW if unfollowed(attributes.get("rel") or "") else _PLAIN
    is_outer = is_outermost(node, "a", inner)
    words = line(node.text(), LONGEST_ANCHOR) if is_outer else ""
    links.add(href, kind, words or _said(node if is_outer else None, attributes))


def scripted(page: HtmlPage, attributes: Attributes, text: str) -> None:
    """An anchor that may be a script; all others are read many at once."""
    kind = NOFOLLOW if unfollowed(attributes.get("rel") or "") else _PLAIN
    page.links.add(attributes.get("href") or "", kind, text)


def area(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    href = attributes.get("href")
    if not href:
        return
    kind = LinkKind.AREA | (NOFOLLOW if unfollowed(attributes.get("rel") or "") else 0)
    page.links.add(href, kind, line(attributes.get("alt") or "", LONGEST_ANCHOR))


def frame(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    source = attributes.get("src")
    if source and source[:6].lower() != "about:":
        page.links.add(source, LinkKind.FRAME)


def embedded(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    """<object> and <embed>: a page or a document inside this one, no film and no program."""
    kind = (attributes.get("type") or "").strip().lower()
    if kind.startswith(("text/", "application/pdf", "application/xhtml")):
        page.links.add(attributes.get("data") or attributes.get("src") or "", LinkKind.FRAME)


def link(page: HtmlPage, attributes: Attributes, _text: str) -> None:
    relation = (attributes.get("rel") or "").lower().split()
    href = attributes.get("href")
    if not href:
        return
    if "canonical" in relation:
        if page.canonical < 0:
            page.canonical = page.links.further(href)
        page.links.add(href, LinkKind.CANONICAL)
    elif not FOLLOWED_RELATIONS.isdisjoint(relation) and "stylesheet" not in relation:
        kind = (attributes.get("type") or "").lower()
        if "alternate" in relation and kind.partition(";")[0].strip() in _FEEDS:
            page.links.add(href, LinkKind.FEED, line(attributes.get("title") or "", LONGEST_ANCHOR))
        elif "json" not in kind and "oembed" not in kind:
            page.links.add(href, LinkKind.ALTERNATE)
        if "hreflang" in attributes and "alternate" in relation and (page.with_details or not page.declares):
            _translation(page, attributes["hreflang"] or "", href)


def _translation(page: HtmlPage, language: str, href: str) -> None:
    language = language.strip()[:40].lower()
    if language and len(page.alternates) < _MOST_TRANSLATIONS:
        page.alternates.append((language, page.links.further(href)))


def read_links(page: HtmlPage) -> None:
    """Everything collected becomes the document's links."""
    links = page.links
    page.document.links = links.resolve(page.base, page.normaliser, page.charset)
    if page.canonical >= 0:
        page.document.canonical = links.resolved[page.canonical] or ""


def _said(node: Node | None, attributes: Attributes) -> str:
    """For a link without text: what its picture or its own label says."""
    picture = node.css_first("img[alt]") if node is not None else None
    words = picture.attributes["alt"] if picture else attributes.get("title") or attributes.get("aria-label")
    return line(words or "", LONGEST_ANCHOR)


def unfollowed(relation: str) -> bool:
    return not _UNFOLLOWED.isdisjoint(relation.lower().split())
