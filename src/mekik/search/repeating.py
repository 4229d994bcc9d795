"""Where a text only repeats the title that stands above it: a snippet that begins there shows nothing new."""

from __future__ import annotations

import re

from mekik.search.letters import fold

_READ = 3000
"""Characters of a text in which its heading stands."""
_SHORTEST = 8
"""Letters of a piece of a title that is worth looking for."""
_MOST_TIMES = 4
_BORDERS = re.compile(r"\s(?:[-–—|»·]|::)\s")
"""Between the title of a page and that of its site."""


def repeated(text: str, title: str) -> list[tuple[int, int]]:
    """Beginnings and ends, in order; none for a title that is a word or two."""
    head = fold(text[:_READ])
    whole = fold(" ".join(title.split()))[:300]
    pieces = [whole, *sorted(_BORDERS.split(whole), key=len, reverse=True)]
    for piece in pieces:
        if len(piece) < _SHORTEST or " " not in piece:
            continue
        found = _times(head, piece)
        if found:
            return found
    return []


def _times(head: str, piece: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    place = head.find(piece)
    while place >= 0 and len(found) < _MOST_TIMES:
        found.append((place, place + len(piece)))
        place = head.find(piece, place + len(piece))
    return found
