"""Your account: password, who may search your collection, tokens for programs, where you are signed in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, QueryParameter
from litestar.response import Redirect, Template

from mekik.errors import UsageError
from mekik.web.door import SESSION
from mekik.web.logins import TooMany
from mekik.web.pages.account import signed_in
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import SCOPES, Role, myself, person_of
from mekik.web.rates import place_of
from mekik.web.texts import sayer

_Form = Body(media_type=RequestEncodingType.URL_ENCODED)
DONE = ("password", "collection", "token", "session")
DAYS = (30, 90, 365)


class Passwords(msgspec.Struct):
    current: str
    new: str


class Visible(msgspec.Struct):
    public: str = ""


class NewToken(msgspec.Struct):
    title: str = ""
    scopes: list[str] | str = []
    """A form with one of them chosen gives it bare."""
    days: str = ""


@get("/account", guards=[myself], sync_to_thread=True)
def my_account(request: Request[Any, Any, Any], done: Annotated[str, QueryParameter(max_length=20)] = "") -> Template:
    return _page(request, done=done if done in DONE else "")


def _page(
    request: Request[Any, Any, Any], *, done: str = "", error: str = "", token: str = "", status: int = 200
) -> Template:
    site, person = site_of(request), person_of(request)
    quota, used = site.workspace.desk.quota(person.name)
    answer = page(
        request, "account.html", status=status, done=done, error=error, token=token,
        public=person.name in site.accounts.public_owners(), tokens=site.accounts.tokens(person.name),
        sessions=site.accounts.sessions(person.name, request.cookies.get(SESSION, "")), days=DAYS,
        quota=quota, used=used,
        scopes=[scope for scope in SCOPES if scope not in ("admin", "metrics") or person.role is Role.ADMINISTRATOR],
    )  # fmt: skip
    if token:
        answer.headers["cache-control"] = "no-store"
    return answer


def _done(what: str) -> Redirect:
    return Redirect(f"/account?done={what}", status_code=303)


@post("/account/password", guards=[myself], sync_to_thread=True)
def change_password(request: Request[Any, Any, Any], data: Annotated[Passwords, _Form]) -> Template | Redirect:
    """Asks for the old one, so that who finds a browser open cannot keep the account. Other sessions end."""
    site, person, say = site_of(request), person_of(request), sayer(locale_of(request))
    try:
        with site.logins.attempt(person.name, place_of(request.scope.get("client"))) as succeeded:
            if site.accounts.verify(person.name, data.current) is None:
                return _page(request, error=say("account.wrong_current"), status=400)
            succeeded()
    except TooMany as error:
        return _page(request, error=say("account.too_many", minutes=-(-error.seconds // 60)), status=429)
    try:
        site.accounts.set_password(person.name, data.new)
    except UsageError as error:
        return _page(request, error=str(error), status=400)
    return signed_in(request, person.name, "/account?done=password")


@post("/account/collection", guards=[myself], sync_to_thread=True)
def change_collection(request: Request[Any, Any, Any], data: Annotated[Visible, _Form]) -> Redirect:
    site_of(request).accounts.set_public(person_of(request).name, data.public == "true")
    return _done("collection")


@post("/account/tokens", guards=[myself], sync_to_thread=True, status_code=200)
def make_token(request: Request[Any, Any, Any], data: Annotated[NewToken, _Form]) -> Template:
    """The answer shows the token, this once."""
    scopes = [data.scopes] if isinstance(data.scopes, str) else data.scopes
    days = int(data.days) if data.days.isdecimal() and int(data.days) in DAYS else None
    try:
        token = site_of(request).accounts.add_token(person_of(request).name, data.title, scopes, days)
    except UsageError as error:
        return _page(request, error=str(error), status=400)
    return _page(request, token=token)


@post("/account/tokens/{id:int}/remove", guards=[myself], sync_to_thread=True)
def remove_token(request: Request[Any, Any, Any], id: FromPath[int]) -> Redirect:
    if abs(id) >= 1 << 63 or not site_of(request).accounts.remove_token(id, person_of(request).name):
        raise NotFoundException("There is no such token.")
    return _done("token")


@post("/account/sessions/{id:str}/end", guards=[myself], sync_to_thread=True)
def end_session(request: Request[Any, Any, Any], id: FromPath[str]) -> Redirect:
    if not site_of(request).accounts.end_session_of(person_of(request).name, id):
        raise NotFoundException("There is no such session.")
    return _done("session")


HANDLERS = [my_account, change_password, change_collection, make_token, remove_token, end_session]
