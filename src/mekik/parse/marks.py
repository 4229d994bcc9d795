"""What the text must remember of the tags, written into the source before it is parsed.

`<b>foo</b>bar` is one word and `<p>foo</p><p>bar</p>` are two, but a tree hands out its text without borders. Marks
that stand in the text itself say where blocks, links and strong words begin and end: much cheaper than walking the
tree. All of them are white space to Python, so that they vanish wherever words are taken apart; and an element whose
name tells its role gets an attribute to find it by.
"""

from __future__ import annotations

import re

from mekik.parse.hints import Hint, hint
from mekik.parse.native import native

BORDER = "\f"
"""Before every tag that is not inline; white space to the parser wherever it lands. A line break is a blank only."""
LINK, LINK_END = "\x1c", "\x1d"
STRONG, STRONG_END = "\x1e", "\x1f"
"""Around bold text and headings."""
IN_LINE = (LINK, LINK_END, STRONG, STRONG_END)
REST, MAIN = "x-mekik-rest", "x-mekik-main"
"""Attributes of elements that by their names hold menus and boxes, or the text."""
MARKED = f"[{REST}],[{MAIN}]"

_INLINE = (
    rb"a(?:bbr|cronym)?|b(?:ig|do|di|link)|c(?:ode|ite)|d(?:ata|el|fn)|em|font|i(?:ns)?|kbd|mark|nobr|q|r[bpt]|ruby"
    rb"|s(?:pan|cript|tyle|mall|ub|up|amp|trike)?|t(?:t|ime)|u|var|wbr"
)
_CONTAINER = (
    rb"div|section|ul|ol|nav|aside|footer|header|main|article|form|td|table|menu|dialog|dl|fieldset|figure|amp-[a-z-]+"
)
# The commonest tags first: most need not be compared with the list of inline ones.
_TAG = re.compile(
    rb"<(/?(?=[lp])|/?a(?=[\s>])(?!\sname)|/?(?:b|strong|h[1-6])(?=[\s>])|br(?=[\s/>])"
    rb"|(?:" + _CONTAINER + rb")(?=[\s>])[^<>]{0,300}|/?(?=[ho])|/?(?=[a-z])(?!(?:" + _INLINE + rb")[\s/>]))",
    re.IGNORECASE,
)
_LONGEST = 300
_MOST = 20_000
_INLINE_MARKS = {
    b"a": b"\x1c", b"/a": b"\x1d", b"b": b"\x1e", b"strong": b"\x1e", b"/b": b"\x1f", b"/strong": b"\x1f", b"br": b"\n",
}  # fmt: skip


class _Marked(dict[bytes, bytes]):
    """A tag with its marks. Sites write the same tags on all their pages, so most are remembered."""

    def __missing__(self, tag: bytes) -> bytes:
        marked = _mark(tag)
        if len(self) >= _MOST:
            self.clear()
        if len(tag) < _LONGEST:
            self[tag] = marked
        return marked


def _mark(tag: bytes) -> bytes:
    """Of a tag without its first character, or of the beginning of it."""
    name = tag.lower()
    if name in _INLINE_MARKS:
        return _INLINE_MARKS[name] + b"<" + tag
    if name[:1] == b"h" and name[1:].isdigit():
        return b"\f\x1e<" + tag
    if name[:2] == b"/h" and name[2:].isdigit():
        return b"\x1f\f<" + tag
    said = hint(tag)
    if said is Hint.NONE:
        return b"\f<" + tag
    end = len(name) - len(name.lstrip(b"abcdefghijklmnopqrstuvwxyz-"))
    return b"\f<%b %b %b" % (tag[:end], (REST if said is Hint.REST else MAIN).encode(), tag[end:])


_marked = _Marked()


def mark(html: bytes) -> tuple[bytes, int]:
    """The page with marks, and how many borders are in it."""
    return mark_in_passes(html) if native is None else native.mark(html, _marked)


def mark_in_passes(html: bytes) -> tuple[bytes, int]:
    """The same without compiled code."""
    parts = _TAG.split(html)
    parts[1::2] = map(_marked.__getitem__, parts[1::2])
    marked = b"".join(parts)
    return marked, marked.count(BORDER.encode())


def unmarked(text: str) -> str:
    """What was written there, without our marks."""
    for sign in (BORDER, *IN_LINE, f" {REST} ", f" {MAIN} "):
        if sign in text:
            text = text.replace(sign, "")
    return text
