"""A query as a tree. Every leaf is something to look for; nothing in it is wrong any more."""

from __future__ import annotations

import msgspec

from mekik.media import type_names
from mekik.search.grammar import as_value, in_quotes
from mekik.translation.protocol import Rendering

SHOWN = 5
"""Renderings of a word that are named where a query is shown."""


class Word(msgspec.Struct, frozen=True):
    text: str


class Phrase(msgspec.Struct, frozen=True):
    """Words next to each other, as they are written."""

    text: str


class Prefix(msgspec.Struct, frozen=True):
    """Every word that begins like this."""

    text: str


class Field(msgspec.Struct, frozen=True):
    """A condition on one field: `name` is one of `mekik.search.grammar.FIELDS`."""

    name: str
    value: str


class Rendered(msgspec.Struct, frozen=True):
    """A word, and what it may be called in the language of the `Version` in which it stands."""

    text: str
    renderings: tuple[Rendering, ...] = ()
    spellings: tuple[str, ...] = ()
    """How it may be spelt there, more or less."""


class Required(msgspec.Struct, frozen=True):
    child: Node


class Excluded(msgspec.Struct, frozen=True):
    child: Node


class All(msgspec.Struct, frozen=True):
    children: tuple[Node, ...]


class Any(msgspec.Struct, frozen=True):
    children: tuple[Node, ...]


class Sequence(msgspec.Struct, frozen=True):
    """Just one after the other: pages with all of them first, with some of them when those are few."""

    children: tuple[Node, ...]


class Version(msgspec.Struct, frozen=True):
    """The query as it is asked of pages in one language."""

    language: str
    child: Node


class Versions(msgspec.Struct, frozen=True):
    """The query as it was typed, and in other languages. The version that suits a page best counts."""

    typed: Node
    others: tuple[Version, ...] = ()
    pivots: tuple[Version, ...] = ()
    """Asked of the translations of pages that were translated into these languages."""


Node = Word | Phrase | Prefix | Field | Rendered | Required | Excluded | All | Any | Sequence | Version | Versions


def show(node: Node) -> str:
    """The tree as a query that is read the same way."""
    match node:
        case Word(text):
            return text
        case Phrase(text):
            return in_quotes(text)
        case Prefix(text):
            return f"{text}*"
        case Field(name, value):
            return f"{name}:{as_value(value)}"
        case Rendered(text, renderings):
            return "/".join([text, *(one.text for one in renderings[:SHOWN])])
        case Version(language, child):
            return f"{language}: {show(child)}"
        case Versions(typed, others):
            return " | ".join([show(typed), *map(show, others)])
        case Required(child):
            return f"+{_signed(child)}"
        case Excluded(child):
            return f"-{_signed(child)}"
        case All(children):
            return " AND ".join(map(_inner, children))
        case Any(children):
            return " OR ".join(map(_inner, children))
        case Sequence(children):
            return " ".join(
                _inner(child) if isinstance(child, (All, Any, Sequence)) else show(child) for child in children
            )


def names_group(node: Node) -> bool:
    """Whether it asks for the pages of a group."""
    match node:
        case Field(name, _):
            return name == "group"
        case Versions(typed):
            return names_group(typed)
        case Required(child) | Excluded(child):
            return names_group(child)
        case All(children) | Any(children) | Sequence(children):
            return any(map(names_group, children))
    return False


def names_pictures(node: Node) -> bool:
    """Whether it asks for pictures."""
    match node:
        case Field(name, value):
            return name == "type" and "image" in type_names(value)
        case Versions(typed):
            return names_pictures(typed)
        case Required(child):
            return names_pictures(child)
        case All(children) | Any(children) | Sequence(children):
            return any(map(names_pictures, children))
    return False


def _signed(node: Node) -> str:
    """Behind a sign, where another sign would be read as one of them."""
    return f"({show(node)})" if isinstance(node, (Required, Excluded)) else _inner(node)


def _inner(node: Node) -> str:
    return f"({show(node)})" if isinstance(node, (All, Any, Sequence)) else show(node)
