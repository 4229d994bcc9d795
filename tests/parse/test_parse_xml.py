"""Any HTML as XML that strict parsers read."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from xml.parsers import expat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from mekik.lab.demo import DemoWeb
from mekik.lab.demo.pages import render
from mekik.parse import to_xml, xml_pieces
from mekik.parse.xml import VIEWS, View

GENEROUS = 30.0
"""CPU seconds. What these guard against takes minutes or never ends."""
NASTY = [
    b"<", b">", b"&", b"&#0;", b"&#x1f;", b"&amp", b"\"", b"'", b"\0", b"\x0c", b"\x1b[31m", b"\x80", b"\xff\xfe",
    b"--", b"-->", b"<!--", b"<!-- - -- --->", b"<![CDATA[", b"]]>", b"<?xml version='1.0'?>", b"<?x",
    b"<!DOCTYPE x [", b"</p>", b"<a:b c:d=e xmlns='q' xmlns:c=''>", b"<a xml:lang=x XML:LANG=y a=1 A=2>",
    b"<x\"y<z=1 1=2 =3 .a b\xc3\x9f>", b"<svg>", b"<math><mi>", b"<template>", b"<table><b>", b"<select><option>",
    b"<frameset><frame src=x>", b"<title>", b"<script>", b"<textarea>", b"<plaintext>", b"<h1>", b"<a href=x>",
    b"<a href='javascript:open(\"/y\")'>", b"<img alt='\"<&'>", b"<iframe src=z>", b"\xed\xa0\x80",
    "\ufffe\uffff\u202e\u2028".encode(), b"<br/><br></br>", b"<area href=x alt=y>",
]  # fmt: skip


def read(xml: str) -> etree._Element:
    """By two strict parsers."""
    data = xml.encode()
    expat.ParserCreate(namespace_separator=" ").Parse(data, True)
    return etree.fromstring(data)


def view(html: str, url: str = "") -> list[tuple[str, str | None, str]]:
    """The items of the indexer's view: what, weight, text."""
    root = read(to_xml(html, "indexer", url=url))
    return [(item.tag, item.get("weight"), "".join(item.itertext())) for item in root]


@pytest.fixture(scope="module")
def pages() -> list[bytes]:
    """Every page of the demo web."""
    web = DemoWeb()
    web.stop()
    return list(_rendered(web))


def _rendered(web: DemoWeb) -> Iterator[bytes]:
    for host in web.hosts:
        entries = web.entries(host)
        for entry in entries:
            if entry.type == "text/html":
                yield render(web.site(host), entry, entries, 80).encode(entry.charset, "xmlcharrefreplace")


def test_the_whole_tree() -> None:
    html = "<!doctype html><title>T</title><p class=a id>One<p>Two <b>&amp; three<br><!-- c -->"
    assert to_xml(html) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<html><head><title>T</title></head><body><p class="a" id="">One</p>'
        "<p>Two <b>&amp; three<br/><!-- c --></b></p></body></html>"
    )


def test_nothing_is_lost_of_what_xml_can_say() -> None:
    root = read(
        to_xml('<p title="a\n\t\r&quot;&lt;">x\ty\r\nz &lt;b&gt; \u00e9 \U0001f600</p><template><i>in</i></template>')
    )
    paragraph = root.find(".//p")
    assert paragraph is not None
    assert (paragraph.get("title"), paragraph.text) == ('a\n\t\n"<', "x\ty\nz <b> \u00e9 \U0001f600")
    assert root.findtext(".//template/i") == "in"


def test_names_that_xml_does_not_know() -> None:
    html = '<fb:like "x"=1 2b=3 c:d=4 xmlns:q=5 xml:lang=tr é=6><a<b>y</a<b></fb:like>'
    element = read(to_xml(html)).find(".//fb_like")
    assert element is not None
    assert dict(element.attrib) == {
        "_x_": "1", "_2b": "3", "c_d": "4", "{http://www.w3.org/XML/1998/namespace}lang": "tr", "é": "6",
    }  # fmt: skip
    assert element[0].tag == "a_b"


def test_scripts_and_comments() -> None:
    root = read(to_xml("<!-- -- --- --><script>if (a<b && c) { x = '</p>' }</script><!----><!-- a -->"))
    assert root.findtext(".//script") == "if (a<b && c) { x = '</p>' }"


def test_the_charset_is_found_as_for_a_crawl() -> None:
    html = "<meta charset=windows-1254><p>ığdır".encode("cp1254")
    assert "ığdır" in "".join(xml_pieces(html))
    assert "ığdır" in "".join(xml_pieces("<p>ığdır".encode("cp1254"), content_type="text/html; charset=iso-8859-9"))


