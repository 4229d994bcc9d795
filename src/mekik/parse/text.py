"""What a visitor reads: text with the borders of blocks kept as blanks, everything else joined as it stands."""

from __future__ import annotations

import re

# `<b>foo</b>bar` is one word and `<p>foo</p><p>bar</p>` are two, but a tree hands out its text without borders.
# A form feed before each tag that is not inline marks them, already in the source: much cheaper than walking the
# tree, and white space to the parser wherever it lands.
_INLINE = (
    rb"a(?:bbr|cronym)?|b(?:ig|do|di|link)?|c(?:ode|ite)|d(?:ata|el|fn)|em|font|i(?:ns)?|kbd|mark|nobr|q|r[bpt]|ruby"
    rb"|s(?:pan|cript|trong|tyle|mall|ub|up|amp|trike)?|t(?:t|ime)|u|var|wbr"
)
# The first letters of the commonest block elements spare most tags the list.
_BLOCK = re.compile(rb"<(?:(?=/?[hlop])|(?=/?[a-z])(?!/?(?:" + _INLINE + rb")[\s/>]))", re.IGNORECASE)
_BORDER = "\f"
_TAGS = re.compile(r"<!\[CDATA\[|\]\]>|<[^<>]*>")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&nbsp;": " ", "&amp;": "&"}


def mark_blocks(html: bytes) -> tuple[bytes, int]:
    """With a border before every block tag, and how many there are."""
    return _BLOCK.subn(b"\f<", html)


def collapse(text: str, most: int) -> str:
    """Borders and runs of white space, also the unbreakable kind, become one blank; `most` characters are kept."""
    pieces = []
    for piece in text[: most * 4].split(_BORDER):
        piece = piece.strip()
        if not piece:
            continue
        # Most blocks are clean: looking is much cheaper than taking all words apart.
        if "\n" in piece or "  " in piece or "\xa0" in piece or "\t" in piece or "\r" in piece:
            piece = " ".join(piece.split())
        pieces.append(piece)
    return " ".join(pieces)[:most].rstrip()


def line(text: str, most: int) -> str:
    """A title or an anchor."""
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
