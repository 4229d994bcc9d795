"""Users, for administrators: who there is, who may do what."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from mekik.errors import UsageError
from mekik.web.pages.base import page, site_of
from mekik.web.people import Role, administrator, person_of

_Form = Body(media_type=RequestEncodingType.URL_ENCODED)
ROLES = {"member": Role.MEMBER, "administrator": Role.ADMINISTRATOR}
RoleName = Literal["member", "administrator"]


class NewUser(msgspec.Struct):
    name: str
    password: str
    role: RoleName = "member"


class Change(msgspec.Struct):
    what: Literal["role", "disable", "enable", "password"]
    role: RoleName = "member"
    password: str = ""


@get("/users", guards=[administrator], sync_to_thread=True)
def users_page(request: Request[Any, Any, Any]) -> Template:
    return _page(request)


def _page(request: Request[Any, Any, Any], error: str = "", status: int = 200) -> Template:
    users = site_of(request).accounts.users()
    return page(request, "users.html", status=status, users=users, roles=list(ROLES), error=error)


@post("/users", guards=[administrator], sync_to_thread=True)
def add_user(request: Request[Any, Any, Any], data: Annotated[NewUser, _Form]) -> Template | Redirect:
    try:
        site_of(request).accounts.add(data.name, data.password, ROLES[data.role])
    except UsageError as error:
        return _page(request, str(error), 400)
    return Redirect("/users", status_code=303)


@post("/users/{name:str}", guards=[administrator], sync_to_thread=True)
def change_user(
    request: Request[Any, Any, Any], name: FromPath[str], data: Annotated[Change, _Form]
) -> Template | Redirect:
    accounts = site_of(request).accounts
    try:
        match data.what:
            case "role":
                accounts.set_role(name, ROLES[data.role])
            case "disable" | "enable":
                accounts.set_disabled(name, data.what == "disable")
            case "password":
                accounts.set_password(name, data.password)
    except UsageError as error:
        return _page(request, str(error), 400)
    return Redirect("/" if name == person_of(request).name else "/users", status_code=303)


HANDLERS = [users_page, add_user, change_user]
