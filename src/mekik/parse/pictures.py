"""Pictures with what is said about them: alt text, title, caption, size."""

from __future__ import annotations

import re

from mekik.page import Image, LinkKind
from mekik.parse.text import line
from mekik.parse.tree import HtmlPage, Node

LONGEST_WORDS = 300
_LONGEST_SOURCES = 10_000
# A comma belongs to an address unless white space follows it, so an address ends at white space only.
_CANDIDATE = re.compile(r"[\s,]*+(\S++)(?:\s++(\d{1,6}(?:\.\d{1,4})?)[wxh])?")
_SMALLEST = 16
"""Pixels: what is smaller on any side is a dot that counts visitors, or a bullet."""


def read_pictures(page: HtmlPage) -> None:
    """The first `parse.max_images` of them; as links too where the job wants pictures."""
    most = page.settings.max_images
    nodes = page.all("img")
    if not nodes or not most or page.directives.noimageindex:
        return
    captions = _captions(page)
    found: list[tuple[str, Image]] = []
    for node in nodes:
        if len(found) >= most:
            break
        attributes = node.attributes
        width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
        if 0 < width < _SMALLEST or 0 < height < _SMALLEST:
            continue
        source = source_of(attributes)
        if not source:
            continue
        if page.with_images:
            page.links.add(source, LinkKind.IMAGE, line(attributes.get("alt") or "", LONGEST_WORDS))
        alt, title = attributes.get("alt") or "", attributes.get("title") or ""
        found.append((source, Image(
            url="", alt=line(alt, LONGEST_WORDS), title=line(title, LONGEST_WORDS),
            caption=captions.get(node.mem_id, "") if captions else "", width=width, height=height,
        )))  # fmt: skip
    if page.with_images:
        for node in page.all("source"):
            address = largest(node.attributes.get("srcset") or "")
            if address:
                page.links.add(address, LinkKind.IMAGE)
    urls = page.normaliser.links(page.base, [source for source, _ in found])
    for url, (_, image) in zip(urls, found, strict=True):
        if url:
            image.url = url
            page.metadata.images.append(image)


def largest(sources: str) -> str:
    """The address of the largest picture of a srcset, empty when there is none."""
    best, address = -1.0, ""
    for found in _CANDIDATE.finditer(sources[:_LONGEST_SOURCES]):
        size = float(found[2] or 1)
        if size > best:
            best, address = size, found[1].rstrip(",")
    return "" if address[:5].lower() == "data:" else address


def source_of(attributes: dict[str, str | None]) -> str:
    """Where the picture is: pages that load late keep a placeholder in `src`."""
    for name in ("data-src", "data-original", "data-lazy-src", "src"):
        value = (attributes.get(name) or "").strip()
        if value and value[:5].lower() != "data:":
            return value
    return largest(attributes.get("srcset") or attributes.get("data-srcset") or "")


def _pixels(value: str | None) -> int:
    """0 where it is not told in pixels."""
    value = (value or "").strip().removesuffix("px")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 6 else 0


def _captions(page: HtmlPage) -> dict[int, str]:
    """Captions of figures, by the picture that they belong to."""
    found: dict[int, str] = {}
    for caption in page.all("figcaption")[: page.settings.max_images]:
        figure: Node = caption.parent
        if figure is not None and figure.tag != "figure":
            figure = figure.parent
        picture = figure.css_first("img") if figure is not None and figure.tag == "figure" else None
        if picture is not None:
            found[picture.mem_id] = line(caption.text(), LONGEST_WORDS)
    return found
