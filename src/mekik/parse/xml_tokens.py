"""XML cut into its tags and texts, whatever state it is in.

No tree, no entities of the document's own, nothing loaded, nothing raised: what a document declares in its DOCTYPE
is passed over, so there is nothing that could grow. One pass over the text; every search that fails is not made
again, so the time is linear in the length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from html.entities import html5

_TAG = re.compile(
    r"""<(?:(/?)([A-Za-z_][^\s<>/"'=]*)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+|[^<>]*+)>|(!\[CDATA\[|!--|!|\?))"""
)
_ATTRIBUTE = re.compile(r"""([A-Za-z_][^\s<>/"'=]*)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]++))""")
_SUBSET_END = re.compile(r"\]\s*>")
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SURROGATES = re.compile("[\ud800-\udfff\0]")
_MARKUP = re.compile(r"<[^<>]*>")


class Token(IntEnum):
    START = 0
    END = 1
    TEXT = 2
    """As it stands, entities and all: see `text_of`."""
    CDATA = 3
    """Text that means what it says."""
    EMPTY = 4
    """`<a/>`: a start and an end."""
    ENTITIES = 5
    """The document declares entities; nobody will expand them."""


def tokens(xml: str) -> Iterator[tuple[Token, str, str]]:
    """(token, name or text, attributes as they stand)."""
    start, end, text = Token.START, Token.END, Token.TEXT
    match = _TAG.search
    ends = _Ends(xml)
    at = 0
    while found := match(xml, at):
        begin = found.start()
        if begin > at:
            yield text, xml[at:begin], ""
        at = found.end()
        closing, name, rest, mark = found.groups()
        if name:
            if closing:
                yield end, name, ""
            elif rest.endswith("/"):
                yield Token.EMPTY, name, rest
            else:
                yield start, name, rest
        elif mark == "![CDATA[":
            close = ends.find("]]>", at)
            if close >= 0:
                yield Token.CDATA, xml[at:close], ""
                at = close + 3
        elif mark == "!--":
            close = ends.find("-->", at)
            at = close + 3 if close >= 0 else at
        elif mark == "?":
            at = ends.after("?>", at)
        else:
            begin, at = at, ends.after_declaration(at)
            if "<!ENTITY" in xml[begin:at] or xml.startswith("ENTITY", begin):
                yield Token.ENTITIES, "", ""
    if at < len(xml):
        yield text, xml[at:], ""


class _Ends:
    """Finds where something ends; what is not there once is not looked for again."""

    def __init__(self, xml: str) -> None:
        self._xml = xml
        self._missing: set[str] = set()

    def find(self, mark: str, at: int) -> int:
        if mark in self._missing:
            return -1
        found = self._xml.find(mark, at)
        if found < 0:
            self._missing.add(mark)
        return found

    def after(self, mark: str, at: int) -> int:
        """The place behind the mark, or behind the next `>` where it is missing."""
        found = self.find(mark, at)
        if found >= 0:
            return found + len(mark)
        found = self.find(">", at)
        return found + 1 if found >= 0 else len(self._xml)

    def after_declaration(self, at: int) -> int:
        """Behind `<!DOCTYPE …>`, also with declarations between brackets."""
        closing = self.find(">", at)
        if closing < 0:
            return len(self._xml)
        bracket = self.find("[", at)
        if 0 <= bracket < closing and "]" not in self._missing:
            found = _SUBSET_END.search(self._xml, bracket)
            if found:
                return found.end()
            self._missing.add("]")
        return closing + 1


def attributes(rest: str) -> dict[str, str]:
    """Names in lower case without their prefix, except those of namespaces."""
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(rest[:10_000]):
        key = name.lower()
        if not key.startswith("xmlns"):
            key = key.rpartition(":")[2]
        found.setdefault(key, text_of(double or single or bare))
    return found


def text_of(raw: str) -> str:
    """With the entities that every XML or HTML reader knows; others stay as they are."""
    if "&" in raw:
        raw = _ENTITY.sub(_character, raw)
    return clean(raw)


def clean(text: str) -> str:
    """Without what cannot be written as UTF-8 or ends a text elsewhere."""
    return text if text.isascii() and "\0" not in text else _SURROGATES.sub("\ufffd", text)


def _character(entity: re.Match[str]) -> str:
    name = entity[1]
    if name[0] != "#":
        return html5.get(name + ";", entity[0])
    number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(number) if number < 0x110000 else "\ufffd"


def without_markup(text: str, most: int) -> str:
    """A title or a summary as one line: feeds send HTML in them, plain or escaped."""
    text = text[: most * 20]
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    return " ".join(text_of(text).split())[:most].rstrip()


class Names:
    """Says what a name means: `loc` for the document's own, `image:loc` for that of a known namespace, whatever
    prefix the document gave it."""

    _KNOWN = (
        ("sitemap-image", "image"), ("sitemap-news", "news"), ("sitemap-video", "video"), ("1999/xhtml", "xhtml"),
        ("purl.org/dc/", "dc"), ("rss/1.0/modules/content", "content"), ("modules/syndication", "sy"),
        ("search.yahoo.com/mrss", "media"), ("itunes", "itunes"), ("2005/atom", "atom"), ("purl.org/atom", "atom"),
        ("22-rdf-syntax", "rdf"),
    )  # fmt: skip
    _MOST = 1000

    def __init__(self) -> None:
        self._prefixes: dict[str, str] = {}
        self._seen: dict[str, str] = {}

    def declare(self, name: str, rest: str) -> None:
        """Reads the namespaces of a start tag; the prefix of the root is the document's own."""
        if not self._prefixes:
            self._prefixes[name.rpartition(":")[0].lower()] = ""
        if "xmlns:" not in rest or len(self._prefixes) > self._MOST:
            return
        for key, value in attributes(rest).items():
            if key.startswith("xmlns:") and key[6:] not in self._prefixes:
                address = value.lower()
                known = next((short for part, short in self._KNOWN if part in address), key[6:])
                self._prefixes[key[6:]] = known
                self._seen.clear()

    def of(self, name: str) -> str:
        found = self._seen.get(name)
        if found is None:
            prefix, _, local = name.lower().rpartition(":")
            space = self._prefixes.get(prefix, prefix)
            found = f"{space}:{local}" if space else local
            if len(self._seen) < self._MOST:
                self._seen[name] = found
        return found
