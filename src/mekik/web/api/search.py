"""Searching by program: /api/v1/search and /api/v1/suggest."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from mekik.search import SearchResult
from mekik.web.api.document import sends
from mekik.web.asking import ASKED, Asked
from mekik.web.pages.base import site_of
from mekik.web.people import person_of, searcher

SUGGESTIONS = "application/x-suggestions+json"
_LONGEST = 500


@get(
    "/api/v1/search", tags=["search"], sync_to_thread=True, operation_id="search", dependencies=ASKED, guards=[searcher]
)
def search(
    request: Request[Any, Any, Any],
    asked: NamedDependency[Asked],
    limit: Annotated[int, QueryParameter(ge=0, le=100)] = 10,
    offset: Annotated[int, QueryParameter(ge=0, le=9_900)] = 0,
    explain: Annotated[bool, QueryParameter(description="Say what each score is made of.")] = False,
    keywords: Annotated[bool, QueryParameter(description="Count keywords, too.")] = False,
) -> SearchResult:
    """Pages that match, with snippets and facets. Only what this person may see counts."""
    site = site_of(request)
    return site.workspace.search(
        asked.q,
        viewer=site.viewer(person_of(request)),
        limit=limit,
        offset=offset,
        explain=explain,
        keywords=keywords,
        **asked.options(),
    )


@get(
    "/api/v1/suggest", tags=["search"], sync_to_thread=True, operation_id="suggest", guards=[searcher],
    media_type=SUGGESTIONS, opt=sends(SUGGESTIONS, schema={"type": "array", "minItems": 2, "maxItems": 2}),
)  # fmt: skip
def suggest(
    request: Request[Any, Any, Any],
    q: Annotated[str, QueryParameter(description="What was typed so far.", max_length=_LONGEST)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=20)] = 8,
) -> Response[bytes]:
    """How the query may go on, in the form that browsers know from OpenSearch: the text, then the suggestions."""
    site = site_of(request)
    found = site.workspace.suggest(q, viewer=site.viewer(person_of(request)), limit=limit)
    return Response(
        msgspec.json.encode([q, found]), media_type=SUGGESTIONS, headers={"cache-control": "private, max-age=30"}
    )


HANDLERS = [search, suggest]
