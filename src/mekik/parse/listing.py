"""Documents that name pages: what sitemaps and feeds have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mekik.page import Document, Hint, LinkKind, Links, Listing
from mekik.urls import Normaliser, keys

LONGEST_ADDRESS = 8192


class Named(NamedTuple):
    """An address as a listing names it, and what is said about it."""

    href: str
    hint: Hint
    anchor: str = ""


class Read(NamedTuple):
    """What was read of a listing."""

    listing: Listing
    named: list[Named]
    base: str = ""
    left_out: int = 0
    """Addresses beyond the limit, as far as they were counted."""
    entities: bool = False
    """It declares entities of its own, which were not expanded."""


def document_of(read: Read, url: str, normaliser: Normaliser, kind: LinkKind, charset: str) -> tuple[Document, str]:
    """The document, and a remark on what was left out."""
    base = (read.base and normaliser.links(url, [read.base])[0]) or url
    remarks = []
    if read.left_out:
        remarks.append(f"addresses beyond the first {len(read.named)} were left out")
    if read.entities:
        remarks.append("entities that the document declares were not expanded")
    links = links_of(read.named, base, normaliser, kind)
    document = Document(
        charset=charset, title=read.listing.title, links=links, language=read.listing.language, listing=read.listing
    )
    return document, "; ".join(remarks)


def links_of(named: Iterable[Named], base: str, normaliser: Normaliser, kind: LinkKind) -> Links:
    """One entry per distinct address; the first to name it counts."""
    found: dict[str, Named] = {}
    rows = [row for row in named if row.href]
    for url, row in zip(normaliser.links(base, [row.href for row in rows]), rows, strict=True):
        if url is not None:
            found.setdefault(url, row)
    urls = list(found)
    return Links(
        urls=urls,
        keys=keys(urls),
        anchors=[row.anchor for row in found.values()],
        kinds=bytes([kind]) * len(urls),
        hints=[row.hint for row in found.values()],
    )
