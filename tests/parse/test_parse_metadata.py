"""What a page says about itself."""

from __future__ import annotations

import json
import time
from email.utils import formatdate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import document

from mekik.page import Metadata, Source
from mekik.parse import parse
from mekik.settings import ParseSettings
from mekik.urls import Normaliser


def metadata(html: str) -> Metadata:
    found = document(html).metadata
    assert found is not None
    return found


def test_a_page_that_says_nothing_has_none() -> None:
    assert document("<title>t</title><p>x<a href=/y>z</a>").metadata is None


def test_meta_elements() -> None:
    found = document(
        """<meta name="author" content=" Ayşe  Yılmaz "><meta property="article:published_time"
        content="2024-05-17T10:00:00+03:00"><meta name="og:title" property="og:title" content="Open title">
        <meta property="og:description" content="Open words"><meta name=last-modified content="18.05.2024">
        <meta property="og:title" content="second"><p>x"""
    )
    assert found.author == "Ayşe Yılmaz"
    assert (found.published, found.modified) == (1715929200, 1715990400)
    assert found.description == "Open words"
    assert found.title == "Open title"
    assert found.metadata is not None
    assert found.metadata.opengraph == {
        "title": "Open title", "description": "Open words", "article:published_time": "2024-05-17T10:00:00+03:00",
    }  # fmt: skip


def test_the_page_s_own_words_come_before_opengraph() -> None:
    html = '<title>own</title><meta property="og:title" content=o><meta property="og:description" content=o>'
    found = document(html + '<meta name=description content="mine">')
    assert (found.title, found.description) == ("own", "mine")


def test_a_profile_s_address_is_no_author() -> None:
    html = '<meta property="article:author" content="https://example.org/ayse"><meta name="dc.creator" content="Ali">'
    assert document(html).author == "Ali"


ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "A bridge\nopens",
    "author": [{"@type": "Person", "name": "Ada"}, {"@type": "Person", "name": "Bo"}],
    "publisher": {"@type": "Organization", "name": "The Paper", "logo": {"@type": "ImageObject"}},
    "datePublished": "2024-05-17",
    "dateModified": "2024-05-18T01:00:00Z",
    "image": ["/one.png", "/two.png"],
    "wordCount": 300,
}


def script(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_json_ld() -> None:
    found = document(script(ARTICLE) + "<p>x")
    assert (found.author, found.published, found.modified) == ("Ada, Bo", 1715904000, 1715994000)
    assert found.title == "A bridge opens"
    assert found.metadata is not None
    (item,) = found.metadata.items
    assert item.type == "NewsArticle"
    assert item.fields == {
        "headline": "A bridge opens", "author": "Ada, Bo", "publisher": "The Paper", "datePublished": "2024-05-17",
        "dateModified": "2024-05-18T01:00:00Z", "image": "/one.png, /two.png",
    }  # fmt: skip


def test_json_ld_in_its_other_shapes() -> None:
    graph = {
        "@graph": [
            {"@type": "WebPage", "name": "Page", "author": {"@id": "#p"}},
            {"@type": ["Person", "Thing"], "@id": "#p", "name": "Cem"},
            "not a thing", [1], None,
        ]
    }  # fmt: skip
    items = metadata(script(graph)).items
    assert [(item.type, item.fields) for item in items] == [
        ("WebPage", {"name": "Page", "author": "Cem"}), ("Person", {"name": "Cem"}),
    ]  # fmt: skip
    product = {"@type": "https://schema.org/Product", "name": "Lamp", "offers": {"price": 12.5, "priceCurrency": "TRY"}}
    long = '<script type="application/ld+json">{"@type": "x", "price": %s}</script>'
    assert len(metadata(long % ("9" * 4000)).items[0].fields["price"]) == 500
    assert document(long % ("9" * 10_000)).metadata is None
    assert metadata(script([product])).items[0].fields == {"name": "Lamp", "price": "12.5", "priceCurrency": "TRY"}


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"@type": "Thing", "name": "x"} -->',
        '{"@type": "Thing", "name": "x\n"};',
        '//<![CDATA[\n{"@type": "Thing", "name": "x"}\n//]]>',
    ],
)
def test_json_ld_as_sites_break_it(text: str) -> None:
    assert metadata(f"<script type='application/ld+json'>{text}</script>").items[0].fields == {"name": "x"}


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"@type":' * 50_000, "null", '"x"', '{"@graph":{"@graph":1}}']
)
def test_json_ld_that_nobody_can_read(text: str) -> None:
    """faults: 26"""
    assert document(f"<script type='application/ld+json'>{text}</script><p>x").text == "x"


def test_what_a_crawl_needs_is_the_same_without_the_details() -> None:
    facts = ("author", "published", "description", "title", "text", "canonical")
    for html in (
        script({**ARTICLE, "description": "Words"}),
        "<title>t</title><meta name=author content=A>" + script(ARTICLE),
        "<title>t</title><meta name=author content=A><meta name=date content=2020><meta name=description content=d>"
        + script(ARTICLE),
        '<div itemscope itemtype="x/Article"><b itemprop=author>B</b><i itemprop=datePublished>2021</i></div>',
        "<link rel=canonical href=/c><link rel=alternate hreflang=de href=/d><img src=/i.png alt=i>",
    ):
        source = Source(1, "http://example.org/", "text/html", "", html.encode())
        _, _, whole = parse(source, ParseSettings(), Normaliser(), 10**6)
        _, _, needed = parse(source, ParseSettings(), Normaliser(), 10**6, with_details=False)
        assert whole is not None
        assert needed is not None
        assert needed.metadata is None
        assert [getattr(needed, name) for name in facts] == [getattr(whole, name) for name in facts]
        assert needed.links == whole.links


