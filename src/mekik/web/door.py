"""The door: every request passes here first. Who asks, may they ask from there, and what the answer must carry."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

from litestar.enums import ScopeType

from mekik.web.people import VISITOR, Person
from mekik.web.problems import refusal

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from mekik.web.site import Site

SESSION = "mekik_session"
LOCALE = "mekik_locale"
_SAFE = {"GET", "HEAD", "OPTIONS"}
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Door:
    """ASGI middleware. Puts a `Person` into the scope, refuses foreign hosts and foreign origins, adds the headers."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
            " font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
        )
        self._headers = (*_HEADERS, (b"content-security-policy", policy.encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        fault = self._fault(scope, headers)
        if fault:
            await refusal(scope, send, 400 if fault == "host" else 403, fault)
            return
        cookies = _cookies(headers.get(b"cookie", b""))
        more: dict[str, Any] = scope  # type: ignore[assignment]  # a plain dict underneath
        more["person"] = self._person(headers, cookies)
        more["cookies"] = cookies

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = [pair for pair in self._headers if pair[0] not in present]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self._app(scope, receive, answer)

    def _fault(self, scope: Scope, headers: dict[bytes, bytes]) -> str:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host_name(host) not in self._site.hosts:
            return "host"  # also keeps names that were made to point here out
        if scope.get("method") in _SAFE or b"authorization" in headers:
            return ""
        # A form on another site must not act in our user's name. Browsers say where a request comes from.
        site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        if site:
            return "" if site in ("same-origin", "none") else "origin"
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin:
            return "" if origin.partition("://")[2] == host else "origin"
        return "" if b"cookie" not in headers else "origin"

    def _person(self, headers: dict[bytes, bytes], cookies: dict[str, str]) -> Person:
        accounts = self._site.accounts
        kind, _, secret = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if kind.lower() == "bearer":
            return accounts.by_token(secret.strip()) or VISITOR
        session = cookies.get(SESSION)
        return (accounts.by_session(session) if session else None) or VISITOR


def host_name(host: str) -> str:
    """Without the port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].rstrip(".")


def _cookies(header: bytes) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header.decode("latin-1")[:8192]).items()}
    except CookieError:
        return {}
