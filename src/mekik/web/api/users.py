"""Users by program, for administrators: /api/v1/users."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, patch, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mekik.web.accounts import User
from mekik.web.pages.base import site_of
from mekik.web.pages.users import ROLES, RoleName, remove
from mekik.web.people import administrator

_TAGS = ["users"]


class NewUser(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=1024)]
    role: RoleName = "member"


class UserChange(msgspec.Struct, forbid_unknown_fields=True):
    """What is not given stays."""

    role: RoleName | None = None
    disabled: bool | None = None
    public: bool | None = None
    """Whether everybody may search this user's collection."""


@get("/api/v1/users", tags=_TAGS, guards=[administrator], sync_to_thread=True, operation_id="listUsers")
def users(request: Request[Any, Any, Any]) -> list[User]:
    """Everybody who has an account."""
    return site_of(request).accounts.users()


@post("/api/v1/users", tags=_TAGS, guards=[administrator], sync_to_thread=True, operation_id="createUser")
def add_user(request: Request[Any, Any, Any], data: JSONBody[NewUser]) -> User:
    """A name of small letters, and a password of at least 12 characters."""
    site_of(request).accounts.add(data.name, data.password, ROLES[data.role])
    return _user(request, data.name.strip().lower())


@patch("/api/v1/users/{name:str}", tags=_TAGS, guards=[administrator], sync_to_thread=True, operation_id="changeUser")
def change_user(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[UserChange]) -> User:
    """A change of role or a lock ends the user's sessions."""
    accounts = site_of(request).accounts
    _user(request, name)
    if data.role is not None:
        accounts.set_role(name, ROLES[data.role])
    if data.disabled is not None:
        accounts.set_disabled(name, data.disabled)
    if data.public is not None:
        accounts.set_public(name, data.public)
    return _user(request, name)


@delete("/api/v1/users/{name:str}", tags=_TAGS, guards=[administrator], sync_to_thread=True, operation_id="deleteUser")
def remove_user(request: Request[Any, Any, Any], name: FromPath[str]) -> None:
    """The account goes; what it crawled stays until its jobs are deleted."""
    _user(request, name)
    remove(site_of(request), name)


def _user(request: Request[Any, Any, Any], name: str) -> User:
    found = next((user for user in site_of(request).accounts.users() if user.name == name), None)
    if found is None:
        raise NotFoundException("There is no such user.")
    return found


HANDLERS = [users, add_user, change_user, remove_user]
