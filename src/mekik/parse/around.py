"""The words around a link: what a page says before it and after it, for orders that guess where links lead.

A link's words are the text between it and its neighbours, ten words at most on either side: those of its own block,
or, where the block holds nothing but the link ("read more" below a paragraph), those of the blocks beside it. Menus,
where link follows link, have none. Two passes over the text, whatever the page looks like.
"""

from __future__ import annotations

from mekik.parse.marks import BORDER
from mekik.parse.tree import HtmlPage, Node

_WORDS = 10
_REACH = 160
"""Characters on either side that are looked at."""
LONGEST = 200


def read_around(page: HtmlPage) -> None:
    """Fills `Links.around`, where it is asked for."""
    root: Node = page.tree.root
    links = page.document.links
    if not page.source.around or root is None or not links.urls:
        return
    places = {url: place for place, url in enumerate(links.urls)}
    targets = page.links.targets()
    around = [""] * len(links.urls)
    gap, before, inside = _Gap(), _Gap(), 0
    place = -1
    for node in root.traverse(include_text=True):
        tag = node.tag
        if tag == "-text":
            text = node.text(deep=False)
            if inside > 0:
                inside -= len(text)
            else:
                gap.add(text)
        elif tag == "a":
            href = node.attributes.get("href")
            if href is None:
                continue
            _note(around, place, before, gap)
            place = places.get(targets.get(href) or "", -1)
            before, gap, inside = gap, _Gap(), len(node.text())
    _note(around, place, before, gap)
    links.around = around


class _Gap:
    """The text between two links, as far as either of them sees."""

    __slots__ = ("end", "start")

    def __init__(self) -> None:
        self.start = self.end = ""

    def add(self, text: str) -> None:
        if len(self.start) < _REACH:
            self.start += text[:_REACH]
        self.end = text[-_REACH:] if len(text) >= _REACH else (self.end + text)[-_REACH:]


def _note(around: list[str], place: int, before: _Gap, after: _Gap) -> None:
    """Of several links to one address the first that has any words counts."""
    if place < 0 or around[place]:
        return
    here = _cut(before.end.rpartition(BORDER)[2], after.start.partition(BORDER)[0])
    around[place] = here or _cut(before.end, after.start)


def _cut(before: str, after: str) -> str:
    return " ".join(before.split()[-_WORDS:] + after.split()[:_WORDS])[:LONGEST]
