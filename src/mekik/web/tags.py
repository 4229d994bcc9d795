"""ETag and If-None-Match for answers of the API: who has the same answer already is told so in a few bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import xxhash
from litestar.enums import ScopeType

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

_TIMING = re.compile(rb'"took_ms":[0-9.eE+-]+')
"""How long it took is no part of what was found."""


class Tags:
    """ASGI middleware inside of compression: a packed answer has other bytes each second."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        known = dict(scope["headers"]).get(b"if-none-match", b"")
        start: Any = None

        async def tagged(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                begun, start = start, None
                names = {name.lower() for name, _ in begun["headers"]}
                more = [] if b"cache-control" in names else [(b"cache-control", b"private, no-cache")]
                begun["headers"] = [*begun["headers"], *more]
                whole = not message.get("more_body") and begun["status"] == 200 and b"etag" not in names
                if whole:
                    tag = b'W/"%s"' % xxhash.xxh3_128_hexdigest(_TIMING.sub(b"", message["body"])).encode()
                    begun["headers"] = [*begun["headers"], (b"etag", tag)]
                    if _matches(known, tag):
                        gone = (b"content-length", b"content-type")
                        begun["headers"] = [pair for pair in begun["headers"] if pair[0].lower() not in gone]
                        begun["status"] = 304
                        message["body"] = b""
                await send(begun)
            await send(message)

        await self._app(scope, receive, tagged)


def _matches(known: bytes, tag: bytes) -> bool:
    """Weak comparison, as RFC 9110 asks for."""
    if known.strip() == b"*":
        return True
    return tag[2:] in {part.strip().removeprefix(b"W/") for part in known[:4096].split(b",")}
