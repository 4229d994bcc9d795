"""What is read of an HTML page."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import answer, document

from mekik.outcome import Outcome
from mekik.page import NOFOLLOW, LinkKind
from mekik.settings import ParseSettings
from mekik.urls import key

BLOCKS = ["p", "div", "li", "h1", "td", "section", "option", "x-unknown"]
INLINE = ["b", "i", "a", "span", "em", "strong", "font", "code", "u", "sup", "mark", "abbr"]


@pytest.mark.parametrize("tag", INLINE)
def test_inline_elements_join(tag: str) -> None:
    assert document(f"<p><{tag}>foo</{tag}>bar<{tag.upper()} class=x>baz</{tag.upper()}></p>").text == "foobarbaz"


@pytest.mark.parametrize("tag", BLOCKS)
def test_block_elements_separate(tag: str) -> None:
    html = f"<{tag}>foo</{tag}>bar<{tag.upper()} class=x>baz</{tag.upper()}>"
    wrapped = f"<table><tr>{html}</table>" if tag == "td" else html
    assert sorted(document(wrapped).text.split()) == ["bar", "baz", "foo"]


def test_breaks_and_pictures_separate() -> None:
    assert document("a<br>b<br/>c<hr>d<img src=x>e").text == "a b c d e"


def test_white_space_collapses() -> None:
    assert document("<p> a\n\n b\t&nbsp;&nbsp; c\r\n<p>  d  ").text == "a b c d"


def test_only_what_visitors_see() -> None:
    html = (
        "<head><title>t</title><script>one()</script><style>two{}</style></head><body>seen<script>three</script>"
        "<noscript>four</noscript><template>five</template><iframe>six</iframe><!-- seven --><style>x</style>too"
    )
    assert document(html).text == "seen too"
    assert document("wo<script>x</script>rd<style>y</style>s").text == "words"


def test_title_is_collapsed_and_cut() -> None:
    """faults: 36"""
    assert document("<title> A \n <b>b</b> &amp; c </title>").title == "A <b>b</b> & c"
    long = document("<title>" + "x" * 1_000_000 + "</title><p>y")
    assert len(long.title) == 500
    assert long.text == "y"
    assert document("<svg><title>icon</title></svg><title>real</title>").title == "real"


def test_head_survives_a_picture_in_noscript() -> None:
    html = '<head><noscript><img src="p.gif"></noscript><link rel="canonical" href="/c"><title>t</title></head>'
    found = document(html)
    assert (found.canonical, found.title) == ("http://example.org/c", "t")


def test_links_of_every_kind_in_page_order() -> None:
    html = """<head><link rel=canonical href=/c><link rel="alternate" hreflang=de href=/de>
    <link rel=stylesheet href=/s.css><meta http-equiv=refresh content="3; URL='/next'"></head>
    <a href=one.html> First  <b>one</b></a><area href=/two alt="Two"><iframe src=/three></iframe>
    <a href=/four rel="external NoFollow">four</a>"""
    links = document(html).links
    assert [(url.removeprefix("http://example.org"), kind, anchor) for url, kind, anchor in
            zip(links.urls, links.kinds, links.anchors, strict=True)] == [
        ("/c", LinkKind.CANONICAL, ""),
        ("/de", LinkKind.ALTERNATE, ""),
        ("/next", LinkKind.REFRESH, ""),
        ("/folder/one.html", LinkKind.ANCHOR, "First one"),
        ("/two", LinkKind.AREA, "Two"),
        ("/three", LinkKind.FRAME, ""),
        ("/four", LinkKind.ANCHOR | NOFOLLOW, "four"),
    ]  # fmt: skip
    assert numpy.frombuffer(links.keys, "<u8").tolist() == [key(url) for url in links.urls]


def test_framesets() -> None:
    links = document("<frameset cols='1,2'><frame src=a.html><frame src=b.html></frameset>").links
    assert [url.rpartition("/")[2] for url in links.urls] == ["a.html", "b.html"]
    assert set(links.kinds) == {LinkKind.FRAME}


def test_one_entry_per_target() -> None:
    html = '<a href="/a#x"></a><a href="/a" rel=nofollow>words</a><a href="/b" rel=nofollow>n</a><a href="/b">f</a>'
    links = document(html).links
    assert [url[-1] for url in links.urls] == ["a", "b"]
    assert links.anchors == ["words", "n"]
    assert list(links.kinds) == [LinkKind.ANCHOR, LinkKind.ANCHOR]


def test_base_moves_relative_links() -> None:
    html = '<base href="/other/place/"><base href="/ignored/"><a href="x">x</a>'
    assert document(html).links.urls == ["http://example.org/other/place/x"]


@pytest.mark.parametrize("base", ["javascript:1", "data:text/html,x", "http://[", "", "\x00", "a" * 100_000])
def test_hostile_bases(base: str) -> None:
    """faults: 34"""
    assert len(document(f'<base href="{base}"><a href="/x">x</a>').links.urls) <= 1


def test_what_is_not_an_address_is_left_out() -> None:
    """faults: 34"""
    html = '<a href="mailto:a@b.c">m</a><a href="javascript:void(0)">j</a><a href="">e</a><a href="#top">t</a>'
    assert set(document(html).links.urls) <= {"http://example.org/folder/page.html"}


def test_an_address_inside_a_script_link_is_found() -> None:
    links = document("<a href=\"javascript:openWin('/inside.html', 'x')\">i</a>").links
    assert links.urls == ["http://example.org/inside.html"]


def test_links_beyond_the_limit_are_counted() -> None:
    """faults: 34"""
    html = "".join(f'<a href="/{number}">x</a>' for number in range(1000))
    outcome, reason, found = answer(html, settings=ParseSettings(max_links=10))
    assert outcome is Outcome.OK
    assert found is not None
    assert len(found.links.urls) == 10
    assert reason.startswith("990 links")


def test_links_in_links_have_no_words_of_their_own() -> None:
    """Else a few kilobytes of them would be read a hundred million times."""
    html = "<svg><a href=/a>one <a href=/b>two <a href=/c title=Three>three</a></a></a><a href=/d>four</a></svg>"
    assert document(html).links.anchors == ["one two three", "", "Three", "four"]


def test_anchor_text_of_pictures_and_long_ones() -> None:
    html = f'<a href=/a><img src=i alt="A picture"></a><a href=/b title="By title"></a><a href=/c>{"y " * 500}</a>'
    anchors = document(html).links.anchors
    assert anchors[:2] == ["A picture", "By title"]
    assert len(anchors[2]) <= 200


def test_language_and_description() -> None:
    html = '<html lang="tr-TR"><meta name=Description content=" Kısa \n söz "><p>x'
    found = document(html)
    assert (found.language, found.description) == ("tr-TR", "Kısa söz")
    assert document('<meta http-equiv="Content-Language" content="de">').language == "de"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(INLINE), st.text("abc ", min_size=1, max_size=5)), max_size=12))
def test_inline_markup_never_changes_the_text(pieces: list[tuple[str, str]]) -> None:
    marked = "".join(f"<{tag}>{text}</{tag}>" for tag, text in pieces)
    assert document(f"<p>{marked}</p>").text == " ".join("".join(text for _, text in pieces).split())


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("<>/!-\"'= abpdivAscript\n\t&#;x0\u00a0é"), max_size=200))
def test_tag_soup_never_raises(html: str) -> None:
    found = document(html)
    assert "  " not in found.text
    assert found.text == found.text.strip()
    assert len(found.links.urls) == len(found.links.anchors) == len(found.links.kinds) == len(found.links.keys) // 8
