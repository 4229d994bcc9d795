"""A small HTTP/1.1 server in a thread of its own: keep-alive, bounded, and not put out by garbage."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable
from http import HTTPStatus

import msgspec

_MAX_HEAD = 16_384
_IDLE_SECONDS = 60.0
_REASONS = {status.value: status.phrase for status in HTTPStatus}


class Request(msgspec.Struct, frozen=True):
    method: str
    target: str
    host: str
    """Without port, in lower case."""
    headers: dict[str, str]
    """By lower-case name."""


class Reply(msgspec.Struct, frozen=True):
    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    delay: float = 0.0


Handler = Callable[[Request], Reply]


def parse_head(head: bytes) -> Request | None:
    """The request of a header block without its closing blank line; None when it is not one."""
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[0].isalpha():
        return None
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            return None
        headers[name.lower()] = value.strip()
    target = words[1]
    authority = headers.get("host", "")
    if target.startswith("http://"):
        authority, slash, rest = target[7:].partition("/")
        target = slash + rest or "/"
    if not target.startswith("/") or not authority:
        return None
    host = authority.rpartition(":")[0] if authority.rpartition(":")[2].isdigit() else authority
    return Request(words[0], target, host.lower().rstrip("."), headers)


class _Connection(asyncio.Protocol):
    def __init__(self, handler: Handler, connections: set[_Connection]) -> None:
        self._handler, self._connections = handler, connections
        self._buffer = bytearray()
        self._busy = False
        self._choked = False
        self.transport: asyncio.Transport
        self.last_used = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._connections.add(self)

    def connection_lost(self, _exc: Exception | None) -> None:
        self._connections.discard(self)
        self._buffer.clear()

    def pause_writing(self) -> None:
        self._choked = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self._choked = False
        self.transport.resume_reading()
        self._serve()

    def data_received(self, data: bytes) -> None:
        self.last_used = time.monotonic()
        self._buffer += data
        if self._busy and len(self._buffer) > _MAX_HEAD:
            self.transport.abort()  # nobody honest sends that much while waiting for an answer
            return
        self._serve()

    def _serve(self) -> None:
        while not (self._busy or self._choked or self.transport.is_closing()):
            end = self._buffer.find(b"\r\n\r\n")
            if end > _MAX_HEAD or (end < 0 and len(self._buffer) > _MAX_HEAD):
                self._refuse(431)
                return
            if end < 0:
                return
            request = parse_head(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
            if request is None:
                self._refuse(400)
            elif request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
                self._refuse(413)
            else:
                self._answer(request)

    def _refuse(self, status: int) -> None:
        self._buffer.clear()
        text = f"{status} {_REASONS[status]}\n".encode()
        self._send(Reply(status, [("Content-Type", "text/plain")], text), last=True, head_only=False)

    def _answer(self, request: Request) -> None:
        reply = self._handler(request)
        last = "close" in request.headers.get("connection", "").lower()
        head_only = request.method == "HEAD"
        if reply.delay:
            self._busy = True
            loop = asyncio.get_running_loop()
            loop.call_later(reply.delay, self._send_late, reply, last, head_only)
        else:
            self._send(reply, last=last, head_only=head_only)

    def _send_late(self, reply: Reply, last: bool, head_only: bool) -> None:
        self._busy = False
        if not self.transport.is_closing():
            self._send(reply, last=last, head_only=head_only)
            self._serve()

    def _send(self, reply: Reply, *, last: bool, head_only: bool) -> None:
        self.last_used = time.monotonic()
        lines = [f"HTTP/1.1 {reply.status} {_REASONS[reply.status]}", "Server: mekik-demo"]
        lines += [f"{name}: {value}" for name, value in reply.headers]
        if reply.status != 304:
            lines.append(f"Content-Length: {len(reply.body)}")
        if last:
            lines.append("Connection: close")
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
        self.transport.write(head if head_only or reply.status == 304 else head + reply.body)
        if last:
            self.transport.close()


class Server:
    """Listens on 127.0.0.1 from `start` to `stop`; both may be called once."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_server(("127.0.0.1", port), backlog=512)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event
        self._thread: threading.Thread | None = None

    def start(self, handler: Handler) -> None:
        ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run(handler, ready)), name="demo-web", daemon=True
        )
        self._thread.start()
        ready.wait()

    def stop(self) -> None:
        if self._loop is not None and self._thread is not None:
            with contextlib.suppress(RuntimeError):  # the loop has already ended
                self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()
        self._socket.close()

    async def _run(self, handler: Handler, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        connections: set[_Connection] = set()
        server = await self._loop.create_server(lambda: _Connection(handler, connections), sock=self._socket)
        ready.set()
        while not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _IDLE_SECONDS / 4)
            for connection in [*connections]:
                if time.monotonic() - connection.last_used > _IDLE_SECONDS:
                    connection.transport.abort()
        server.close()
        for connection in [*connections]:
            connection.transport.abort()
        await asyncio.sleep(0)
