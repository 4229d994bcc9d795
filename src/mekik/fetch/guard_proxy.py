"""The only way out for a browser: a small proxy on loopback that judges every connection as `Egress` says.

The browser is told to use it for everything, and resolves no name itself. Names are looked up here, every address is
checked, and the connection goes to what was checked. Who does not know the password is turned away: that leaves the
browser's own chatter with its maker outside. So does what `admit` was not told of, and what comes when no page is
being shown. A tunnel must begin with a TLS greeting, so nothing but https comes through.

This runs on asyncio, in the browser's helper process and nowhere else.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

from mekik.fetch.egress import Egress
from mekik.fetch.poller import Poller
from mekik.fetch.resolver import Resolver
from mekik.fetch.target import Refusal, Target, split
from mekik.outcome import Outcome

_HEAD = 65_536
_PIECE = 65_536
_PATIENCE = 10.0
"""Until a head has come or a connection stands, in seconds."""
_LOOK = 0.005
_TLS_GREETING = b"\x16\x03"
_METHODS = {"GET", "HEAD", "OPTIONS"}
_OUR_OWN = (b"proxy-", b"connection:", b"keep-alive:", b"host:", b"upgrade:", b"te:", b"trailer:")
_CONNECTIONS = 64
_MOST_ADDRESSES = 4
_MOST_ASKED = 1_000_000
"""Bytes that one connection may carry to a server."""

Refused = Callable[[str, Refusal], None]


class _Way(NamedTuple):
    target: Target
    addresses: list[str]
    """All checked."""


class GuardProxy:
    """`begin` lets a page in, `end` cuts off all that it left open; between them `admit` names the sites it may ask."""

    def __init__(self, egress: Egress, resolver: Resolver, poller: Poller, refused: Refused = lambda url, why: None):
        """`poller` is the one that `resolver` works on. `refused` hears of what was turned away by the guard."""
        self._egress, self._resolver, self._poller, self._refused = egress, resolver, poller, refused
        self.user, self.password = "mekik", secrets.token_urlsafe(24)
        self._secret = b"Basic " + base64.b64encode(f"{self.user}:{self.password}".encode())
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._admitted: set[str] = set()
        self._open = False
        self._left = 0
        self.received = 0
        """Bytes that came for the present page."""
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_HEAD)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        await self.end()
        if self._server is not None:
            self._server.close()

    def begin(self, max_bytes: int) -> None:
        self._open, self._left, self.received = True, max_bytes, 0
        self._admitted.clear()

    def admit(self, url: str) -> None:
        """Requests to the site of this address may pass, if the guard agrees."""
        target = split(url)
        if isinstance(target, Target):
            self._admitted.add(_site(target))

    async def end(self) -> None:
        self._open = False
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # connections that were ended are closed at the next turn of the loop

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    head = await reader.readuntil(b"\r\n\r\n")
                await self._answer(head, reader, writer)
        except asyncio.CancelledError:
            pass  # the page is done with
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = head[:-4].split(b"\r\n")
        if not any(map(self._is_password, lines[1:])):
            await _say(writer, 407, 'Proxy-Authenticate: Basic realm="mekik"\r\n')
            return
        words = lines[0].decode("latin-1").split(" ")
        if len(words) != 3 or len(self._tasks) > _CONNECTIONS:
            await _say(writer, 400)
            return
        method, asked, _ = words
        way = await self._judge(method, asked)
        if isinstance(way, Refusal):
            self._refused(asked[:500], way)
            if method == "CONNECT":
                await _say(writer, 403)
            # In the open any answer would pass for the site's own, so there is none.
        elif method == "CONNECT":
            await self._tunnel(way, reader, writer)
        else:
            await self._pass_on(_rewritten(method, way.target, lines), way, reader, writer, tunnel=False)

    def _is_password(self, line: bytes) -> bool:
        name, _, value = line.partition(b":")
        return name.lower() == b"proxy-authorization" and hmac.compare_digest(value.strip(), self._secret)

    async def _judge(self, method: str, asked: str) -> _Way | Refusal:
        """Where to connect to, or why not."""
        target = split(f"https://{asked}/" if method == "CONNECT" else asked)
        if isinstance(target, Refusal):
            return target
        if method != "CONNECT" and (target.root.scheme != "http" or method not in _METHODS):
            return Refusal(Outcome.BLOCKED_SCHEME, f"{method[:20]} {target.root.scheme} is not passed on.")
        if not self._open or _site(target) not in self._admitted:
            return Refusal(Outcome.BLOCKED_ADDRESS, "The page did not ask for this site.")
        found = await self._look_up(target)
        return found if isinstance(found, Refusal) else _Way(target, found[:_MOST_ADDRESSES])

    async def _look_up(self, target: Target) -> list[str] | Refusal:
        refusal = self._egress.check_host(target.host, target.literal)
        if refusal is not None:
            return refusal
        if target.literal:
            return [target.host.strip("[]")]
        answer: list[tuple[list[str] | None, Outcome, str]] = []
        self._resolver.resolve(target.host, lambda *told: answer.append(told))
        async with asyncio.timeout(_PATIENCE):
            while not answer:
                self._poller.run_once(0)
                await asyncio.sleep(_LOOK)
        addresses, outcome, reason = answer[0]
        if addresses is None:
            return Refusal(outcome, reason)
        return self._egress.check_addresses(target.host, addresses) or addresses

    async def _tunnel(self, way: _Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _say(writer, 200)
        async with asyncio.timeout(_PATIENCE):
            first = await reader.read(_PIECE)
        if not first or not first.startswith(_TLS_GREETING[: len(first)]):
            self._refused(way.target.url, Refusal(Outcome.BLOCKED_SCHEME, "Only https goes through a tunnel."))
            return
        await self._pass_on(first, way, reader, writer, tunnel=True)

    async def _pass_on(
        self, first: bytes, way: _Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, tunnel: bool
    ) -> None:
        """To one of the checked addresses and to nothing else, both ways until one side has enough."""
        for address in way.addresses:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    theirs, ours = await asyncio.open_connection(address, way.target.root.port, limit=_HEAD * 4)
                break
        else:
            return
        # Another question on the same connection would be for whom it likes, so in the open there is but one.
        upward = asyncio.create_task(_copy(reader, ours) if tunnel else _wait_for_end(reader, ours))
        try:
            ours.write(first)
            if not tunnel:
                writer.write(_closing(await theirs.readuntil(b"\r\n\r\n")))
            while piece := await theirs.read(_PIECE):
                self._left -= len(piece)
                self.received += len(piece)
                if self._left < 0:
                    break
                writer.write(piece)
                await writer.drain()
        finally:
            upward.cancel()
            ours.transport.abort()
            await asyncio.gather(upward, return_exceptions=True)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What the browser sends: questions, which are short."""
    left = _MOST_ASKED
    while left > 0 and (piece := await reader.read(_PIECE)):
        left -= len(piece)
        writer.write(piece)
        await writer.drain()


