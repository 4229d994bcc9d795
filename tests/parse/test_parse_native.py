"""The compiled steps of reading a page give what their twins in Python give, on real pages and on tag soup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from mekik.page import Source
from mekik.parse import content, html, links, marks, parse
from mekik.parse.furniture import is_furniture
from mekik.parse.native import native
from mekik.settings import ParseSettings, UrlSettings
from mekik.urls import Normaliser

pytestmark = pytest.mark.skipif(native is None, reason="Mekik was installed without a C compiler")

LABELLED = sorted((Path(__file__).parent / "labelled").rglob("*.html"))
TAGS = """
    <p> </p> <div> </div> <div/> <b> </b> <b/> <strong> </strong> <h1> </h1> <h2/> <br> <br/> </br> <i> </i> <span>
    </span> <nav> </nav> <aside> </aside> <main> </main> <article> </article> <header> </header> <footer> </footer>
    <form> </form> <ul><li> </li></ul> <ol> <hr> <td> <table><tr><td> </td></tr></table> <option> <html> <body> </body>
    <frameset> <svg> </svg> <math><mi> </math> <svg><title> <svg><script><style> <object> </object> <!-- --> < > </ <p
    <![CDATA[x]]> <template> </template> <noscript> </noscript> <style> </style> <script> </script> <title> </title>
    <custom-el> <abbr> <amp-ad> </amp-ad> </a> <a/> &#28; &#29; &#30; &#31; &#31;&#30;&#29;&#28; &nbsp; &lt; word
    Word. Merhaba! dünya: İlgili 日本語 𝒳
"""
LONGER = """
    <div class="menu">
    <div class=content>
    <DIV ID=Footer>
    <section class="icerik haber">
    <amp-ad x y>
    <div x-mekik-main>
    <div x-mekik-rest>
    <body x-mekik-main>
    <body x-mekik-rest>
    <header><h1>
    <svg><a href=n title=N>
    <svg><style>
    <math><title>
    <div style="display:none">
    <span hidden>
    <font color=white>
    <a href=x>
    <a name=q>
    <A HREF='q'>
    <a href>
    <a href="" rel="nofollow x" title="T  t">
    <a href=z aria-label="La bel">
    <a href=y><img><img alt=""></a>
    <a href=y><img alt="pic  ture"></a>
    <link rel=canonical href=c>
    <link rel=alternate hreflang=tr href=t>
    <meta name=description content='De sc'>
    <base href=/b/>
    <iframe src=f>
    <area href=q alt=zz>
    <object data=o type="text/html">
    <img src=i alt=x>
    <button onclick="location.href='/z'">
    <div itemscope itemtype='http://schema.org/Article'>
    <script type='application/ld+json'>{"@type":"Thing","name":"n"}</script>
    <script>location.href='/s'</script>
    <time datetime=2020-01-01>
    <style>.menu{display:none}</style>
    <form action=s><input type=submit value=Go></form>
    A whole sentence, which is long enough to be called a text by whoever reads it, and then some.
    Kısa bir tümce.
    © 2020
    Share this
    Paylaş
"""
SIGNS = """ \n\t\r\f\xa0\x85\u2003\u3000\x0b\x1c\x1d\x1e\x1f…”».?)"""
SOUP = [
    *TAGS.split(), *map(str.strip, LONGER.strip().split("\n")), *SIGNS, "<a\tname=q>", "  ", "\x1f\x1e\x1d\x1c",
    "x" * 95, "uzun söz " * 60, "Bir tümce. ",
]  # fmt: skip
soup = st.lists(st.sampled_from(SOUP) | st.text(max_size=4), max_size=80).map(
    lambda parts: "".join(parts).encode("utf-8", "replace")
)


@pytest.fixture(scope="module", autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    _switch(native)


def _switch(to: Any) -> None:
    html.native = content.native = links.native = marks.native = to  # type: ignore[attr-defined]


def _documents(page: bytes, **wishes: Any) -> tuple[Any, Any]:
    """Read in C and in Python."""
    read = []
    for one in (native, None):
        _switch(one)
        source = Source(1, "http://a.example/x/y.html", "text/html; charset=utf-8", "", page, around=True)
        read.append(parse(source, ParseSettings(), Normaliser(UrlSettings()), 10**7, **wishes))
    return read[0], read[1]


@given(soup)
@settings(max_examples=300)
def test_marks_are_the_same(page: bytes) -> None:
    assert native is not None
    assert native.mark(page, marks._marked) == marks.mark_in_passes(page)


@given(soup, st.sampled_from([0, 1, 40, 10**6]))
@settings(max_examples=300)
def test_content_is_the_same(page: bytes, most: int) -> None:
    assert native is not None
    marked, _ = marks.mark_in_passes(page)
    one, other = (LexborHTMLParser(marked, options=1, scripting=True) for _ in range(2))
    if one.body is None or other.body is None or other.root is None:
        return
    found = native.content(other.root.mem_id, other.body.mem_id, most, is_furniture)
    assert found == content.content_in_python(one.body, most)


@given(soup)
@settings(max_examples=200)
def test_documents_are_the_same(page: bytes) -> None:
    compiled, plain = _documents(page, with_forms=True, with_images=True)
    assert compiled == plain


@given(soup)
@settings(max_examples=100)
def test_links_are_the_same_without_text(page: bytes) -> None:
    compiled, plain = _documents(page, with_text=False, with_details=False)
    assert compiled == plain


@pytest.mark.parametrize("file", LABELLED, ids=lambda file: file.stem)
def test_real_pages_are_read_the_same(file: Path) -> None:
    compiled, plain = _documents(file.read_bytes())
    assert compiled == plain
    assert compiled[2].text
