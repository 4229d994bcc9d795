"""The first administrator, signing in and out, and the language."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromQuery
from litestar.response import Redirect, Template

from mekik.errors import UsageError
from mekik.web.accounts import SESSION_DAYS
from mekik.web.door import LOCALE, SESSION
from mekik.web.logins import TooMany
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import person_of
from mekik.web.rates import place_of
from mekik.web.texts import LOCALES, sayer


class SignIn(msgspec.Struct):
    name: str
    password: str
    next: str = "/"


class SetUp(msgspec.Struct):
    key: str
    name: str
    password: str


class Choice(msgspec.Struct):
    locale: str
    next: str = "/"


_Form = Body(media_type=RequestEncodingType.URL_ENCODED)


def inside(target: str) -> str:
    """A path of ours, never another site."""
    good = target.startswith("/") and not target.startswith(("//", "/\\")) and target.isprintable()
    return target if good else "/"


def signed_in(request: Request[Any, Any, Any], name: str, target: str) -> Redirect:
    """A new session each time: one that was known before signing in is worth nothing after it."""
    site = site_of(request)
    before = request.cookies.get(SESSION)
    if before:
        site.accounts.end_session(before)
    cookie = Cookie(
        SESSION, value=site.accounts.start_session(name), httponly=True, samesite="lax", path="/",
        secure=site.secure or request.url.scheme == "https", max_age=SESSION_DAYS * 86400,
    )  # fmt: skip
    return Redirect(inside(target), cookies=[cookie], status_code=303)


@get("/setup", sync_to_thread=True)
def setup_form(request: Request[Any, Any, Any], key: FromQuery[str] = "") -> Template | Redirect:
    if not site_of(request).accounts.empty():
        return Redirect("/")
    return page(request, "setup.html", key=key, error="")


@post("/setup", sync_to_thread=True)
def set_up(request: Request[Any, Any, Any], data: Annotated[SetUp, _Form]) -> Template | Redirect:
    site = site_of(request)
    try:
        site.accounts.set_up(data.key, data.name, data.password)
    except UsageError as error:
        return page(request, "setup.html", status=400, key=data.key, error=str(error))
    return signed_in(request, data.name.strip().lower(), "/jobs")


@get("/sign-in", sync_to_thread=False)
def sign_in_form(request: Request[Any, Any, Any], next: FromQuery[str] = "/") -> Template | Redirect:
    if person_of(request).known:
        return Redirect(inside(next))
    return page(request, "sign-in.html", next=inside(next), error="")


@post("/sign-in", sync_to_thread=True)
def sign_in(request: Request[Any, Any, Any], data: Annotated[SignIn, _Form]) -> Template | Redirect:
    site, say = site_of(request), sayer(locale_of(request))
    client = request.scope.get("client")
    try:
        with site.logins.attempt(data.name, place_of(client)) as succeeded:
            person = site.accounts.verify(data.name, data.password)
            if person is not None:
                succeeded()
                return signed_in(request, person.name, data.next)
    except TooMany as error:
        text = say("account.too_many", minutes=-(-error.seconds // 60))
        answer = page(request, "sign-in.html", status=429, next=inside(data.next), error=text)
        answer.headers["retry-after"] = str(error.seconds)
        return answer
    return page(request, "sign-in.html", status=403, next=inside(data.next), error=say("account.wrong"))


@post("/sign-out", sync_to_thread=True)
def sign_out(request: Request[Any, Any, Any]) -> Redirect:
    secret = request.cookies.get(SESSION)
    if secret:
        site_of(request).accounts.end_session(secret)
    return Redirect("/", cookies=[Cookie(SESSION, value="", max_age=0, path="/")], status_code=303)


@post("/locale", sync_to_thread=True)
def choose_locale(request: Request[Any, Any, Any], data: Annotated[Choice, _Form]) -> Redirect:
    locale = data.locale if data.locale in LOCALES else "en"
    person = person_of(request)
    if person.known:
        site_of(request).accounts.set_locale(person.name, locale)
    cookie = Cookie(LOCALE, value=locale, samesite="lax", path="/", max_age=365 * 86400, httponly=True)
    return Redirect(inside(data.next), cookies=[cookie], status_code=303)


HANDLERS = [setup_form, set_up, sign_in_form, sign_in, sign_out, choose_locale]
