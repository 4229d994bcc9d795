"""Documents that are made to hurt, and documents that are no HTML."""

from __future__ import annotations

import time

import pytest
from parse_kit import answer, document

from mekik.outcome import Outcome
from mekik.parse.nesting import flatten
from mekik.settings import ParseSettings

GENEROUS = 20.0
"""CPU seconds. What these guard against takes minutes or never ends."""


@pytest.mark.parametrize(
    ("opening", "times"),
    [
        ("<div>", 1_000_000),
        ("<div></p>", 200_000),
        ("<div><!--</div>-->", 100_000),
        ('<div title="</div>">', 100_000),
        ("<div><script></div></script>", 60_000),
        ("<ul><li>", 200_000),
        ("<table><tr><td>", 60_000),
        ("<b>", 300_000),
        ("<svg><g>", 100_000),
        ("<x-a>", 200_000),
        ("<!--", 200_000),
        ("<a ", 200_000),
        ('<a "', 200_000),
        ("<a href='", 200_000),
        ("</div>", 200_000),
        ("<", 500_000),
    ],
)
def test_deep_and_broken_markup_costs_linear_time(opening: str, times: int) -> None:
    """faults: 26, 27"""
    started = time.process_time()
    outcome, _, found = answer(opening * times + "word <a href=/x>y</a>")
    assert outcome is Outcome.OK
    assert found is not None
    assert time.process_time() - started < GENEROUS


def test_text_below_the_limit_is_still_found() -> None:
    """faults: 26"""
    outcome, reason, found = answer("<div>" * 100_000 + "deep <a href=/x>link</a>" + "</div>" * 100_000 + "<p>after")
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text == "deep link after"
    assert found.links.urls == ["http://example.org/x"]
    assert "nested deeper than 512" in reason


def test_wide_documents_are_not_deep() -> None:
    html = ("<ul>" + "<li>a" * 50 + "</ul><div><p>b</div>") * 200
    outcome, reason, found = answer(html, settings=ParseSettings(max_nesting=50))
    assert (outcome, reason) == (Outcome.OK, "")
    assert found is not None
    assert len(found.text.split()) == 51 * 200


def test_flatten_drops_pairs() -> None:
    flat, deep = flatten(b"<div><div><div>a</div></div>b</div>c", 2)
    assert deep
    assert flat == b"<div><div> a </div>b</div>c"
    assert flatten(b"<div></x><div></div></div>", 2) == (b"<div></x><div></div></div>", False)


def test_large_pieces() -> None:
    """faults: 27"""
    started = time.process_time()
    assert len(document("<p>" + "wort " * 4_000_000).text) <= 2_000_000
    assert document("<a " + "x=1 " * 500_000 + "href=/q>z</a>").links.anchors == ["z"]
    assert document("<script>" + "x" * 20_000_000 + "</script>y").text == "y"
    assert document(f'<a href="/{"a" * 1_000_000}">z</a><p title="{"b" * 1_000_000}">t').text == "z t"
    assert time.process_time() - started < GENEROUS


def test_nul_bytes() -> None:
    """faults: 36"""
    assert "\0" not in document(b"<title>a\0b</title><p>c\0d<a href='/x\0y'>e\0f</a>").text
    assert document(b"a\0b c", "text/plain").text == "ab c"


def test_packed_pages() -> None:
    outcome, _, found = answer("<p>" + "packed " * 1000, encoding="gzip")
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text.startswith("packed packed")


def test_bombs_are_cut_or_refused() -> None:
    """faults: 20"""
    outcome, reason, found = answer("<p>" + "a b " * 300_000, encoding="gzip", max_size=100_000)
    assert outcome is Outcome.TRUNCATED
    assert found is not None
    assert len(found.text) <= 100_000
    assert reason
    assert answer(b"\x00", encoding="zstd")[0] is Outcome.UNREADABLE


def test_too_long_without_packing() -> None:
    outcome, _, found = answer("<p>" + "a " * 5000, max_size=2000)
    assert outcome is Outcome.TRUNCATED
    assert found is not None
    assert len(found.text) < 2000


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("one\n\n two", "text/plain; charset=utf-8", "one two"),
        ("<data><item>A &amp; b</item><item><![CDATA[c]]></item></data>", "application/xml", "A & b c"),
        ("<a><b>x</b>y</a>", "text/xml", "x y"),
        ("<p>x<p>y", "application/xhtml+xml", "x y"),
        ("<p>guessed<p>html", "", "guessed html"),
        ("just words", "", "just words"),
    ],
)
def test_other_types(body: str, content_type: str, text: str) -> None:
    assert document(body, content_type).text == text


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b"\x7fELF stuff", "text/html"), (b"PK\x03\x04 stuff", "application/zip"), (b"{}", "application/json")],
)
def test_what_we_cannot_read_is_an_empty_document(body: bytes, content_type: str) -> None:
    outcome, reason, found = answer(body, content_type)
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text == ""
    assert "no text" in reason


def test_unclosed_xml_is_linear() -> None:
    """faults: 28, 35"""
    started = time.process_time()
    for piece in ("<", "<a", "<![CDATA[", "&amp;", "&"):
        answer(piece * 300_000, "text/xml")
    entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;&b;</x>'
    assert "aaaa" not in document(entity, "text/xml").text
    assert time.process_time() - started < GENEROUS
