"""An HTML page read: one parse, one pass over the elements that matter, then one reader after the other."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from mekik.page import Document, Source
from mekik.parse import head, hidden, nesting, targets
from mekik.parse.around import read_around
from mekik.parse.content import read_text
from mekik.parse.forms import read_forms
from mekik.parse.marks import mark
from mekik.parse.metadata import read_metadata
from mekik.parse.native import HANDLED, STYLED, native
from mekik.parse.pictures import read_pictures
from mekik.parse.tree import Attributes, HtmlPage, Node, is_outermost
from mekik.parse.unseen import hide
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

_WITHOUT_EVENTS = 1

UNSEEN = ("iframe", "noembed", "noframes", "noscript", "script", "style", "template")
"""Elements whose text no visitor reads; they leave the tree before the text is taken."""
ATTRIBUTES = ("onclick", "itemscope")

Reader = Callable[[HtmlPage, Attributes, str], None]

ELEMENTS: dict[str, Reader | None] = {
    **dict.fromkeys(UNSEEN),
    "a": targets.scripted,
    "area": targets.area,
    "base": head.base,
    "embed": targets.embedded,
    "figcaption": None,
    "form": None,
    "frame": targets.frame,
    "iframe": targets.frame,
    "img": None,
    "link": targets.link,
    "meta": head.meta,
    "object": targets.embedded,
    "script": hidden.script,
    "source": None,
    "style": hidden.style,
    "time": None,
    "title": head.title,
}
"""The tags that readers want, each with what is done when the pass meets it: for all whose order among links counts.
`HtmlPage.all` has the others."""
WITH_TEXT = {"script": 2, "style": 2, "title": 3}
"""Whose text is told, too; 3: but in drawings."""


WHOLE: tuple[Callable[[HtmlPage], None], ...] = (
    head.read_wishes, hidden.read_hidden, read_pictures, targets.read_links, read_metadata, read_forms, hide,
)  # fmt: skip
"""In this order; what finds links comes before `read_links`, which resolves them all. `hide` is the last: it takes out
text that a visitor does not see."""
VISIBLE: tuple[Callable[[HtmlPage], None], ...] = (read_around, read_text)
"""The text comes last: it takes the tree apart."""


def read_html(
    html: bytes, source: Source, charset: str, agent: str, settings: ParseSettings, normaliser: Normaliser,
    with_text: bool, with_images: bool = False, with_details: bool = True, with_forms: bool = False,
) -> tuple[Document, str]:  # fmt: skip
    """The document and a remark on what was left out. `html` is valid UTF-8."""
    tree, deep = grow(html, settings.max_nesting, marked=with_text)
    page = HtmlPage(
        html, tree, source, charset, agent, settings, normaliser, with_text, with_images, with_details, with_forms
    )
    _pass_over(page)
    page.base = (page.base and normaliser.links(source.url, [page.base])[0]) or source.url
    for read in WHOLE:
        read(page)
    if with_text or source.around:
        _take_out_unseen(page)
        for read in VISIBLE:
            read(page)
    remark = f"elements nested deeper than {settings.max_nesting} were not looked into" if deep else ""
    if page.links.dropped:
        remark = f"{page.links.dropped} links beyond the first {settings.max_links} were left out"
    return page.document, remark


def _take_out_unseen(page: HtmlPage) -> None:
    if native is not None and page.tree.root is not None:
        native.take_out(page.tree.root.mem_id)
        return
    for tag in UNSEEN:
        for node in reversed(page.all(tag)):  # the inner ones first
            node.decompose()


def grow(html: bytes, max_nesting: int, *, marked: bool) -> tuple[LexborHTMLParser, bool]:
    """The tree, and whether something nested too deeply was flattened. `marked` asks for the borders of blocks."""
    blocks, deep = 0, False
    if marked or (html.count(b"<") if native is None else native.tags(html)) > nesting.HARMLESS:
        html, blocks = mark(html)
    if blocks > nesting.HARMLESS:
        html, deep = nesting.flatten(html, max_nesting)
    # As a browser that runs scripts: a picture inside <noscript> then does not end the head.
    try:
        return LexborHTMLParser(html, options=_WITHOUT_EVENTS, scripting=True), deep
    except SelectolaxError as error:  # any bytes are HTML to it, so this is an allocation that failed
        raise MemoryError from error


def _pass_over(page: HtmlPage) -> None:
    root: Node = page.tree.root
    if root is None:
        return
    if native is None:
        pass_in_python(page, root)
        return
    hrefs, kinds, words, told, page.tags, said = native.walk(root.mem_id)
    page.styled = bool(said & STYLED)
    links, start = page.links, 0
    for place, tag, attributes, text in told:
        if place > start:
            links.add_all(hrefs[start:place], kinds[start:place], words[start:place])
            start = place
        ELEMENTS[tag](page, attributes, text)  # type: ignore[misc]  # the others are not told
    links.add_all(hrefs[start:], kinds[start:], words[start:])
    if said & HANDLED:
        page.marked = root.css(_MARKED)


def pass_in_python(page: HtmlPage, root: Node) -> None:
    """The same without compiled code."""
    tags, anchor = page.tags, targets.anchor
    linked: set[int] = set()
    quoted: set[int] = set()
    for node in root.traverse():
        tag = node.tag
        if tag == "a":
            anchor(page, node, linked)
        elif tag in ELEMENTS:
            tags.add(tag)
            read = ELEMENTS[tag]
            if read is not None:
                read(page, node.attributes, _text(node, WITH_TEXT.get(tag, 1), quoted))
    page.marked = root.css(_MARKED)


def _text(node: Node, much: int, quoted: set[int]) -> str:
    """None of the title of a drawing, which is no page's."""
    if much == 1 or (much == 3 and node.parent is not None and node.parent.tag == "svg"):
        return ""
    return node.text() if is_outermost(node, _QUOTED, quoted) else ""


if native is not None:
    native.want(
        {
            tag.encode(): (tag, 0 if read is None else WITH_TEXT.get(tag, 1), tag in UNSEEN)
            for tag, read in ELEMENTS.items()
            if tag != "a"
        }
    )
_MARKED = ",".join(f"[{name}]" for name in ATTRIBUTES)
_QUOTED = ",".join(WITH_TEXT)
