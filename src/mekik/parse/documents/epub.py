"""EPUB: a book as a zip file of XHTML chapters, in the order of its spine."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

from mekik.outcome import Outcome
from mekik.parse.charset import to_utf8
from mekik.parse.dates import read_date
from mekik.parse.documents.draft import Draft, Trouble
from mekik.parse.documents.package import Package
from mekik.parse.documents.xml import Attributes, Collected, Elements, read_xml
from mekik.parse.html import UNSEEN, grow
from mekik.parse.text import collapse

_FACTS = ("title", "creator", "language", "description", "date")
_ONLY_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Ways to keep fonts from being copied; the text stays open."""
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_LARGEST_CHAPTER = 20_000_000


class _Opf(Collected):
    """The package document: facts, manifest and spine in one pass."""

    def __init__(self, most: int) -> None:
        super().__init__(_FACTS)
        self._items = Elements(("item", "itemref"), most)

    def start(self, name: str, attributes: Attributes) -> None:
        super().start(name, attributes)
        self._items.start(name, attributes)

    def chapters(self) -> list[str]:
        items = {one["id"]: one for name, one in self._items.found if name == "item" and "id" in one}
        order = [items.get(one.get("idref", "")) for name, one in self._items.found if name == "itemref"]
        chosen = [one for one in order if one] or list(items.values())
        return [one.get("href", "") for one in chosen if one.get("media-type", "").lower() in _CHAPTERS]


def read_epub(package: Package, draft: Draft) -> None:
    _check_rights(package)
    most = draft.settings.max_document_parts
    container = Elements(("rootfile",), 1)
    read_xml(package.pieces("META-INF/container.xml"), container)
    if not container.found:
        raise Trouble(Outcome.UNREADABLE, "its container names no book")
    root = container.found[0][1].get("full-path", "")
    opf = _Opf(most)
    read_xml(package.pieces(root), opf)
    draft.title, draft.author, draft.language = opf.first("title"), opf.first("creator"), opf.first("language")
    draft.description, draft.created = opf.first("description"), read_date(opf.first("date"))
    folder = posixpath.dirname(root)
    seen = set()
    for href in opf.chapters():
        name = posixpath.normpath(posixpath.join("/", folder, unquote(href.partition("#")[0]))).lstrip("/")
        if name in seen or name not in package:
            continue
        seen.add(name)
        draft.begin_page()
        _read_chapter(package.read(name, _LARGEST_CHAPTER), draft)


def _read_chapter(body: bytes, draft: Draft) -> None:
    html, _ = to_utf8(body, "application/xhtml+xml")
    tree, _ = grow(html, draft.settings.max_nesting, marked=True)
    for anchor in tree.css("a[href]"):
        draft.link(anchor.attributes["href"] or "", anchor.text())
    for node in tree.css(",".join(UNSEEN)):
        node.decompose()
    if tree.body:
        draft.add(collapse(tree.body.text(), draft.settings.max_text))


def _check_rights(package: Package) -> None:
    if "META-INF/encryption.xml" not in package:
        return
    methods = Elements(("EncryptionMethod",), 1000)
    read_xml(package.pieces("META-INF/encryption.xml"), methods)
    if any(one.get("Algorithm", "") not in _ONLY_FONTS for _, one in methods.found):
        raise Trouble(Outcome.ENCRYPTED, "its chapters are locked by a rights system")
