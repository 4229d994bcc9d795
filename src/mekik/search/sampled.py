"""Numbers about very many pages, told from some of them.

Counting hosts, languages and keywords of a million pages takes longer than finding the best of them. A sample that was
drawn when the pages were indexed (`mekik.index.samples`) tells the same within a few percent: it is chosen so that some
thousand of the pages found are in it. What comes from it is rounded, and the answer says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mekik.index.samples import FIRST, LAST
from mekik.index.schema import schema
from mekik.search.facets import FACET_VALUES, Counted, counted, counts
from mekik.search.parts import SHOULD, Query, unscored
from mekik.search.result import FacetCount, Facets

MANY = 10_000
"""Pages found, above which they are not all looked at."""
ENOUGH = 2_500
"""Pages found that are to be in the sample, at least."""
SURE = 100
"""Pages of the sample with a value, from which their share can be relied on."""
_LEAST = 30
"""Pages of the sample with a keyword, below which it is not named."""
_DIGITS = 2
_COLUMNS = {
    "host": "host", "language": "language", "type": "type", "topic": "topics", "keyword": "keywords", "job": "job",
}  # fmt: skip

Narrowed = Callable[[Query], Query]
"""The query that was asked, for pages that meet a condition."""


def sampled(searcher: Any, pages: int, narrowed: Narrowed, keywords: bool = False) -> Counted:
    """Number and facets of about so many pages."""
    power = min(int(math.log2(pages / ENOUGH)), LAST)
    if power < FIRST:
        return counted(searcher, narrowed(unscored(Query.all_query())), keywords)
    sample = unscored(Query.term_query(schema(), "samples", power, index_option="basic"))
    seen = counted(searcher, narrowed(sample), keywords)
    facets = {name: _told(searcher, _COLUMNS[name], getattr(seen.facets, name), power, narrowed) for name in _COLUMNS}
    days = [FacetCount(row.value, rounded(row.count << power)) for row in seen.facets.date]
    return Counted(rounded(seen.total << power), Facets(**facets, date=days))


def _told(searcher: Any, field: str, rows: list[FacetCount], power: int, narrowed: Narrowed) -> list[FacetCount]:
    """By their share of the sample. Of many values chance puts some on top: those of few pages are counted."""
    told = [FacetCount(row.value, rounded(row.count << power)) for row in rows]
    if field == "keywords":
        return [row for row, seen in zip(told, rows, strict=True) if seen.count >= _LEAST]
    few = {row.value for row in rows if row.count < SURE} if len(rows) == FACET_VALUES else set()
    if not few:
        return told
    terms = [(SHOULD, Query.term_query(schema(), field, value, index_option="basic")) for value in sorted(few)]
    having = unscored(Query.boolean_query(terms))
    exact = [row for row in counts(searcher, narrowed(having), (field,))[field] if row.value in few]
    return sorted([*(row for row in told if row.value not in few), *exact], key=lambda row: -row.count)


def rounded(number: int) -> int:
    """To two digits: more are not known."""
    step: int = 10 ** max(len(str(number)) - _DIGITS, 0)
    return round(number / step) * step
