"""All links of a page at once: the quick way gives exactly what the full rules give."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import ada_url
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mekik.settings import UrlSettings
from mekik.urls import Normaliser, key
from mekik.urls.memory import Memory

PIECES = [
    "http://", "https://", "http:", "HTTPS:", "//", "/", "/", "/", "\\", "..", "../", "./", ".", "%2e", "%2F",
    "%7E", "%41", "%c5%9f", "%C5%9F", "%", "%zz", "%8", ";jsessionid=1", ";", ";sid=2;", "?", "?", "&", "&a=1",
    "b=2", "=", "#", "#x", "index.html", "Default.asp", "a", "b", "haber", "B", "-", "~", "'", '"', "!", "*",
    " ", "\t", "\n", "\r", "\x00", "\x7f", "@", ":", "u:p@", ":80", ":443", ":0", ":8080", "é", "ş", "İ", "\ud800",
    "[", "]", "[::1]", "|", "^", "h.example", "H.example.", "0x7f.1", "xn--a", "PHPSESSID=3", "utm_source=x",
    "mailto:", "javascript:", "data:,", "a.html", "%ff", "{", "+", "$", ",", "(", ")", "\u2028", "\u3002", "１",
]  # fmt: skip

texts = st.text(max_size=30) | st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
nasty = texts | st.builds("http://{}.example/{}".format, st.sampled_from("ab"), texts) | texts.map("/{}".format)
bases = (
    st.sampled_from(["http://h.example/", "http://h.example/a/b/c.html", "https://h.example/a/index.php?x=1&b"])
    | st.builds("http://h.example/{}".format, texts)
    | nasty
)

NORMALISER = Normaliser()
SHORT = Normaliser(UrlSettings(max_length=64))
IN_PYTHON = Normaliser(native=None)


@settings(max_examples=200, deadline=None)
@given(bases, st.lists(nasty, max_size=12))
@example(
    "http://h.example/a/b", ["", "?", "#", "?#", "..", "../", "./", ".", "../..", "../?a", "..//a", "./?b", "./.."]
)
@example("http://h.example//a//b", ["../c", "../../../c", "./c", "c//d", "/c//d", "//"])
@example("http://h.example/a;sid=1/..;sid=2/b", ["../c", "c", "?d"])
@example("http://h.example/a", ["http:b", "http:?c", "http:/d", "http:///e/f", "https:g", "http://h.example", "http:"])
@example(
    "http://h.example/a?'", ["#", "?'", "http://h.example:80/x", "http://H.example/x", "http://1/x", "/a:b", "a:b"]
)
@example(
    "http://h.example/a",
    ["http://h.example./x", "http://a..b/x", "http://h.example:0/x", "http://h.example:99999/x"],
)
@example("http://h.example/a #b", ["c #", "c ", "/c #", "/c ", "?c #", " #", "#", "", "/c\x00#", "/c\x00"])
@example("http://h.example/%c5%9f/a", ["b", "?b", "", "../b"])
@example("http://h.example/a/b?c", ["/%c5%9f", "%c5%9f", "/%2e", "/%c5%9", "/a%c5%9f?%c5%9f", "?%c5%9f=1", "/a%41"])
@example("http://h.example/a/b?c", ["?sid=1", "/x?sid", "/x?SID=2", "/index.html", "INDEX.html?", "index.html?a=1"])
@example("http://h.example/a/b?c", ["HTTP:x", "httpx:y", "htt:y", "a+b.c-d:e", "1a:b", "-a:b", "ab:", ":", "a/b:c"])
@example("http://h.example/a/b?c", ["/" + "a" * size for size in (40, 60, 2020, 2030, 2040, 2050)])
def test_quick_and_full_agree(base: str, hrefs: list[str]) -> None:
    """faults: 15. Also from memory, where it was left by other pages of the same site."""
    for normaliser in (NORMALISER, SHORT, IN_PYTHON):
        expected = [normaliser.normalise(href, base) for href in hrefs]
        assert normaliser.links(base, hrefs) == expected
        assert normaliser.links(base, hrefs) == expected


@settings(max_examples=200, deadline=None)
@given(nasty, st.none() | bases)
def test_normalising_twice_changes_nothing(text: str, base: str | None) -> None:
    """faults: 15. Never raises on any text; what comes out is fit for a request line."""
    url = NORMALISER.normalise(text, base)
    if url is None:
        assert NORMALISER.explain(text, base)
        return
    assert NORMALISER.normalise(url) == url
    assert NORMALISER.links(url, ["", url]) == [url, url]
    assert url.isascii()
    assert url.isprintable()
    assert not set(' "<>\\^`{|}#@'[:-1]) & set(url)
    assert url.startswith(("http://", "https://"))


def target(url: str) -> tuple[str, list[bytes], list[bytes]]:
    """What a server is asked for: where, and path and variables as it understands them."""
    parsed = ada_url.URL(url)
    host, colon, port = parsed.host.partition(":") if not parsed.host.startswith("[") else (parsed.host, "", "")
    variables = [part for part in parsed.search[1:].split("&") if part]
    return (
        parsed.protocol + host.removesuffix(".") + colon + port,
        [unquote_to_bytes(segment) for segment in parsed.pathname.split("/")],
        [
            unquote_to_bytes(part)
            for part in sorted(variables, key=lambda part: unquote_to_bytes(part.partition("=")[0]))
        ],
    )


@settings(max_examples=200, deadline=None)
@given(nasty)
def test_the_spelling_asks_for_the_same(text: str) -> None:
    """faults: 15. Equal keys imply equal fetch targets: each spelling has the target of what it came from."""
    keeping = Normaliser(UrlSettings(default_documents=(), session_parameters=()))
    url = keeping.normalise(text)
    if url is not None:
        asked = target(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        assert target(url)[:2] == asked[:2]
        assert sorted(target(url)[2]) == sorted(asked[2])


@settings(max_examples=100, deadline=None)
@given(st.lists(nasty, min_size=2, max_size=2))
def test_keys_tell_addresses_apart(pair: list[str]) -> None:
    """faults: 15."""
    first, second = (NORMALISER.normalise(text) for text in pair)
    if first and second:
        assert (key(first) == key(second)) == (first == second)


def test_order_and_duplicates_are_kept() -> None:
    hrefs = ["/b", "mailto:x", "/a", "/b", "/b#c", "b"]
    urls = ["http://h/b", None, "http://h/a", "http://h/b", "http://h/b", "http://h/b"]
    assert Normaliser().links("http://h/", hrefs) == urls
    assert Normaliser().links("http://h/", []) == []


def test_sites_do_not_share_what_they_remember() -> None:
    normaliser = Normaliser()
    for root in ("http://a", "http://b", "https://a", "http://a:81"):
        assert normaliser.links(f"{root}/x/y", ["/é", "//o/é", "é"]) == [
            f"{root}/%C3%A9", f"{root.partition(':')[0]}://o/%C3%A9", f"{root}/x/%C3%A9",
        ]  # fmt: skip


def test_memory_is_bounded() -> None:
    memory = Memory(limit=100)
    for site in range(1000):
        known = memory.of(f"site {site}")
        known["/"] = None
        memory.grew(1)
        memory.of("busy site")["/"] = "kept"
        assert len(memory) <= 202
    assert memory.of("busy site") == {"/": "kept"}
    assert memory.of("site 0") == {}
    one_site = memory.of("endless site")
    for page in range(1000):
        one_site = memory.of("endless site")
        one_site[f"/{page}"] = None
        memory.grew(1)
        assert len(memory) <= 202


@pytest.mark.parametrize(
    "href", ["../" * 100_000, "/" * 1_000_000, "?" + "&" * 1_000_000, "/a" * 2000, "data:," + "a" * 1_000_000]
)
def test_hostile_links_cost_little(href: str) -> None:
    """faults: 14, 34. Thousands of absurd links on a page are refused without being worked through."""
    assert Normaliser().links("http://h/a/b", [href] * 500) == [Normaliser().normalise(href, "http://h/a/b")] * 500
