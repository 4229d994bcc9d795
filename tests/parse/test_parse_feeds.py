"""Feeds of every kind and in every state."""

from __future__ import annotations

import json

import pytest
from parse_kit import document
from test_parse_sitemaps import hints, read

from mekik.page import Hint, LinkKind

ROOT = "http://example.org"

RSS = """<?xml version="1.0" encoding="UTF-8"?><rss version="{version}"><channel><title>Kıyı</title><link>http://example.org/</link>
<description>d</description><language>tr</language><ttl>30</ttl><category>Ekonomi</category>
<image><title>Logo</title><link>http://example.org/logo</link></image>
<item><title>Yeni köprü &amp; yol</title><link>http://example.org/kopru</link><author>ece@example.org (Ece Can)</author>
<pubDate>Fri, 17 May 2024 10:00:00 +0300</pubDate><category>Gündem</category><category domain="x">Yol</category>
<guid isPermaLink="false">k-1</guid><enclosure url="http://example.org/ses.mp3" length="1" type="audio/mpeg"/>
<description>&lt;p&gt;Köprü &lt;b&gt;baharda&lt;/b&gt; açılıyor.&lt;/p&gt;</description></item>
<item><guid>http://example.org/ikinci</guid><description><![CDATA[<p>İkinci</p>]]></description></item>
</channel></rss>"""

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:d="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://example.org/rdf"><title>Old</title>
<link>http://example.org/</link><items><rdf:Seq><rdf:li resource="http://example.org/one"/></rdf:Seq></items></channel>
<item rdf:about="http://example.org/one"><title>One</title><link>http://example.org/one</link><d:creator>Ada</d:creator>
<d:date>2024-05-17T07:00:00Z</d:date><d:subject>sea</d:subject></item>
<item rdf:about="http://example.org/two"><title>Two</title></item></rdf:RDF>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://example.org/blog/"><title>Blog</title><id>urn:f</id>
<link rel="self" href="atom.xml"/><updated>2024-05-17T07:00:00Z</updated>
<entry><title type="html">A &lt;i&gt;day&lt;/i&gt;</title><id>urn:1</id><link rel="edit" href="edit/1"/>
<link href="a-day"/>
<link rel="enclosure" href="http://example.org/a.ogg"/><published>2024-05-16T07:00:00Z</published>
<updated>2024-05-17T07:00:00Z</updated><author><name>Ada Sun</name><email>ada@example.org</email></author>
<category term="sea" label="The sea"/><source><title>Elsewhere</title><link href="http://example.org/elsewhere"/></source>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Some <b>words</b></div></content></entry></feed>"""

JSON_FEED = {
    "version": "https://jsonfeed.org/version/1.1", "title": "Json", "language": "en",
    "items": [
        {"id": "1", "url": "/one", "title": "One", "content_html": "<p>Hello", "date_published": "2024-05-17T07:00:00Z",
         "date_modified": "2024-05-18T07:00:00Z", "authors": [{"name": "Ada"}], "tags": ["sea", 5],
         "attachments": [{"url": "http://example.org/a.mp3", "mime_type": "audio/mpeg"}, "odd"]},
        {"id": "http://example.org/two"}, "odd", {"title": "no address"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("version", ["0.91", "0.92", "2.0", "7"])
def test_rss(version: str) -> None:
    feed = read(RSS.replace("{version}", version), "application/rss+xml")
    found = hints(feed)
    assert list(found) == [ROOT + "/kopru", ROOT + "/ikinci"]
    assert found[ROOT + "/kopru"] == Hint(
        title="Yeni köprü & yol", author="Ece Can", published=1715929200, categories=("Gündem", "Yol"), guid="k-1",
        enclosures=("http://example.org/ses.mp3",), summary="Köprü baharda açılıyor.",
    )  # fmt: skip
    assert found[ROOT + "/ikinci"].published is None, "no date is no reason to leave it out"
    assert set(feed.links.kinds) == {LinkKind.FEED}
    assert feed.links.anchors[0] == "Yeni köprü & yol"
    listing = feed.listing
    assert listing is not None
    assert (listing.kind, listing.title, listing.language) == ("feed", "Kıyı", "tr")
    assert (listing.categories, listing.pause) == (("Ekonomi",), 1800)


def test_rdf() -> None:
    found = hints(read(RDF, "application/rdf+xml"))
    assert list(found) == [ROOT + "/one", ROOT + "/two"]
    assert found[ROOT + "/one"] == Hint(title="One", author="Ada", published=1715929200, categories=("sea",))


def test_atom() -> None:
    feed = read(ATOM, "application/atom+xml")
    assert hints(feed) == {
        ROOT + "/blog/a-day": Hint(
            title="A day", author="Ada Sun", published=1715842800, lastmod=1715929200, categories=("The sea",),
            guid="urn:1", enclosures=("http://example.org/a.ogg",), summary="Some words",
        )
    }  # fmt: skip


@pytest.mark.parametrize("content_type", ["application/feed+json", "application/json", "text/plain"])
def test_json_feed(content_type: str) -> None:
    feed = read(json.dumps(JSON_FEED), content_type)
    found = hints(feed)
    assert list(found) == [ROOT + "/one", ROOT + "/two"]
    assert found[ROOT + "/one"] == Hint(
        title="One", author="Ada", published=1715929200, lastmod=1716015600, categories=("sea",), guid="1",
        enclosures=("http://example.org/a.mp3",), summary="Hello",
    )  # fmt: skip
    assert feed.listing is not None
    assert feed.listing.title == "Json"


def test_other_json_is_no_feed() -> None:
    assert read('{"items": [{"url": "/a"}]}', "text/plain").listing is None
    assert read('{"items": [{"url": "/a"}]}', "application/json", role="feed").listing is not None, (
        "it was named as one"
    )
    assert read("{" * 100_000, "text/plain", role="feed").listing is None


def test_a_wrong_charset_is_seen_through() -> None:
    """faults: 31"""
    text = RSS.replace("{version}", "2.0")
    for data, declared in (
        (text.encode("windows-1254"), "application/rss+xml; charset=utf-8"),
        (text.replace("UTF-8", "iso-8859-9").encode(), "application/rss+xml"),
        (text.replace("UTF-8", "x-none").encode(), "application/rss+xml; charset=nonsense"),
        (b"\xff\xfe" + text.encode("utf-16-le"), "application/rss+xml"),
    ):
        assert hints(read(data, declared))[ROOT + "/kopru"].title == "Yeni köprü & yol"


def test_entities_that_xml_does_not_know() -> None:
    body = "<rss><item><title>&uuml;&nbsp;&euro; &amp;amp; &#305; &nosuch; &</title><link>/a?b=1&copy=2</link></item>"
    found = hints(read(body))
    assert found == {ROOT + "/a?b=1&copy=2": Hint(title="ü € & ı &nosuch; &")}


@pytest.mark.parametrize(
    "broken",
    [
        "<rss><channel><item><title>A<link>/a</link><item><title>B</title><link>/b</link></rss>",
        "<rss><item><link>/a</link><title>A</item></channel></rss><item><title>B<link>/b</link><descr",
        "Warning: deprecated\n<rss><item><title>A</title><link>/a</link></item><item><link>/b</link><title>B",
        "<rss><item><title><![CDATA[A]]></title><link>/a</link></item><item><title><![CDATA[B</title><link>/b</link>",
        "<feed><entry><title>A</title><link href='/a'/><entry><title>B</title><link href=/b></entry></feed>",
        "<rss><ITEM><Title>A</Title><LINK>/a</LINK></ITEM>\x0b\x01<Item><title>B</title><link> /b\n</link></Item>",
    ],
)
def test_half_broken_feeds_give_their_items(broken: str) -> None:
    found = hints(read(broken, "application/rss+xml", role="feed"))
    assert {url: hint.title for url, hint in found.items()} == {ROOT + "/a": "A", ROOT + "/b": "B"}


def test_only_so_many_items_are_taken_and_books_are_not_kept() -> None:
    items = "".join(
        f"<item><link>/{number}</link><description>{'x ' * 90_000}</description></item>" for number in range(9)
    )
    feed = read(f"<rss>{items}</rss>", max_items=5)
    assert len(feed.links.urls) == 5
    assert max(len(hint.summary) for hint in feed.links.hints) <= 1000


def test_pages_name_their_feeds() -> None:
    page = document(
        '<link rel=alternate type="application/rss+xml" title="Haberler" href=/rss.xml>'
        '<link rel="alternate" type="application/atom+xml; charset=utf-8" href=/atom>'
        '<link rel=alternate type=application/feed+json href=/feed.json>'
        '<link rel=alternate type=application/json+oembed href=/oembed><link rel=alternate hreflang=de href=/de>'
        '<link rel=stylesheet type=application/rss+xml href=/odd>'
    )  # fmt: skip
    kinds = {
        url.removeprefix(ROOT): LinkKind(kind) for url, kind in zip(page.links.urls, page.links.kinds, strict=True)
    }
    assert kinds == {
        "/rss.xml": LinkKind.FEED, "/atom": LinkKind.FEED, "/feed.json": LinkKind.FEED, "/de": LinkKind.ALTERNATE,
    }  # fmt: skip
    assert page.links.anchors[0] == "Haberler"
