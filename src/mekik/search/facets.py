"""How many of the pages found have which value."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from mekik.search.parts import Query
from mekik.search.result import FacetCount, Facets

FACET_VALUES = 20
DAYS = (1, 7, 30, 365)
_FIELDS = ("host", "language", "type", "topics", "job")
_SECOND = 1_000_000_000


class Counted(NamedTuple):
    total: int
    facets: Facets


def counted(searcher: Any, query: Query, keywords: bool = False) -> Counted:
    """Of the pages that the query finds. Keywords are as many as words are: they cost more than all the rest."""
    fields = (*_FIELDS, "keywords") if keywords else _FIELDS
    wanted = {name: _terms(name) for name in fields} | {"date": _recent(), "all": {"value_count": {"field": "date"}}}
    answer = searcher.aggregate(query, wanted)  # all in one pass over the hits
    found = {name: _rows(answer, name) for name in (*_FIELDS, "keywords")}
    total = int(answer.get("all", {}).get("value") or 0)
    facets = Facets(
        host=found["host"], language=found["language"], type=found["type"], topic=found["topics"],
        keyword=found["keywords"], job=found["job"], date=_days(answer),
    )  # fmt: skip
    return Counted(total, facets)


def counts(searcher: Any, query: Query, fields: tuple[str, ...]) -> dict[str, list[FacetCount]]:
    answer = searcher.aggregate(query, {name: _terms(name) for name in fields})
    return {name: _rows(answer, name) for name in fields}


def _terms(field: str) -> dict[str, Any]:
    return {"terms": {"field": field, "size": FACET_VALUES}}


def _rows(answer: dict[str, Any], name: str) -> list[FacetCount]:
    return [FacetCount(row["key"], row["doc_count"]) for row in answer.get(name, {}).get("buckets", ())]


def _recent() -> dict[str, Any]:
    """The last day, the days of the last week before it, and so on."""
    now = time.time()
    starts = [int(now - days * 86_400) * _SECOND for days in DAYS]
    ends = [2**62, *starts[:-1]]
    return {"range": {"field": "date", "ranges": [
        {"key": f"{days}d", "from": start, "to": end} for days, start, end in zip(DAYS, starts, ends, strict=True)
    ]}}  # fmt: skip


def _days(answer: dict[str, Any]) -> list[FacetCount]:
    counted = {row["key"]: row["doc_count"] for row in answer.get("date", {}).get("buckets", ())}
    found, total = [], 0
    for days in DAYS:
        count = counted.get(f"{days}d", 0)
        total += count
        if count:
            found.append(FacetCount(f"{days}d", total))
    return found
