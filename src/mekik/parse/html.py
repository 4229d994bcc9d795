"""An HTML page read: one parse, one pass over the elements that matter, then one reader after the other."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from mekik.page import Document, Source
from mekik.parse import head, nesting, targets
from mekik.parse.text import collapse, mark_blocks
from mekik.parse.tree import HtmlPage, Node
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

_WITHOUT_EVENTS = 1

UNSEEN = ("iframe", "noembed", "noframes", "noscript", "script", "style", "template")
"""Elements whose text no visitor reads; they leave the tree before the text is taken."""
WANTED = ("a[href]", "area[href]", "base[href]", "frame[src]", "link[href]", "meta[content]", "title", *UNSEEN)
"""What the pass looks at, as selectors. `HtmlPage.elements` has all of them by tag, but for the anchors."""

_ELEMENTS: dict[str, Callable[[HtmlPage, Node], None]] = {
    "area": targets.area,
    "base": head.base,
    "frame": targets.frame,
    "iframe": targets.frame,
    "link": targets.link,
    "meta": head.meta,
    "title": head.title,
}
"""What is done with an element when the pass meets it: for all whose order among others counts."""


def _read_text(page: HtmlPage) -> None:
    body = page.tree.body
    if body and page.with_text:
        page.document.text = collapse(body.text(), page.settings.max_text)


WHOLE: tuple[Callable[[HtmlPage], None], ...] = (targets.read_links, head.read_wishes)
VISIBLE: tuple[Callable[[HtmlPage], None], ...] = (_read_text,)


def read_html(
    html: bytes, source: Source, charset: str, agent: str, settings: ParseSettings, normaliser: Normaliser,
    with_text: bool,
) -> tuple[Document, str]:  # fmt: skip
    """The document and a remark on what was left out. `html` is valid UTF-8."""
    tree, deep = grow(html, settings.max_nesting, marked=with_text)
    page = HtmlPage(html, tree, source, charset, agent, settings, normaliser, with_text)
    _pass_over(page)
    page.base = (page.base and normaliser.links(source.url, [page.base])[0]) or source.url
    for read in WHOLE:
        read(page)
    for tag in UNSEEN:
        for node in page.all(tag):
            node.decompose()
    for read in VISIBLE:
        read(page)
    remark = f"elements nested deeper than {settings.max_nesting} were not looked into" if deep else ""
    if page.links.dropped:
        remark = f"{page.links.dropped} links beyond the first {settings.max_links} were left out"
    return page.document, remark


def grow(html: bytes, max_nesting: int, *, marked: bool) -> tuple[LexborHTMLParser, bool]:
    """The tree, and whether something nested too deeply was flattened. `marked` asks for the borders of blocks."""
    blocks, deep = 0, False
    if marked or html.count(b"<") > nesting.HARMLESS:
        html, blocks = mark_blocks(html)
    if blocks > nesting.HARMLESS:
        html, deep = nesting.flatten(html, max_nesting)
    # As a browser that runs scripts: a picture inside <noscript> then does not end the head.
    try:
        return LexborHTMLParser(html, options=_WITHOUT_EVENTS, scripting=True), deep
    except SelectolaxError as error:  # any bytes are HTML to it, so this is an allocation that failed
        raise MemoryError from error


def _pass_over(page: HtmlPage) -> None:
    elements, anchor, find = page.elements, targets.anchor, _ELEMENTS.get
    nodes: list[Node] = page.tree.css(_SELECTOR)
    for node in nodes:
        tag = node.tag
        if tag == "a":
            anchor(page, node)
            continue
        kept = elements.get(tag)
        if kept is None:
            elements[tag] = [node]
        else:
            kept.append(node)
        element = find(tag)
        if element is not None:
            element(page, node)


_SELECTOR = ",".join(WANTED)
