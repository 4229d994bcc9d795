"""What goes out and what the answers mean."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest
from fetch_lab import Lab

from hostile import HostileServer, NameServer, answer, tricks
from mekik.fetch import Request, retry_after
from mekik.outcome import Outcome
from mekik.page import Exchange


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (200, Outcome.OK), (203, Outcome.OK), (206, Outcome.OK), (300, Outcome.CLIENT_ERROR),
        (302, Outcome.CLIENT_ERROR), (304, Outcome.PROTOCOL_ERROR), (400, Outcome.CLIENT_ERROR),
        (401, Outcome.FORBIDDEN), (403, Outcome.FORBIDDEN), (404, Outcome.NOT_FOUND), (407, Outcome.FORBIDDEN),
        (410, Outcome.NOT_FOUND), (418, Outcome.CLIENT_ERROR), (429, Outcome.RATE_LIMITED),
        (500, Outcome.SERVER_ERROR), (503, Outcome.SERVER_ERROR), (599, Outcome.SERVER_ERROR),
        (999, Outcome.CLIENT_ERROR),
    ],
)  # fmt: skip
def test_outcomes_by_status(status: int, expected: Outcome) -> None:
    """faults: 22 (401 and 407 without a challenge)"""
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", answer(status, b"" if status == 304 else b"body")))
        assert (exchange.outcome, exchange.status) == (expected, status)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_an_outcome(status: int) -> None:
    with HostileServer() as server, Lab() as lab:
        exchange = lab.get(server.on("/", tricks.redirect("/there", status)))
        assert (exchange.outcome, exchange.headers["location"]) == (Outcome.REDIRECT, "/there")


def test_an_exchange_tells_what_happened() -> None:
    with HostileServer() as server, Lab() as lab:
        url = server.on("/", answer(200, b""))
        exchange = lab.get(url + "?q=1#fragment")
        assert (exchange.outcome, exchange.body, exchange.url) == (Outcome.OK, b"", url + "?q=1")
        assert (exchange.address, exchange.protocol) == ("127.0.0.1", "http/1.1")
        assert abs(exchange.started_at - time.time()) < 60
        assert 0 < exchange.first_byte <= exchange.elapsed + 0.01


def test_connections_are_kept_and_used_again() -> None:
    with HostileServer() as server, Lab() as lab:
        url = server.on("/", answer(200, b"x"))
        for _ in range(5):
            lab.get(url)
        assert (len(server.requests), server.connections) == (5, 1)


def test_the_request_head_is_what_was_sent() -> None:
    with HostileServer() as server, Lab(contact="https://example.org/bot") as lab:
        exchange = lab.get(server.on("/a", answer()) + "?b=%C3%A7&c=1|2")
        assert exchange.request_head == server.requests[0]
        assert exchange.request_head.startswith(b"GET /a?b=%C3%A7&c=1|2 HTTP/1.1\r\nHost: 127.0.0.1:")
        assert b"User-Agent: Mekik/9.9 (+https://example.org/bot)\r\n" in exchange.request_head
        assert b"Accept-Encoding: gzip, deflate, br\r\n" in exchange.request_head


def test_a_conditional_request_and_its_answer() -> None:
    with HostileServer() as server, Lab() as lab:
        url = server.on("/", b'HTTP/1.1 304 Not Modified\r\nETag: "2"\r\n\r\n')
        exchange = lab.get(url, etag='"1"\r\nX-Injected: yes', last_modified="Mon, 01 Jan 2024 00:00:00 GMT")
        assert (exchange.outcome, exchange.status, exchange.body) == (Outcome.NOT_MODIFIED, 304, b"")
        sent = server.requests[0]
        assert b'If-None-Match: "1"X-Injected: yes\r\n' in sent
        assert b"If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT\r\n" in sent
        assert exchange.request_head == sent
        assert lab.get(url, etag='"1"').outcome is Outcome.NOT_MODIFIED
        assert lab.get(url).outcome is Outcome.PROTOCOL_ERROR, "nothing of the last request stays"
        assert b"If-" not in server.requests[2]


@pytest.mark.parametrize(
    "tail",
    [
        "a\r\nX-Injected: 1", "a\nX-Injected: 1", "a\0b", "a\tb", "a b", "a\\b", "a\x7fb", "a\u2028b", "ü",
        "a%0d%0aX: 1", "\ud800", "a HTTP/1.1\r\nHost: evil\r\n\r\nGET /b",
    ],
)  # fmt: skip
def test_control_characters_add_no_header(tail: str) -> None:
    """faults: 13"""
    with HostileServer() as server, Lab() as lab:
        server.otherwise(answer())
        exchange = lab.get(f"{server.root}/{tail}")
        assert exchange.outcome in (Outcome.OK, Outcome.INVALID_ADDRESS)
        for sent in server.requests:
            lines = sent.removesuffix(b"\r\n\r\n").split(b"\r\n")
            assert [line.partition(b":")[0] for line in lines[1:]] == [
                b"Host", b"User-Agent", b"Accept", b"Accept-Encoding", b"Accept-Language",
            ]  # fmt: skip
            assert lines[0].count(b" ") == 2
            assert lines[0].isascii()


def test_passwords_in_addresses_go_nowhere() -> None:
    """faults: 14"""
    with HostileServer() as server, Lab() as lab:
        server.otherwise(answer(404))
        exchange = lab.get(f"http://user:hush@127.0.0.1:{server.port}/page")
        assert exchange.outcome is Outcome.NOT_FOUND
        assert "hush" not in repr(exchange)
        assert b"hush" not in server.requests[0]
        assert b"Authorization" not in server.requests[0]
        refused = lab.get("http://user:hush@10.0.0.1/")
        assert refused.outcome is Outcome.BLOCKED_ADDRESS
        assert "hush" not in repr(refused)


def test_long_addresses_have_an_outcome() -> None:
    """faults: 14"""
    with HostileServer() as server, Lab() as lab:
        server.otherwise(answer())
        query = "&".join(f"p{number}=1" for number in range(6000))
        assert lab.get(f"{server.root}/?{query}").outcome is Outcome.OK
        assert lab.get(f"{server.root}/{'a' * 1_000_000}").outcome is Outcome.INVALID_ADDRESS


def test_unwanted_types_stop_at_the_header() -> None:
    with HostileServer() as server, Lab(types=["text/html", "application/xhtml*"]) as lab:
        video = server.on("/video", tricks.flood(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", b"x" * 9999))
        exchange = lab.get(video)
        assert (exchange.outcome, exchange.body, exchange.status) == (Outcome.UNWANTED_TYPE, b"", 200)
        assert "video/mp4" in exchange.reason
        wanted = ["text/html; charset=utf-8", "TEXT/HTML", "application/xhtml+xml"]
        for number, kind in enumerate(wanted):
            assert lab.get(server.on(f"/{number}", answer(200, b"x", content_type=kind))).outcome is Outcome.OK
        empty = server.on("/empty", answer(200, b"", content_type="image/png"))
        assert lab.get(empty).outcome is Outcome.UNWANTED_TYPE
        assert lab.get(empty, purpose="robots").outcome is Outcome.OK
        assert lab.get(empty, types=("image/*",)).outcome is Outcome.OK
        assert lab.get(server.on("/none", b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")).outcome is Outcome.OK
        missing = lab.get(server.on("/missing", answer(404, b"x", content_type="image/png")))
        assert missing.outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("120", 120.0), (" 7 ", 7.0), ("0", 0.0), ("999999999999999999999", 999999999999.0), ("-5", None),
        ("soon", None), ("", None), ("1e9", None), (formatdate(1_700_000_060, usegmt=True), 60.0),
        (formatdate(1_600_000_000, usegmt=True), 0.0), ("Mon, 99 Foo 2024 99:99:99 GMT", None),
        ("Mon, 01 Jan 1 00:00:00 GMT", 0.0), ("٣", None),
    ],
)  # fmt: skip
def test_retry_after(value: str, expected: float | None) -> None:
    """faults: 22"""
    exchange = Exchange(url="http://a/", outcome=Outcome.RATE_LIMITED, headers={"retry-after": value})
    assert retry_after(exchange, 1_700_000_000.0) == expected


def test_credentials_stay_with_their_root() -> None:
    """faults: 10"""
    logins = [{"root": "http://one.localhost:{port}", "user": "me", "password": "hush"}]
    with HostileServer() as server, HostileServer() as other:
        for one in (server, other):
            one.otherwise(answer())
        root = server.root_of("one.localhost")
        logins[0]["root"] = root
        headers = {"Cookie": "key=hush", "Proxy-Authorization": "hush", "X-Key": "shared", "Bad\r\nName": "x"}
        with Lab(basic_login=logins, headers=headers, credential_roots=[root]) as lab:
            own = lab.get(root + "/")
            sent = server.requests[0]
            assert b"Authorization: Basic bWU6aHVzaA==\r\n" in sent
            assert b"Cookie: key=hush\r\n" in sent
            for name in (b"Authorization", b"Cookie", b"X-Key"):
                assert name + b": (secret)\r\n" in own.request_head
            assert b"hush" not in own.request_head
            lab.get(server.root_of("two.localhost") + "/")  # another host
            lab.get(other.root_of("one.localhost") + "/")  # another port
            for foreign in (server.requests[1], other.requests[0]):
                assert b"hush" not in foreign
                assert b"Authorization" not in foreign
                assert b"Cookie" not in foreign
                assert b"X-Key: shared" in foreign
            for sent in (*server.requests, *other.requests):
                assert b"Proxy-Authorization" not in sent


def test_the_login_form_is_sent_once_and_its_cookie_stays() -> None:
    with HostileServer() as server:
        url = server.on("/login", answer(302, b"", "Location: /", "Set-Cookie: session=hush; Path=/; HttpOnly"))
        server.on("/page", answer())
        with Lab(login={"url": url, "fields": {"user": "me", "password": "a&b=ş"}}) as lab:
            answers: list[Exchange] = []
            lab.fetcher.login(answers.append, fields={})
            lab.run_until(lambda: answers)
            assert answers[0].outcome is Outcome.REDIRECT
            sent = server.requests[0]
            assert sent.startswith(b"POST /login HTTP/1.1\r\n")
            assert sent.endswith(b"\r\n\r\nuser=me&password=a%26b%3D%C5%9F")
            assert b"password" not in answers[0].request_head
            page = lab.get(server.root + "/page")
            assert b"GET /page" in server.requests[1]
            assert b"Cookie: session=hush\r\n" in server.requests[1]
            assert b"Cookie: (secret)\r\n" in page.request_head
            assert b"hush" not in page.request_head


def test_a_proxy_carries_the_requests() -> None:
    with HostileServer() as proxy, NameServer() as names:
        proxy.otherwise(answer(200, b"by proxy"))
        names.says("proxy.test", ["127.0.0.1"])
        names.says("inside.test", ["127.0.0.2"])
        address = f"http://me:hush@proxy.test:{proxy.port}"
        with Lab(proxy=address, name_server=names.address) as lab:
            exchange = lab.get("http://known-to-the-proxy.test/page?x=1")
            assert (exchange.outcome, exchange.body) == (Outcome.OK, b"by proxy")
            sent = proxy.requests[0]
            assert sent.startswith(b"GET http://known-to-the-proxy.test/page?x=1 HTTP/1.1\r\n")
            assert b"Proxy-Authorization: Basic bWU6aHVzaA==\r\n" in sent
            shown = sent.replace(b"Basic bWU6aHVzaA==", b"(secret)")
            assert exchange.request_head == shown
            assert lab.get("http://inside.test/").outcome is Outcome.BLOCKED_ADDRESS
            assert lab.get("http://10.0.0.1/").outcome is Outcome.BLOCKED_ADDRESS
            tunnel = lab.get("https://secure.test/")
            assert tunnel.outcome in (Outcome.TLS_ERROR, Outcome.RESET, Outcome.CONNECT_FAILED, Outcome.TIMEOUT)
            assert "hush" not in repr(tunnel)


def test_the_environment_chooses_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with HostileServer() as server, HostileServer() as proxy, Lab() as lab:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.root)
        assert lab.get(server.on("/", answer())).outcome is Outcome.OK
        assert proxy.connections == 0


def test_hundreds_at_once() -> None:
    with HostileServer() as server, Lab(connections=200) as lab:
        server.otherwise(lambda connection: connection.send(answer(200, connection.path.encode())))
        exchanges = lab.get_all([Request(url=f"{server.root}/{number}") for number in range(300)])
        assert [one.body for one in exchanges] == [b"/%d" % number for number in range(300)]


def test_many_at_once_to_one_name() -> None:
    with HostileServer() as server, NameServer() as names:
        server.otherwise(answer(200, b"x"))
        names.says("one.test", ["127.0.0.1"], ttl=300)
        with Lab(name_server=names.address) as lab:
            for _ in range(3):
                exchanges = lab.get_all([Request(url=server.root_of("one.test") + "/") for _ in range(20)])
                assert {one.outcome for one in exchanges} == {Outcome.OK}
        assert names.questions["one.test"] == 1


def test_requests_can_be_started_from_done_and_closing_ends_all() -> None:
    with HostileServer() as server:
        url = server.on("/", answer(200, b"x"))
        stuck = server.on("/stuck", tricks.silent())
        seen: list[Outcome] = []
        with Lab() as lab:

            def again(request: Request, exchange: Exchange) -> None:
                seen.append(exchange.outcome)
                if len(seen) < 50:
                    lab.fetcher.start(Request(url=url if len(seen) % 2 else "ftp://x/"), again)

            lab.fetcher.start(Request(url=url), again)
            lab.run_until(lambda: len(seen) == 50)
            assert seen.count(Outcome.OK) == 26
            lab.fetcher.start(Request(url=stuck), again)
            lab.poller.run_once(0.05)
            assert lab.fetcher.active == 1
        assert len(seen) == 50


def test_an_error_in_done_costs_no_other_exchange() -> None:
    with Lab() as lab:
        seen: list[str] = []

        def done(request: Request, exchange: Exchange) -> None:
            if request.url == "ftp://a/":
                raise RuntimeError("the caller's own")
            seen.append(request.url)

        for name in "abc":
            lab.fetcher.start(Request(url=f"ftp://{name}/"), done)
        with pytest.raises(RuntimeError):
            lab.poller.run_once(0.05)
        lab.run_until(lambda: len(seen) == 2)
