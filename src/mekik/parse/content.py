"""The text that a page is for, apart from its menus, adverts, boxes and footers.

First by names: elements whose names say menu, footer or advert are taken out, and among those whose names say article
or content the one that holds most of what is left is trusted. Then by pieces, the runs of text between two borders:
a piece that is mostly links is a list of links wherever it stands; where no name helped, the text is the stretch of
pieces in which long sentences outweigh links and scraps. Where all this leaves next to nothing, everything counts.

The text takes the tree apart, so it must be the last to be read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mekik.parse.furniture import is_furniture
from mekik.parse.marks import MAIN, MARKED
from mekik.parse.native import native
from mekik.parse.pieces import HEADING, LINKS, SCRAP, TEXT, Piece, pieces
from mekik.parse.text import collapse, joined
from mekik.parse.tree import HtmlPage

_FEW = 60
"""Letters of a main text, below which it is doubtful."""
_LITTLE = 0.04
"""Share of all text, below which it is doubtful too."""
_MUCH = 2000
"""Letters of a main text that is never doubtful."""
_MOST_MARKED = 400
"""Elements with telling names that are looked at."""
_ALWAYS_SMALL = 400
"""Letters of an element that is taken out without comparing it with the page."""
_TOO_MUCH = 0.6
"""Share of the page that no box can have: then its name means something else."""
_MOST_CANDIDATES = 24
_TRUSTED = 0.5
"""Share of the text outside boxes that an element must have to be trusted."""
_TIGHT = 0.8
"""An element inside the trusted one is taken instead when it has this share of its text."""
_PLACE = "\x1f\x1e\x1d\x1c"
"""Our marks in an order in which they never come."""
_MOST_STRONG = 60
_LONGEST_STRONG = 1000
_HEADING_NEAR = 16
"""Pieces between a heading and the trusted element that it may belong to."""


def read_text(page: HtmlPage) -> None:
    """The reader of `html.VISIBLE` that fills in the text and how much of it is main content."""
    body, document, most = page.tree.body, page.document, page.settings.max_text
    if body is None or not page.with_text:
        return
    if not page.settings.main_content:
        document.text = collapse(body.text(), most)
        return
    if native is None:
        document.text, document.main, document.strong = content_in_python(body, most)
    else:
        root: Any = page.tree.root
        document.text, document.main, document.strong = native.content(root.mem_id, body.mem_id, most, is_furniture)


def content_in_python(body: Any, most: int) -> tuple[str, int | None, str]:
    """The text, how many of its characters are main content, and what is strong in it."""
    content = main_content(body)
    main = None
    text = joined(content.main, most)
    if content.rest and len(text) < most:
        main = len(text)
        text = f"{text} {joined(content.rest, most)}"[:most].rstrip()
    return text, main, " ".join(content.strong[:_MOST_STRONG])[:_LONGEST_STRONG]


class Content(NamedTuple):
    main: list[str]
    rest: list[str]
    strong: list[str]
    """What stands in headings and in bold in it."""


def main_content(body: Any) -> Content:
    """The pieces of text that are the page's own, and all others."""
    boxes, candidates = _by_name(body)
    before, inside, after = _trusted(body, candidates)
    strong: list[str] = []
    if inside:
        head, found = pieces(before), pieces(inside, strong)
        heading = _heading_before(head)
        main, left = _filtered(head[heading:] + found)
        others = head[:heading] + left + pieces(after)
    else:
        found = pieces(before, strong)
        first, last = _stretch(found)
        main, left = _filtered(found[first:last])
        others = found[:first] + left + found[last:]
    for box in boxes:
        others += pieces(box)
    size = _size(main)
    if size < _FEW or (size < _MUCH and size < _LITTLE * _size(others)):
        main, others = main + others, []
    return Content([piece for piece, _ in main], [piece for piece, _ in others], strong)


def _size(found: list[Piece]) -> int:
    return sum([len(piece) for piece, _ in found])


def _by_name(body: Any) -> tuple[list[str], list[Any]]:
    """Takes out the elements that by their names are not the text, and gives back their texts; with the elements that
    by their names are."""
    boxes: list[str] = []
    gone: list[Any] = []
    candidates: list[Any] = []
    inner_headers: set[int] = set()
    skip = whole = spent = 0
    marked = [node for node in body.css(MARKED) if node.mem_id != body.mem_id]
    for node in marked[:_MOST_MARKED]:
        if skip:
            skip -= 1
            continue
        if MAIN in node.attributes:
            candidates.append(node)
            continue
        if node.mem_id in inner_headers:
            continue
        text = node.text()
        size = len(text)
        if size > _ALWAYS_SMALL:
            whole = whole or len(body.text())
            spent += size
            if spent > 8 * whole:  # boxes in boxes in boxes
                break
            if size > _TOO_MUCH * whole:
                continue
        if node.tag == "header" and node.css_first("h1") is not None:
            inner_headers.update(header.mem_id for header in node.css("header"))
            continue
        skip = len(node.css(MARKED)) - 1
        boxes.append(text)
        gone.append(node)
    for node in gone:
        node.decompose()
    return boxes, candidates


def _trusted(body: Any, candidates: list[Any]) -> tuple[str, str, str]:
    """The text before, in and after the element that is the page's own by its name; all in the first if none is."""
    chosen = candidates[0] if len(candidates) == 1 else _tightest(candidates)
    if chosen is None:
        return body.text(), "", ""
    chosen.insert_before(_PLACE)
    chosen.insert_after(_PLACE)
    text: str = body.text()
    before, inside, after = text.split(_PLACE, 2)
    if len(inside) < max(_FEW, _TRUSTED * len(text)):
        return text.replace(_PLACE, ""), "", ""
    return before, inside, after


def _tightest(candidates: list[Any]) -> Any:
    """The innermost of those that have nearly as much text as the one that has most."""
    sizes = [(len(node.text()), node) for node in candidates[:_MOST_CANDIDATES]]
    least = _TIGHT * max((size for size, _ in sizes), default=0)
    return next((node for size, node in reversed(sizes) if size >= least), None)


def _heading_before(head: list[Piece]) -> int:
    """Where in `head` the heading stands that belongs to what follows; its end when there is none."""
    for place in range(len(head) - 1, max(-1, len(head) - 1 - _HEADING_NEAR), -1):
        kind = head[place][1]
        if kind == LINKS:
            break
        if kind == HEADING:
            return place
    return len(head)


def _filtered(found: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Without lists of links, and the headings above them, and furniture."""
    main: list[Piece] = []
    left: list[Piece] = []
    kept = False
    """Whether the piece after this one was: a heading goes the way of what it heads."""
    for piece in reversed(found):
        text, kind = piece
        if kind != HEADING:
            kept = kind == TEXT or (kind != LINKS and not is_furniture(text))
        (main if kept else left).append(piece)
    main.reverse()
    left.reverse()
    return main, left


def _stretch(found: list[Piece]) -> tuple[int, int]:
    """The stretch of pieces in which text outweighs links and scraps most, from its heading on."""
    best = total = first = last = begin = 0
    for place, (text, kind) in enumerate(found):
        if total <= 0:
            total, begin = 0, place
        if kind == TEXT:
            total += min(len(text), 400)
        elif kind == LINKS:
            total -= 20 + min(len(text), 60)
        elif kind == SCRAP:
            total -= 5
        if total > best:
            best, first, last = total, begin, place + 1
    return _heading_before(found[:first]), last
