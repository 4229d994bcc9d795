"""The forms under which a word of the query may stand in the index, in every language that may be meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from mekik.analysis import Token, query_tokens
from mekik.search.letters import plain
from mekik.settings import AnalysisSettings


class Forms(msgspec.Struct, frozen=True):
    """One word. Each is a list without repetitions, the likeliest language first."""

    exact: tuple[str, ...]
    roots: tuple[str, ...]
    shorts: tuple[str, ...]
    alike: tuple[str, ...] = ()
    """Other spellings of the word that pages have (`alike.py`)."""


class Needle(NamedTuple):
    forms: Forms
    word: str
    """Of the query."""
    beside: tuple[Forms, ...] = ()
    """The other words of a rendering in several, without which this one means nothing."""


def forms_of(text: str, languages: Sequence[str], settings: AnalysisSettings) -> list[list[Forms]]:
    """The ways to read `text`, each a list of words. Mostly one; languages may differ on what an apostrophe does.

    No language at all counts too: pages whose language nobody knows keep their words as they are.
    """
    ways: dict[int, list[list[Token]]] = {}
    for language in dict.fromkeys([*languages, ""]):
        found = query_tokens(text, language, settings)
        if found:
            ways.setdefault(len(found), []).append(found)
    return [[_merge(column) for column in zip(*readings, strict=True)] for readings in ways.values()]


def _merge(tokens: Sequence[Token]) -> Forms:
    return Forms(
        exact=tuple(dict.fromkeys(token.text for token in tokens)),
        roots=tuple(dict.fromkeys(token.stem for token in tokens)),
        shorts=tuple(dict.fromkeys(short for token in tokens for short in _shorts(token))),
    )


def _shorts(token: Token) -> Iterator[str]:
    """The first letters as typed, and with the marks that the root has: `cozum` finds what begins with `çözüm`."""
    if token.short:
        yield token.short
        marked = token.stem[: len(token.short)]
        if marked != token.short and plain(marked) == plain(token.short):
            yield marked
