"""GET /api/v1/search."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, get
from litestar.params import FromQuery, QueryParameter

from mekik.search import SearchResult
from mekik.web.pages.base import site_of
from mekik.web.people import person_of, searcher


@get("/api/v1/search", tags=["search"], sync_to_thread=True, operation_id="search", guards=[searcher])
def search(
    request: Request[Any, Any, Any],
    q: Annotated[str, QueryParameter(description="The query; any text is one.", max_length=10_000)] = "",
    limit: Annotated[int, QueryParameter(ge=0, le=100)] = 10,
    offset: Annotated[int, QueryParameter(ge=0, le=9_900)] = 0,
    host: FromQuery[str | None] = None,
    language: FromQuery[str | None] = None,
    type: FromQuery[str | None] = None,
    since: FromQuery[str | None] = None,
    sort: FromQuery[Literal["relevance", "date"]] = "relevance",
    mine: FromQuery[bool] = False,
) -> SearchResult:
    """Pages that match, with snippets and facets. Only what this person may see counts."""
    site = site_of(request)
    return site.workspace.search(
        q, viewer=site.viewer(person_of(request)), host=host, language=language, type=type, since=since, sort=sort,
        mine=mine, limit=limit, offset=offset,
    )  # fmt: skip


HANDLERS = [search]
