"""Where an answer ended, so that the next one goes on from there.

A cursor names the place and the last page that was shown. The index may grow between two answers; then that page is
looked for around its old place, so that nothing is shown twice and nothing left out. It is good for the same question
only, holds nothing secret, and any text that is none is refused.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

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


def page_at(searcher: Any, query: Query, cursor: Cursor, limit: int, by_date: bool) -> tuple[Any, int]:
    """The hits from the cursor on, and the place of the first of them."""
    order = {"order_by_field": "date"} if by_date else {}
    offset = cursor.offset
    if cursor.last and offset:
        before = searcher.search(query, 1, count=False, offset=offset - 1, **order).hits
        if not before or identity(searcher, before[0][1]) != cursor.last:
            offset = _moved(searcher, query, cursor, order)
    return searcher.search(query, max(limit, 1), count=True, offset=offset, **order), offset


def _moved(searcher: Any, query: Query, cursor: Cursor, order: dict[str, str]) -> int:
    """The place after the last page that was shown, as near to the old one as possible; else the old one."""
    first = max(cursor.offset - 1 - AROUND, 0)
    hits = searcher.search(query, 2 * AROUND, count=False, offset=first, **order).hits
    for place in sorted(range(len(hits)), key=lambda place: abs(first + place - cursor.offset)):
        if identity(searcher, hits[place][1]) == cursor.last:
            return first + place + 1
    return cursor.offset
