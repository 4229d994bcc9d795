"""The shape of an address: what it has in common with those that a program made like it.

Numbers, dates and ids become `*`, and of a query only the names of its variables stay:

    /calendar/2024/03/05        →  /calendar/*/*/*
    /list?colour=red&page=3     →  /list?colour=*&page=*
    /news/a-new-bridge-4711     →  /news/*
    /a/b/a/b/a/b/               →  /a/b/…/

A shape is fine, as above, or coarse: there every folder but the first is `*`, and of a query only that there is one.
All of it is arithmetic on the text; nothing is remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

ANY = "*"
AGAIN = "…"
"""Stands for folders that repeat the ones before."""

_NUMBERS = re.compile(r"\d+(?:[-._]\d+)*")
_SESSION = re.compile(r"(?=[^/]*\d)(?=[^/]*[A-Za-z])(?:[0-9a-fA-F]{8,}|[0-9a-fA-F-]{32,40}|[A-Za-z0-9]{12,})")
_SLUG = re.compile(r"[^./]*[-_\d][^./]*").fullmatch
_DIGITS = re.compile("[0-9]+")
_PARTS = re.compile("[/?&=]")
_MOST_NAMES = 12
_MOST_FOLDERS = 5
_ROOT_SLASHES = 3


class Shape(NamedTuple):
    fine: str
    coarse: str


def is_session(segment: str) -> bool:
    """Whether a part of a path looks like made by chance: a session id, a hash."""
    return len(segment) >= 8 and _SESSION.fullmatch(segment) is not None


def has_session(url: str) -> bool:
    """Whether a part of its path or a value of its query looks made by chance."""
    return any(map(is_session, _PARTS.split(url)))


def goes_on(url: str, via: str) -> bool:
    """Whether an address is the one that named it once more: with other digits or ids, or below its own folders."""
    if url.startswith(via) and via.endswith("/") and AGAIN in shape_of(url).fine:
        return True
    return url != via and _without_digits(url) == _without_digits(via)


def _without_digits(url: str) -> list[str]:
    return ["" if is_session(part) else _DIGITS.sub("", part) for part in _PARTS.split(url)]


@lru_cache(maxsize=4096)
def shape_of(url: str) -> Shape:
    """Of a normalised address; both begin with its host and port."""
    path, mark, query = url.partition("?")
    parts = path.split("/")
    segments = parts[_ROOT_SLASHES:]
    slash = "/" if segments and not segments[-1] else ""
    if slash:
        segments.pop()
    repeats = False
    if len(set(segments)) < len(segments):
        segments, repeats = _without_repeats(segments)
    if segments and not repeats and (not query or _SLUG(segments[-1])):
        name, dot, ending = segments.pop().rpartition(".")
        general = [_general(segment) for segment in segments]
        general.append(f"{ANY}.{ending}" if dot and name and len(ending) <= 5 else ANY)
    else:
        general = [_general(segment) for segment in segments]
    again = f"/{AGAIN}" if repeats else ""
    host = parts[2] if len(parts) > 2 else ""
    root = f"{host}/" if not general else host + "".join(f"/{part}" for part in general) + again + slash
    fine = f"{root}?{_names(query)}" if mark else root
    if len(general) < 2 and not query:
        return Shape(fine, fine)
    folders = f"/{ANY}" * (len(general) - 1) if len(general) <= _MOST_FOLDERS else f"/{ANY}{ANY}"
    coarse = f"{host}/{general[0]}{folders}{again}" if general else f"{host}/"
    return Shape(fine, f"{coarse}?{ANY}" if query else coarse)


@lru_cache(maxsize=16_384)
def _general(segment: str) -> str:
    if is_session(segment):
        return ANY
    if any(letter.isdigit() for letter in segment):
        return _NUMBERS.sub(ANY, segment)
    return segment


@lru_cache(maxsize=4096)
def _names(query: str) -> str:
    names = {_NUMBERS.sub(ANY, pair.partition("=")[0]) for pair in query.split("&")}
    shown = [f"{name}={ANY}" for name in sorted(names)]
    return "&".join(shown if len(shown) <= _MOST_NAMES else [*shown[:_MOST_NAMES], AGAIN])


def _without_repeats(segments: list[str]) -> tuple[list[str], bool]:
    """`a b a b c` → `a b c`: words that stood before are dropped; numbers may repeat as they like."""
    kept: list[str] = []
    for segment in segments:
        if segment not in kept or _general(segment) != segment:
            kept.append(segment)
    return kept, len(kept) < len(segments)
