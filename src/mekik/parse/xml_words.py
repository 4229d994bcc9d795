"""Names, texts and comments that every XML parser accepts, whatever they were in HTML.

No namespaces: a colon in a name becomes an underscore, but for `xml:lang`, which needs no declaration. Characters
that XML does not know become U+FFFD; control characters that it does know are written as references.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Letters that every edition of XML knows: parsers differ about all others.
_START = "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"
_REST = _START + r"\-.0-9"
_NAME = re.compile(f"[{_START}][{_REST}]*")
_NOT_IN_NAME = re.compile(f"[^{_REST}]")
_LONGEST_NAME = 100
LONGEST_VALUE = 1_000_000
"""Characters of an attribute; parsers have limits of their own."""
_LONGEST_RUN = 1_000_000
"""Characters of text, after which an empty comment gives a parser a break."""
_UNKNOWN = re.compile("[\x00-\x08\x0b\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTROLS = re.compile("[\r\x7f-\x9f\u2028\u2029]")


@lru_cache(maxsize=4096)
def _name(text: str) -> str:
    if _NAME.fullmatch(text):
        return text
    text = _NOT_IN_NAME.sub("_", text)
    return text if _NAME.match(text) else "_" + text


def name(text: str) -> str:
    """Of an element or attribute."""
    return _name(text[:_LONGEST_NAME])


def text(words: str) -> str:
    return _known(words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def runs(words: str) -> str:
    """A text of any length."""
    if len(words) <= _LONGEST_RUN:
        return text(words)
    pieces = (text(words[start : start + _LONGEST_RUN]) for start in range(0, len(words), _LONGEST_RUN))
    return "<!---->".join(pieces)


def value(words: str) -> str:
    """Of an attribute, between double quotes."""
    words = text(words[:LONGEST_VALUE]).replace('"', "&quot;")
    return words.replace("\n", "&#10;").replace("\t", "&#9;") if "\n" in words or "\t" in words else words


def comment(words: str) -> str:
    """With its marks. Two hyphens in a row would end it, and so would one before its end."""
    words = _known(words[:LONGEST_VALUE], references=False)
    while "--" in words:  # twice at most: a run of hyphens has none side by side after the second
        words = words.replace("--", "- -")
    return f"<!-- {words} -->" if words else "<!---->"


def attributes(pairs: dict[str, str | None]) -> str:
    """With a blank before each. Declarations of namespaces are left out, and of two alike the second."""
    found: dict[str, str] = {}
    for raw, content in pairs.items():
        if raw == "xml:lang":
            found.setdefault(raw, value(content or ""))
        elif raw != "xmlns" and not raw.startswith("xmlns:"):
            found.setdefault(name(raw), value(content or ""))
    return "".join(f' {key}="{content}"' for key, content in found.items())


def _known(words: str, references: bool = True) -> str:
    words = _UNKNOWN.sub("\ufffd", words.replace("\f", " "))
    if not _CONTROLS.search(words):
        return words
    return _CONTROLS.sub(lambda found: f"&#{ord(found[0])};" if references else " ", words)
