"""An HTML page read: one pass over the elements that matter, then the text."""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from mekik.page import NOFOLLOW, Document, LinkKind
from mekik.parse import nesting
from mekik.parse.links import LONGEST_ANCHOR, Collector, refresh_target
from mekik.parse.robots import Directives, read_header, read_meta
from mekik.parse.text import collapse, line, mark_blocks
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

LONGEST_TITLE = 500
LONGEST_DESCRIPTION = 1000
_WITHOUT_EVENTS = 1
_UNSEEN = {"script", "style", "noscript", "template", "iframe", "noframes", "noembed"}
_WANTED = "a[href],area[href],link[href],meta[content],base[href],frame[src],title," + ",".join(sorted(_UNSEEN))
_FOLLOWED_RELATIONS = {"alternate", "next", "prev"}
_UNFOLLOWED = {"nofollow", "ugc", "sponsored"}


class _Reading:
    """What the pass over the elements has found so far."""

    def __init__(self, settings: ParseSettings, agent: str) -> None:
        self.links = Collector(settings.max_links)
        self.directives = Directives()
        self.agent = agent.lower()
        self.title = self.description = self.canonical = self.base = self.language = ""

    def elements(self, nodes: list[Any]) -> list[Any]:
        """Reads them; gives back those whose text no visitor sees."""
        unseen = []
        links = self.links
        for node in nodes:
            tag = node.tag
            if tag == "a":
                if links.full:
                    links.dropped += 1
                    continue
                attributes = node.attributes
                relation = attributes.get("rel")
                links.add(
                    attributes["href"] or "",
                    NOFOLLOW if relation and _unfollowed(relation) else LinkKind.ANCHOR,
                    line(node.text(), LONGEST_ANCHOR) or _picture_words(node, attributes),
                )
            elif tag in _UNSEEN:
                unseen.append(node)
                if tag == "iframe":
                    self._frame(node.attributes)
            else:
                self._other(tag, node)
        return unseen

    def _other(self, tag: str, node: Any) -> None:
        attributes = node.attributes
        if tag == "link":
            self._link(attributes)
        elif tag == "meta":
            self._meta(attributes)
        elif tag == "area":
            kind = LinkKind.AREA | (NOFOLLOW if _unfollowed(attributes.get("rel") or "") else 0)
            self.links.add(attributes["href"] or "", kind, line(attributes.get("alt") or "", LONGEST_ANCHOR))
        elif tag == "frame":
            self._frame(attributes)
        elif tag == "base":
            self.base = self.base or (attributes["href"] or "").strip()
        elif tag == "title" and not self.title and node.parent.tag != "svg":
            self.title = line(node.text(), LONGEST_TITLE)

    def _frame(self, attributes: dict[str, str | None]) -> None:
        source = attributes.get("src")
        if source and source[:6].lower() != "about:":
            self.links.add(source, LinkKind.FRAME)

    def _link(self, attributes: dict[str, str | None]) -> None:
        relation = (attributes.get("rel") or "").lower().split()
        href = attributes["href"] or ""
        if "canonical" in relation:
            self.canonical = self.canonical or href
            self.links.add(href, LinkKind.CANONICAL)
        elif not _FOLLOWED_RELATIONS.isdisjoint(relation) and "stylesheet" not in relation:
            kind = (attributes.get("type") or "").lower()
            if "json" not in kind and "oembed" not in kind:
                self.links.add(href, LinkKind.ALTERNATE)

    def _meta(self, attributes: dict[str, str | None]) -> None:
        content = attributes["content"] or ""
        name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        if name in ("robots", self.agent):
            read_meta(self.directives, content)
        elif name == "description" or (name == "og:description" and not self.description):
            self.description = line(content, LONGEST_DESCRIPTION)
        elif not name:
            equivalent = (attributes.get("http-equiv") or "").strip().lower()
            if equivalent == "refresh":
                target = refresh_target(content)
                if target:
                    self.links.add(target, LinkKind.REFRESH)
            elif equivalent == "content-language":
                self.language = self.language or content


def read_html(
    html: bytes, url: str, charset: str, robots_header: str, agent: str, settings: ParseSettings,
    normaliser: Normaliser, with_text: bool,
) -> tuple[Document, str]:  # fmt: skip
    """The document and a remark on what was left out. `html` is valid UTF-8."""
    remark = ""
    if with_text or html.count(b"<") > nesting.HARMLESS:
        marked, blocks = mark_blocks(html)
    else:
        marked, blocks = html, 0
    if blocks > nesting.HARMLESS:
        marked, deep = nesting.flatten(marked, settings.max_nesting)
        if deep:
            remark = f"elements nested deeper than {settings.max_nesting} were not looked into"
    # As a browser that runs scripts: a picture inside <noscript> then does not end the head.
    try:
        tree = LexborHTMLParser(marked, options=_WITHOUT_EVENTS, scripting=True)
    except SelectolaxError as error:  # any bytes are HTML to it, so this is an allocation that failed
        raise MemoryError from error
    reading = _Reading(settings, agent)
    for node in reading.elements(tree.css(_WANTED)):
        node.decompose()
    links = reading.links
    if links.dropped:
        remark = f"{links.dropped} links beyond the first {settings.max_links} were left out"
    base = (reading.base and normaliser.links(url, [reading.base])[0]) or url
    read_header(reading.directives, robots_header, agent)
    root, body = tree.root, tree.body
    declared = (root.attributes.get("lang") or root.attributes.get("xml:lang")) if root else ""
    canonical = normaliser.links(base, [reading.canonical])[0] if reading.canonical else None
    directives = reading.directives
    document = Document(
        charset=charset, title=reading.title,
        text=collapse(body.text(), settings.max_text) if body and with_text else "",
        links=links.resolve(base, normaliser, charset),
        language=(declared or reading.language).strip()[:40], canonical=canonical or "",
        description=reading.description, noindex=directives.noindex, nofollow=directives.nofollow,
        noarchive=directives.noarchive, nosnippet=directives.nosnippet,
    )  # fmt: skip
    return document, remark


def _picture_words(node: Any, attributes: dict[str, str | None]) -> str:
    """For a link without text: what its picture or its own label says."""
    picture = node.css_first("img[alt]")
    words = picture.attributes["alt"] if picture else attributes.get("title") or attributes.get("aria-label")
    return line(words or "", LONGEST_ANCHOR)


def _unfollowed(relation: str) -> bool:
    return not _UNFOLLOWED.isdisjoint(relation.lower().split())
