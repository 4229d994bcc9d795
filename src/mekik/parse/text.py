"""What a visitor reads: text with the borders of blocks kept as blanks, everything else joined as it stands."""

from __future__ import annotations

import re

from mekik.parse.marks import BORDER, IN_LINE, STRONG, STRONG_END

_LONG = 150
"""Letters of a piece from which it is worth looking before its words are taken apart."""
_TAGS = re.compile(r"<!\[CDATA\[|\]\]>|<[^<>]*>")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&nbsp;": " ", "&amp;": "&"}


def collapse(text: str, most: int) -> str:
    """Borders and runs of white space, also the unbreakable kind, become one blank; `most` characters are kept."""
    pieces = map(str.strip, _unmarked(text[: most * 4]).split(BORDER))
    return joined([piece for piece in pieces if piece], most)


def joined(pieces: list[str], most: int) -> str:
    """Pieces with a blank between them and one blank where there is white space in them. None is empty, none begins or
    ends with a blank."""
    text = _unmarked(" ".join(pieces))
    # Looking is much cheaper than taking all words apart; most pages are clean, and most long pieces of the others.
    if _is_untidy(text):
        if len(text) > _LONG * len(pieces):
            pieces = [" ".join(piece.split()) if _is_untidy(piece) else piece for piece in pieces]
            text = _unmarked(" ".join(pieces))
        else:
            text = " ".join(text.split())
    return text[:most].rstrip()


def _is_untidy(text: str) -> bool:
    return "\n" in text or "\xa0" in text or "\t" in text or "\r" in text or "  " in text


def _unmarked(text: str) -> str:
    for sign in IN_LINE:
        if sign in text:
            text = text.replace(sign, "")
    return text


def line(text: str, most: int) -> str:
    """A title or an anchor."""
    if STRONG in text:
        text = text.replace(STRONG, "").replace(STRONG_END, "")
    if len(text) > most:
        return " ".join(text[: most * 4].split())[:most].rstrip()
    return " ".join(text.split())


def plain(text: str, most: int) -> str:
    return collapse(text.replace("\0", ""), most)


def unmarked(xml: str, most: int) -> str:
    """XML without its tags: what is left to read of a feed or a data file."""
    text = _TAGS.sub(" ", xml)
    if "&" in text:
        for entity, letter in _ENTITIES.items():
            text = text.replace(entity, letter)
    return plain(text, most)
