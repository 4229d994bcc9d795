"""Who asks, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
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


SCOPES = ("search", "read", "crawl", "admin", "metrics")
"""What a token may be good for; each person's role limits it further. None holds another: a token for `crawl` alone
cannot search."""


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
        """A token without the scope `admin` is a member's, whoever made it."""
        return self.role >= Role.ADMINISTRATOR and "admin" in self.scopes


VISITOR = Person()


def person_of(connection: ASGIConnection) -> Person:  # type: ignore[type-arg]  # of whatever state
    person = connection.scope.get("person", VISITOR)
    assert isinstance(person, Person)
    return person


def provide_person(request: Request) -> Person:  # type: ignore[type-arg]  # of whatever state
    return person_of(request)


@dataclass(frozen=True)
class Guard:
    """Lets a handler answer those who have the role and, when they come with a token, its scope. The OpenAPI document
    and the test of every endpoint with every role read it. It is async, or Litestar would call it in a thread."""

    role: Role
    scope: str
    in_person: bool = False
    """Not with a token: a token that can make another one, or a password, is good for everything."""

    async def __call__(self, connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # as above
        person = person_of(connection)
        if person.role < self.role:
            if not person.known:
                raise NotAuthorizedException("Sign in first.")
            raise PermissionDeniedException("You may not do this.")
        if self.in_person and person.by_token:
            raise PermissionDeniedException("This is done in the browser, not with a token.")
        if self.scope not in person.scopes:
            raise PermissionDeniedException(f"This token is not good for {self.scope!r}.")


searcher = Guard(Role.VISITOR, "search")
"""Anybody; the handler shows only what the person may see."""
reader = Guard(Role.VISITOR, "read")
"""The same for jobs, reports, logs and archived pages."""
member = Guard(Role.MEMBER, "read")
myself = Guard(Role.MEMBER, "read", in_person=True)
"""Members, for their own account."""
crawler = Guard(Role.MEMBER, "crawl")
"""Members who start, change and stop jobs."""
administrator = Guard(Role.ADMINISTRATOR, "admin")
gauge = Guard(Role.ADMINISTRATOR, "metrics")
"""Programs that watch this one."""
