"""Sitemaps of every kind, and what a hostile one may try."""

from __future__ import annotations

import gzip
import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import URL, answer

from mekik.outcome import Outcome
from mekik.page import Document, Hint, LinkKind, Source
from mekik.parse import parse
from mekik.settings import DiscoverySettings, ParseSettings
from mekik.urls import Normaliser

ROOT = "http://example.org"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
EXTENSIONS = (
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)


def read(body: bytes | str, content_type: str = "application/xml", role: str = "", **limits: int) -> Document:
    """As a worker reads it, with the limits that a test cares about."""
    outcome, reason, document = read_all(body, content_type, role, **limits)
    assert outcome in (Outcome.OK, Outcome.TRUNCATED), reason
    assert document is not None
    return document


def read_all(
    body: bytes | str, content_type: str = "application/xml", role: str = "", **limits: int
) -> tuple[Outcome, str, Document | None]:
    data = body.encode() if isinstance(body, str) else body
    discovery = msgspec.convert(limits, DiscoverySettings)
    source = Source(1, URL, content_type, "", data, role=role)
    return parse(source, ParseSettings(), Normaliser(), 10_000_000, discovery=discovery)


def hints(document: Document) -> dict[str, Hint]:
    return dict(zip(document.links.urls, document.links.hints, strict=True))


def test_address_with_lastmod_changefreq_and_priority() -> None:
    entry = (
        "<url><loc>http://example.org/a?x=1&amp;section=2</loc><lastmod>2024-05-17</lastmod>"
        "<changefreq>Weekly</changefreq><priority>0.8</priority></url>"
    )
    document = read(f"{HEAD}>{entry}<url><loc>/b</loc></url></urlset>")
    found = hints(document)
    assert list(found) == [ROOT + "/a?section=2&x=1", ROOT + "/b"]
    assert found[ROOT + "/a?section=2&x=1"] == Hint(priority=0.8, changefreq="weekly", lastmod=1715904000)
    assert found[ROOT + "/b"] == Hint()
    assert set(document.links.kinds) == {LinkKind.SITEMAP}
    assert document.listing is not None
    assert document.listing.kind == "sitemap"
    assert document.text == "", "a sitemap is no page"


def test_images_news_videos_and_translations() -> None:
    entry = """<url><loc>http://example.org/a</loc>
        <image:image><image:loc>http://example.org/1.png</image:loc><image:caption>A kettle</image:caption>
        </image:image>
        <n:news><n:publication><n:name>Paper</n:name></n:publication><n:title>Bridge &amp; co</n:title>
        <n:publication_date>2024-05-17T10:00:00+03:00</n:publication_date><n:keywords>bridge, spring</n:keywords>
        </n:news>
        <video:video><video:content_loc>http://example.org/1.mp4</video:content_loc><video:tag>sea</video:tag>
        </video:video>
        <xhtml:link rel="alternate" hreflang="de" href="http://example.org/de/a"/>
        <xhtml:link rel="alternate" hreflang="en" href="http://example.org/a"/></url>"""
    found = hints(read(f"{HEAD}{EXTENSIONS}>{entry}</urlset>"))
    assert list(found) == [ROOT + "/a", ROOT + "/de/a"]
    said = found[ROOT + "/a"]
    assert (said.title, said.published) == ("Bridge & co", 1715929200)
    assert said.categories == ("sea", "bridge", "spring")
    assert said.enclosures == ("http://example.org/1.png", "http://example.org/1.mp4")
    assert said.summary == "A kettle"


def test_an_index_names_sitemaps() -> None:
    index = "<sitemapindex><sitemap><loc>/one.xml</loc><lastmod>2024-05-17</lastmod></sitemap></sitemapindex>"
    assert hints(read(index)) == {ROOT + "/one.xml": Hint(role="sitemap", lastmod=1715904000)}


@pytest.mark.parametrize("content_type", ["application/gzip", "application/xml", "application/octet-stream", ""])
def test_gzip_is_seen_by_its_content(content_type: str) -> None:
    packed = gzip.compress(f"{HEAD}><url><loc>/a</loc></url></urlset>".encode())
    assert list(hints(read(packed, content_type))) == [ROOT + "/a"]


def test_a_plain_list_counts_only_where_a_sitemap_is_expected() -> None:
    lines = "\ufeffhttp://example.org/a\r\nhttps://example.org/b \n# a remark\n\nnot an address\n"
    assert list(hints(read(lines, "text/plain", role="sitemap"))) == [ROOT + "/a", "https://example.org/b"]
    assert read(lines, "text/plain").listing is None


def test_a_feed_may_serve_as_a_sitemap() -> None:
    document = read("<rss><channel><item><link>/a</link></item></channel></rss>", role="sitemap")
    assert (document.links.urls, set(document.links.kinds)) == ([ROOT + "/a"], {LinkKind.SITEMAP})


def test_what_is_no_sitemap_at_a_usual_place_gives_nothing() -> None:
    document = read('<html><title>Not found</title><a href="/x">home</a>', "text/html", role="guess")
    assert (document.listing, document.text, document.links.urls) == (None, "", [])
    named = read('<html><title>Map</title><a href="/x">home</a>', "text/html", role="sitemap")
    assert named.links.urls == [ROOT + "/x"], "a person may call a page of links a sitemap"