async def _wait_for_end(reader: asyncio.StreamReader, ours: asyncio.StreamWriter) -> None:
    """The browser has its answer, or has gone, or asks something more: this connection is done with."""
    await reader.read(1)
    ours.transport.abort()


async def _say(writer: asyncio.StreamWriter, status: int, more: str = "") -> None:
    end = "" if status == 200 else "Content-Length: 0\r\nConnection: close\r\n"
    writer.write(f"HTTP/1.1 {status} X\r\n{more}{end}\r\n".encode())
    await writer.drain()


def _site(target: Target) -> str:
    """A redirect from http to https of one host stays on the site."""
    return target.host if target.root.port in (80, 443) else f"{target.host}:{target.root.port}"


def _rewritten(method: str, target: Target, lines: list[bytes]) -> bytes:
    """As the server itself is asked, one request for each connection."""
    kept = [line for line in lines[1:] if not line.lower().startswith(_OUR_OWN)]
    first = [f"{method} {target.path} HTTP/1.1", f"Host: {target.root.authority}", "Connection: close"]
    return b"\r\n".join([*(line.encode("latin-1") for line in first), *kept, b"", b""])


def _closing(head: bytes) -> bytes:
    """The head of an answer, made the last one of its connection."""
    lines = [line for line in head[:-4].split(b"\r\n") if not line.lower().startswith(_OUR_OWN)]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""])
