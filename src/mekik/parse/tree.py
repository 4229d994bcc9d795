"""An HTML page, parsed once, and what its readers share.

A reader is a file with a function that takes the `HtmlPage` and fills its own part of `page.document`. It needs no
pass of its own: `html.py` goes over the tree once, tells of each element that a reader asked for as it meets it, and
knows which tags there are, so that `page.all` looks only for those. To add a reader, write its file, name its tags in
`html.ELEMENTS` and its function in
`html.WHOLE` (sees everything, also scripts and style sheets) or `html.VISIBLE` (those are gone from the tree).
Looking at what the pass found is cheap; a look for a word in all of `page.html` costs half a microsecond a kilobyte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from mekik.page import Document, Image, Metadata, Source
from mekik.parse.links import Collector
from mekik.parse.robots import Directives
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

Node = Any
"""A node of selectolax, whose own type cannot be told in fewer casts than uses."""


Attributes = dict[str, str | None]
"""Of an element; None for those without a value."""


class HtmlPage:
    __slots__ = (
        "agent",
        "alternates",
        "base",
        "canonical",
        "charset",
        "described",
        "directives",
        "document",
        "html",
        "links",
        "marked",
        "meta",
        "metadata",
        "normaliser",
        "pictures",
        "settings",
        "sheets",
        "source",
        "styled",
        "tags",
        "tree",
        "with_details",
        "with_forms",
        "with_images",
        "with_text",
    )  # fmt: skip

    def __init__(
        self, html: bytes, tree: LexborHTMLParser, source: Source, charset: str, agent: str, settings: ParseSettings,
        normaliser: Normaliser, with_text: bool, with_images: bool = False, with_details: bool = True,
        with_forms: bool = False,
    ) -> None:  # fmt: skip
        self.html = html
        """The page as valid UTF-8."""
        self.tree = tree
        """Made of `html` with the marks of `marks.py` in its text, which are white space to everybody."""
        self.source = source
        self.charset = charset
        self.agent = agent.lower()
        self.settings = settings
        self.normaliser = normaliser
        self.with_text = with_text
        """Whether the page will be indexed; else only its links and wishes are asked for."""
        self.with_images = with_images
        """Whether pictures are links to follow."""
        self.with_details = with_details
        """Whether `Document.metadata` is asked for."""
        self.with_forms = with_forms
        self.document = Document(charset=charset)
        self.metadata = Metadata()
        self.directives = Directives()
        self.links = Collector(settings.max_links)
        self.base = ""
        """What relative links start from: as <base> says during the pass, whole and normalised after it."""
        self.tags: set[str] = set()
        """Those of `html.ELEMENTS` that the page has."""
        self.described: list[str] = []
        """Scripts in JSON-LD."""
        self.sheets: list[str] = []
        """Style sheets in the page itself."""
        self.styled = True
        """Whether elements may have styles of their own."""
        self.marked: Sequence[Node] = ()
        """Elements with one of the attributes of `html.ATTRIBUTES`, in page order."""
        self.meta: dict[str, str] = {}
        """What <meta> elements say, by name or property in lower case; the first of a name counts."""
        self.alternates: list[tuple[str, int]] = []
        """hreflang, and which of the further links it is."""
        self.pictures: list[tuple[int, Image]] = []
        """Which of the further links a picture is, and what is said about it."""
        self.canonical = -1
        """Which of the further links is the canonical address."""

    @property
    def declares(self) -> bool:
        """Whether <html> names a language."""
        attributes = self.tree.root.attributes if self.tree.root else {}
        return bool(attributes.get("lang") or attributes.get("xml:lang"))

    def all(self, tag: str) -> Sequence[Node]:
        """The elements of one of the tags of `html.ELEMENTS`, in page order."""
        return self.tree.tags(tag) if tag in self.tags else ()

    def resolve(self, href: str) -> str:
        """The whole address of one link, empty when there is none. Only after the pass; for many, or often, see
        `Collector.further`."""
        return self.normaliser.links(self.base, [href], self.charset)[0] or ""


def is_outermost(node: Node, selector: str, inner: set[int]) -> bool:
    """Whether the node is in none that was asked about before; `inner` remembers. Only a hostile page has many such
    elements in one another, and then the text of the outermost is enough: the work on a page must not grow with the
    square of its size."""
    if node.mem_id in inner:
        return False
    inner.update(found.mem_id for found in node.css(selector))
    return True