@pytest.mark.parametrize(
    "broken",
    [
        "<urlset><url><loc>/a</loc><url><loc>/b</loc></urlset>",
        "<urlset><url><loc>/a<lastmod>2024</lastmod></url><url><loc>/b</loc><priority>0.",
        "<urlset><url><loc><![CDATA[/a]]></loc></url></bogus><url><LOC> /b </LOC></url>",
        "<?xml version='1.0'?><x:urlset xmlns:x='u'><x:url><x:loc>/a</x:loc></x:url><x:url><x:loc>/b</x:loc></x:url>",
        "\n\n<!-- made by hand --><urlset attr='>'><url><loc>/a</loc></url><url/><url><loc>/b</loc></url></urlset>",
        "<urlset><url><loc>/a</loc></url><!-- never closed <url><loc>/b</loc></url></urlset>",
        "<urlset><url><priority>high</priority><loc>/a</loc></url><url><loc>/b</loc><priority>9e999</priority></url>",
    ],
)
def test_broken_sitemaps_give_what_they_have(broken: str) -> None:
    assert read(broken, "text/plain").links.urls == [ROOT + "/a", ROOT + "/b"]


BOMB = (
    '<!DOCTYPE urlset [<!ENTITY a "http://example.org/aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">'
    '<!ENTITY % y SYSTEM "http://127.0.0.1:1/dtd"> %y;]>'
)


@pytest.mark.parametrize("padding", ["", f"<!--{'x' * 12_000}-->" * 3])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", ["sitemap", "feed"])
def test_entities_of_the_document_are_refused(padding: str, packed: bool, kind: str) -> None:
    """faults: 28"""
    inside = {
        "sitemap": "<urlset><url><loc>/a?&c;</loc></url><url><loc>/b/&x;</loc></url></urlset>",
        "feed": "<rss><item><link>/a?&c;</link></item><item><title>&x;</title><link>/b/&x;</link></item></rss>",
    }[kind]
    body = f'<?xml version="1.0"?>{padding}{BOMB}{inside}'.encode()
    outcome, reason, document = read_all(gzip.compress(body) if packed else body)
    assert outcome is Outcome.OK
    assert reason == "entities that the document declares were not expanded"
    assert document is not None
    assert len(document.links.urls) == 2
    assert max(map(len, document.links.urls)) < 40
    assert "root:" not in "".join(hint.title for hint in document.links.hints)


def test_a_gigabyte_in_a_few_kilobytes_is_cut() -> None:
    """faults: 29"""
    one = f"<url><loc>http://example.org/{'a' * 900}</loc></url>".encode()
    bomb = gzip.compress(f"{HEAD}>".encode() + one * 12_000)
    assert len(bomb) < 1_000_000
    outcome, reason, document = read_all(bomb, role="sitemap", max_size=5_000_000, max_addresses=50_000)
    assert outcome is Outcome.TRUNCATED
    assert reason == "more than 10000000 bytes"
    assert document is not None
    assert len(document.links.urls) == 1, "the last one was cut and is no address"


def test_only_so_many_addresses_are_taken() -> None:
    """faults: 29"""
    body = f"{HEAD}>" + "".join(f"<url><loc>/{number}</loc></url>" for number in range(300)) + "</urlset>"
    outcome, reason, document = read_all(body, max_addresses=100)
    assert (outcome, reason) == (Outcome.OK, "addresses beyond the first 100 were left out")
    assert document is not None
    assert len(document.links.urls) == 100
    lines = "\n".join(f"{ROOT}/{number}" for number in range(300))
    assert len(read(lines, "text/plain", role="sitemap", max_addresses=100).links.urls) == 100


@pytest.mark.parametrize(
    "unit",
    ["<!--", "<![CDATA[", "<!DOCTYPE x [", "<?", "<url><loc>", '<a b="', "<" * 3, "</url>", "&lol;", "<a xmlns:b='c'>"],
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    """faults: 35"""

    def seconds(times: int) -> float:
        body = f"<urlset><url><loc>/a</loc></url>{unit * times}"
        best = 9.0
        for _ in range(3):
            began = time.process_time()
            read(body)
            best = min(best, time.process_time() - began)
        return best

    assert any(seconds(64_000) < 8 * 6 * max(seconds(8_000), 0.002) for _ in range(3))


_SOUP = st.lists(
    st.sampled_from(
        ["<urlset>", "<url>", "<loc>", "</loc>", "/a", "</url>", "<rss>", "<item>",
         "<link>", "</item>", "<![CDATA[", "]]>",
         "<!--", "-->", "<!DOCTYPE", "[", "]", ">", "<", "&amp;", "&#xD800;", "&#99999999;", "<entry>", '<link href="',
         '"/>', "'", "\0", "<feed", " xmlns:a='b'", "<title>", "{", '"items":', "\ufeff", "<?xml", "?>", "ş"]
    ),
    max_size=60,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(_SOUP.map("".join), st.sampled_from(["", "sitemap", "feed", "guess"]))
def test_any_soup_has_a_reading(soup: str, role: str) -> None:
    """faults: 28, 31"""
    outcome, _, document = read_all(soup, "text/xml", role)
    assert outcome is Outcome.OK
    assert document is not None
    assert len(document.links.urls) == len(document.links.kinds) == len(document.links.keys) // 8
    assert not document.links.hints or len(document.links.hints) == len(document.links.urls)
    for hint in document.links.hints:
        (hint.title + hint.summary + hint.guid + hint.author + "".join(hint.categories)).encode()


def test_an_ordinary_page_is_not_taken_for_one() -> None:
    for page in (
        "<!DOCTYPE html><title>t</title><p>x",
        "<html><body><item><link>/a</link>",
        "<p>rss",
        "<title>feed</title>",
    ):
        outcome, _, document = answer(page)
        assert outcome is Outcome.OK
        assert document is not None
        assert document.listing is None
