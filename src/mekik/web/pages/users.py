"""Users, for administrators: who there is, who may do what, and how much."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from mekik.crawl.jobs.quotas import EVERYBODY, MOST, Quota
from mekik.errors import UsageError
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import Role, administrator, person_of
from mekik.web.site import Site
from mekik.web.texts import sayer

_Form = Body(media_type=RequestEncodingType.URL_ENCODED)
_PAGE: dict[str, Any] = {"guards": [administrator], "sync_to_thread": True, "include_in_schema": False}
ROLES = {"member": Role.MEMBER, "administrator": Role.ADMINISTRATOR}
RoleName = Literal["member", "administrator"]
BYTES = 1_000_000_000
"""A form asks for gigabytes."""
_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?")


class NewUser(msgspec.Struct):
    name: str
    password: str
    role: RoleName = "member"


class Change(msgspec.Struct):
    what: Literal["role", "disable", "enable", "password", "public", "private", "remove"]
    role: RoleName = "member"
    password: str = ""


class QuotaForm(msgspec.Struct):
    """An empty field is no limit."""

    jobs: str = ""
    pages: str = ""
    gigabytes: str = ""
    delay: str = ""
    own: str = "own"
    """`all`: what holds for everybody, for this one too."""


@get("/users", **_PAGE)
def users_page(request: Request[Any, Any, Any]) -> Template:
    return _list(request)


def _list(request: Request[Any, Any, Any], error: str = "", status: int = 200) -> Template:
    site = site_of(request)
    desk = site.workspace.desk
    users = [(user, *desk.quota(user.name)) for user in site.accounts.users()]
    return page(
        request, "users.html", status=status, users=users, roles=list(ROLES), error=error,
        everybodys=desk.quota(EVERYBODY)[0], own=desk.quotas(),
    )  # fmt: skip


@post("/users", **_PAGE)
def add_user(request: Request[Any, Any, Any], data: Annotated[NewUser, _Form]) -> Template | Redirect:
    try:
        site_of(request).accounts.add(data.name, data.password, ROLES[data.role])
    except UsageError as error:
        return _list(request, str(error), 400)
    return Redirect("/users", status_code=303)


@post("/quotas", **_PAGE)
def set_everybodys_quota(request: Request[Any, Any, Any], data: Annotated[QuotaForm, _Form]) -> Template | Redirect:
    try:
        quota = _quota(data, locale_of(request))
    except UsageError as error:
        return _list(request, str(error), 400)
    site_of(request).workspace.desk.set_quota(EVERYBODY, quota)
    return Redirect("/users", status_code=303)


@get("/users/{name:str}", **_PAGE)
def user_page(request: Request[Any, Any, Any], name: FromPath[str]) -> Template:
    return _one(request, name)


def _one(request: Request[Any, Any, Any], name: str, error: str = "", status: int = 200) -> Template:
    site = site_of(request)
    user = next((user for user in site.accounts.users() if user.name == name), None)
    if user is None:
        raise NotFoundException("There is no such user.")
    quota, used = site.workspace.desk.quota(name)
    return page(
        request, "user.html", status=status, user=user, quota=quota, used=used, error=error,
        has_own=name in site.workspace.desk.quotas(),
        jobs=[job for job in site.workspace.desk.jobs() if job.owner == name],
    )  # fmt: skip


@post("/users/{name:str}", **_PAGE)
def change_user(
    request: Request[Any, Any, Any], name: FromPath[str], data: Annotated[Change, _Form]
) -> Template | Redirect:
    site = site_of(request)
    accounts = site.accounts
    try:
        match data.what:
            case "role":
                accounts.set_role(name, ROLES[data.role])
            case "disable" | "enable":
                accounts.set_disabled(name, data.what == "disable")
            case "public" | "private":
                accounts.require(name)
                accounts.set_public(name, data.what == "public")
            case "password":
                accounts.set_password(name, data.password)
            case "remove":
                remove(site, name)
                return Redirect("/" if name == person_of(request).name else "/users", status_code=303)
    except UsageError as error:
        return _one(request, name, str(error), 400)
    ended = name == person_of(request).name and data.what not in ("public", "private")
    return Redirect("/" if ended else f"/users/{name}", status_code=303)


def remove(site: Site, name: str) -> None:
    """The account with all that hangs on it; what it crawled stays until its jobs are deleted."""
    site.accounts.remove(name)
    site.saved.forget(name)
    site.workspace.desk.set_quota(name, None)


@post("/users/{name:str}/quota", **_PAGE)
def set_quota(
    request: Request[Any, Any, Any], name: FromPath[str], data: Annotated[QuotaForm, _Form]
) -> Template | Redirect:
    try:
        site_of(request).accounts.require(name)
        quota = None if data.own == "all" else _quota(data, locale_of(request))
    except UsageError as error:
        return _one(request, name, str(error), 400)
    site_of(request).workspace.desk.set_quota(name, quota)
    return Redirect(f"/users/{name}", status_code=303)


def _quota(form: QuotaForm, locale: str) -> Quota:
    size, delay = _number(form.gigabytes, locale), _number(form.delay, locale)
    return Quota(
        jobs=_whole(form.jobs, locale), pages=_whole(form.pages, locale),
        bytes=None if size is None else min(int(size * BYTES), MOST), delay=float(delay or 0),
    )  # fmt: skip


def _whole(text: str, locale: str) -> int | None:
    found = _number(text, locale)
    return None if found is None else int(found)


def _number(text: str, locale: str) -> Decimal | None:
    """None for nothing. Browsers send what a field for numbers holds with a point, whatever the language."""
    if not text.strip():
        return None
    if not _NUMBER.fullmatch(text.strip()) or Decimal(text.strip()) > MOST:
        raise UsageError(sayer(locale)("users.no_number", text=text[:40]))
    return Decimal(text.strip())


HANDLERS = [users_page, add_user, set_everybodys_quota, user_page, change_user, set_quota]