def test_the_indexer_s_view() -> None:
    html = """<html lang=tr><title>The title</title><style>no</style><h2>A <a href=b.html>linked <i>head</i></a>ing</h2>
    <p>Plain <strong>bold</strong> again<img src=i.png alt="A picture"> <a href=c rel=nofollow><img src=j.png alt=J></a>
    <script>no</script><a href="javascript:openWin('/d.html')"><b>Opened</b></a><noscript>no</noscript>
    <table><tr><th>Head<td>Cell</table><iframe src=/e title=Frame></iframe>"""
    assert view(html) == [
        ("title", "title", "The title"),
        ("text", "heading", "A"), ("link", "heading", "linked head"), ("text", "heading", "ing"),
        ("text", "plain", "Plain"), ("text", "bold", "bold"), ("text", "plain", "again"), ("image", "plain", ""),
        ("link", "plain", ""), ("link", "bold", "Opened"), ("text", "bold", "Head"), ("text", "plain", "Cell"),
        ("link", "plain", "Frame"),
    ]  # fmt: skip
    root = read(to_xml(html, "indexer", url="http://example.org/f/"))
    assert (root.get("url"), root.get("language")) == ("http://example.org/f/", "tr")
    assert [link.get("href") for link in root.iter("link")] == [
        "http://example.org/f/b.html", "http://example.org/f/c", "http://example.org/d.html", "http://example.org/e",
    ]  # fmt: skip
    assert [(image.get("src"), image.get("alt")) for image in root.iter("image")] == [
        ("http://example.org/f/i.png", "A picture"), ("http://example.org/f/j.png", "J"),
    ]  # fmt: skip
    assert [text.get("level") for text in root.iter("text")][:2] == ["2", "2"]
    assert root.findall("link")[1].get("rel") == "nofollow"


def test_addresses_stay_as_written_without_a_base() -> None:
    root = read(to_xml("<a href=x.html>x</a>", "indexer"))
    assert root[0].get("href") == "x.html"
    based = read(to_xml("<base href=http://example.org/b/><a href=x.html>x</a>", "indexer"))
    assert based[0].get("href") == "http://example.org/b/x.html"


@pytest.mark.parametrize("kind", VIEWS)
def test_every_page_of_the_demo_web(pages: list[bytes], kind: View) -> None:
    assert len(pages) > 100
    for page in pages:
        root = read("".join(xml_pieces(page, kind, url="http://example.org/")))
        assert root.tag == ("html" if kind == "full" else "page")
        assert "".join(root.itertext()).strip()


def test_a_thousand_broken_pages(pages: list[bytes]) -> None:
    """faults: 31, 36"""
    chance = random.Random(20)
    for number in range(1000):
        page = bytearray(chance.choice(pages)[: chance.choice((300, 1000, 3000))])
        for _ in range(chance.randint(1, 30)):
            at = chance.randrange(len(page) + 1)
            match chance.randrange(4):
                case 0:
                    page[at:at] = chance.choice(NASTY)
                case 1:
                    del page[at : at + chance.randint(1, 40)]
                case 2:
                    page[at : at + 1] = bytes([chance.randrange(256)])
                case _:
                    start = chance.randrange(len(page) + 1)
                    page[at:at] = page[start : start + chance.randint(1, 60)]
        for kind in VIEWS:
            xml = "".join(xml_pieces(bytes(page), kind, url="http://example.org/"))
            try:
                read(xml)
            except (expat.ExpatError, etree.XMLSyntaxError) as error:
                pytest.fail(f"page {number}, {kind}: {error}\n{bytes(page)!r}")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.lists(st.sampled_from(NASTY), max_size=12).map(b"".join), st.sampled_from(VIEWS))
def test_any_bytes(html: bytes, kind: View) -> None:
    read("".join(xml_pieces(html, kind)))


@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.parametrize(
    ("opening", "times"),
    [("<div>", 1_000_000), ("<b>", 300_000), ("<a href=x>", 100_000), ("<svg><g>", 100_000), ("<template>", 100_000),
     ("<x-a>", 100_000), ("<!--", 300_000), ("<p class='", 100_000)],
)  # fmt: skip
def test_deep_nesting(opening: str, times: int, kind: View) -> None:
    """faults: 26"""
    started = time.process_time()
    root = read(to_xml(opening * times + "bottom", kind))
    assert root.tag in ("html", "page")
    assert time.process_time() - started < GENEROUS


def test_large_pieces() -> None:
    """faults: 27"""
    started = time.process_time()
    read(to_xml("<p>" + "wort&" * 2_000_000))
    read(to_xml("<p " + " ".join(f"a{number}=1" for number in range(5000)) + f' title="{"<" * 5_000_000}">x'))
    read(to_xml("<p>" + "wort " * 1_000_000 + "<b>" * 1000, "indexer"))
    assert time.process_time() - started < GENEROUS
