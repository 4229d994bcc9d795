"""Saved searches by program: /api/v1/saved-searches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mekik.web.alerts.addresses import Addresses
from mekik.web.asking import LONGEST_QUERY, Asked
from mekik.web.pages.base import root_of, site_of
from mekik.web.pages.saved import LONGEST_TARGET, Keep, ask_again, checked
from mekik.web.people import member, myself, person_of
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
    confirmed: bool
    """Its mail address wants these mails; without that none is sent. True for webhooks."""
    told: int
    """Pages that the last alert named."""
    error: str
    """Why the last alert did not arrive."""
    secret: str
    """Signs what is sent to a webhook: X-Mekik-Signature is sha256= and its HMAC of the body."""


class FeedAddress(msgspec.Struct):
    rss: str
    atom: str


def _shown(saved: Saved, addresses: Addresses) -> SavedSearch:
    confirmed = saved.alert != "mail" or addresses.is_confirmed(saved.user, saved.target)
    return SavedSearch(
        saved.id, saved.title, saved.asked, saved.alert, saved.target, saved.created_at, saved.checked_at,
        saved.told_at, confirmed, saved.told, saved.error, saved.secret if saved.alert == "webhook" else "",
    )  # fmt: skip


@get("/api/v1/saved-searches", tags=_TAGS, guards=[member], sync_to_thread=True, operation_id="listSavedSearches")
def saved_searches(request: Request[Any, Any, Any]) -> list[SavedSearch]:
    """Mine."""
    saved = site_of(request).saved
    return [_shown(one, saved.addresses) for one in saved.of(person_of(request).name)]


@post("/api/v1/saved-searches", tags=_TAGS, guards=[member], sync_to_thread=True, operation_id="saveSearch")
def save_search(request: Request[Any, Any, Any], data: JSONBody[NewSearch]) -> SavedSearch:
    """Saves a search; with an alert, new pages that match are told by mail or to a webhook. A new mail address first
    gets a mail with a link that has to be followed."""
    values: dict[str, object] = {"q": data.q, "mine": data.mine}
    asked = msgspec.convert(values | dict(data.filters), Asked)
    keep = Keep(data.title, data.alert, data.target)
    site = site_of(request)
    return _shown(checked(site, person_of(request).name, root_of(request), asked, keep), site.saved.addresses)


@delete(
    "/api/v1/saved-searches/{id:int}", tags=_TAGS, guards=[member], sync_to_thread=True,
    operation_id="deleteSavedSearch",
)  # fmt: skip
def remove_search(request: Request[Any, Any, Any], id: FromPath[int]) -> None:
    """It tells nobody any more."""
    if abs(id) >= 1 << 63 or not site_of(request).saved.remove(id, person_of(request).name):
        raise NotFoundException("There is no such search.")


@post(
    "/api/v1/saved-searches/{id:int}/confirmation", tags=_TAGS, guards=[member], sync_to_thread=True,
    operation_id="confirmSavedSearch", status_code=202,
)  # fmt: skip
def confirm(request: Request[Any, Any, Any], id: FromPath[int]) -> None:
    """Sends the link by which the mail address of a search is confirmed once more."""
    ask_again(request, id)


@post(
    "/api/v1/saved-searches/{id:int}/feed", tags=_TAGS, guards=[myself], sync_to_thread=True,
    operation_id="makeFeed", status_code=200,
)  # fmt: skip
def make_feed(request: Request[Any, Any, Any], id: FromPath[int]) -> FeedAddress:
    """A secret address of its feed, in place of the one before: whoever has it reads this search as you see it."""
    saved = site_of(request).saved.set_feed(id, person_of(request).name, True)
    if saved is None:
        raise NotFoundException("There is no such search.")
    return FeedAddress(f"{root_of(request)}/feeds/{saved.feed}.rss", f"{root_of(request)}/feeds/{saved.feed}.atom")


@delete(
    "/api/v1/saved-searches/{id:int}/feed", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="endFeed"
)
def end_feed(request: Request[Any, Any, Any], id: FromPath[int]) -> None:
    """Its address is good for nothing from now on."""
    if site_of(request).saved.set_feed(id, person_of(request).name, False) is None:
        raise NotFoundException("There is no such search.")


HANDLERS = [saved_searches, save_search, remove_search, confirm, make_feed, end_feed]
