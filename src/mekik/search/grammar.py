"""The words and signs of a query, one after the other. Any text has a reading; what is odd is noted.

kedi köpek          words                    "kara kedi"      a phrase
+kedi -köpek        with, without            haber*           beginning of a word
AND OR NOT && || !  operators                ( )              groups
site:example.com    a field, see FIELDS
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

LONGEST = 2000
"""Characters of a query that are read."""

FIELDS = {
    "site": "site", "host": "host", "domain": "domain", "type": "type", "lang": "language", "language": "language",
    "title": "title", "url": "url", "job": "job", "topic": "topic", "before": "before", "after": "after",
    "owner": "owner", "group": "group", "author": "author", "keyword": "keyword", "query": "query",
    "in": "in",
}  # fmt: skip
"""Names as typed, and what they stand for."""

SHORTEST_PREFIX = 2

_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "”": "”", "＂": "＂"}
_BLANK_OUT = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]+")
_BARE = re.compile(r'[^\s()"“”„«»＂]+')
_FIELD = re.compile(r"([A-Za-z]{1,20}):(?=\S)")
_HAS_WORD = re.compile(r"[^\W_]")


class Kind(Enum):
    WORD = "word"
    PHRASE = "phrase"
    PREFIX = "prefix"
    FIELD = "field"
    OPEN = "("
    CLOSE = ")"
    AND = "AND"
    OR = "OR"
    NOT = "NOT"
    PLUS = "+"
    MINUS = "-"


_OPERATORS = {
    "AND": Kind.AND, "OR": Kind.OR, "NOT": Kind.NOT,
    "&&": Kind.AND, "||": Kind.OR, "!": Kind.NOT,
}  # fmt: skip


class Sign(NamedTuple):
    kind: Kind
    text: str = ""
    field: str = ""


def signs(text: str, notices: list[str]) -> Iterator[Sign]:
    """Reads at most `LONGEST` characters, each of them once or twice."""
    if len(text) > LONGEST:
        notices.append(f"only the first {LONGEST} characters were read")
        text = text[:LONGEST]
    text = _BLANK_OUT.sub(" ", text)
    place, end = 0, len(text)
    no_closing: set[str] = set()
    while place < end:
        letter = text[place]
        if letter in " \u00a0" or letter.isspace():
            place += 1
        elif letter == "(":
            yield Sign(Kind.OPEN)
            place += 1
        elif letter == ")":
            yield Sign(Kind.CLOSE)
            place += 1
        elif letter in _QUOTES:
            inside, place = _quoted(text, place, no_closing, notices)
            if inside is not None:
                yield Sign(Kind.PHRASE, inside)
        elif letter == "»":
            place += 1
        elif letter in "+-!" and place + 1 < end and not text[place + 1].isspace() and text[place + 1] not in ")":
            yield Sign({"+": Kind.PLUS, "-": Kind.MINUS, "!": Kind.NOT}[letter])
            place += 1
        else:
            found = _FIELD.match(text, place)
            if found and found[1].lower() in FIELDS:
                sign, place = _field(text, found, no_closing, notices)
                if sign is not None:
                    yield sign
                continue
            bare = _BARE.match(text, place)
            assert bare is not None
            place = bare.end()
            yield from _bare(bare[0], notices)


def _quoted(text: str, place: int, no_closing: set[str], notices: list[str]) -> tuple[str | None, int]:
    """What stands between the quotation mark at `place` and its partner, and the place after it."""
    closing = _QUOTES[text[place]]
    at = -1 if closing in no_closing else text.find(closing, place + 1)
    if at < 0:
        if closing not in no_closing:
            notices.append("a quotation mark has no partner")
            no_closing.add(closing)
        return None, place + 1
    inside = " ".join(text[place + 1 : at].split())
    return (inside if _HAS_WORD.search(inside) else None), at + 1


def in_quotes(text: str) -> str:
    """In quotation marks between which it is read as it is; what was read has such."""
    opening, closing = next((pair for pair in _QUOTES.items() if pair[1] not in text), ('"', '"'))
    return f"{opening}{text}{closing}"


def as_value(text: str) -> str:
    """As it may stand behind the name of a field."""
    return text if _BARE.fullmatch(text) else in_quotes(text)


def _field(text: str, found: re.Match[str], no_closing: set[str], notices: list[str]) -> tuple[Sign | None, int]:
    name, place = FIELDS[found[1].lower()], found.end()
    if text[place] in _QUOTES:
        value, place = _quoted(text, place, no_closing, notices)
    else:
        bare = _BARE.match(text, place)
        value, place = (bare[0], bare.end()) if bare else (None, place)
    if value is None:
        notices.append(f"{found[1]}: takes a word or a phrase")
        return Sign(Kind.WORD, found[1]), place
    if name == "owner":
        notices.append("owner: is not a field to search by")
        return None, place
    return Sign(Kind.FIELD, value, name), place


def _bare(piece: str, notices: list[str]) -> Iterator[Sign]:
    operator = _OPERATORS.get(piece)
    if operator is not None:
        yield Sign(operator, piece)
        return
    stem = piece.rstrip("*")
    if "*" in piece and (stem == piece or "*" in stem or len(stem) < SHORTEST_PREFIX):
        notices.append(f"* stands only at the end of at least {SHORTEST_PREFIX} letters")
        stem = piece = piece.replace("*", "")
    if not _HAS_WORD.search(stem):
        return
    name, colon, _ = piece.partition(":")
    if colon and name.isascii() and name.isalpha() and not piece.startswith(("http://", "https://")):
        notices.append(f"there is no field {name[:20]}")
    yield Sign(Kind.PREFIX if piece != stem else Kind.WORD, stem)
