"""Pieces: the runs of text between two borders, and what each of them looks like."""

from __future__ import annotations

import re

from mekik.parse.marks import BORDER, LINK, LINK_END, STRONG, STRONG_END

TEXT, HEADING, SCRAP, LINKS = 0, 1, 2, 3
"""Whole sentences, or so long that it hardly is anything else; bold from end to end; neither; mostly links."""

Piece = tuple[str, int]
"""Its text without our marks, and which of the four it is."""

_LONG = 90
"""Letters from which a piece without a sentence is text all the same."""
_SHORTEST = 40
"""Letters of the shortest sentence that counts as one."""
_LONG_LINK = 150
"""Letters that a link in running text does not have."""
_SENTENCE = re.compile(r"[.!?…:]['\"”’»)\]]*(?:\s|$)")
_AROUND = " \n\r\t\xa0" + LINK + LINK_END


def pieces(text: str, strong: list[str] | None = None) -> list[Piece]:
    """Of a text with marks, in order. What stands in headings and in bold is added to `strong`."""
    found: list[Piece] = []
    inside = False
    for raw in text.split(BORDER):
        link = 0
        if inside or LINK in raw:
            bare = raw.replace(LINK, "").replace(LINK_END, "").strip()
            size = len(bare)
            if inside and size > 2 * _LONG_LINK:  # a link that nobody closed
                inside = False
            if inside or raw.count(LINK) * _LONG_LINK > size:
                link = _in_links(raw, inside)
            inside = raw.rfind(LINK) > raw.rfind(LINK_END) or (inside and LINK_END not in raw)
        else:
            bare = raw.strip()
            size = len(bare)
        if not bare:
            continue
        if STRONG in raw:
            kind = HEADING if size < _LONG and _is_strong(raw) else _kind(bare, size, link)
            if strong is not None:
                strong += [part.partition(STRONG_END)[0] for part in bare.split(STRONG)[STRONG in bare :]]
            bare = bare.replace(STRONG, "").replace(STRONG_END, "")
        elif size >= _LONG and not link:
            kind = TEXT
        else:
            kind = _kind(bare, size, link)
        found.append((bare, kind))
    return found


def _kind(bare: str, size: int, link: int) -> int:
    if link * 9 > size * 5:
        return LINKS
    if link * 3 <= size and (size >= _LONG or (size >= _SHORTEST and _SENTENCE.search(bare))):
        return TEXT
    return SCRAP


def _is_strong(raw: str) -> bool:
    """From end to end: `<h2>a</h2>`, and `<p><b>a</b></p>`."""
    inner = raw.strip(_AROUND)
    return inner[0] == STRONG and inner[-1] == STRONG_END and inner.count(STRONG) == 1


def _in_links(raw: str, inside: bool) -> int:
    """Letters in links: of what is between one link's beginning and the next, those before its end."""
    letters = 0
    for part in raw.split(LINK)[not inside :]:
        letters += len(part.partition(LINK_END)[0].strip())
    return letters
