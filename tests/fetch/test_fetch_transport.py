"""Servers that stall, lie, cut and flood."""

from __future__ import annotations

import gzip
import os
import time
import zlib

import pytest
from fetch_lab import Lab

from hostile import HostileServer, answer, tricks
from mekik.fetch import Request
from mekik.outcome import Outcome

HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def test_a_server_that_says_nothing_times_out() -> None:
    """faults: 16"""
    with HostileServer() as server, Lab(first_byte_timeout=0.3) as lab:
        exchange = lab.get(server.on("/", tricks.silent()))
        assert (exchange.outcome, exchange.status, exchange.truncated) == (Outcome.TIMEOUT, 0, None)
        assert "0.3 seconds" in exchange.reason


def test_a_slow_body_ends_at_the_total_deadline_with_what_came() -> None:
    """faults: 16"""
    with HostileServer() as server, Lab(timeout=1.5) as lab:
        exchange = lab.get(server.on("/", tricks.drip(HTML + b"\r\nstart", every=0.02)))
        assert (exchange.outcome, exchange.truncated, exchange.status) == (Outcome.TIMEOUT, "time", 200)
        assert exchange.body.startswith(b"startx")


def test_a_slow_header_ends_at_the_total_deadline() -> None:
    """faults: 16"""
    with HostileServer() as server, Lab(timeout=0.5) as lab:
        exchange = lab.get(server.on("/", tricks.drip(b"HTTP/1.1 200 OK\r\nX-Slow: ", every=0.02)))
        assert exchange.outcome is Outcome.TIMEOUT
        assert exchange.body == b""


def test_a_transfer_below_the_low_speed_is_given_up() -> None:
    """faults: 16"""
    with HostileServer() as server, Lab(low_speed=1000, low_speed_time=1) as lab:
        exchange = lab.get(server.on("/", tricks.drip(HTML + b"\r\n", every=0.1)))
        assert (exchange.outcome, exchange.truncated) == (Outcome.TIMEOUT, "time")
        assert "1000 bytes" in exchange.reason


def test_a_stalled_server_does_not_hold_up_the_others() -> None:
    """faults: 16"""
    with HostileServer() as server, Lab(first_byte_timeout=2) as lab:
        stuck = server.on("/stuck", tricks.silent())
        fine = server.on("/fine", answer(200, b"fine"))
        exchanges = lab.get_all([Request(url=url) for url in [stuck] * 5 + [fine] * 20])
        assert [one.outcome for one in exchanges] == [Outcome.TIMEOUT] * 5 + [Outcome.OK] * 20


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (HTML + b"\r\n", b"x" * 10_000),
        (HTML + b"Transfer-Encoding: chunked\r\n\r\n", chunk(b"x" * 10_000)),
        (HTML + b"Content-Length: 99999999999\r\n\r\n", b"x" * 10_000),
    ],
)
def test_an_endless_body_is_cut_at_the_limit(start: bytes, piece: bytes) -> None:
    """faults: 17"""
    with HostileServer() as server, Lab(max_size=50_001) as lab:
        exchange = lab.get(server.on("/", tricks.flood(start, piece)))
        assert (exchange.outcome, exchange.truncated) == (Outcome.TRUNCATED, "length")
        assert exchange.body == b"x" * 50_001
        assert lab.get(server.on("/", tricks.flood(start, piece)), max_size=5_000).body == b"x" * 5_000


def test_a_body_of_exactly_the_limit_is_whole_and_an_error_page_keeps_its_outcome() -> None:
    """faults: 17"""
    with HostileServer() as server, Lab(max_size=2000) as lab:
        exact = lab.get(server.on("/exact", answer(200, b"x" * 2000)))
        assert (exact.outcome, exact.truncated, len(exact.body)) == (Outcome.OK, None, 2000)
        missing = lab.get(server.on("/missing", answer(404, b"x" * 3000)))
        assert (missing.outcome, missing.truncated, len(missing.body)) == (Outcome.NOT_FOUND, "length", 2000)


