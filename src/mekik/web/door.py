"""The door: every request passes here first. Who asks, may they ask from there, and what the answer must carry."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

from litestar.enums import ScopeType

from mekik.web.patience import MOST_HEAD
from mekik.web.people import VISITOR, Person
from mekik.web.problems import refuse

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
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


_PROBES = ("/healthz", "/readyz")
"""Asked by whatever address the one who asks knows; they tell nothing."""
_REFUSALS = {
    "size": (431, "The headers of this request are too large."),
    "host": (400, "This name is not one of ours. Name it with: mekik serve --name"),
    "origin": (403, "This request comes from another site."),
    "token": (401, "This token is not good, or not any more. Send it as: Authorization: Bearer TOKEN"),
}


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

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = [pair for pair in self._headers if pair[0] not in present]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        fault = self._fault(scope, headers)
        cookies = _cookies(headers.get(b"cookie", b""))
        person = self._person(headers, cookies)
        if fault or person is None:
            status, detail = _REFUSALS[fault or "token"]
            more = [] if status != 401 else [(b"www-authenticate", b'Bearer error="invalid_token"')]
            await refuse(scope, answer, status, detail, more)
            return
        plain: dict[str, Any] = scope  # type: ignore[assignment]  # a plain dict underneath
        plain["person"], plain["cookies"] = person, cookies
        await self._app(scope, receive, answer)

    def _fault(self, scope: Scope, headers: dict[bytes, bytes]) -> str:
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD:
            return "size"
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if scope["path"] in _PROBES:
            return ""
        several = sum(name.lower() == b"host" for name, _ in scope["headers"]) != 1
        if several or host_name(host) not in self._site.hosts:
            return "host"  # also keeps names that were made to point here out
        if scope.get("method") in _SAFE or _token(headers) is not None:
            return ""  # no browser sends a token by itself
        # A form on another site must not act in our user's name. Browsers say where a request comes from.
        site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        if site:
            return "" if site in ("same-origin", "none") else "origin"
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin:
            return "" if origin.partition("://")[2] == host else "origin"
        return "" if b"cookie" not in headers else "origin"

    def _person(self, headers: dict[bytes, bytes], cookies: dict[str, str]) -> Person | None:
        """None for a token that is not good: whoever shows one does not want a visitor's answer."""
        accounts = self._site.accounts
        token = _token(headers)
        if token is not None:
            return accounts.by_token(token)
        session = cookies.get(SESSION)
        return (accounts.by_session(session) if session else None) or VISITOR


def _token(headers: dict[bytes, bytes]) -> str | None:
    """Other kinds of authorization are for a server in front of us."""
    kind, _, secret = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


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
