"""What stands in links and attributes is found, and what nobody sees is not."""

from __future__ import annotations

import json

import pytest

from mekik.analysis.capture import Capturer
from mekik.page import Document, Find
from mekik.settings import CaptureSettings


def finds(html: str, language: str = "tr") -> list[Find]:
    capturer = Capturer(CaptureSettings(emails=True, phones=True))
    return capturer.finds(Document(), html.encode(), "https://example.org/", language)


def values(html: str, language: str = "tr") -> list[str]:
    return [find.value for find in finds(html, language)]


def _protected(address: str, key: int = 0x42) -> str:
    return bytes([key, *(sign ^ key for sign in address.encode())]).hex()


def _shifted(text: str, step: int) -> str:
    """As pages of a certain system hide mailto: links."""
    rings = ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A))
    signs = []
    for sign in text:
        for first, last in rings:
            if first <= ord(sign) <= last:
                sign = chr(first + (ord(sign) - first + step) % (last - first + 1))
                break
        signs.append(sign)
    return "".join(signs)


@pytest.mark.parametrize(
    "html",
    ['<a href="mailto:a@b.com">x</a>', "<a href=mailto:a@b.com>x</a>", "<a href='MAILTO:a@b.com?subject=hi'>x</a>",
     '<a href="mailto:a%40b.com">x</a>', '<a href="mailto:a&#64;b.com">x</a>', '<a href="mailto:a(at)b.com">x</a>',
     '<a href="mailto:A%20B%20%3Ca@b.com%3E">x</a>', '<a href = " mailto:a@b.com ">x</a>',
     '<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;&#97;&#64;&#98;&#46;&#99;&#111;&#109;">x</a>',
     '<a href="&#x6d;&#x61;ilto:a@b.com">x</a>',
     f'<span data-cfemail="{_protected("a@b.com")}">[e-mail protected]</span>',
     f'<a href="/cdn-cgi/l/email-protection#{_protected("a@b.com")}">x</a>',
     f"""<a href="javascript:linkTo_UnCryptMailto('{_shifted("mailto:a@b.com", 2)}');">x</a>""",
     f"""<a href="javascript:linkTo_UnCryptMailto(%27{_shifted("mailto:a@b.com", -3)}%27);">x</a>""",
     '<script type="application/ld+json">{"@type": "Person", "email": "mailto:a@b.com"}</script>',
     r'<script type="application/ld+json">{"email": "a\u0040b.com"}</script>'],
)  # fmt: skip
def test_every_way_to_link_an_address(html: str) -> None:
    assert values(html) == ["a@b.com"]


def test_all_recipients_of_a_link_count() -> None:
    html = '<a href="mailto:a@b.com,c@d.org;e@f.net?cc=g@h.com&amp;subject=x@y.com&amp;bcc=i@j.com">x</a>'
    assert values(html) == ["a@b.com", "c@d.org", "e@f.net", "g@h.com", "i@j.com"]


@pytest.mark.parametrize(
    ("html", "number"),
    [('<a href="tel:+90-212-555-00-00">x</a>', "+902125550000"), ('<a href="tel:02125550000">x</a>', "+902125550000"),
     ('<a href="TEL:0(212)%20555%2000%2000">x</a>', "+902125550000"),
     ('<a href="https://wa.me/905325551234">x</a>', "+905325551234"),
     ('<a href="https://api.whatsapp.com/send?phone=905325551234&amp;text=x">x</a>', "+905325551234"),
     ('<script type="application/ld+json">{"telephone": "0212 555 00 00"}</script>', "+902125550000")],
)  # fmt: skip
def test_every_way_to_link_a_number(html: str, number: str) -> None:
    assert values(html) == [number]


@pytest.mark.parametrize(
    "html",
    ['<!-- <a href="mailto:a@b.com">x</a> -->', '<a href="mailto:?subject=x">x</a>', '<a href="mailto:">x</a>',
     '<a href="tel:12">x</a>', '<a href="tel:">x</a>', '<span data-cfemail="xyz">x</span>',
     "<span data-cfemail>x</span>",
     '<span data-cfemail="">x</span>', '<p title="mailto:a@b.com">x</p>', "mailto:", '<a href="hotel:a@b.com">x</a>',
     '<script type="application/ld+json">{"name": "a@b.com"}</script>',
     '<script type="application/ld+json">{"email": "broken'],
)  # fmt: skip
def test_what_is_no_link_to_anybody(html: str) -> None:
    assert values(html) == []


def test_a_find_says_where_it_stands() -> None:
    html = '<p>Hello <a class="x" href="mailto:a@b.com">write to <b>Ann</b></a>'
    (find,) = finds(html)
    assert (find.kind, find.original, find.place, find.context) == ("email", "mailto:a@b.com", "href", "write to Ann")
    assert html.encode()[find.offset :].startswith(b"mailto:")


def test_the_text_is_asked_first_and_one_value_counts_once() -> None:
    capturer = Capturer(CaptureSettings(emails=True, context=5))
    document = Document(text="Ask a@b.com or a [at] b.com, please")
    html = json.dumps("").encode() + b'<a href="mailto:a@b.com">x</a>'
    (find,) = capturer.finds(document, html, "https://example.org/")
    assert (find.original, find.place, find.offset, find.context) == ("a@b.com", "text", 4, "Ask a@b.com or a")
