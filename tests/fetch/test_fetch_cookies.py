"""The cookie jar, through the client and by itself."""

from __future__ import annotations

import pytest
from fetch_lab import Lab
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hostile import HostileServer, answer
from mekik.fetch.cookies import CookieJar
from mekik.fetch.target import Root, Target, split


def root(url: str) -> Root:
    target = split(url + "/")
    assert isinstance(target, Target)
    return target.root


def sent(line: str, to: str, path: str = "/", *, by: str = "https://www.example.co.uk", at: str = "/a/b") -> str:
    jar = CookieJar()
    jar.store(root(by), at, [line])
    return jar.header(root(to), path)


@pytest.mark.parametrize("domain", ["co.uk", ".co.uk", "uk", "com.tr", "github.io", "localhost", "test"])
def test_cookies_for_a_public_suffix_are_ignored(domain: str) -> None:
    """faults: 11"""
    line = f"a=1; Domain={domain}; Path=/"
    suffix = domain.lstrip(".")
    assert sent(line, f"https://other.{suffix}", by=f"https://victim.{suffix}") == ""
    assert sent(line, f"https://www.victim.{suffix}", by=f"https://victim.{suffix}") == ""


@pytest.mark.parametrize(
    ("line", "to", "path", "expected"),
    [
        ("a=1; Path=/", "https://www.example.co.uk", "/", "a=1"),
        ("a=1; Path=/", "https://www.example.co.uk", "/x?y=1", "a=1"),
        ("a=1; Path=/", "https://shop.example.co.uk", "/", ""),
        ("a=1; Domain=example.co.uk; Path=/", "https://shop.example.co.uk", "/", "a=1"),
        ("a=1; Domain=.EXAMPLE.co.uk; Path=/", "https://example.co.uk", "/", "a=1"),
        ("a=1; Domain=shop.example.co.uk; Path=/", "https://shop.example.co.uk", "/", ""),
        ("a=1; Domain=evil.org; Path=/", "https://evil.org", "/", ""),
        ("a=1; Domain=ample.co.uk; Path=/", "https://ample.co.uk", "/", ""),
        ("a=1", "https://www.example.co.uk", "/a/c", "a=1"),
        ("a=1", "https://www.example.co.uk", "/ab", ""),
        ("a=1; Path=/a/b", "https://www.example.co.uk", "/a/b/c", "a=1"),
        ("a=1; Path=/a/b", "https://www.example.co.uk", "/a/bc", ""),
        ("a=1; Path=/", "http://www.example.co.uk", "/", ""),
        ("a=1; Path=/", "https://www.example.co.uk:8443", "/", ""),
        ("a=1; Path=/; Max-Age=0", "https://www.example.co.uk", "/", ""),
        ("a=1; Path=/; Max-Age=-1", "https://www.example.co.uk", "/", ""),
        ("a=1; Path=/; Max-Age=60; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "https://www.example.co.uk", "/", "a=1"),
        ("a=1; Path=/; Expires=Wed, 09-Jun-2021 10:18:14 GMT", "https://www.example.co.uk", "/", ""),
        ("a=1; Path=/; Expires=nonsense", "https://www.example.co.uk", "/", "a=1"),
        ("__Host-a=1; Path=/; Secure", "https://www.example.co.uk", "/", "__Host-a=1"),
        ("__Host-a=1; Domain=example.co.uk; Path=/; Secure", "https://www.example.co.uk", "/", ""),
        ("a=1\r\nX: y; Path=/", "https://www.example.co.uk", "/", ""),
        ("a=" + "x" * 5000 + "; Path=/", "https://www.example.co.uk", "/", ""),
        ("", "https://www.example.co.uk", "/", ""),
        ("=; Path=/", "https://www.example.co.uk", "/", ""),
    ],
)  # fmt: skip
def test_who_gets_a_cookie(line: str, to: str, path: str, expected: str) -> None:
    """faults: 10 (change of host, scheme and port)"""
    assert sent(line, to, path) == expected


def test_an_insecure_server_sets_no_secure_cookie() -> None:
    assert sent("a=1; Path=/; Secure", "https://example.org", by="http://example.org") == ""
    assert sent("__Secure-a=1; Path=/", "http://example.org", by="http://example.org") == ""
    assert sent("a=1; Path=/", "https://example.org", by="http://example.org") == "a=1"


def test_cookies_are_replaced_deleted_and_sorted_by_path() -> None:
    jar, site = CookieJar(), root("https://example.org")
    jar.store(site, "/", ["a=1; Path=/", "b=2; Path=/deep", "a=3; Path=/"])
    assert jar.header(site, "/deep/x") == "b=2; a=3"
    jar.store(site, "/", ["a=; Path=/; Max-Age=0"])
    assert jar.header(site, "/deep/x") == "b=2"


def test_the_jar_is_bounded() -> None:
    jar = CookieJar(max_sites=30)
    for number in range(100):
        jar.store(root(f"http://site{number}.example"), "/", ["a=1"])
    assert len(jar) == 30
    assert jar.header(root("http://site99.example"), "/") == "a=1"
    site = root("http://greedy.example")
    for number in range(20):
        jar.store(site, "/", [f"c{number}-{piece}=1" for piece in range(100)])
    assert len(jar.header(site, "/").split("; ")) <= 50


@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=20))
@examples(max_examples=200, deadline=None)
def test_any_line_leaves_a_header_of_one_line(lines: list[str], path: str) -> None:
    jar, site = CookieJar(), root("http://example.org")
    jar.store(site, "/" + path, lines)
    header = jar.header(site, "/" + path)
    assert not set(header) & set("\r\n\0")


def test_cookies_travel_through_the_client() -> None:
    """faults: 10 11"""
    with HostileServer() as server, HostileServer() as other, Lab() as lab:
        lines = ("Set-Cookie: id=1; Path=/", "Set-Cookie: wide=1; Domain=localhost; Path=/")
        server.on("/", answer(200, b"", *lines))
        for one in (server, other):
            one.otherwise(answer())
        lab.get(server.root_of("a.localhost") + "/")
        lab.get(server.root_of("a.localhost") + "/again")
        assert b"Cookie: id=1\r\n" in server.requests[1]
        lab.get(server.root_of("b.localhost") + "/other-host")
        lab.get(other.root_of("a.localhost") + "/other-port")
        assert b"Cookie" not in server.requests[2] + other.requests[0]


def test_cookies_can_be_turned_off() -> None:
    with HostileServer() as server, Lab(cookies=False) as lab:
        url = server.on("/", answer(200, b"", "Set-Cookie: id=1; Path=/"))
        lab.get(url)
        lab.get(url)
        assert b"Cookie" not in server.requests[1]
