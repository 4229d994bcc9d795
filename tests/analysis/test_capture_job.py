"""What a job asks for: patterns, selectors, limits, and what is refused when the job is made."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.analysis.capture import Capturer, emails, phones
from mekik.analysis.capture.searching import Text
from mekik.crawl.rules import validate
from mekik.errors import SettingError
from mekik.page import Document, Find
from mekik.settings import CaptureSettings, build

HTML = b"""<html><head><title>t</title></head><body><h1>Kettles &amp; pans</h1>
<div class=price data-value=12.50>12,50 <b>TL</b></div><div class=price data-value=7>7 TL</div>
<script>var account = "UA-1234-5";</script></body></html>"""
TEXT = "Kettles & pans 12,50 TL 7 TL ISBN 978-975-07-0000-1 and ISBN 978-975-07-0001-8, çay ISBN 978-975-07-0002-5"


def finds(text: str = TEXT, html: bytes | None = HTML, url: str = "https://example.org/a", **asked: Any) -> list[Find]:
    return Capturer(CaptureSettings(**asked)).finds(Document(text=text), html, url)


def test_patterns_find_in_the_text_with_their_group_and_place() -> None:
    found = finds(patterns={"isbn": r"ISBN ([0-9-]{17})", "money": r"\d+(?:,\d+)? TL"}, context=4)
    assert [(find.kind, find.value) for find in found] == [
        ("isbn", "978-975-07-0000-1"), ("isbn", "978-975-07-0001-8"), ("isbn", "978-975-07-0002-5"),
        ("money", "12,50 TL"), ("money", "7 TL"),
    ]  # fmt: skip
    for find in found:
        assert TEXT[find.offset :].startswith(find.value)
        assert find.value in find.context


def test_patterns_find_in_the_source() -> None:
    (find,) = finds(source={"analytics": r"UA-\d+-\d+"})
    assert (find.value, find.place) == ("UA-1234-5", "source")
    assert HTML[find.offset :].startswith(b"UA-1234-5")


def test_selectors_find_texts_and_attributes() -> None:
    found = finds(css={"price": "div.price", "value": "div.price::attr(data-value)", "head": "h1::text"})
    assert [(find.kind, find.value, find.place, find.offset) for find in found] == [
        ("price", "12,50 TL", "css", 1), ("price", "7 TL", "css", 2),
        ("value", "12.50", "css", 1), ("value", "7", "css", 2), ("head", "Kettles & pans", "css", 1),
    ]  # fmt: skip


def test_xpath_finds_elements_attributes_and_numbers() -> None:
    found = finds(xpath={"price": "//div[@class='price']", "value": "//div/@data-value", "count": "count(//div)"})
    assert [(find.kind, find.value) for find in found] == [
        ("price", "12,50 TL"), ("price", "7 TL"), ("value", "12.50"), ("value", "7"), ("count", "2"),
    ]  # fmt: skip


def test_only_the_pages_that_the_job_names_are_looked_through() -> None:
    asked: dict[str, Any] = {"css": {"head": "h1"}, "pages": (r"/contact$", r"^https://www\.")}
    assert finds(url="https://example.org/a", **asked) == []
    assert len(finds(url="https://example.org/contact", **asked)) == 1
    assert len(finds(url="https://www.example.org/a", **asked)) == 1


def test_limits_hold() -> None:
    text = " ".join(f"user{number}@example.org" for number in range(50))
    assert len(finds(text, None, emails=True, max_finds=7)) == 7
    (find,) = finds("x" * 900, None, patterns={"long": "x+"}, max_length=20)
    assert find.value == "x" * 20
    assert finds(html=b"<p><h1>x</h1>" * 100, css={"head": "h1"}, max_tree=100) == []


def test_a_job_that_asks_for_nothing_costs_nothing() -> None:
    assert not Capturer(CaptureSettings())
    assert Capturer(CaptureSettings(css={"head": "h1"}))


@pytest.mark.parametrize(
    ("asked", "named"),
    [({"patterns": {"x": "(a"}}, "capture.patterns.x"), ({"patterns": {"x": r"(a)\1"}}, "capture.patterns.x"),
     ({"patterns": {"x": ""}}, "capture.patterns.x"), ({"patterns": {"x": "a*"}}, "capture.patterns.x"),
     ({"patterns": {"x": "a{1000}{1000}"}}, "capture.patterns.x"),
     ({"patterns": {"x": "(?=a)b"}}, "capture.patterns.x"),
     ({"source": {"x": "["}}, "capture.source.x"), ({"pages": ["("]}, "capture.pages"),
     ({"css": {"x": "p["}}, "capture.css.x"), ({"css": {"x": ""}}, "capture.css.x"),
     ({"css": {"x": ":not(" * 20_000 + "a" + ")" * 20_000}}, "capture.css.x"),
     ({"css": {"x": ":not(" * 30 + "a" + ")" * 30}}, "capture.css.x"), ({"xpath": {"x": "//p["}}, "capture.xpath.x"),
     ({"xpath": {"x": "//a" + "[b" * 20_000 + "]" * 20_000}}, "capture.xpath.x"),
     ({"xpath": {"x": "(" * 100 + "1" + ")" * 100}}, "capture.xpath.x"),
     ({"xpath": {"x": "document('file:///etc/passwd')"}}, "capture.xpath.x"),
     ({"xpath": {"x": "$v"}}, "capture.xpath.x"),
     ({"patterns": {"email": "x"}}, "email"), ({"patterns": {"a": "x"}, "css": {"a": "p"}}, "'a'"),
     ({"patterns": {"A b": "x"}}, "A b"), ({"country": "XX"}, "XX")],
)  # fmt: skip
def test_what_cannot_be_looked_for_is_refused_when_the_job_is_made(asked: dict[str, Any], named: str) -> None:
    """faults: 26, 35"""
    with pytest.raises(SettingError, match=named.replace("$", r"\$")):
        validate(build({"seeds": ["https://example.org/"], "capture": asked}))


def test_an_entry_of_a_table_can_be_named_by_itself() -> None:
    base = build({"capture.patterns": {"a": "x"}})
    assert build({"capture.patterns.b": "y"}, base).capture.patterns == {"a": "x", "b": "y"}
    with pytest.raises(SettingError, match=r"capture\.emails\.x"):
        build({"capture.emails.x": True})


_PIECES = [
    "a@", "a@a.", "@", "a at b dot ", "[at]", " at ", "a.", "1", "1 ", "+1", "(0", "0212 555 00 00 ", "+90 212 ",
    "a@b.com ", "-at-", "x@y.co", "ATxDOT", "\u200b", "a\u200b@", "．", "tel ", "&#64;", "'", "ç@ş.", "a" * 60 + "@",
]  # fmt: skip
_SOURCES = [
    '<a href="mailto:a@b.com">', "mailto:", 'href="', "<!--", "data-cfemail=", "application/ld+json", "=&#109;", "<p ",
]  # fmt: skip
_SIZE = 5_000_000


def _is_linear(cost: Callable[[int], float]) -> bool:
    """Four times the page costs not much more than four times as much; sixteen times would be the square, whenever
    it is measured, while a busy machine is slow only now and then."""
    return any(cost(_SIZE) <= 9 * max(cost(_SIZE // 4), 0.02) for _ in range(4))


@pytest.mark.parametrize("piece", _PIECES)
def test_no_text_makes_the_search_slow(piece: str) -> None:
    """faults: 35"""

    def cost(size: int) -> float:
        start = time.process_time()
        text = Text(piece * (size // len(piece)))
        for _ in emails(text):
            pass
        for _ in phones(text, "TR"):
            pass
        return time.process_time() - start

    assert _is_linear(cost)


@pytest.mark.parametrize("piece", _SOURCES)
def test_no_source_makes_the_search_slow(piece: str) -> None:
    """faults: 35"""
    capturer = Capturer(CaptureSettings(emails=True, phones=True))

    def cost(size: int) -> float:
        html = piece.encode() * (size // len(piece))
        start = time.process_time()
        capturer.finds(Document(text=""), html, "https://example.org/")
        return time.process_time() - start

    assert _is_linear(cost)


def test_a_pattern_that_reads_to_the_end_for_every_match_is_bounded() -> None:
    """faults: 35"""
    capturer = Capturer(CaptureSettings(patterns={"x": r"z(?s:.*)y|z"}))

    def cost(size: int) -> float:
        start = time.process_time()
        capturer.finds(Document(text="z" * (size // 3)), None, "https://example.org/")
        return time.process_time() - start

    assert _is_linear(cost)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab1@. ([{)]}-_+'\"<>＠．\u200b\u00adçŞI:/,&#;640×at dotnokta+0"), max_size=80))
def test_any_text_is_searched_and_places_are_right(text: str) -> None:
    """faults: 35, 36"""
    for span in emails(Text(text)):
        assert 0 <= span.start < span.end <= len(text)
        name, _, domain = span.value.partition("@")
        assert name
        assert "." in domain
        assert domain == domain.lower()
        assert text[span.start] not in "\u200b "
    for span in phones(Text(text), "TR"):
        digits = [sign for sign in text[span.start : span.end] if sign.isdigit()]
        assert span.value.startswith("+")
        assert len(digits) >= 7


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_source_is_searched(body: bytes) -> None:
    """faults: 35"""
    html = b'<a href="mailto:' + body.decode("utf-8", "replace").encode() + b'">'
    capturer = Capturer(CaptureSettings(emails=True, phones=True, css={"a": "a"}, xpath={"b": "//a"}))
    for find in capturer.finds(Document(), html, "https://example.org/"):
        assert find.value
