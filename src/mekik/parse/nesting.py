"""The parser's time grows with the square of the nesting of block elements, so deep documents are flattened first.

Inline elements do not matter to it: a million nested <b> are read in a fraction of a second.
"""

from __future__ import annotations

import re

HARMLESS = 4096
"""Documents with fewer block tags cannot cost much, however they nest them; they are not looked at."""

# Always succeeds where a tag begins, so no input makes it look at the same bytes again and again.
_TAG = re.compile(
    rb"""<(?:(!--)|(/?)([A-Za-z][^\s/>]*+)(?:[^>"']++|"[^"]*+"?|'[^']*+'?)*+>?)""",
)
_RAW_END = {
    name: re.compile(rb"</%b(?=[\s/>])" % name, re.IGNORECASE)
    for name in (
        b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript",
    )
}  # fmt: skip
_VOID = {
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source",
    b"track", b"wbr",
}  # fmt: skip
_SELF_CLOSING = {
    b"p", b"li", b"dt", b"dd", b"tr", b"td", b"th", b"option", b"optgroup", b"thead", b"tbody", b"tfoot",
    b"html", b"head", b"body",
}  # fmt: skip
"""Elements that end by themselves where the next one of their kind begins."""
_INLINE = {
    b"a", b"abbr", b"acronym", b"b", b"bdi", b"bdo", b"big", b"blink", b"cite", b"code", b"data", b"del", b"dfn",
    b"em", b"font", b"i", b"ins", b"kbd", b"mark", b"nobr", b"q", b"rb", b"rp", b"rt", b"ruby", b"s", b"samp",
    b"small", b"span", b"strike", b"strong", b"sub", b"sup", b"time", b"tt", b"u", b"var",
}  # fmt: skip
_SHALLOW = _VOID | _SELF_CLOSING | _INLINE
INLINE = frozenset(name.decode() for name in _INLINE) | {"img", "wbr", "map"}
"""Elements that do not end a run of text."""


def flatten(html: bytes, most: int) -> tuple[bytes, bool]:
    """`html` without the block tags that stand deeper than `most`, and whether there were any. Linear time."""
    kept: list[bytes] = []
    start = depth = position = 0
    open_by_name: dict[bytes, int] = {}
    while tag := _TAG.search(html, position):
        position = tag.end()
        if tag[1]:
            end = html.find(b"-->", position)
            if end < 0:
                break
            position = end
            continue
        name = tag[3].lower()
        if name in _SHALLOW:
            continue
        if name in _RAW_END:
            if not tag[2]:
                closing = _RAW_END[name].search(html, position)
                if closing is None:
                    break
                position = closing.start()
            continue
        if tag[2]:
            if not open_by_name.get(name):
                continue
            open_by_name[name] -= 1
            depth -= 1
            drop = depth >= most
        else:
            open_by_name[name] = open_by_name.get(name, 0) + 1
            drop = depth >= most
            depth += 1
        if drop:
            kept.append(html[start : tag.start()])
            start = position
    if not start:
        return html, False
    kept.append(html[start:])
    return b" ".join(kept), True
