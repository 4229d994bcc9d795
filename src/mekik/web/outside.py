"""What holds before a request reaches its handler: rates, JSON only, HEAD, and how often each route was asked."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from litestar.enums import ScopeType

from mekik.web.patience import hurried
from mekik.web.people import VISITOR, Person
from mekik.web.problems import refuse
from mekik.web.rates import Rate, place_of

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

    from mekik.web.site import Site

_FREE = ("/static/", "/healthz", "/readyz")
"""Not counted: files that browsers keep, and probes that must not be told to wait."""
_BODY = {"POST", "PUT", "PATCH"}


class Outside:
    """ASGI middleware between the door and the router; also what the router itself refuses passes it."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._rate = Rate(site.rate, 60.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._answer(scope, receive, counted)
        finally:
            # Only templates of paths: an address or a name that somebody asked for is nobody's business.
            route = str(scope.get("path_template") or "(none)") if status not in (404, 405) else "(none)"
            self._site.meters.request(scope["method"], route, status or 500, time.perf_counter() - began)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        path, method = scope["path"], scope["method"]
        if "\0" in path or (path.startswith("/static/") and max(map(len, path.encode().split(b"/"))) > 255):
            await refuse(scope, send, 404, "Not Found")  # a name that no file can have
            return
        if not path.startswith(_FREE):
            allowance = self._allowance(scope)
            if allowance is not None:
                if not allowance.allowed:
                    headers = [*_told(allowance), (b"retry-after", str(allowance.seconds).encode())]
                    await refuse(scope, send, 429, "Too many requests. Wait, then ask again.", headers)
                    return
                send = _with_headers(send, _told(allowance))
        if method in _BODY and path.startswith("/api/") and _has_body(scope) and not _is_json(scope):
            await refuse(scope, send, 415, "The API reads JSON: send it with Content-Type: application/json.")
            return
        if method in _BODY:
            receive = hurried(receive)
        if method == "OPTIONS":
            send = _with_methods(scope, send)
        if method == "HEAD":
            scope["method"] = "GET"
            receive, send = _without_body(receive, send)
        try:
            await self._app(scope, receive, send)
        finally:
            scope["method"] = method

    def _allowance(self, scope: HTTPScope) -> Any:
        """Who sits at this machine is not counted, unless by name."""
        person = scope.get("person", VISITOR)
        assert isinstance(person, Person)
        client = scope.get("client")
        key = f"person {person.name}" if person.known else place_of(client)
        return self._rate.take(key) if key and self._rate.limit else None


def _told(allowance: Any) -> list[tuple[bytes, bytes]]:
    """As in draft-ietf-httpapi-ratelimit-headers."""
    return [
        (b"ratelimit-policy", f'"minute";q={allowance.limit};w=60'.encode()),
        (b"ratelimit", f'"minute";r={allowance.left};t={allowance.seconds}'.encode()),
    ]


def _with_headers(send: Send, extra: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return sending


def _with_methods(scope: HTTPScope, send: Send) -> Send:
    """All that a path can be asked for: Litestar names those of one of its handlers only."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 204:
            template = scope.get("path_template")
            found = {"OPTIONS"}
            for route in scope["litestar_app"].routes:
                if route.path_format == template:
                    found |= set(getattr(route, "methods", ()))
            found |= {"HEAD"} if "GET" in found else set()
            kept = [pair for pair in message["headers"] if pair[0].lower() != b"allow"]
            message["headers"] = [*kept, (b"allow", ", ".join(sorted(found)).encode())]
        await send(message)

    return sending


def _without_body(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """The headers of a GET. A stream is told that the listener left as soon as its headers are out."""
    begun = False

    async def receiving() -> Any:
        return {"type": "http.disconnect"} if begun else await receive()

    async def sending(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return receiving, sending


def _has_body(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    return headers.get(b"content-length", b"0") not in (b"0", b"") or b"transfer-encoding" in headers


def _is_json(scope: Scope) -> bool:
    kind = dict(scope["headers"]).get(b"content-type", b"").split(b";")[0].strip().lower()
    return kind == b"application/json"
