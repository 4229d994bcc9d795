"""Bytes on the wire: odd requests, slow ones, paths that climb. By raw sockets, to a server as `mekik serve` has it."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from mekik.web import Site, make_app
from mekik.web.serving import listen, web_config
from web_kit import prepared

KEEP = "Host: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    path = tmp_path_factory.mktemp("wire")
    shutil.copytree(prepared(), path, dirs_exist_ok=True)
    (path / "secret.txt").write_text("a secret of the data directory")
    site = Site.open(path)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(web_config(make_app(site)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(20)
    site.close()


def send(port: int, data: bytes, wait: float = 60.0) -> bytes:
    """All that comes back, until the server closes or nothing more comes."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        connection.settimeout(wait)
        try:
            connection.sendall(data)
            while piece := connection.recv(65536):
                received += piece
        except (TimeoutError, ConnectionResetError, BrokenPipeError):
            pass
    return received


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def ask(line: str, more: str = KEEP, body: bytes = b"") -> bytes:
    return f"{line} HTTP/1.1\r\n{more}Connection: close\r\n\r\n".encode("latin-1") + body


@pytest.mark.parametrize(
    "path",
    [
        "/static/../accounts.sqlite", "/static/..%2faccounts.sqlite", "/static/%2e%2e/%2e%2e/accounts.sqlite",
        "/static/..%5caccounts.sqlite", "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/....//secret.txt",
        "/static/style.css/../../site.py", "/static/%00", "/static/style.css%00.png", "/../../etc/passwd",
        "/static/..%252f..%252fsite.py", "//etc/passwd", "/static/" + "a/" * 2000, "/api/v1/jobs/..%2f..%2faccounts",
        "/api/v1/jobs/%2e%2e/status", "/static/CON", "/static/" + "x" * 300,
    ],
)  # fmt: skip
def test_no_path_leads_out(port: int, path: str) -> None:
    """faults: 58"""
    answer = send(port, ask(f"GET {path}"))
    assert status(answer) in (400, 404), answer[:200]
    for told in (b"root:", b"SQLite format", b"a secret of", b"import ", b"Traceback", b"/site-packages/"):
        assert told not in answer


@pytest.mark.parametrize(
    "request_bytes",
    [
        # two lengths, and a length beside chunks: what a server in front may read differently
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nContent-Length: 30\r\n\r\nname",
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        # names: none, two, with a path, with a user, with spaces
        b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example:8642\r\n\r\n", b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        # lines and headers that are none
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX Y: 1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        b"G\x00T / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\r\n" * 100 + b"x",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: " + b"a" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ],
)  # fmt: skip
def test_an_odd_request_is_refused_and_only_once(port: int, request_bytes: bytes) -> None:
    """faults: 21, 68. One answer at most, never that of a request that was hidden in another."""
    answer = send(port, request_bytes, wait=1.5)
    assert status(answer) in (0, 400, 401, 403, 404, 411, 413, 414, 431, 501), answer[:200]
    assert answer.count(b"HTTP/1.1 2") == 0
    assert b"mekik_requests_total" not in answer
    assert b"Traceback" not in answer
    assert status(send(port, ask("GET /healthz"))) == 200


def test_a_foreign_name_is_never_repeated(port: int) -> None:
    """faults: 68. Neither in a link nor in a redirect."""
    answer = send(
        port, ask("GET /sign-in", "Host: 127.0.0.1\r\nX-Forwarded-Host: evil.example\r\nAccept: text/html\r\n")
    )
    assert status(answer) == 200
    assert b"evil.example" not in answer


def test_a_slow_client_takes_nobody_elses_time(port: int) -> None:
    """faults: 16. Two hundred that send a byte now and then; others are answered at once."""
    slow = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(200)]
    try:
        for connection in slow:
            connection.sendall(b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nn")
        answers = [status(send(port, ask("GET /healthz"))) for _ in range(20)]
        assert answers == [200] * 20
    finally:
        for connection in slow:
            connection.close()


def test_a_client_that_never_finishes_its_request_is_let_go(port: int) -> None:
    """faults: 16"""
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        connection.settimeout(60)
        began = time.monotonic()
        while connection.recv(4096):
            pass
        assert time.monotonic() - began < 50


def test_a_body_that_is_too_large_is_not_waited_for(port: int) -> None:
    """faults: 55. A gigabyte that is announced is refused before it comes."""
    more = KEEP + "Origin: http://127.0.0.1\r\nContent-Length: 1000000000\r\n"
    assert status(send(port, ask("POST /sign-in", more, b"name=x"))) == 413


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"settings":{"a":'])
def test_json_that_never_closes_is_a_mistake_of_the_sender(port: int, opening: bytes) -> None:
    """faults: 55"""
    body = opening * 100_000
    more = f"{KEEP}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    assert status(send(port, ask("POST /api/v1/jobs", more, body))) in (400, 401)
