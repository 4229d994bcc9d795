"""The search page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from mekik.web.pages.base import page, site_of
from mekik.web.people import person_of

PER_PAGE = 10


@get("/", sync_to_thread=True)
def search_page(
    request: Request[Any, Any, Any],
    q: FromQuery[str] = "",
    host: FromQuery[str | None] = None,
    language: FromQuery[str | None] = None,
    type: FromQuery[str | None] = None,
    since: FromQuery[str | None] = None,
    sort: FromQuery[Literal["relevance", "date"]] = "relevance",
    mine: FromQuery[bool] = False,
    page_number: Annotated[int, QueryParameter(name="page", ge=1, le=1000)] = 1,
) -> Template:
    site = site_of(request)
    result = None
    if q.strip() or host or type or language or since:
        result = site.workspace.search(
            q, viewer=site.viewer(person_of(request)), host=host, language=language, type=type, since=since,
            sort=sort, mine=mine, limit=PER_PAGE, offset=(page_number - 1) * PER_PAGE,
        )  # fmt: skip
    filters = {"host": host, "language": language, "type": type, "since": since}
    chosen = {name: value for name, value in filters.items() if value}
    if sort != "relevance":
        chosen["sort"] = sort
    if mine:
        chosen["mine"] = "true"
    return page(request, "search.html", q=q, result=result, chosen=chosen, number=page_number, per_page=PER_PAGE)


HANDLERS = [search_page]
