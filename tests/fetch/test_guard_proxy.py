"""The browser's way out: nothing is connected to that the guard did not allow."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from hostile.names import NameServer
from hostile.server import HostileServer, answer
from mekik.fetch import Egress, Poller, Refusal, Resolver
from mekik.fetch.guard_proxy import GuardProxy
from mekik.outcome import Outcome

Work = Callable[["Lab"], Coroutine[Any, Any, None]]


class Lab:
    """A proxy and what it refused."""

    def __init__(self, allow: tuple[str, ...], name_server: str) -> None:
        self.poller = Poller()
        self.resolver = Resolver(self.poller, [name_server], timeout=20.0, tries=1, min_ttl=0.0)
        self.refused: list[tuple[str, Outcome]] = []
        self.proxy = GuardProxy(Egress(allow, contact_set=True), self.resolver, self.poller, self._note)

    def _note(self, url: str, refusal: Refusal) -> None:
        self.refused.append((url, refusal.outcome))

    async def ask(self, request: str, *, password: bool = True, then: bytes = b"") -> bytes:
        """All that comes back for a request line."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        token = base64.b64encode(f"{self.proxy.user}:{self.proxy.password}".encode()).decode()
        secret = f"Proxy-Authorization: Basic {token}\r\n" if password else ""
        writer.write(f"{request} HTTP/1.1\r\nHost: x.test\r\nX-Own: yes\r\n{secret}\r\n".encode())
        async with asyncio.timeout(60):
            if then:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(then)
            data = await _answer(reader)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return data


