"""Certificates, sessions and HTTP/2."""

from __future__ import annotations

from pathlib import Path

import pytest
from fetch_lab import Lab

from hostile import Authority, Connection, HostileServer, answer, h2_tricks, tls_context, tricks
from mekik.fetch import Request
from mekik.outcome import Outcome
from mekik.page import Exchange

LOGIN = {"user": "me", "password": "hush"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


def test_a_good_certificate_and_its_sessions(authority: Authority) -> None:
    context = tls_context(authority.sign("good.localhost"))
    with HostileServer(context) as server, Lab(ca_file=authority.file) as lab:
        server.on("/", tricks.cut(answer(200, b"secure")))
        url = server.root_of("good.localhost") + "/"
        for _ in range(3):
            exchange = lab.get(url)
            assert (exchange.outcome, exchange.body) == (Outcome.OK, b"secure")
        assert server.connections == 3
        assert server.resumed == 2, "later handshakes take up the first session"


@pytest.mark.parametrize("kind", ["self-signed", "expired", "foreign name"])
def test_bad_certificates_are_refused_unless_the_job_says_otherwise(
    kind: str, authority: Authority, tmp_path: Path
) -> None:
    """faults: 23"""
    signer = Authority(tmp_path) if kind == "self-signed" else authority
    name = "elsewhere.localhost" if kind == "foreign name" else "bad.localhost"
    context = tls_context(signer.sign(name, expired=kind == "expired"))
    with HostileServer(context) as server:
        server.otherwise(answer(200, b"x"))
        root = server.root_of("bad.localhost")
        login = [{"root": root, **LOGIN}]
        with Lab(ca_file=authority.file, basic_login=login) as lab:
            exchange = lab.get(root + "/")
            assert (exchange.outcome, exchange.status, exchange.body) == (Outcome.TLS_ERROR, 0, b"")
            assert exchange.reason
            assert not server.requests
        form = {"url": root + "/login", "fields": {"password": "hush"}}
        with Lab(ca_file=authority.file, verify_tls=False, basic_login=login, login=form) as lab:
            assert lab.get(root + "/").outcome is Outcome.OK
            answers: list[Exchange] = []
            lab.fetcher.login(answers.append, fields={})
            lab.run_until(lambda: answers)
            assert answers[0].outcome is Outcome.TLS_ERROR
            assert len(server.requests) == 1
            assert b"Authorization" not in server.requests[0], "an unverified server gets no credentials"


def test_a_server_that_does_not_speak_tls(authority: Authority) -> None:
    """faults: 23"""
    with HostileServer() as server, Lab(ca_file=authority.file, connect_timeout=0.5) as lab:
        server.otherwise(answer())
        exchange = lab.get(f"https://a.localhost:{server.port}/")
        assert exchange.outcome in (Outcome.TLS_ERROR, Outcome.RESET, Outcome.TIMEOUT)


def test_a_tls_connection_cut_in_the_middle(authority: Authority) -> None:
    """faults: 19"""
    context = tls_context(authority.sign("cut.localhost"))
    with HostileServer(context) as server, Lab(ca_file=authority.file) as lab:
        start = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
        server.on("/length", tricks.reset(start + b"Content-Length: 50\r\n\r\npart"))
        server.on("/open", tricks.reset(start + b"\r\npart"))
        for path in ("/length", "/open"):
            exchange = lab.get(server.root_of("cut.localhost") + path)
            assert (exchange.outcome, exchange.body, exchange.truncated) == (Outcome.DATA_LOSS, b"part", "disconnect")


@pytest.fixture(scope="module")
def h2_certificate(authority: Authority) -> tuple[str, str]:
    return authority.sign("two.localhost")


def fetch_h2(authority: Authority, certificate: tuple[str, str], behaviour: str, times: int = 1) -> list[Exchange]:
    with HostileServer(tls_context(certificate, ["h2"])) as server, Lab(ca_file=authority.file) as lab:
        server.take_over(lambda connection: h2_tricks.serve(connection, behaviour))
        url = server.root_of("two.localhost") + "/page"
        found = lab.get_all([Request(url=url) for _ in range(times)])
        assert server.connections <= times + 5, "a refused stream is tried again a few times, not for ever"
        return found


def test_http2_is_spoken(authority: Authority, h2_certificate: tuple[str, str]) -> None:
    for exchange in fetch_h2(authority, h2_certificate, "fine", times=4):
        assert (exchange.outcome, exchange.body, exchange.protocol) == (Outcome.OK, b"over h2", "h2")
        assert exchange.response_head.startswith(b"HTTP/2 200")
        assert exchange.request_head.startswith(b"GET /page HTTP/2\r\nHost: two.localhost:")


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        ("goaway", {Outcome.RESET}),
        ("reset", {Outcome.RESET}),
        ("reset in body", {Outcome.DATA_LOSS}),
        ("goaway in body", {Outcome.DATA_LOSS}),
        ("garbage", {Outcome.RESET, Outcome.PROTOCOL_ERROR}),
        ("push", {Outcome.OK, Outcome.RESET, Outcome.PROTOCOL_ERROR}),
    ],
)
def test_http2_troubles_have_an_outcome(
    behaviour: str, expected: set[Outcome], authority: Authority, h2_certificate: tuple[str, str]
) -> None:
    """faults: 24"""
    exchange = fetch_h2(authority, h2_certificate, behaviour)[0]
    assert exchange.outcome in expected, exchange.reason


def test_http2_can_be_turned_off(authority: Authority, h2_certificate: tuple[str, str]) -> None:
    context = tls_context(h2_certificate, ["h2", "http/1.1"])
    with HostileServer(context) as server, Lab(ca_file=authority.file, http2=False) as lab:
        server.otherwise(answer(200, b"one"))
        exchange = lab.get(server.root_of("two.localhost") + "/")
        assert (exchange.outcome, exchange.protocol) == (Outcome.OK, "http/1.1")


def test_the_script_sees_the_connection() -> None:
    """The server's own promise: a script that reads the path can answer by it."""
    with HostileServer() as server, Lab() as lab:

        def script(connection: Connection) -> None:
            connection.send(answer(200, connection.path.encode()))

        server.otherwise(script)
        assert lab.get(server.root + "/mirror?x").body == b"/mirror?x"
