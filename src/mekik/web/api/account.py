"""Who I am to the server, and what belongs to my account: tokens, sessions, my collection."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mekik.web.accounts import Session, Token
from mekik.web.door import SESSION
from mekik.web.pages.base import site_of
from mekik.web.people import SCOPES, myself, person_of, reader

_TAGS = ["account"]


class Me(msgspec.Struct):
    name: str
    """Empty for a visitor."""
    role: str
    scopes: list[str]
    by_token: bool
    public: bool
    """Whether everybody may search my collection."""


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    scopes: Annotated[list[str], Meta(min_length=1, max_length=len(SCOPES))]
    title: Annotated[str, Meta(max_length=100)] = ""
    days: Annotated[float, Meta(gt=0, le=3650)] | None = None
    """Until it ends; none for never."""


class MadeToken(msgspec.Struct):
    token: str
    """Shown this once."""


class Collection(msgspec.Struct, forbid_unknown_fields=True):
    public: bool


@get("/api/v1/me", tags=_TAGS, guards=[reader], sync_to_thread=True, operation_id="getMe")
def me(request: Request[Any, Any, Any]) -> Me:
    """As whom the server knows this request."""
    person = person_of(request)
    public = person.name in site_of(request).accounts.public_owners()
    return Me(person.name, person.role.label, sorted(person.scopes), person.by_token, public)


@get("/api/v1/tokens", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="listTokens")
def tokens(request: Request[Any, Any, Any]) -> list[Token]:
    """My tokens, without what they are."""
    return site_of(request).accounts.tokens(person_of(request).name)


@post("/api/v1/tokens", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="createToken")
def make_token(request: Request[Any, Any, Any], data: JSONBody[NewToken]) -> MadeToken:
    """A token that acts as me, within its scopes."""
    accounts = site_of(request).accounts
    return MadeToken(accounts.add_token(person_of(request).name, data.title, data.scopes, data.days))


@delete("/api/v1/tokens/{id:int}", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="deleteToken")
def remove_token(request: Request[Any, Any, Any], id: FromPath[int]) -> None:
    """It is good for nothing from now on."""
    if abs(id) >= 1 << 63 or not site_of(request).accounts.remove_token(id, person_of(request).name):
        raise NotFoundException("There is no such token.")


@get("/api/v1/sessions", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="listSessions")
def sessions(request: Request[Any, Any, Any]) -> list[Session]:
    """Where I am signed in."""
    return site_of(request).accounts.sessions(person_of(request).name, request.cookies.get(SESSION, ""))


@delete("/api/v1/sessions/{id:str}", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="endSession")
def end_session(request: Request[Any, Any, Any], id: FromPath[str]) -> None:
    """Signs me out there."""
    if not site_of(request).accounts.end_session_of(person_of(request).name, id):
        raise NotFoundException("There is no such session.")


@put("/api/v1/collection", tags=_TAGS, guards=[myself], sync_to_thread=True, operation_id="setCollection")
def set_collection(request: Request[Any, Any, Any], data: JSONBody[Collection]) -> Collection:
    """Whether everybody may search and see what my jobs bring."""
    site_of(request).accounts.set_public(person_of(request).name, data.public)
    return data


HANDLERS = [me, tokens, make_token, remove_token, sessions, end_session, set_collection]
