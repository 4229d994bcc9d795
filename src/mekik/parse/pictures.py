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
    if not (page.with_details or page.with_images) or page.directives.noimageindex:
        return
    nodes = page.all("img")
    links, captions, left = page.links, _captions(page), page.settings.max_images
    for node in nodes:
        if left <= 0:
            break
        attributes = node.attributes
        get = attributes.get
        width, height = _pixels(get("width")), _pixels(get("height"))
        if 0 < width < _SMALLEST or 0 < height < _SMALLEST:
            continue
        source = source_of(attributes)
        if not source:
            continue
        left -= 1
        alt, title = get("alt"), get("title")
        alt = line(alt, LONGEST_WORDS) if alt else ""
        if page.with_images:
            links.add(source, LinkKind.IMAGE, alt)
        if page.with_details:
            image = Image("", alt, line(title, LONGEST_WORDS) if title else "", "", width, height)
            if captions:
                image.caption = captions.get(node.mem_id, "")
            page.pictures.append((links.further(source), image))
    if page.with_images:
        for node in page.all("source")[: page.settings.max_images]:
            address = largest(node.attributes.get("srcset") or "")
            if address:
                links.add(address, LinkKind.IMAGE)


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
        value = attributes.get(name)
        if value and value[:5].lower() != "data:" and not value.isspace():
            return value.strip()
    return largest(attributes.get("srcset") or attributes.get("data-srcset") or "")


def _pixels(value: str | None) -> int:
    """0 where it is not told in pixels."""
    if not value:
        return 0
    value = value.strip().removesuffix("px")
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
