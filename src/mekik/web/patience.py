"""How long we wait for a client: until its request has a head, until its body is whole. Else a few slow ones would hold
every connection that there is."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from litestar.exceptions import HTTPException
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from litestar.types import Receive

HEAD = 20.0
"""Seconds for the request line and the headers."""
BODY = 60.0
MOST_HEAD = 65_536
"""Bytes of request line and headers; the parser itself knows no bound."""


class Impatient(HttpToolsProtocol):
    """Closes a connection whose request does not get its head together. uvicorn itself only looks between requests."""

    _waiting: asyncio.TimerHandle | None = None
    _head = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._waiting is not None:  # still no whole head
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.transport.close()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._waiting = self.loop.call_later(HEAD, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def hurried(receive: Receive) -> Receive:
    """A body has to be whole after a while."""
    deadline = time.monotonic() + BODY
    whole = False

    async def receiving() -> Any:
        nonlocal whole
        if whole:  # what is waited for now is that the client leaves
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            raise HTTPException("The body of the request took too long.", status_code=408) from None
        whole = not message.get("more_body", False)
        return message

    return receiving
