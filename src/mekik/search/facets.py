"""How many of the pages found have which value."""

from __future__ import annotations

from typing import Any

from mekik.search.parts import Query
from mekik.search.result import FacetCount, Facets

FACET_VALUES = 20


def facets_of(searcher: Any, query: Query) -> Facets:
    found = counts(searcher, query, ("host", "language", "type", "topics", "keywords", "job"))
    return Facets(
        host=found["host"], language=found["language"], type=found["type"], topic=found["topics"],
        keyword=found["keywords"], job=found["job"],
    )  # fmt: skip


def counts(searcher: Any, query: Query, fields: tuple[str, ...]) -> dict[str, list[FacetCount]]:
    wanted = {name: {"terms": {"field": name, "size": FACET_VALUES}} for name in fields}
    found = searcher.aggregate(query, wanted)
    return {
        name: [FacetCount(row["key"], row["doc_count"]) for row in found.get(name, {}).get("buckets", ())]
        for name in fields
    }
