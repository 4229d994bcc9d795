"""How many of the pages found have which value."""

from __future__ import annotations

import time
from typing import Any

from mekik.search.parts import Query
from mekik.search.result import FacetCount, Facets

FACET_VALUES = 20
DAYS = (1, 7, 30, 365)


def facets_of(searcher: Any, query: Query) -> Facets:
    found = counts(searcher, query, ("host", "language", "type", "topics", "keywords", "job"))
    return Facets(
        host=found["host"], language=found["language"], type=found["type"], topic=found["topics"],
        keyword=found["keywords"], job=found["job"], date=_dates(searcher, query),
    )  # fmt: skip


def _dates(searcher: Any, query: Query) -> list[FacetCount]:
    now = time.time()
    starts = [int(now - days * 86_400) * 1_000_000_000 for days in DAYS]
    found = searcher.aggregate(query, {"date": {"range": {"field": "date", "ranges": [
        {"from": start, "to": end} for start, end in zip(starts, [2**62, *starts], strict=False)
    ]}}})  # fmt: skip
    several = {int(row.get("from", 0)): row["doc_count"] for row in found.get("date", {}).get("buckets", ())}
    counts, total = [], 0
    for days, start in zip(DAYS, starts, strict=True):
        count = next((several[known] for known in several if abs(known - start) < 1_000_000_000), 0)
        total += count
        if count:
            counts.append(FacetCount(f"{days}d", total))
    return counts


def counts(searcher: Any, query: Query, fields: tuple[str, ...]) -> dict[str, list[FacetCount]]:
    wanted = {name: {"terms": {"field": name, "size": FACET_VALUES}} for name in fields}
    found = searcher.aggregate(query, wanted)
    return {
        name: [FacetCount(row["key"], row["doc_count"]) for row in found.get(name, {}).get("buckets", ())]
        for name in fields
    }
