"""The demo web's server: conditional requests, a log, garbage, crowds, and a clean end."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from demo_client import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from free_ports import free_pair
from mekik.lab.demo import DemoWeb, Truth
from mekik.lab.demo.server import parse_head

HOST = "www.gazete.localhost"


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(slow=0.05) as served:
        yield served


def raw(web: DemoWeb, data: bytes) -> bytes:
    """All that the server says to these bytes before it closes."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=60) as connection:
        with contextlib.suppress(OSError):  # a flood may be cut off while it is sent
            connection.sendall(data)
        answer = bytearray()
        try:
            while piece := connection.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass
        return bytes(answer)


def test_every_page_answers_conditional_requests(web: DemoWeb) -> None:
    client = Client(web)
    for truth in web.truth():
        got = client.get(truth.url)
        if got.status != 200 or truth.kind == "trap":
            continue
        same = client.get(truth.url, If_None_Match=got.headers["etag"])
        assert (same.status, same.body) == (304, b""), truth.url
        assert same.headers["etag"] == got.headers["etag"]
        assert client.get(truth.url, If_Modified_Since=got.headers["last-modified"]).status == 304
        assert client.get(truth.url, If_None_Match='"other"').status == 200
        assert client.get(truth.url, If_Modified_Since="Mon, 01 Jan 2001 00:00:00 GMT").status == 200
        assert client.get(truth.url, If_Modified_Since="yesterday").status == 200
    client.close()


def test_requests_are_logged_in_order(web: DemoWeb) -> None:
    web.forget_requests()
    client = Client(web)
    client.get(web.url(HOST, "/gundem/kopru"), User_Agent="Mekik/0 (+test)")
    client.get(web.url(HOST, "/~editor/"))
    client.get(web.url("museum.localhost", "/nowhere"))
    client.close()
    rows = [row[1:] for row in web.requests]
    assert rows == [(HOST, "/gundem/kopru", 200, "Mekik/0 (+test)"), (HOST, "/~editor/", 200, ""),
                    ("museum.localhost", "/nowhere", 404, "")]  # fmt: skip
    times = [row[0] for row in web.requests]
    assert times == sorted(times)
    assert web.hits("/%7Eeditor/") == 1
    assert web.hits("/nowhere", host=HOST) == 0


def test_head_has_the_headers_and_no_body(web: DemoWeb) -> None:
    client = Client(web)
    head, whole = client.get(web.url(HOST), "HEAD"), client.get(web.url(HOST))
    assert head.body == b""
    assert head.headers["content-length"] == str(len(whole.body))
    assert client.get(web.url(HOST), "DELETE").status == 405
    client.close()


def test_unknown_hosts_are_shown_the_directory_and_nothing_else(web: DemoWeb) -> None:
    client = Client(web)
    home = client.get(f"http://127.0.0.1:{web.port}/")
    assert home.status == 200
    assert web.url(HOST).encode() in home.body
    assert client.get(f"http://nobody.localhost:{web.port}/gundem/").status == 404
    client.close()


def test_pipelined_requests_are_answered_in_order(web: DemoWeb) -> None:
    paths = ["/tour", "/objects/kettle", "/nowhere"]
    request = "".join(f"GET {path} HTTP/1.1\r\nHost: museum.localhost\r\n\r\n" for path in paths[:-1])
    request += f"GET {paths[-1]} HTTP/1.1\r\nHost: museum.localhost\r\nConnection: close\r\n\r\n"
    answer = raw(web, request.encode())
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"200", b"404"]
    assert answer.index(b"The slow tour</title>") < answer.index(b"A whistling kettle</title>")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\r\n\r\n", b"400"),
        (b"GET\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost a\r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", b"431"),
        (b"A" * 1_000_000, b"431"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", b"413"),
        (b"GET /%ff%00%zz?%=&&=%e HTTP/1.1\r\nHost: \xff\xfe\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET http://museum.localhost/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"200"),
    ],
)
def test_garbage_gets_an_answer_and_costs_nobody_else(web: DemoWeb, data: bytes, status: bytes) -> None:
    answer = raw(web, data)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 " + status), answer[:100]
    assert len(data) > 500_000 or answer, "only a flood may be cut off without a word"
    client = Client(web)
    assert client.get(web.url(HOST)).status == 200
    client.close()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_no_header_block_upsets_the_parser(head: bytes) -> None:
    request = parse_head(head)
    assert request is None or request.target.startswith("/")


@settings(max_examples=200, deadline=None)
@given(target=st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40))
def test_any_target_is_answered(web: DemoWeb, target: str) -> None:
    answer = raw(web, f"GET /{target} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
    assert re.match(rb"HTTP/1.1 (200|301|400|404) ", answer), answer[:100]


def test_a_client_that_never_reads_does_not_stop_the_others(web: DemoWeb) -> None:
    request = b"GET / HTTP/1.1\r\nHost: museum.localhost\r\n\r\n"
    flood = memoryview(request * 20_000)
    wanted, sent = 60_000_000, 0  # far more than the kernel keeps for a connection
    with socket.create_connection(("127.0.0.1", web.port), timeout=0.3) as deaf:
        with contextlib.suppress(TimeoutError, ConnectionError):
            while sent < wanted:
                sent += deaf.send(flood[sent % len(request) :])
        assert sent < wanted, "the server kept reading what it could not answer"
        client = Client(web)
        assert client.get(web.url(HOST)).status == 200
        client.close()


def test_many_connections_at_once(web: DemoWeb) -> None:
    urls = [truth.url for truth in web.truth() if truth.kind in ("page", "slow")]

    def visit(_: int) -> int:
        client = Client(web)
        good = sum(client.get(url).status == 200 for url in urls[:20])
        client.close()
        return good

    idle = [socket.create_connection(("127.0.0.1", web.port)) for _ in range(200)]
    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(visit, range(64))) == [20] * 64
    for connection in idle:
        connection.close()


def test_it_stops_cleanly_with_connections_open() -> None:
    before = {thread.ident for thread in threading.enumerate()}
    with DemoWeb(free_pair(), slow=30.0) as web:
        waiting = socket.create_connection(("127.0.0.1", web.port), timeout=60)
        waiting.sendall(b"GET /tour HTTP/1.1\r\nHost: museum.localhost\r\n\r\n")
        while not web.requests:
            time.sleep(0.005)
        port = web.port
    assert {thread.ident for thread in threading.enumerate()} == before
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", port), timeout=60)
    with contextlib.suppress(ConnectionResetError):
        assert waiting.recv(10) == b""
    waiting.close()
    with DemoWeb(port) as again:
        assert again.port == port


def test_as_a_program_it_prints_its_seeds_and_stops_on_a_signal() -> None:
    command = [sys.executable, "-m", "mekik.lab.demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seeds = [process.stdout.readline().strip() for _ in range(6)]
        assert all(re.fullmatch(r"http://[a-z.]+\.localhost:\d+/", seed) for seed in seeds), seeds
        assert seeds[0].startswith(f"http://{HOST}:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_as_a_program_it_prints_the_truth() -> None:
    command = [sys.executable, "-m", "mekik.lab.demo", "--port", "0", "--truth"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    labels = [msgspec.json.decode(line, type=Truth) for line in done.stdout.splitlines()]
    assert len(labels) > 200


def test_as_a_program_it_says_when_the_port_is_taken(web: DemoWeb) -> None:
    command = [sys.executable, "-m", "mekik.lab.demo", "--port", str(web.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Try --port 0" in done.stderr
