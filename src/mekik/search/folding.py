"""One of a group: pages whose texts are alike take one place among the hits, and say how many more there are.

The first page of a group is not marked in the index, those that came later are. So where a group's first page is
among the hits, all its other pages are left out by one condition; only groups of which the first page is not a hit
have to be looked at. Totals, offsets and facets come from the query with that condition and count each group once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import tantivy

from mekik.index import IndexEntry, uid_of
from mekik.index.reader import stored
from mekik.index.schema import schema
from mekik.search.parts import MUST, MUST_NOT, SHOULD, unscored

Query = tantivy.Query

_MANY = 1000
_MOST_PAGES = 1000
"""Pages that are alike of which it is asked where they are; more are counted only."""
_MOST_READ = 500
"""Pages that are looked at to choose between those that came later."""


@dataclass(frozen=True)
class Folded:
    query: Query
    """With each group once."""
    similar: dict[int, int] = field(default_factory=dict)
    """How many pages of a group are hits, for groups with more than one."""
    whole: Query | None = None
    """With all of each group; None when there is nothing to fold."""
    members: dict[int, list[Any]] = field(default_factory=dict)
    """Where the pages of those groups are that were found."""


def repeats() -> Query:
    return Query.const_score_query(Query.term_query(schema(), "repeats", True, index_option="basic"), 0.0)


def in_groups(groups: list[int]) -> Query:
    if len(groups) > _MANY:
        return Query.const_score_query(Query.term_set_query(schema(), "group", groups), 0.0)
    # A set is looked for among all groups of the index; a few hundred are looked up sooner.
    terms = [Query.term_query(schema(), "group", group, index_option="basic") for group in groups]
    return Query.const_score_query(Query.boolean_query([(SHOULD, term) for term in terms]), 0.0)


def fold(searcher: Any, query: Query, addresses: list[Any], groups: list[int | None]) -> Folded:
    """`addresses` are all hits of the query."""
    flags = searcher.fast_field_values("repeats", addresses)
    members = members_of(addresses, groups)
    later = Counter(group for group, flag in zip(groups, flags, strict=True) if group and flag)
    first = Counter(group for group, flag in zip(groups, flags, strict=True) if group and group in later and not flag)
    return _hiding(searcher, query, later, first, members)


def members_of(addresses: list[Any], groups: list[int | None]) -> dict[int, list[Any]]:
    """The pages of each group that has more than one."""
    found: dict[int, list[Any]] = {}
    for address, group in zip(addresses, groups, strict=True):
        if group:
            found.setdefault(group, []).append(address)
    return {group: several for group, several in found.items() if len(several) > 1}


def _hiding(
    searcher: Any,
    query: Query,
    later: Mapping[int, int],
    first: Mapping[int, int],
    members: dict[int, list[Any]],
) -> Folded:
    """`later`: how many marked pages of each group are hits; `first`: how many that are not marked."""
    hidden: list[tuple[Any, Query]] = []
    if first:
        hidden.append((SHOULD, Query.boolean_query([(MUST, repeats()), (MUST, in_groups([*first]))])))
    orphans = [group for group, count in later.items() if count > 1 and group not in first]
    if orphans:
        surplus = _surplus(searcher, members, orphans)
        if surplus:
            hidden.append((SHOULD, Query.term_set_query(schema(), "uid", surplus)))
    counts = {group: count + first.get(group, 0) for group, count in later.items()}
    similar = {group: count for group, count in counts.items() if count > 1}
    if not hidden:
        return Folded(query)
    shown = Query.boolean_query([(MUST, query), (MUST_NOT, Query.boolean_query(hidden))])
    return Folded(shown, similar, query, members)


def chosen(searcher: Any, folded: Folded, groups: set[int]) -> dict[int, Any]:
    """The page of each group that is best to show."""
    found: dict[int, tuple[tuple[int, float, str], Any]] = {}
    for group, address in _read(folded.members, sorted(groups)):
        document = searcher.doc(address)
        order = _order(stored(document))
        if group not in found or order < found[group][0]:
            found[group] = (order, document)
    return {group: document for group, (_, document) in found.items()}


def alike(searcher: Any, query: Query, groups: list[int]) -> Folded:
    """The query, with what it finds of these groups."""
    if not groups:
        return Folded(query)
    several = unscored(Query.boolean_query([(MUST, query), (MUST, in_groups(groups))]))
    found = searcher.search(several, _MOST_PAGES, count=True)
    addresses = [address for _, address in found.hits]
    members = members_of(addresses, searcher.fast_field_values("group", addresses))
    counts = {group: len(pages) for group, pages in members.items()}
    if found.count > _MOST_PAGES:
        rows = searcher.aggregate(several, {"group": {"terms": {"field": "group", "size": len(groups)}}})
        counts = {int(row["key"]): row["doc_count"] for row in rows["group"]["buckets"] if row["doc_count"] > 1}
    return Folded(query, counts, query, members)


def _surplus(searcher: Any, members: dict[int, list[Any]], groups: list[int]) -> list[str]:
    """All pages of these groups but the best of each."""
    best: dict[int, IndexEntry] = {}
    others: list[IndexEntry] = []
    for group, address in _read(members, groups):
        entry = stored(searcher.doc(address))
        kept = best.setdefault(group, entry)
        if kept is not entry:
            if _order(entry) < _order(kept):
                best[group], entry = entry, kept
            others.append(entry)
    return [uid_of(entry.owner, entry.url) for entry in others]


def _read(members: dict[int, list[Any]], groups: list[int]) -> list[tuple[int, Any]]:
    return [(group, address) for group in groups for address in members.get(group, ())][:_MOST_READ]


def _order(entry: IndexEntry) -> tuple[int, float, str]:
    return entry.preference, entry.fetched, entry.url
