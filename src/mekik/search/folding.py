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
from mekik.search.parts import MUST, MUST_NOT, SHOULD

Query = tantivy.Query

MOST_GROUPS = 10_000
"""Groups of one answer that are folded; beyond it some repeat."""
_MANY = 1000
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
    later = Counter(group for group, flag in zip(groups, flags, strict=True) if group and flag)
    first = Counter(group for group, flag in zip(groups, flags, strict=True) if group and group in later and not flag)
    return _hiding(searcher, query, later, first)


def _hiding(searcher: Any, query: Query, later: Mapping[int, int], first: Mapping[int, int]) -> Folded:
    """`later`: how many marked pages of each group are hits; `first`: how many that are not marked."""
    hidden: list[tuple[Any, Query]] = []
    if first:
        hidden.append((SHOULD, Query.boolean_query([(MUST, repeats()), (MUST, in_groups([*first]))])))
    orphans = [group for group, count in later.items() if count > 1 and group not in first]
    if orphans:
        surplus = _surplus(searcher, query, orphans)
        if surplus:
            hidden.append((SHOULD, Query.term_set_query(schema(), "uid", surplus)))
    counts = {group: count + first.get(group, 0) for group, count in later.items()}
    similar = {group: count for group, count in counts.items() if count > 1}
    if not hidden:
        return Folded(query)
    return Folded(
        Query.boolean_query([(MUST, query), (MUST_NOT, Query.boolean_query(hidden))]), similar, query
    )  # fmt: skip


def chosen(searcher: Any, folded: Folded, groups: set[int]) -> dict[int, Any]:
    """The page of each group that is best to show."""
    if folded.whole is None or not groups:
        return {}
    found: dict[int, tuple[tuple[int, float, str], Any]] = {}
    query = Query.boolean_query([(MUST, folded.whole), (MUST, in_groups(sorted(groups)))])
    for _, address in searcher.search(query, _MOST_READ, count=False).hits:
        document = searcher.doc(address)
        entry = stored(document)
        order = _order(entry)
        if entry.group not in found or order < found[entry.group][0]:
            found[entry.group] = (order, document)
    return {group: document for group, (_, document) in found.items()}


def pages_of_groups(searcher: Any, query: Query) -> dict[int, int]:
    """How many pages of which group the query finds."""
    found = searcher.aggregate(query, {"group": {"terms": {"field": "group", "size": MOST_GROUPS}}})
    return {int(row["key"]): row["doc_count"] for row in found.get("group", {}).get("buckets", ())}


def _surplus(searcher: Any, query: Query, groups: list[int]) -> list[str]:
    """All pages of these groups but the best of each."""
    best: dict[int, IndexEntry] = {}
    others: list[IndexEntry] = []
    several = Query.boolean_query([(MUST, query), (MUST, in_groups(groups))])
    for _, address in searcher.search(several, _MOST_READ, count=False).hits:
        entry = stored(searcher.doc(address))
        kept = best.setdefault(entry.group, entry)
        if kept is not entry:
            if _order(entry) < _order(kept):
                best[entry.group], entry = entry, kept
            others.append(entry)
    return [uid_of(entry.owner, entry.url) for entry in others]


def _order(entry: IndexEntry) -> tuple[int, float, str]:
    return entry.preference, entry.fetched, entry.url
