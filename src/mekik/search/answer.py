"""One page of hits, each group of pages that are alike once.

The best hits are asked for, more than are wanted; what repeats among them is left out, and spam that ranks lower is
moved to its place. Where those are all the hits there are, numbers are exact: the query is told what it counts twice
(`folding.py`). Where there are more, they are counted without pages that were copies when they came.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mekik.search.cursor import AROUND, Cursor, Page, ordered, page_at, page_of
from mekik.search.folding import Folded, alike, fold
from mekik.search.lowering import Hits, has_lowered, lowered
from mekik.search.parts import Query

_BESIDE = 50
"""Hits that are asked for beside those that are wanted, and a quarter of these."""
_AT_HAND = 1000
"""Hits up to which all are asked for: then nothing else has to be asked to fold them."""
_TURNS = 3
_MORE = 4
"""Times as many in each turn, where too much repeats."""


class Answer(NamedTuple):
    page: Page
    folded: Folded
    about: bool = False
    """The number of hits counts each page of a group."""


def answer(
    searcher: Any, query: Query, cursor: Cursor, limit: int, by_date: bool, folds: bool, at_hand: Any = None
) -> Answer:
    """`at_hand`: all hits of the query, where they are known already."""
    copies = folds and bool(searcher.doc_freq("repeats", True))
    best = _Best(searcher, by_date, not by_date and has_lowered(searcher), copies, at_hand)
    if not best.matters:
        return Answer(page_at(searcher, query, cursor, limit, by_date), Folded(query))
    found, page = best.of(query, cursor, limit)
    if not copies or (found.complete and len(found.kept) == found.total):  # nothing repeats
        return Answer(page, Folded(query))
    if found.complete:
        folded = fold(searcher, query, [address for _, address in found.hits], found.groups)
        return Answer(page._replace(total=len(found.kept)), folded)
    groups = searcher.fast_field_values("group", [address for _, address in page.hits])
    return Answer(page, alike(searcher, query, [group for group in groups if group]), about=True)


class _Found(NamedTuple):
    hits: Hits
    groups: list[int | None]
    kept: Hits
    """The first hit of each group."""
    total: int
    complete: bool
    """There are no others."""


class _Best:
    """The best hits of a query, from the first on."""

    def __init__(self, searcher: Any, by_date: bool, spam: bool, copies: bool, at_hand: Any) -> None:
        self._searcher = searcher
        self._order = ordered(by_date)
        self.spam, self._copies = spam, copies
        self._at_hand = at_hand

    @property
    def matters(self) -> bool:
        return self.spam or self._copies

    def of(self, query: Query, cursor: Cursor, limit: int) -> tuple[_Found, Page]:
        wanted = cursor.offset + limit + 1 + (AROUND if cursor.last else 0)
        size = wanted + (wanted // 4 + _BESIDE if self.matters else 0)
        if self._copies:
            size = max(size, _AT_HAND)
        for _ in range(_TURNS):
            found = self._ask(query, size)
            if len(found.kept) >= wanted or found.complete:
                break
            size *= _MORE
        return found, page_of(self._searcher, found.kept, found.total, cursor, limit)

    def _ask(self, query: Query, size: int) -> _Found:
        answer = self._at_hand or self._searcher.search(query, size, count=True, **self._order)
        hits, complete = answer.hits, answer.count <= size
        if self.spam and hits:
            hits = lowered(self._searcher, hits, complete)
        if not self._copies:
            return _Found(hits, [], hits, answer.count, complete)
        groups = self._searcher.fast_field_values("group", [address for _, address in hits])
        return _Found(hits, groups, _firsts(hits, groups), answer.count, complete)


def _firsts(hits: Hits, groups: list[int | None]) -> Hits:
    seen: set[int] = set()
    kept = []
    for hit, group in zip(hits, groups, strict=True):
        if group and group in seen:
            continue
        kept.append(hit)
        seen.add(group or 0)
    return kept
