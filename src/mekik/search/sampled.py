"""Numbers about very many pages, told from some of them.

Counting hosts, languages and keywords of a million pages takes longer than finding the best of them. A sample that was
drawn when the pages were indexed (`mekik.index.samples`) tells the same within a few percent: it is chosen so that some
thousand of the pages found are in it. What comes from it is rounded, and the answer says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from mekik.index.samples import LAST
from mekik.index.schema import schema
from mekik.search.facets import FACET_VALUES, Counted, counted
from mekik.search.parts import Among, Query, unscored
from mekik.search.result import FacetCount, Facets

MANY = 10_000
"""Pages found, above which they are not all looked at."""
ENOUGH = 2_500
"""Pages found that are to be in the sample, at least."""
_LEAST = 30
"""Pages of the sample with one of many values, below which it is not named."""
_DIGITS = 2

Narrowed = Callable[[Among | None], Query]
"""The query that was asked, for pages of a sample."""


class Sample(NamedTuple):
    """Of the pages that a query finds, one in 2 to the power of `power`."""

    power: int
    query: Query

    def fits(self, pages: int) -> bool:
        """Whether it is about as large as one that is drawn for so many pages."""
        return pages > MANY and abs(self.power - _power(pages)) <= 1


def drawn(searcher: Any, pages: int, narrowed: Narrowed) -> Sample:
    """For about so many pages, which are more than `MANY`."""
    power = _power(pages)
    sample = unscored(Query.term_query(schema(), "samples", power, index_option="basic"))
    return Sample(power, narrowed(Among(searcher, sample, searcher.num_docs >> power)))


def told(searcher: Any, sample: Sample, keywords: bool) -> Counted:
    """Number and facets of the pages from which it was drawn."""
    seen, power = counted(searcher, sample.query, keywords), sample.power
    facets = {name: _told(getattr(seen.facets, name), power) for name in Facets.__struct_fields__}
    return Counted(rounded(seen.total << power), Facets(**facets))


def sampled(searcher: Any, pages: int, narrowed: Narrowed, keywords: bool = False) -> Counted:
    """Number and facets of about so many pages; all of them are counted where they are few."""
    if pages <= MANY:
        return counted(searcher, narrowed(None), keywords)
    return told(searcher, drawn(searcher, pages, narrowed), keywords)


def _power(pages: int) -> int:
    return min(int(math.log2(pages / ENOUGH)), LAST)


def _told(rows: list[FacetCount], power: int) -> list[FacetCount]:
    """Of many values chance puts some on top: those of few pages are not named."""
    sure = rows if len(rows) < FACET_VALUES else [row for row in rows if row.count >= _LEAST]
    return [FacetCount(row.value, rounded(row.count << power)) for row in sure]


def rounded(number: int) -> int:
    """To two digits: more are not known."""
    step: int = 10 ** max(len(str(number)) - _DIGITS, 0)
    return round(number / step) * step
