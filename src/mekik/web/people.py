"""Who asks, and what they may do."""

from __future__ import annotations

from enum import IntEnum

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler


class Role(IntEnum):
    """Each may do what those before it may."""

    VISITOR = 0
    MEMBER = 1
    ADMINISTRATOR = 2

    @property
    def label(self) -> str:
        return self.name.lower()


SCOPES = ("search", "read", "crawl", "admin")
"""What a token may be good for; each person's role limits it further."""


class Person(msgspec.Struct, frozen=True):
    name: str = ""
    """Empty for a visitor."""
    role: Role = Role.VISITOR
    scopes: frozenset[str] = frozenset(SCOPES)
    by_token: bool = False
    locale: str = ""

    @property
    def known(self) -> bool:
        return bool(self.name)

    @property
    def is_administrator(self) -> bool:
        return self.role >= Role.ADMINISTRATOR


VISITOR = Person()


def person_of(connection: ASGIConnection) -> Person:  # type: ignore[type-arg]  # of whatever state
    person = connection.scope.get("person", VISITOR)
    assert isinstance(person, Person)
    return person


def provide_person(request: Request) -> Person:  # type: ignore[type-arg]  # of whatever state
    return person_of(request)


def _require(connection: ASGIConnection, role: Role, scope: str) -> None:  # type: ignore[type-arg]  # as above
    person = person_of(connection)
    if person.role < role:
        if not person.known:
            raise NotAuthorizedException("Sign in first.")
        raise PermissionDeniedException("You may not do this.")
    if scope not in person.scopes:
        raise PermissionDeniedException(f"This token is not good for {scope!r}.")


def member(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # as above
    """A guard: members and administrators."""
    _require(connection, Role.MEMBER, "read")


def crawler(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # as above
    """A guard: members whose token may crawl."""
    _require(connection, Role.MEMBER, "crawl")


def administrator(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # as above
    """A guard: administrators."""
    _require(connection, Role.ADMINISTRATOR, "admin")
