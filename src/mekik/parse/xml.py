"""Any HTML, however broken, as a well-formed XML document: the whole tree, or what the indexer sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from mekik.parse import nesting
from mekik.parse.charset import to_utf8
from mekik.parse.xml_tree import write_tree
from mekik.parse.xml_view import write_view
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

View = Literal["full", "indexer"]
VIEWS: tuple[View, ...] = ("full", "indexer")
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_WITHOUT_EVENTS = 1


def xml_pieces(
    html: bytes, view: View = "full", *, url: str = "", content_type: str = "", settings: ParseSettings | None = None
) -> Iterator[str]:
    """The document piece by piece. `content_type` may name the charset; `url` makes the indexer's links whole."""
    utf8, charset = to_utf8(html, content_type)
    if utf8.count(b"<") > nesting.HARMLESS:
        utf8, _ = nesting.flatten(utf8, (settings or ParseSettings()).max_nesting)
    try:
        tree = LexborHTMLParser(utf8, options=_WITHOUT_EVENTS, scripting=True)
    except SelectolaxError as error:  # as in `html.grow`
        raise MemoryError from error
    yield _DECLARATION
    if view == "full":
        yield from write_tree(tree)
        return
    normaliser = Normaliser()
    named = tree.css_first("base[href]")
    base = normaliser.normalise((named.attributes["href"] or "") if named else "", url or None) if named else url

    def resolve(href: str) -> str:
        return normaliser.links(base, [href], charset)[0] or "" if base else href

    yield from write_view(tree, url, resolve)


def to_xml(html: bytes | str, view: View = "full", *, url: str = "", content_type: str = "") -> str:
    """The whole document as one text.

    >>> print(to_xml("<p>One<p>Two <b>& three"))
    <?xml version="1.0" encoding="UTF-8"?>
    <html><head/><body><p>One</p><p>Two <b>&amp; three</b></p></body></html>
    """
    if isinstance(html, str):
        html, content_type = html.encode("utf-8", "replace"), "text/html; charset=utf-8"
    return "".join(xml_pieces(html, view, url=url, content_type=content_type)).rstrip("\n")