def test_microdata() -> None:
    html = """<div itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Head <b>line</b></h1>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Deniz</i></span>
    <time itemprop="datePublished" datetime="2023-01-02">2 January</time><img itemprop="image" src="/i.png">
    <meta itemprop="inLanguage" content="tr"><p itemprop="unknown">no</p></div>"""
    found = document(html)
    assert (found.author, found.published) == ("Deniz", 1672617600)
    assert found.metadata is not None
    assert [(item.type, item.fields) for item in found.metadata.items] == [(
        "Article",
        {"headline": "Head line", "datePublished": "2023-01-02", "image": "/i.png", "inLanguage": "tr",
         "author": "Deniz"},
    )]  # fmt: skip


def test_the_time_of_an_article() -> None:
    assert document("<article><header><time datetime=2024-05-17>x</time></header></article>").published == 1715904000
    assert document("<time datetime=2024-05-17 pubdate>x</time>").published == 1715904000
    assert document("<footer><time datetime=2024-05-17>x</time></footer>").published is None


def test_translations() -> None:
    html = """<link rel=alternate hreflang=DE href=/de/><link rel=alternate hreflang=x-default href=/>
    <link rel=alternate hreflang=fr href="mailto:x"><link rel=alternate type="application/rss+xml" href=/feed>"""
    assert metadata(html).alternates == {"de": "http://example.org/de/", "x-default": "http://example.org/"}


def test_a_page_among_its_translations_says_which_it_is() -> None:
    own = (
        "<link rel=alternate hreflang=x-default href=/folder/page><link rel=alternate hreflang=tr-TR href=/folder/page>"
    )
    for url in ("http://example.org/folder/page", "http://example.org/other"):
        source = Source(1, url, "text/html", "", f"{own}<link rel=alternate hreflang=de href=/de>".encode())
        for details in (True, False):
            _, _, found = parse(source, ParseSettings(), Normaliser(), 10**6, with_details=details)
            assert found is not None
            assert found.language == ("tr-tr" if url.endswith("page") else "")
    declared = Source(1, "http://example.org/folder/page", "text/html", "", f"<html lang=en>{own}".encode())
    _, _, found = parse(declared, ParseSettings(), Normaliser(), 10**6, with_details=False)
    assert found is not None
    assert found.language == "en", "what <html> says comes first"
    assert document('<meta property="og:locale" content="tr_TR">').language == "tr_TR"


def test_pictures() -> None:
    html = """<figure><img src=/a.png alt="A  cat" title=T width=640 height="480px"><figcaption>On <b>a</b> mat
    </figcaption></figure><img src=b.png><img src=/dot.gif width=1 height=1><img alt="no source">"""
    images = metadata(html).images
    assert [(one.url, one.alt, one.title, one.caption, one.width, one.height) for one in images] == [
        ("http://example.org/a.png", "A cat", "T", "On a mat", 640, 480),
        ("http://example.org/folder/b.png", "", "", "", 0, 0),
    ]  # fmt: skip
    many = "".join(f"<img src=/{number}.png>" for number in range(100))
    found = document(many, settings=ParseSettings(max_images=7)).metadata
    assert found is not None
    assert len(found.images) == 7
    assert document('<meta name=robots content="noimageindex">' + many).metadata is None


def test_what_a_page_says_is_cut_to_size() -> None:
    """faults: 36"""
    long = "x" * 1_000_000
    found = document(
        f'<meta name=author content="{long}"><meta name=description content="{long}"><meta property="og:title"'
        f' content="{long}"><img src=/a alt="{long}">' + script({"@type": long, "name": [long] * 9}) + "<p>y"
        + "".join(f'<meta property="og:{number}" content=x>' for number in range(1000))
    )  # fmt: skip
    assert found.metadata is not None
    assert len(found.author) + len(found.description) + len(found.title) < 2000
    assert sum(map(len, found.metadata.opengraph.values())) < 60_000
    assert all(len(item.type) + sum(map(len, item.fields.values())) < 1000 for item in found.metadata.items)


def test_unavailable_after() -> None:
    """A page asks to be forgotten after a day."""
    past, later = formatdate(time.time() - 86400), formatdate(time.time() + 86400)
    for date, gone in ((past, True), (later, False), ("nonsense", False)):
        assert document(f'<meta name=robots content="unavailable_after: {date}">').noindex is gone
        assert document("<p>x", robots=f"unavailable_after: {date}").noindex is gone


@settings(max_examples=150, deadline=None)
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["@type", "@graph", "@id", "name", "author", "image", "datePublished", "offers", "mainEntity"]),
        inner, max_size=5),
    max_leaves=20,
))  # fmt: skip
def test_any_json_ld(data: object) -> None:
    found = document(script(data) + "<p>x").metadata
    for item in found.items if found else ():
        assert item.type
        assert all(isinstance(value, str) for value in item.fields.values())
