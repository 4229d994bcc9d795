"""Every label of the demo web is true of what is served."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

import brotli
import pytest
from demo_client import Client, links_of
from protego import Protego

from mekik.lab.demo import DemoWeb, Kind, Truth
from mekik.outcome import Outcome

STATUS = {
    "redirect": {301, 302, 307}, "not_found": {404}, "gone": {410}, "forbidden": {403}, "server_error": {500},
}  # fmt: skip


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(slow=0.05) as served:
        yield served


@pytest.fixture
def client(web: DemoWeb) -> Iterator[Client]:
    client = Client(web)
    yield client
    client.close()


def of_kind(web: DemoWeb, kind: Kind) -> list[Truth]:
    found = [truth for truth in web.truth() if truth.kind == kind.label]
    assert found, f"the demo web shows no {kind.label}"
    return found


def served_text(client: Client, truth: Truth) -> str:
    return client.get(truth.url).body.decode(truth.charset)


def test_every_address_answers_with_the_status_of_its_kind(web: DemoWeb, client: Client) -> None:
    for truth in web.truth():
        if truth.kind == Kind.UNAVAILABLE_ONCE.label:
            continue
        expected = STATUS.get(truth.kind, {200})
        if truth.kind == Kind.TRAP.label:
            expected = {200, 302}
        assert client.get(truth.url).status in expected, truth.url


def test_every_kind_is_shown_and_every_outcome_is_one_of_ours(web: DemoWeb) -> None:
    labels = {outcome.label for outcome in Outcome}
    for truth in web.truth():
        assert set(truth.outcomes) <= labels, truth.url
    shown = {truth.kind for truth in web.truth()}
    assert {kind.label for kind in Kind} - shown == {Kind.IMAGE.label, Kind.RESULTS.label}, "labelled when asked about"


def test_addresses_are_labelled_once_and_found_again_by_label(web: DemoWeb) -> None:
    urls = [truth.url for truth in web.truth()]
    assert len(urls) == len(set(urls))
    assert all(web.label(truth.url) == truth for truth in web.truth())
    assert web.label(web.url("museum.localhost", "/never-heard-of")) is None


def test_title_and_language_are_in_the_page(web: DemoWeb, client: Client) -> None:
    for truth in web.truth():
        if truth.indexed and truth.kind not in (
            Kind.UNAVAILABLE_ONCE.label,
            Kind.PLAIN_TEXT.label,
            Kind.DOCUMENT.label,
        ):
            text = served_text(client, truth).replace("&#x27;", "'")
            assert f"<title>{truth.title}</title>" in text, truth.url
            assert f'lang="{truth.language}"' in text or truth.host.startswith("arsiv"), truth.url


def test_duplicates_are_the_same_bytes_and_near_duplicates_are_not(web: DemoWeb, client: Client) -> None:
    for truth in of_kind(web, Kind.DUPLICATE) + of_kind(web, Kind.ALIAS):
        assert client.get(truth.url).body == client.get(truth.duplicate_of).body, truth.url
    for truth in of_kind(web, Kind.NEAR_DUPLICATE):
        near, original = served_text(client, truth).split(), client.get(truth.duplicate_of).body.decode().split()
        common = len(set(near) & set(original)) / len(set(near) | set(original))
        assert 0.75 < common < 1, truth.url


def test_redirects_lead_where_the_label_says(web: DemoWeb, client: Client) -> None:
    for truth in of_kind(web, Kind.REDIRECT):
        assert client.get(truth.url).headers["location"] == truth.redirects_to
    spor = "spor.gazete.localhost"
    url, hops = web.url(spor, "/puan"), 0
    while (truth_there := web.label(url)) and truth_there.redirects_to:
        url, hops = truth_there.redirects_to, hops + 1
        assert hops < 10
    assert (url, hops) == (web.url(spor, "/futbol/derbi"), 3)
    loop = web.label(web.url(spor, "/dongu/a"))
    assert loop is not None
    back = web.label(loop.redirects_to)
    assert back is not None
    assert back.redirects_to == loop.url
    targets = {truth.redirects_to for truth in of_kind(web, Kind.REDIRECT)}
    assert {"http://127.0.0.1:1/", web.url("baska.localhost", "/bilet")} <= targets


def test_a_page_is_unavailable_once_and_then_works(client: Client) -> None:
    for _ in range(2):  # each demo web has a memory of its own
        with DemoWeb(retry_after=3) as web:
            own = Client(web)
            (truth,) = of_kind(web, Kind.UNAVAILABLE_ONCE)
            first = own.get(truth.url)
            assert (first.status, first.headers["retry-after"]) == (503, "3")
            assert [own.get(truth.url).status for _ in range(3)] == [200, 200, 200]
            assert truth.title in own.get(truth.url).body.decode()
            own.close()


def test_the_slow_page_is_slow() -> None:
    with DemoWeb(slow=0.3) as web:
        client = Client(web)
        started = time.monotonic()
        assert client.get(of_kind(web, Kind.SLOW)[0].url).status == 200
        assert time.monotonic() - started >= 0.3
        client.close()


def test_robots_txt_says_what_the_labels_say(web: DemoWeb, client: Client) -> None:
    rules: dict[str, Protego] = {}
    for host in web.hosts:
        got = client.get(web.url(host, "/robots.txt"))
        rules[host] = Protego.parse(got.body.decode() if got.status == 200 else "")
    for truth in web.truth():
        denied = not rules[truth.host].can_fetch(truth.url, "Mekik/1.0")
        of_denied = truth.kind == Kind.ALIAS.label and "/sepet" in truth.url
        assert denied == (truth.kind == Kind.ROBOTS_DENIED.label or of_denied), truth.url
    assert client.get(web.url("spor.gazete.localhost", "/robots.txt")).status == 404
    assert client.get(web.url("garten.localhost", "/robots.txt")).body.strip() == b""
    assert rules["kutuphane.localhost"].crawl_delay("Mekik") == 0.2
    assert list(rules["www.gazete.localhost"].sitemaps) == [web.url("www.gazete.localhost", "/sitemap.xml")]


def test_robots_directives_are_served(web: DemoWeb, client: Client) -> None:
    by_meta = [truth for truth in of_kind(web, Kind.NOINDEX) if "meta_robots" in truth.features]
    by_header = [truth for truth in of_kind(web, Kind.NOINDEX) if "x_robots_tag" in truth.features]
    assert by_meta
    assert by_header
    for truth in by_meta:
        assert '<meta name="robots" content="noindex">' in served_text(client, truth)
    for truth in by_header:
        assert client.get(truth.url).headers["x-robots-tag"] == "noindex"
        assert "noindex" not in served_text(client, truth)
    for truth in of_kind(web, Kind.NOFOLLOW):
        assert '<meta name="robots" content="nofollow">' in served_text(client, truth)


def test_sitemaps_and_feeds_list_labelled_pages(web: DemoWeb, client: Client) -> None:
    bodies = {truth.url: client.get(truth.url) for truth in of_kind(web, Kind.SITEMAP) + of_kind(web, Kind.FEED)}
    listed: dict[str, set[str]] = {}
    for url, got in bodies.items():
        body = zlib.decompress(got.body, 31) if url.endswith(".gz") else got.body
        listed[url] = set(re.findall(r"http://[^\s<>\"]+", body.decode().replace("&amp;", "&")))
    for truth in of_kind(web, Kind.SITEMAP_ONLY) + of_kind(web, Kind.FEED_ONLY):
        assert [url for url, names in listed.items() if truth.url in names] == [truth.named_by]
    types = {got.headers["content-type"].partition(";")[0] for got in bodies.values()}
    assert types == {
        "application/xml", "application/gzip", "text/plain", "application/rss+xml", "application/atom+xml",
        "application/rdf+xml", "application/feed+json",
    }  # fmt: skip
    for url, got in bodies.items():
        if "xml" in got.headers["content-type"] and "kirik" not in url:
            ElementTree.fromstring(got.body)
    with pytest.raises(ElementTree.ParseError):
        ElementTree.fromstring(client.get(web.url("bulten.gazete.localhost", "/akis/kirik.rss")).body)
    for url in {name for names in listed.values() for name in names if ".localhost:" in name}:
        found = web.label(url)
        assert found is not None, url
        assert found.indexed or found.kind == Kind.SITEMAP.label, url


def test_charsets_are_declared_where_the_label_says(web: DemoWeb, client: Client) -> None:
    seen = set()
    for truth in web.truth():
        ways = [name for name in truth.features if name.startswith("charset_by_")]
        if not ways or truth.kind == Kind.ALIAS.label:
            continue
        got = client.get(truth.url)
        in_header = "charset=" in got.headers["content-type"]
        in_meta = b"<meta charset=" in got.body
        seen.add((truth.charset, ways[0]))
        assert (in_header, in_meta) == (ways[0] == "charset_by_header", ways[0] == "charset_by_meta"), truth.url
        if truth.charset != "utf-8":
            with pytest.raises(UnicodeDecodeError):
                got.body.decode("utf-8")
    assert {("utf-8", "charset_by_none"), ("windows-1254", "charset_by_none"), ("windows-1254", "charset_by_meta"),
            ("windows-1254", "charset_by_header"), ("iso-8859-2", "charset_by_meta"),
            ("iso-8859-2", "charset_by_header")} <= seen  # fmt: skip


def test_content_is_encoded_for_those_who_accept_it(web: DemoWeb, client: Client) -> None:
    for host, name, unpack in (
        ("museum.localhost", "gzip", lambda data: zlib.decompress(data, 31)),
        ("garten.localhost", "br", brotli.decompress),
    ):
        plain = client.get(web.url(host))
        packed = client.get(web.url(host), Accept_Encoding="deflate, gzip, br;q=0.5")
        refused = client.get(web.url(host), Accept_Encoding=f"identity, {name};q=0")
        assert "content-encoding" not in plain.headers
        assert refused.body == plain.body
        assert packed.headers["content-encoding"] == name
        assert len(packed.body) < len(plain.body)
        assert unpack(packed.body) == plain.body


def test_unwanted_types_are_what_they_claim(web: DemoWeb, client: Client) -> None:
    bodies = {truth.url.rpartition(".")[2]: client.get(truth.url) for truth in of_kind(web, Kind.UNWANTED_TYPE)}
    assert bodies["png"].headers["content-type"] == "image/png"
    assert bodies["png"].body.startswith(b"\x89PNG")
    assert zipfile.ZipFile(BytesIO(bodies["zip"].body)).namelist() == ["readme.txt"]
    (plain,) = of_kind(web, Kind.PLAIN_TEXT)
    assert client.get(plain.url).headers["content-type"] == "text/plain; charset=utf-8"


def test_traps_go_on_and_are_labelled_all_the_way(web: DemoWeb, client: Client) -> None:
    for truth in of_kind(web, Kind.TRAP):
        url, seen = truth.url, set()
        for _ in range(30):
            assert url not in seen
            seen.add(url)
            got = client.get(url)
            label = web.label(url)
            assert label is not None, url
            assert label.kind == Kind.TRAP.label
            if got.status == 302:
                onward = [web.url(truth.host, got.headers["location"])]
            else:
                hrefs, _ = links_of(url, got.body.decode())
                onward = [href for href in hrefs if "ay=" in href or href.startswith(url + "belgeler")]
            assert len(onward) == 1, url
            url = onward[0]


def test_the_calendar_can_be_given_an_end() -> None:
    with DemoWeb(calendar_months=3) as web:
        client, host = Client(web), "arsiv.gazete.localhost"
        assert client.get(web.url(host, "/takvim?ay=2024-03")).status == 200
        assert client.get(web.url(host, "/takvim?ay=2024-04")).status == 404
        assert b"2024-04" not in client.get(web.url(host, "/takvim?ay=2024-03")).body
        client.close()


def test_translations_name_each_other_and_base_moves_relative_links(web: DemoWeb, client: Client) -> None:
    pairs = [truth for truth in web.truth() if "hreflang" in truth.features]
    assert len(pairs) >= 6
    for truth in pairs:
        html = served_text(client, truth)
        partners = {other.url for other in pairs if f'href="{other.url}"' in html}
        assert truth.url in partners
        assert len(partners) == 2
        for partner in partners:
            assert truth.url in client.get(partner).body.decode()
    (with_base,) = [truth for truth in web.truth() if "base" in truth.features]
    hrefs, _ = links_of(with_base.url, served_text(client, with_base))
    assert web.url(with_base.host, "/gemuese/kuerbis") in hrefs


def test_canonical_pages_name_themselves_for_their_copies(web: DemoWeb, client: Client) -> None:
    copies = [truth for truth in of_kind(web, Kind.DUPLICATE) if "canonical" in truth.features]
    assert copies
    for truth in copies:
        assert f'<link rel="canonical" href="{truth.duplicate_of}">' in served_text(client, truth)


def test_odd_spellings_reach_the_same_page(web: DemoWeb, client: Client) -> None:
    root = web.url("www.gazete.localhost", "").rstrip("/")
    assert client.get(root + "/%7eeditor/").body == client.get(root + "/~editor/").body
    assert client.get(root + "/k%c3%b6%C5%9Fe%20yaz%c4%b1lar%C4%B1/%c3%a7ay%20saati").status == 200
    shop = web.url("shop.localhost", "/kampanya")
    assert client.get(shop + "?sid=abc").body == client.get(shop).body
    alias = web.label(shop + "?sid=abc&utm_source=x")
    assert alias is not None
    assert (alias.kind, alias.duplicate_of) == (Kind.ALIAS.label, shop)
