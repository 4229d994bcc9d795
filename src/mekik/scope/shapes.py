"""The shape of an address: what it has in common with those that a program made like it.

Numbers, dates and ids become `*`, and of a query only the names of its variables stay:

    /calendar/2024/03/05        →  /calendar/*/*/*
    /list?colour=red&page=3     →  /list?colour=*&page=*
    /news/a-new-bridge-4711     →  /news/*
    /a/b/a/b/a/b/               →  /a/b/…/

A shape is fine, as above, or coarse: there every folder but the first is `*`, and of a query only that there is one.
All of it is arithmetic on the text; what is remembered is only there to be quick.
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
    if len(segment) < 8 or not (segment.isalnum() or len(segment) >= 32):
        return False
    return _SESSION.fullmatch(segment) is not None


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
    folder, _, name = path.rpartition("/")
    if not name or name in folder:  # a folder, or perhaps one that repeats
        return shape_by_parts(url)
    last = _last(name) if not query or _SLUG(name) else _general(name)
    return _in_folder(folder, last, f"?{_names(query)}" if mark else "", bool(query)) or shape_by_parts(url)


@lru_cache(maxsize=8192)
def _in_folder(folder: str, last: str, asked: str, has_query: bool) -> Shape | None:
    """What all addresses have in common that differ in nothing but the word for which `last` stands. None where folders
    repeat, for there it takes the word itself."""
    parts = folder.split("/")
    segments = parts[_ROOT_SLASHES:]
    if len(parts) < _ROOT_SLASHES or len(set(segments)) < len(segments):
        return None
    general = [*map(_general, segments), last]
    return _shape(parts[2], general, "".join(f"/{part}" for part in general), asked, "", has_query)


def shape_by_parts(url: str) -> Shape:
    """The same, for any address and with nothing remembered."""
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
        last = _last(segments.pop())
        general = [*map(_general, segments), last]
    else:
        general = [_general(segment) for segment in segments]
    again = f"/{AGAIN}" if repeats else ""
    host = parts[2] if len(parts) > 2 else ""
    path = "".join(f"/{part}" for part in general) + again + slash if general else "/"
    return _shape(host, general, path, f"?{_names(query)}" if mark else "", again, bool(query))


def _shape(host: str, general: list[str], path: str, asked: str, again: str, has_query: bool) -> Shape:
    fine = f"{host}{path}{asked}"
    if len(general) < 2 and not has_query:
        return Shape(fine, fine)
    folders = f"/{ANY}" * (len(general) - 1) if len(general) <= _MOST_FOLDERS else f"/{ANY}{ANY}"
    coarse = f"{host}/{general[0]}{folders}{again}" if general else f"{host}/"
    return Shape(fine, f"{coarse}?{ANY}" if has_query else coarse)


def _last(segment: str) -> str:
    """Of the last part of a path, which mostly is the name of one page, only the ending tells what kind that is."""
    name, dot, ending = segment.rpartition(".")
    return f"{ANY}.{ending}" if dot and name and len(ending) <= 5 else ANY


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
