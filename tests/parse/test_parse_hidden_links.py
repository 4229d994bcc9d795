"""Links that are no plain anchors."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import URL, answer, document

from mekik.outcome import Outcome
from mekik.page import NOFOLLOW, Document, LinkKind, Source
from mekik.parse import parse
from mekik.parse.headers import header_links
from mekik.parse.pictures import largest
from mekik.parse.scripts import in_handler, in_script, in_script_link
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

GENEROUS = 20.0
"""CPU seconds. What these guard against takes minutes or never ends."""


def named(found: Document) -> list[tuple[str, str]]:
    """Paths with the letter of how they were named; an upper-case N for nofollow."""
    return [
        (url.removeprefix("http://example.org"), LinkKind(kind & ~NOFOLLOW).letter + "N" * bool(kind & NOFOLLOW))
        for url, kind in zip(found.links.urls, found.links.kinds, strict=True)
    ]


def with_headers(body: str, *, link: str = "", location: str = "", content_type: str = "text/html") -> Document:
    source = Source(1, URL, content_type, "", body.encode(), "", link, location)
    _, _, found = parse(source, ParseSettings(), Normaliser(), 10**6)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("code", "target"),
    [
        ("location='/a.html'", "/a.html"),
        ('location = "b"; return false;', "b"),
        ("window.location.href='/c?x=1'", "/c?x=1"),
        ("document.location.replace('/d')", "/d"),
        ("top.location.assign( '/e' )", "/e"),
        ("parent.location='f.html'", "f.html"),
        ("window.open('g.html','name','width=300')", "g.html"),
        ("openWin('/h')", "/h"),
        ("MM_openBrWindow('pop/i.htm','','width=1')", "pop/i.htm"),
        ("return popup(this, 'j.php?id=3')", "j.php?id=3"),
        ("goTo('haber/12')", "haber/12"),
    ],
)
def test_handlers_with_a_literal_address(code: str, target: str) -> None:
    assert in_handler(code) == target


@pytest.mark.parametrize(
    "code",
    [
        "return confirm('Are you sure?')",
        "$('.menu').toggle()",
        "document.getElementById('x.y').click()",
        "location='/page?id=' + id",
        "location = base + '/x'",
        "var mylocation='/no'",
        "geolocation='/no'",
        "track('click', 'outbound.link')",
        "open('text/html')",
        "window.open(url)",
        "location='javascript:void(0)'",
        "location=='/compared'",
        "",
    ],
)
def test_handlers_without_one(code: str) -> None:
    assert in_handler(code) == ""


def test_script_links() -> None:
    assert in_script_link("javascript:openWin('/inside.html', 'x')") == "/inside.html"
    assert in_script_link("javascript:void(0)") == ""
    assert in_script_link("javascript:show('.box')") == ""
    assert in_script_link("JavaScript:go('name', \"page.asp?id=2\")") == "page.asp?id=2"


def test_inline_scripts_that_send_the_visitor_on() -> None:
    assert in_script("if (a) { window.location = '/one'; } else location.replace(\"/two\")") == ["/one", "/two"]
    assert in_script("var u = location.href; if (location.hash) x('/no')") == []
    assert in_script("location='/x';" + " " * 30_000) == []


def test_all_of_them_on_one_page() -> None:
    html = """<head><link rel="next" href="/next"><link rel=prefetch href=/no1></head><body>
    <a href="javascript:openWin('/opened')" rel=nofollow>o</a>
    <table><tr><td onclick="location='/row'">row</td></tr></table><div onClick="window.open('/div')"><b>Words</b></div>
    <script>location.href = "/sent"</script><script type="text/template">location='/no2'</script>
    <form action="/go?old=1"><input type=hidden name=p value="2 3"><input type=submit value="Further"></form>
    <form action="/search"><input name=q></form><form action="/post" method=post><input type=submit></form>
    <map><area href="/area" alt="Area"></map><iframe src="/frame"></iframe>
    <object data="/doc.pdf" type="application/pdf"></object><embed src="/film.swf">
    <img src="/p.png" srcset="/p2.png 2x">"""
    found = document(html)
    assert named(found) == [
        ("/next", "A"), ("/opened", "JN"), ("/sent", "J"), ("/area", "L"), ("/frame", "E"), ("/doc.pdf", "E"),
        ("/row", "J"), ("/div", "J"), ("/go?p=2+3", "Q"),
    ]  # fmt: skip
    anchors = dict(zip(found.links.urls, found.links.anchors, strict=True))
    assert anchors["http://example.org/div"] == "Words"
    assert anchors["http://example.org/go?p=2+3"] == "Further"


def test_a_form_is_a_link_only_when_it_can_mean_one_thing() -> None:
    one = "<form action=/a><input type=hidden name=h value=1><button name=b value=2>Go</button></form>"
    two = "<form action=/c><input type=submit name=b value=yes><input type=submit name=b value=no></form>"
    off = "<form action=/d><input type=hidden name=h value=1 disabled><input type=image src=/go.png></form>"
    asking = "<form action=/e><select name=s><option>x</select><input type=submit value=Go></form>"
    assert named(document(one + two + off + asking)) == [("/a?b=2&h=1", "Q"), ("/d", "Q")]


def test_a_plain_link_counts_more_than_a_hidden_one() -> None:
    html = """<p onclick="location='/x'">a</p><script>location='/y'</script><a href=/x>b</a><a href=/y>c</a>"""
    assert named(document(html)) == [("/y", "L"), ("/x", "L")]


def test_pictures_are_links_only_for_a_job_that_wants_them() -> None:
    html = '<img src="/a.png" alt="A"><img data-src="/b.png" src="data:image/gif;base64,x"><img src=/dot.gif width=1>'
    html += '<picture><source srcset="/c-small.webp 300w, /c-large.webp 900w"><img src="/c.png"></picture>'
    source = Source(1, URL, "text/html", "", html.encode())
    _, _, plain = parse(source, ParseSettings(), Normaliser(), 10**6)
    _, _, wanting = parse(source, ParseSettings(), Normaliser(), 10**6, with_images=True)
    assert plain is not None
    assert wanting is not None
    assert named(plain) == []
    assert named(wanting) == [("/a.png", "I"), ("/b.png", "I"), ("/c.png", "I"), ("/c-large.webp", "I")]


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ("a.png 1x, b.png 2x", "b.png"),
        ("a.png 300w,\n b,c.png 900w", "b,c.png"),
        ("only.png", "only.png"),
        ("a.png, b.png 1.5x", "b.png"),
        ("data:image/png;base64,xyz 1x", ""),
        ("", ""),
        (" , ,", ""),
    ],
)
def test_the_largest_of_a_set(sources: str, expected: str) -> None:
    assert largest(sources) == expected


def test_link_headers() -> None:
    found = header_links('</a>; rel="next"; title="x, y", <b>;rel=preload;as=script , <c> ; rel="canonical shortlink"')
    assert [(one.href, sorted(one.relations)) for one in found] == [
        ("/a", ["next"]), ("b", ["preload"]), ("c", ["canonical", "shortlink"]),
    ]  # fmt: skip
    assert found[0].parameters["title"] == "x, y"


def test_links_of_the_header_for_every_type() -> None:
    header = '</n>; rel=next, </s.css>; rel="alternate stylesheet", </other>; rel=next; anchor="/x"'
    header += ", <de>; rel=alternate; hreflang=de"
    for kind, body in (("text/html", "<a href=/own>o</a>"), ("text/plain", "words")):
        found = with_headers(body, link=header, location="/real.html", content_type=kind)
        assert [pair for pair in named(found) if pair[1] == "H"] == [
            ("/n", "H"), ("/folder/de", "H"), ("/real.html", "H"),
        ]  # fmt: skip
        assert found.metadata is not None
        assert found.metadata.alternates == {"de": "http://example.org/folder/de"}
        assert len(found.links.urls) == len(found.links.anchors) == len(found.links.kinds) == len(found.links.keys) // 8


def test_a_canonical_address_in_the_header() -> None:
    assert with_headers("x", link="</c>; rel=canonical").canonical == "http://example.org/c"
    html = "<link rel=canonical href=/own>"
    assert with_headers(html, link="</c>; rel=canonical").canonical == "http://example.org/own"
    assert named(with_headers("x", location=URL)) == []


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("<>;,=\"\\ relnxt/'ab\t"), max_size=200))
def test_any_link_header(header: str) -> None:
    with_headers("<p>x", link=header, location=header)


PATTERNS = [
    "<p onclick=\"location='x\">", "<a href=\"javascript:open('x", "<script>location='</script>", "location='a' ",
    "<p onclick='openopenopen('>", "<img srcset=', , ,a 1x'>", '<script type="application/ld+json">[[[{</script>',
]  # fmt: skip
"""What regular expressions look at."""
ELEMENTS = [
    "<form action=/x><input type=submit>", '<b itemscope itemprop="author x">', "<meta property=og:image content=x>",
    "<time datetime=2024 pubdate>", "<link rel=alternate hreflang=de href=/x>",
    "<figure><img src=x><figcaption>y</figcaption></figure>",
]  # fmt: skip


@pytest.mark.parametrize("piece", PATTERNS + ELEMENTS)
def test_hostile_pages_cost_linear_time(piece: str) -> None:
    """faults: 34, 35"""
    html = piece * ((5_000_000 if piece in PATTERNS else 1_000_000) // len(piece))
    started = time.process_time()
    outcome, _, found = answer(html)
    assert outcome is Outcome.OK
    assert found is not None
    assert len(found.links.urls) <= 5000
    assert time.process_time() - started < GENEROUS


def test_a_hundred_thousand_links() -> None:
    """faults: 34"""
    html = "".join(f'<a href="/{number}">x</a><p onclick="location=\'/s{number}\'">' for number in range(50_000))
    outcome, reason, found = answer(html)
    assert outcome is Outcome.OK
    assert found is not None
    assert len(found.links.urls) == 5000
    assert reason == "50000 links beyond the first 5000 were left out"


@pytest.mark.parametrize(
    "target", ["javascript:x()", "data:text/html,x", "file:///etc/passwd", "http://[", "\x00", "//"]
)
def test_hidden_links_to_hostile_places(target: str) -> None:
    """faults: 34"""
    html = f"""<meta http-equiv=refresh content="0;url={target}"><p onclick="location='{target}'">
    <iframe src="{target}"></iframe><area href="{target}"><form action="{target}"><input type=submit value=x></form>"""
    found = with_headers(html, link=f"<{target}>; rel=next", location=target)
    assert all(url.startswith(("http://", "https://")) for url in found.links.urls)
