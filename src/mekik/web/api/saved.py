"""Saved searches by program: /api/v1/saved-searches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mekik.web.asking import LONGEST_QUERY, Asked
from mekik.web.pages.base import root_of, site_of
from mekik.web.pages.saved import LONGEST_TARGET, Keep, checked
from mekik.web.people import member, person_of
from mekik.web.saved import Saved

_TAGS = ["search"]


class NewSearch(msgspec.Struct, forbid_unknown_fields=True):
    q: Annotated[str, Meta(max_length=LONGEST_QUERY)] = ""
    filters: dict[
        Literal["host", "language", "type", "topic", "keyword", "job", "since", "until"],
        Annotated[str, Meta(max_length=400)],
    ] = {}
    mine: bool = False
    title: Annotated[str, Meta(max_length=200)] = ""
    alert: Literal["", "mail", "webhook"] = ""
    target: Annotated[str, Meta(max_length=LONGEST_TARGET)] = ""


class SavedSearch(msgspec.Struct):
    id: int
    title: str
    asked: dict[str, Any]
    """The query and its filters, as /api/v1/search takes them."""
    alert: str
    target: str
    created_at: float
    checked_at: float
    told_at: float
    told: int
    """Pages that the last alert named."""
    error: str
    """Why the last alert did not arrive."""
    secret: str
    """Signs what is sent to a webhook: X-Mekik-Signature is sha256= and its HMAC of the body."""


def _shown(saved: Saved) -> SavedSearch:
    return SavedSearch(
        saved.id, saved.title, saved.asked, saved.alert, saved.target, saved.created_at, saved.checked_at,
        saved.told_at, saved.told, saved.error, saved.secret if saved.alert == "webhook" else "",
    )  # fmt: skip


@get("/api/v1/saved-searches", tags=_TAGS, guards=[member], sync_to_thread=True, operation_id="listSavedSearches")
def saved_searches(request: Request[Any, Any, Any]) -> list[SavedSearch]:
    """Mine."""
    return [_shown(one) for one in site_of(request).saved.of(person_of(request).name)]


@post("/api/v1/saved-searches", tags=_TAGS, guards=[member], sync_to_thread=True, operation_id="saveSearch")
def save_search(request: Request[Any, Any, Any], data: JSONBody[NewSearch]) -> SavedSearch:
    """Saves a search; with an alert, new pages that match are told by mail or to a webhook."""
    values: dict[str, object] = {"q": data.q, "mine": data.mine}
    asked = msgspec.convert(values | dict(data.filters), Asked)
    keep = Keep(data.title, data.alert, data.target)
    return _shown(checked(site_of(request), person_of(request).name, root_of(request), asked, keep))


@delete(
    "/api/v1/saved-searches/{id:int}", tags=_TAGS, guards=[member], sync_to_thread=True,
    operation_id="deleteSavedSearch",
)  # fmt: skip
def remove_search(request: Request[Any, Any, Any], id: FromPath[int]) -> None:
    """It tells nobody any more."""
    if abs(id) >= 1 << 63 or not site_of(request).saved.remove(id, person_of(request).name):
        raise NotFoundException("There is no such search.")


HANDLERS = [saved_searches, save_search, remove_search]
