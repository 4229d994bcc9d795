"""What a search answers: the JSON that others rely on."""

from __future__ import annotations

import msgspec

from mekik.search.snippet import Snippet


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    url: str
    title: str
    score: float
    """0 when sorted by date."""
    language: str
    host: str
    content_type: str
    fetched_at: str
    """ISO 8601, UTC."""
    snippet: Snippet
    job: str = ""
    type: str = ""
    topics: tuple[str, ...] = ()
    size: int = 0


class FacetCount(msgspec.Struct, frozen=True):
    value: str
    count: int


class Facets(msgspec.Struct, frozen=True, kw_only=True):
    """How many of all hits have which value; the most frequent values first."""

    host: list[FacetCount]
    language: list[FacetCount]
    type: list[FacetCount]


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    query: str
    total: int
    took_ms: float
    interpretation: str
    """How the query was read, with a word on what was odd about it."""
    hits: list[Hit]
    facets: Facets
    notices: list[str] = []
