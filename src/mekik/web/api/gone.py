"""/api/v1/jobs/…/gone: pages that left the index, bringing them back, letting a job go on that its breaker stopped."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from mekik.crawl.gone import GonePage, Restored
from mekik.web.api.looking import visible
from mekik.web.pages.base import site_of
from mekik.web.people import crawler, person_of, reader

_GONE = "/api/v1/jobs/{name:str}/gone"
_MOST = 1000


class GonePages(msgspec.Struct):
    pages: list[GonePage]
    """Oldest first."""
    total: int


class Restore(msgspec.Struct, forbid_unknown_fields=True):
    urls: Annotated[list[Annotated[str, Meta(min_length=1, max_length=8192)]], Meta(min_length=1, max_length=_MOST)]
    """Addresses as the list has them, or `all`."""


class Accepted(msgspec.Struct):
    job: str
    held: int
    """Pages that the breaker held back; they are visited again when the job goes on."""


@get(_GONE, tags=["jobs"], guards=[reader], sync_to_thread=True, operation_id="listGone")
def gone(
    request: Request[Any, Any, Any], name: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=_MOST)] = _MOST,
    offset: Annotated[int, QueryParameter(ge=0, le=100_000_000)] = 0,
) -> GonePages:  # fmt: skip
    """Pages that left the index, with when and why."""
    pages = site_of(request).workspace.gone(visible(request, name)).get(name, [])
    return GonePages(pages[offset : offset + limit], len(pages))


@post(_GONE + "/restore", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="restoreGone",
      status_code=200)  # fmt: skip
def restore(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Restore]) -> Restored:
    """Makes pages searchable again as the archive has them. While a job runs the answer is 409."""
    site = site_of(request)
    site.job(person_of(request), name, change=True)
    return site.workspace.restore(data.urls, name)


@post(_GONE + "/accept", tags=["jobs"], guards=[crawler], sync_to_thread=True, operation_id="acceptGone",
      status_code=200)  # fmt: skip
def accept(request: Request[Any, Any, Any], name: FromPath[str]) -> Accepted:
    """All is as it should be: what left counts for the breaker no longer, and the job may run again."""
    site = site_of(request)
    site.job(person_of(request), name, change=True)
    return Accepted(*site.workspace.accept_gone(name))


HANDLERS = [gone, restore, accept]
