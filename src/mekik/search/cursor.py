"""Where an answer ended, so that the next one goes on from there.

A cursor names the place and the last page that was shown. The index may grow between two answers; then that page is
looked for around its old place, so that nothing is shown twice and nothing left out. It is good for the same question
only, holds nothing secret, and any text that is none is refused.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple

import msgspec
import xxhash

from mekik.errors import UsageError
from mekik.search.parts import Query

AROUND = 100
"""How far the last page that was shown may have moved."""


class Cursor(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    question: int
    """A hash of what was asked."""
    offset: int
    last: int = 0
    """A hash of the page before that place; 0 at the beginning."""


class Page(NamedTuple):
    hits: list[tuple[Any, Any]]
    """Scores and places in the index."""
    offset: int
    """The place of the first of them."""
    total: int
    """Number of all hits."""
    more: bool
    """Whether any follow."""


_decoder = msgspec.msgpack.Decoder(Cursor)


def hashed(*parts: object) -> int:
    return xxhash.xxh3_64_intdigest("\0".join(map(str, parts)).encode("utf-8", "replace"))


def written(cursor: Cursor) -> str:
    return urlsafe_b64encode(msgspec.msgpack.encode(cursor)).rstrip(b"=").decode()


def read(text: str, question: int) -> Cursor:
    try:
        cursor = _decoder.decode(urlsafe_b64decode(text[:100].encode("ascii") + b"=" * (-len(text) % 4)))
    except (ValueError, binascii.Error, msgspec.DecodeError):
        raise UsageError("This is no cursor of ours. Begin again without one.") from None
    if cursor.question != question or cursor.offset < 0:
        raise UsageError("This cursor belongs to another search. Begin again without one.")
    return cursor


def identity(searcher: Any, address: Any) -> int:
    return identity_of(searcher.doc(address))


def identity_of(document: Any) -> int:
    return hashed(document.get_first("owner"), document.get_first("url"))


def page_at(searcher: Any, query: Query, cursor: Cursor, limit: int, by_date: bool) -> Page:
    order = ordered(by_date)
    offset, before = cursor.offset, int(bool(cursor.last and cursor.offset))
    answer = searcher.search(query, limit + 1 + before, count=True, offset=offset - before, **order)
    hits = answer.hits
    if before and not _stands_first(searcher, hits, cursor):
        around = max(offset - 1 - AROUND, 0)
        offset = around + _after(searcher, searcher.search(query, 2 * AROUND, count=False, offset=around, **order).hits,
                                 cursor, around)  # fmt: skip
        hits = searcher.search(query, limit + 1, count=False, offset=offset, **order).hits
        before = 0
    return Page(hits[before : before + limit], offset, answer.count, len(hits) > before + limit)


def page_of(searcher: Any, hits: list[tuple[Any, Any]], count: int, cursor: Cursor, limit: int) -> Page:
    """The same where the best hits are at hand, from the first on."""
    offset = cursor.offset
    if cursor.last and offset and not _stands_first(searcher, hits[offset - 1 :], cursor):
        around = max(offset - 1 - AROUND, 0)
        offset = around + _after(searcher, hits[around : around + 2 * AROUND], cursor, around)
    return Page(hits[offset : offset + limit], offset, count, len(hits) > offset + limit)


def ordered(by_date: bool) -> dict[str, str]:
    return {"order_by_field": "date"} if by_date else {}


def _stands_first(searcher: Any, hits: list[tuple[Any, Any]], cursor: Cursor) -> bool:
    return bool(hits) and identity(searcher, hits[0][1]) == cursor.last


def _after(searcher: Any, hits: list[tuple[Any, Any]], cursor: Cursor, first: int) -> int:
    """The place in `hits` after the last page that was shown, as near to the old one as possible; else the old one."""
    for place in sorted(range(len(hits)), key=lambda place: abs(first + place - cursor.offset)):
        if identity(searcher, hits[place][1]) == cursor.last:
            return place + 1
    return cursor.offset - first
