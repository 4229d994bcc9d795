"""Parts of an address, its key, and its registrable domain."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik import urls
from mekik.urls import Parts


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://www.oracle.com/www/index.php?id=10", ("http://www.oracle.com", "/www/index.php?", "id=10")),
        ("http://www.oracle.com/", ("http://www.oracle.com", "/", "-")),
        ("http://www.oracle.com", ("http://www.oracle.com", "-", "-")),
        ("https://h:81/a?b=/c?d", ("https://h:81", "/a?", "b=/c?d")),
        ("http://h?a=/b", ("http://h", "?", "a=/b")),
        ("", ("-", "-", "-")),
    ],
)
def test_split(url: str, parts: tuple[str, str, str]) -> None:
    assert urls.split(url) == Parts(*parts)
    assert urls.root(url) == parts[0]


@pytest.mark.parametrize(
    ("url", "authority", "host"),
    [
        ("http://h/x", "h", "h"),
        ("http://h:81/x@y", "h:81", "h"),
        ("http://user:secret@h:81/x", "h:81", "h"),
        ("http://[::1]:81/", "[::1]:81", "[::1]"),
        ("http://[::1]/", "[::1]", "[::1]"),
        ("http://h", "h", "h"),
    ],
)
def test_authority_and_host(url: str, authority: str, host: str) -> None:
    assert urls.authority(url) == authority
    assert urls.host(url) == host


@pytest.mark.parametrize(
    ("url", "scheme"),
    [("HTTP://h/", "http"), (" file:///x", "file"), ("/a:b", ""), ("a", ""), ("", ""), ("1a:b", "")],
)
def test_scheme(url: str, scheme: str) -> None:
    assert urls.scheme(url) == scheme


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.milliyet.com", "milliyet.com"),
        ("emlak.milliyet.com", "milliyet.com"),
        ("kelebek.hurriyet.com.tr", "hurriyet.com.tr"),
        ("hurriyet.com.tr", "hurriyet.com.tr"),
        ("com.tr", "com.tr"),
        ("a.github.io", "a.github.io"),
        ("a.b.localhost", "b.localhost"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("[2001:db8::192.0.2.1]", "[2001:db8::192.0.2.1]"),
        ("", ""),
        ("a..b", "a..b"),
    ],
)
def test_registrable_domain(host: str, domain: str) -> None:
    assert urls.registrable_domain(host) == domain


def test_key_is_the_xxh3_of_the_address() -> None:
    """Kept on disk: another number would make every known address unknown."""
    assert urls.key("") == 0x2D06800538D394C2
    assert urls.key("http://a/") == 2939723866542953782


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=20)))
def test_packed_keys(texts: list[str]) -> None:
    assert urls.keys(texts) == struct.pack(f"<{len(texts)}Q", *map(urls.key, texts))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_no_text_raises(text: str) -> None:
    """faults: 15."""
    assert urls.host(text) in urls.authority(text)
    domain = urls.registrable_domain(text)
    assert urls.registrable_domain(domain) == domain
    assert all(urls.split(text))
    assert urls.key(text + "\ud800") != urls.key(text)
