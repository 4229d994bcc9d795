"""The advanced form and the query that it writes: one that a person could have typed."""

from __future__ import annotations

import re

import msgspec

from mekik.search import parse
from mekik.search.grammar import LONGEST
from mekik.search.tree import All, Any, Excluded, Field, Node, Phrase, Prefix, Required, Sequence, Word, show

_PLAIN = re.compile(r"[^\W_][\w'’.-]*\*?")
_LETTER = re.compile(r"[^\W_]")
_OPERATORS = {"AND", "OR", "NOT"}
_QUOTES = re.compile('["“”„«»＂]+')
_FIELDS = {"type": "type", "site": "host", "language": "language", "after": "since", "before": "until"}
_NAMES = {"type": "type", "host": "site", "language": "lang", "since": "after", "until": "before"}


class Advanced(msgspec.Struct, kw_only=True):
    all: str = ""
    phrase: str = ""
    any: str = ""
    none: str = ""
    type: str = ""
    since: str = ""
    until: str = ""
    host: str = ""
    language: str = ""
    mine: str = ""
    """Anything: only one's own collection."""

    def query(self) -> str:
        parts = []
        words = _words(self.all)
        parts += words if len(words) == 1 else [f"+{word}" for word in words]
        phrase = _bare(self.phrase)
        if phrase:
            parts.append(f'"{phrase}"')
        several = _words(self.any)
        if several:
            parts.append(several[0] if len(several) == 1 else f"({' OR '.join(several)})")
        parts += [f"-{word}" for word in _words(self.none)]
        for name, typed in _NAMES.items():
            value = _bare(getattr(self, name))
            if value:
                parts.append(f'{typed}:"{value}"' if " " in value or not value[0].isalnum() else f"{typed}:{value}")
        if self.mine:
            parts.append("in:mine")
        return " ".join(parts)[:LONGEST]


def read_back(text: str) -> Advanced:
    """The form as it would have been filled in for this query, as far as it can say it."""
    form = Advanced()
    tree = parse(text).tree
    for node in tree.children if isinstance(tree, Sequence) else (tree,) if tree else ():
        _take(form, node)
    return form


def _take(form: Advanced, node: Node) -> None:
    match node:
        case Word() | Prefix() | Required(Word() | Prefix() | Phrase()):
            form.all = f"{form.all} {show(node).removeprefix('+')}".strip()
        case Phrase(words) if not form.phrase:
            form.phrase = words
        case Excluded(Word() | Prefix() | Phrase()):
            form.none = f"{form.none} {show(node).removeprefix('-')}".strip()
        case Any(children) if not form.any and all(isinstance(one, (Word, Prefix, Phrase)) for one in children):
            form.any = " ".join(map(show, children))
        case All(children):
            for child in children:
                _take(form, child)
        case Field("in", _):
            form.mine = "true"
        case Field(name, value) if name in _FIELDS:
            setattr(form, _FIELDS[name], value)


def _words(text: str) -> list[str]:
    """Words as they are; what would be read as something else, and phrases, in quotation marks."""
    found = []
    for turn, piece in enumerate(_QUOTES.split(text[:LONGEST])):
        if turn % 2:
            inside = _bare(piece)
            found += [f'"{inside}"'] if inside else []
            continue
        for word in piece.split():
            plain = _PLAIN.fullmatch(word) and word not in _OPERATORS
            if plain or _LETTER.search(word):
                found.append(word if plain else f'"{word}"')
    return found


def _bare(text: str) -> str:
    """What can stand in quotation marks; empty when there is nothing to look for."""
    found = " ".join(_QUOTES.sub(" ", text[:LONGEST]).split())
    return found if _LETTER.search(found) else ""