@pytest.mark.parametrize(
    ("name", "data", "body"),
    [
        ("too large", HTML + b"Content-Length: 100\r\n\r\nshort", b"short"),
        ("negative", HTML + b"Content-Length: -5\r\n\r\nshort", b""),
        ("no number", HTML + b"Content-Length: many\r\n\r\nshort", b""),
        ("duplicate", HTML + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\nshort", None),
        ("with chunks", HTML + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n0\r\n\r\n", None),
        ("cut chunk", HTML + b"Transfer-Encoding: chunked\r\n\r\nff\r\nshort", b"short"),
        ("no last chunk", HTML + b"Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n", b"short"),
        ("broken chunk", HTML + b"Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\nzz\r\nmore", b"short"),
        ("huge chunk", HTML + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\nshort", b""),
    ],
)  # fmt: skip
def test_lengths_that_lie_are_data_loss(name: str, data: bytes, body: bytes | None) -> None:
    """faults: 18 19"""
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", tricks.cut(data)))
        assert exchange.outcome is Outcome.DATA_LOSS, (name, exchange.reason)
        assert exchange.outcome.passing, "the frontier tries again"
        if body is not None:
            assert exchange.body == body
        assert exchange.truncated == ("disconnect" if exchange.body else None)


def test_lengths_that_agree_are_fine() -> None:
    """faults: 18"""
    with HostileServer() as server, Lab() as lab:
        chunked = HTML + b"Transfer-Encoding: chunked\r\nX: y\r\n\r\n" + chunk(b"hello") + b"0\r\nX-Trailer: t\r\n\r\n"
        cases = {
            "/twice": HTML + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
            "/chunked": chunked,
            "/too-small": HTML + b"Content-Length: 5\r\n\r\nhello and more",
        }
        for path, data in cases.items():
            exchange = lab.get(server.on(path, tricks.cut(data)))
            assert (exchange.outcome, exchange.body) == (Outcome.OK, b"hello"), (path, exchange.reason)
            assert b"X-Trailer" not in exchange.response_head
            assert exchange.response_head.endswith(b"\r\n\r\n")


def test_a_reset_before_and_in_the_middle_of_the_answer() -> None:
    """faults: 19"""
    with HostileServer() as server, Lab() as lab:
        early = lab.get(server.on("/early", tricks.reset()))
        assert (early.outcome, early.status) == (Outcome.RESET, 0)
        late = lab.get(server.on("/late", tricks.reset(HTML + b"Content-Length: 99\r\n\r\npart")))
        assert (late.outcome, late.body, late.truncated) == (Outcome.DATA_LOSS, b"part", "disconnect")
        closed = lab.get(server.on("/closed", tricks.cut(b"")))
        assert closed.outcome is Outcome.RESET
        assert all(one.outcome.passing for one in (early, late, closed))


def test_nobody_listens() -> None:
    with HostileServer() as server:
        port = server.port
    with Lab() as lab:
        assert lab.get(f"http://127.0.0.1:{port}/").outcome is Outcome.CONNECT_FAILED


def test_bodies_arrive_as_they_were_sent() -> None:
    """faults: 20"""
    bomb = gzip.compress(bytes(20_000_000), 9)
    samples = {"gzip": bomb, "gzip, gzip": gzip.compress(bomb), "deflate": zlib.compress(b"x") + b"garbage", "br": b"?"}
    with HostileServer() as server, Lab(max_size=1_000_000) as lab:
        for encoding, data in samples.items():
            exchange = lab.get(server.on("/", answer(200, data, f"Content-Encoding: {encoding}")))
            assert (exchange.outcome, exchange.body) == (Outcome.OK, data)
            assert exchange.headers["content-encoding"] == encoding


@pytest.mark.parametrize(
    "fields",
    [
        b"X-Big: " + b"a" * 1_000_000 + b"\r\n",
        b"".join(b"X-%d: a\r\n" % number for number in range(10_000)),
        b"".join(b"X-%d: %s\r\n" % (number, b"a" * 900) for number in range(400)),
    ],
)
def test_huge_headers_have_an_outcome(fields: bytes) -> None:
    """faults: 21"""
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", tricks.cut(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\nbody")))
        assert exchange.outcome is Outcome.HEADER_TOO_LARGE, exchange.reason
        assert exchange.body == b""


def test_the_header_limit_is_a_setting() -> None:
    """faults: 21"""
    with HostileServer() as server, Lab(max_header_size=2048) as lab:
        for path, body in (("/body", b"body"), ("/empty", b"")):
            exchange = lab.get(server.on(path, answer(200, body, "X-Big: " + "a" * 3000)))
            assert exchange.outcome is Outcome.HEADER_TOO_LARGE
        assert lab.get(server.on("/small", answer(200, b"", "X-Small: a"))).outcome is Outcome.OK


def test_odd_headers_are_kept_as_they_came() -> None:
    """faults: 21 25"""
    odd = b"X-Latin: \xe7\xfe\xff\r\nX-Odd name : v\r\nX-Twice: 1\r\nx-twice: 2\r\n__class__: os\r\n"
    head = b"HTTP/1.1 200\r\nContent-Type: text/html\r\n" + odd + b"Content-Length: 2\r\n\r\n"
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", tricks.cut(head + b"ok")))
        assert (exchange.outcome, exchange.status, exchange.body) == (Outcome.OK, 200, b"ok")
        assert exchange.response_head == head
        assert exchange.headers["x-twice"] == "1, 2"
        assert exchange.headers["x-latin"] == "çþÿ"
        assert exchange.headers["__class__"] == "os"
        folded = lab.get(server.on("/fold", tricks.cut(HTML + b"X-Fold: a\r\n\t b\r\nContent-Length: 2\r\n\r\nok")))
        assert (folded.outcome, folded.headers["x-fold"]) == (Outcome.OK, "a b")


@pytest.mark.parametrize(
    "data",
    [
        b"<html>no header at all</html>",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/9.9 200 OK\r\n\r\n",
        b"\0\0\0\0\0",
        HTML + b"no colon\r\n\r\n",
        b"HTTP/1.1 999999 X\r\n\r\n",
    ],
)
def test_what_is_not_http_is_a_protocol_error(data: bytes) -> None:
    """faults: 21"""
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", tricks.cut(data)))
        assert exchange.outcome is Outcome.PROTOCOL_ERROR, exchange.reason


def test_interim_answers_are_not_the_answer() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", early + answer(200, b"real")))
        assert (exchange.status, exchange.body) == (200, b"real")
        assert exchange.response_head.startswith(b"HTTP/1.1 200")
        assert "link" not in exchange.headers


def test_many_requests_leave_nothing_open() -> None:
    """faults: 16 24"""
    with HostileServer() as server, Lab() as lab:
        fine = server.on("/fine", answer(200, b"x" * 500))
        urls = [
            fine,
            server.on("/cut", tricks.cut(HTML + b"Content-Length: 9\r\n\r\nx")),
            server.on("/rst", tricks.reset()),
        ]
        lab.get_all([Request(url=url) for url in urls * 10])
        before = len(os.listdir("/proc/self/fd"))
        lab.get_all([Request(url=url) for url in urls * 60])
        # Server and client live in this process: what stays open are idle connections, not one for each request.
        assert len(os.listdir("/proc/self/fd")) <= before + 150
    end = time.monotonic() + 60  # the server's threads close their ends when they get to it
    while len(os.listdir("/proc/self/fd")) >= before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(os.listdir("/proc/self/fd")) < before