async def _answer(reader: asyncio.StreamReader) -> bytes:
    """As a client reads: to the announced end, or until the connection is closed."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        return error.partial
    length = re.search(rb"Content-Length: (\d+)", head)
    try:
        return head + (await reader.readexactly(int(length[1])) if length else await reader.read(-1))
    except asyncio.IncompleteReadError as error:
        return head + error.partial


@pytest.fixture
def names() -> Iterator[NameServer]:
    with NameServer() as running:
        yield running


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        running.on("/a.js", answer(200, b"script", content_type="text/javascript"))
        yield running


def run(work: Work, names: NameServer, allow: tuple[str, ...] = ("127.0.0.0/8",)) -> Lab:
    async def all_of_it() -> Lab:
        lab = Lab(allow, names.address)
        await lab.proxy.start()
        lab.proxy.begin(1_000_000)
        try:
            await work(lab)
        finally:
            await lab.proxy.close()
            lab.resolver.close()
            lab.poller.close()
        return lab

    return asyncio.run(all_of_it())


def test_what_is_allowed_passes_and_is_asked_as_by_a_client(server: HostileServer, names: NameServer) -> None:
    names.says("site.test", ["127.0.0.1"])
    url = server.root_of("site.test") + "/a.js"

    async def work(lab: Lab) -> None:
        lab.proxy.admit(url)
        told = await lab.ask(f"GET {url}")
        assert told.endswith(b"script")
        assert b"\r\nConnection: close\r\n" in told

    assert run(work, names).refused == []
    (request,) = server.requests
    assert request.startswith(f"GET /a.js HTTP/1.1\r\nHost: site.test:{server.port}\r\nConnection: close\r\n".encode())
    assert b"X-Own: yes" in request
    assert b"roxy-" not in request


def test_nobody_passes_without_the_password(server: HostileServer, names: NameServer) -> None:
    async def work(lab: Lab) -> None:
        lab.proxy.admit(server.root + "/")
        assert (await lab.ask(f"GET {server.root}/a.js", password=False)).startswith(b"HTTP/1.1 407")
        assert (await lab.ask(f"CONNECT 127.0.0.1:{server.port}", password=False)).startswith(b"HTTP/1.1 407")

    run(work, names)
    assert server.connections == 0


def test_only_sites_that_the_page_asks_for_and_only_while_it_is_shown(server: HostileServer, names: NameServer) -> None:
    url = server.root + "/a.js"

    async def work(lab: Lab) -> None:
        assert await lab.ask(f"GET {url}") == b""
        lab.proxy.admit(url)
        assert (await lab.ask(f"GET {url}")).endswith(b"script")
        await lab.proxy.end()
        assert await lab.ask(f"GET {url}") == b""

    run(work, names)
    assert server.connections == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:1/", "http://0x7f.1/", "http://[::1]/",
        "http://10.0.0.1/", "http://metadata.google.internal/", "http://localhost/", "http://private.test/",
        "http://mixed.test/", "http://nowhere.test/",
    ],
)  # fmt: skip
def test_private_and_metadata_addresses_are_refused(url: str, names: NameServer) -> None:
    """faults: 1, 2, 3, 5"""
    names.says("private.test", ["192.168.1.1"])
    names.says("mixed.test", ["93.184.216.34", "10.0.0.1"])
    host = url[7:].rstrip("/").partition("/")[0]

    async def work(lab: Lab) -> None:
        lab.proxy.admit(url)
        assert await lab.ask(f"GET {url}") == b""
        tunnel = host if ":" in host.rpartition("]")[2] else f"{host}:443"
        assert (await lab.ask(f"CONNECT {tunnel}")).startswith(b"HTTP/1.1 403")

    lab = run(work, names, allow=())
    assert len(lab.refused) == 2
    assert {outcome for _, outcome in lab.refused} <= {Outcome.BLOCKED_ADDRESS, Outcome.DNS_NOT_FOUND}


def test_a_name_that_changes_its_mind_is_judged_again(server: HostileServer, names: NameServer) -> None:
    """faults: 4"""
    names.says("rebind.test", ["127.0.0.1"], ["10.0.0.1"])
    url = server.root_of("rebind.test") + "/a.js"

    async def work(lab: Lab) -> None:
        lab.proxy.admit(url)
        assert (await lab.ask(f"GET {url}")).endswith(b"script")
        assert await lab.ask(f"GET {url}") == b""

    assert [outcome for _, outcome in run(work, names).refused] == [Outcome.BLOCKED_ADDRESS]
    assert server.connections == 1


def test_a_tunnel_is_for_https_alone(server: HostileServer, names: NameServer) -> None:
    async def work(lab: Lab) -> None:
        lab.proxy.admit(server.root + "/")
        for greeting in (b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", b"SSH-2.0-x\r\n", b"\x16X"):
            assert await lab.ask(f"CONNECT 127.0.0.1:{server.port}", then=greeting) == b""

    lab = run(work, names)
    assert [outcome for _, outcome in lab.refused] == [Outcome.BLOCKED_SCHEME] * 3
    assert server.connections == 0


def test_nothing_but_questions_is_passed_on(server: HostileServer, names: NameServer) -> None:
    async def work(lab: Lab) -> None:
        lab.proxy.admit(server.root + "/")
        for request in (
            f"POST {server.root}/a.js", f"DELETE {server.root}/a.js", "GET file:///etc/passwd", "GET ftp://a.test/",
            "GET /a.js", "nonsense",
        ):  # fmt: skip
            assert (await lab.ask(request))[:12] in (b"", b"HTTP/1.1 400"), request

    run(work, names)
    assert server.connections == 0


def test_a_second_question_on_a_connection_is_never_answered(server: HostileServer, names: NameServer) -> None:
    async def work(lab: Lab) -> None:
        lab.proxy.admit(server.root + "/")
        token = base64.b64encode(f"{lab.proxy.user}:{lab.proxy.password}".encode()).decode()
        request = f"GET {server.root}/a.js HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic {token}\r\n\r\n".encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", lab.proxy.port)
        writer.write(request)
        async with asyncio.timeout(60):
            assert (await reader.readuntil(b"\r\n\r\nscript")).startswith(b"HTTP/1.1 200")
            writer.write(request)
            assert await reader.read(-1) == b""
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    run(work, names)
    assert len(server.requests) == 1


def test_a_page_receives_only_so_much(server: HostileServer, names: NameServer) -> None:
    server.on("/large", answer(200, b"x" * 3_000_000))

    async def work(lab: Lab) -> None:
        lab.proxy.admit(server.root + "/")
        assert len(await lab.ask(f"GET {server.root}/large")) < 1_100_000
        assert (await lab.ask(f"GET {server.root}/a.js")).count(b"script") <= 1

    run(work, names)
