"""The search page and the advanced form."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter
from litestar.response import Redirect, Template

from mekik.search import FacetCount, SearchResult
from mekik.web.advanced import Advanced, read_back
from mekik.web.asking import ASKED, FILTERS, LONGEST_QUERY, Asked
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import person_of, searcher
from mekik.web.texts import names

PER_PAGE = 10
PICTURES_PER_PAGE = 30
MOST_GROUPS = 6
IN_GROUP = 3
FACETS = {"host": "host", "type": "type", "language": "language", "topic": "topic", "date": "since", "job": "job"}
"""The facets of a page, and which filter each of them sets."""


@get("/", sync_to_thread=True, dependencies=ASKED, guards=[searcher])
def search_page(
    request: Request[Any, Any, Any],
    asked: NamedDependency[Asked],
    why: Annotated[int, QueryParameter(ge=0, le=1000)] = 0,
    group: Annotated[Literal["", "topic"], QueryParameter()] = "",
) -> Template:
    """`why` opens the reasons of the hit at that place; `group` shows the best hits of each topic."""
    if not asked.anything:
        return page(request, "home.html", asked=asked)
    pictures = asked.type == "image"
    result = _search(request, asked, PICTURES_PER_PAGE if pictures else PER_PAGE, explain=why > 0)
    groups = _groups(request, asked, result) if group == "topic" else []
    return page(
        request,
        "search.html",
        asked=asked,
        result=result,
        facets=_facets(result, asked),
        filters=[(name, getattr(asked, name)) for name in (*FILTERS, "translate") if getattr(asked, name)],
        groups=groups,
        grouped=bool(groups),
        pictures=pictures,
        why=why,
    )


def _search(request: Request[Any, Any, Any], asked: Asked, limit: int, **more: Any) -> SearchResult:
    site = site_of(request)
    options = {**asked.options(), **more}
    return site.workspace.search(asked.q, viewer=site.viewer(person_of(request)), limit=limit, **options)


def _facets(result: SearchResult, asked: Asked) -> list[tuple[str, str, list[FacetCount]]]:
    """Name, filter and values; one that would change nothing is left out."""
    found = []
    for name, filter in FACETS.items():
        rows: list[FacetCount] = getattr(result.facets, name)
        useful = [row for row in rows if row.value and (row.count < result.total or getattr(asked, filter))]
        if useful:
            found.append((name, filter, useful))
    return found


def _groups(
    request: Request[Any, Any, Any], asked: Asked, result: SearchResult
) -> list[tuple[FacetCount, SearchResult]]:
    topics = result.facets.topic[:MOST_GROUPS]
    return [(row, _search(request, asked, IN_GROUP, topic=row.value, cursor="")) for row in topics]


def provide_advanced(request: Request[Any, Any, Any]) -> Advanced:
    found = Advanced()
    for name in found.__struct_fields__:
        setattr(found, name, str(request.query_params.get(name, ""))[:LONGEST_QUERY])
    return found


@get("/advanced", sync_to_thread=True, dependencies={"form": Provide(provide_advanced, sync_to_thread=False)})
def advanced_page(
    request: Request[Any, Any, Any],
    form: NamedDependency[Advanced],
    q: Annotated[str, QueryParameter(max_length=LONGEST_QUERY)] = "",
) -> Template | Redirect:
    """The form; filled in and sent, the query that it wrote."""
    written = form.query()
    if written:
        return Redirect(Asked(q=written).address(), status_code=303)
    languages = names(locale_of(request), "language")
    return page(request, "advanced.html", form=read_back(q), asked=Asked(q=q), languages=languages)


HANDLERS = [search_page, advanced_page]
