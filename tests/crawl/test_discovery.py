"""Whole crawls that find pages through sitemaps and feeds, and come back to feeds."""

from __future__ import annotations

import gzip
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS

import mekik
from hostile import Connection, HostileServer, answer
from mekik.frontier import SqliteStore
from mekik.workspace import Finished, Workspace

QUICK: dict[str, Any] = {**OPTIONS, "name": "found", "frontier.retries": 0, "analysis.analyser": "none"}


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/", page("home"))
        yield server


def page(words: str, head: str = "", *hrefs: str) -> bytes:
    links = "".join(f'<a href="{href}">{href}</a> ' for href in hrefs)
    return answer(200, f"<html><head><title>{words}</title>{head}</head><p>{words} {links}".encode())


def sitemap(*locs: str, more: str = "") -> bytes:
    return f"<urlset>{''.join(f'<url><loc>{loc}</loc>{more}</url>' for loc in locs)}</urlset>".encode()


def index(*locs: str) -> bytes:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{loc}</loc></sitemap>' for loc in locs)}</sitemapindex>".encode()


def feed(*links: str, more: str = "") -> bytes:
    return (
        f"<rss><channel>{''.join(f'<item><link>{link}</link>{more}</item>' for link in links)}</channel></rss>".encode()
    )


def xml(body: bytes, *headers: str) -> bytes:
    return answer(200, body, *headers, content_type="application/xml")


def robots(server: HostileServer, *lines: str) -> None:
    server.on("/robots.txt", answer(200, "\n".join(lines).encode(), content_type="text/plain"))


def crawl(folder: Path, server: HostileServer, **options: Any) -> tuple[Workspace, Finished]:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    return workspace, workspace.crawl(server.root + "/", {**QUICK, **named})


def paths(server: HostileServer) -> list[str]:
    return [head.split(b" ", 2)[1].decode() for head in server.requests]


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_robots_txt_leads_to_sitemaps_and_they_to_pages(folder: Path, server: HostileServer) -> None:
    robots(server, f"Sitemap: {server.root}/index.xml", "Sitemap: http://elsewhere.test/map.xml", "Disallow: /no")
    server.on("/index.xml", xml(index("/one.xml.gz", "/two.txt", "/gone.xml")))
    more = "<priority>0.9</priority><changefreq>daily</changefreq><lastmod>2024-05-17</lastmod>"
    one = gzip.compress(sitemap("/a", "http://elsewhere.test/x", more=more))
    server.on("/one.xml.gz", answer(200, one, content_type="application/x-gzip"))
    server.on("/two.txt", answer(200, f"{server.root}/b\n".encode(), content_type="text/plain"))
    server.on("/a", page("alpha"))
    server.on("/b", page("beta"))
    workspace, finished = crawl(folder, server)
    why = workspace.why(server.root + "/a")
    assert (why.outcome, why.path, why.depth, why.found_on) == ("ok", "MMM", 1, server.root + "/one.xml.gz")
    assert why.hint is not None
    assert (why.hint.priority, why.hint.changefreq, why.hint.lastmod) == (0.9, "daily", 1715904000)
    assert why.hint.said_by == server.root + "/one.xml.gz"
    assert workspace.why(server.root + "/b").outcome == "ok"
    assert workspace.why(server.root + "/gone.xml").outcome == "not_found"
    index_why = workspace.why(server.root + "/index.xml")
    assert (index_why.indexed, index_why.depth, index_why.path) == (False, 0, "M")
    packed = workspace.why(server.root + "/one.xml.gz")
    assert (packed.outcome, packed.reason) == ("ok", "passed over 1 link to what the job does not want")
    assert workspace.why("http://elsewhere.test/map.xml").outcome == "out_of_scope"
    assert finished.pages == 3, "sitemaps are no pages"
    assert "/sitemap.xml" not in paths(server), "robots.txt named some, so none is guessed"


def test_usual_places_are_tried_once_and_in_silence(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", "", "/a", "/b"))
    server.on("/a", page("alpha"))
    server.on("/b", page("beta"))
    workspace, finished = crawl(folder, server, discovery__places=["/sitemap.xml", "/map.xml", "/more.xml"])
    asked = paths(server)
    assert [asked.count(place) for place in ("/sitemap.xml", "/map.xml", "/more.xml")] == [1, 1, 1]
    assert (finished.counts.error, finished.pages, finished.exit_code) == (0, 3, 0)
    assert workspace.why(server.root + "/map.xml").outcome == "no_sitemap"
    assert list(workspace.log(errors=True)) == []


def test_the_next_place_is_not_tried_when_one_has_a_sitemap(folder: Path, server: HostileServer) -> None:
    server.on("/sitemap.xml", xml(sitemap("/only-here")))
    server.on("/only-here", page("hidden"))
    workspace, _ = crawl(folder, server)
    assert workspace.why(server.root + "/only-here").path == "MM"
    assert "/sitemap_index.xml" not in paths(server)
    hint = workspace.why(server.root + "/sitemap.xml").hint
    assert hint is not None
    assert hint.role == "sitemap"


def test_a_server_that_answers_everything_with_a_page_has_no_sitemap(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", "", "/same", "/sitemap.xml"))
    server.otherwise(page("sorry"))
    workspace, finished = crawl(folder, server)
    assert workspace.why(server.root + "/sitemap.xml").outcome == "no_sitemap"
    same = workspace.why(server.root + "/same")
    assert (same.outcome, same.indexed) == ("ok", True), "not a copy of what was no sitemap"
    assert finished.counts.error == 0
    assert workspace.reindex().pages == 2
    assert workspace.search("sorry").total == 1


def test_dead_hosts_and_refused_places_are_left_alone(folder: Path, server: HostileServer) -> None:
    robots(server, "User-agent: *", "Disallow: /sitemap.xml")
    server.on("/", answer(404))
    crawl(folder, server)
    assert paths(server) == ["/robots.txt", "/"], "no page came, so nothing is guessed"
    server.on("/", page("home"))
    workspace, _ = crawl(folder, server)
    assert "/sitemap.xml" not in paths(server)
    assert workspace.why(server.root + "/sitemap.xml").outcome == "robots_denied"


def test_an_index_that_names_itself_ends(folder: Path, server: HostileServer) -> None:
    """faults: 29"""
    server.on("/sitemap.xml", xml(index("/sitemap.xml", "/a.xml")))
    server.on("/a.xml", xml(index("/sitemap.xml", "/a.xml")))
    crawl(folder, server)
    assert [path for path in paths(server) if path.endswith(".xml")] == ["/sitemap.xml", "/a.xml"]


def endless(nested: bool) -> Callable[[Connection], None]:
    """Every index names five more that nobody saw before; nested ones name one, deeper and deeper."""
    count = 0

    def script(connection: Connection) -> None:
        nonlocal count
        names = []
        for _ in range(1 if nested else 5):
            count += 1
            names.append(f"/map?n={count}")
        connection.send(xml(index(*names)))

    return script


def test_endless_sitemaps_are_bounded_in_depth_and_number(folder: Path, server: HostileServer) -> None:
    """faults: 29"""
    robots(server, f"Sitemap: {server.root}/map")
    server.on("/map", endless(nested=True))
    workspace, finished = crawl(folder, server, discovery__max_nesting=10)
    assert sum(path.startswith("/map") for path in paths(server)) == 10
    assert workspace.why(server.root + "/map?n=9").reason == "left out 1 sitemap nested deeper than 10"
    assert finished.state == "finished"


def test_endless_unique_children_are_bounded(folder: Path, server: HostileServer) -> None:
    """faults: 29"""
    robots(server, f"Sitemap: {server.root}/map")
    server.on("/map", endless(nested=False))
    options = {"discovery__max_sitemaps": 12, "discovery__max_nesting": 1000}
    crawl(folder, server, **options)
    assert sum(path.startswith("/map") for path in paths(server)) == 12
    server.requests.clear()
    mekik.open(folder).resume("found")
    assert not any(path.startswith("/map") for path in paths(server)), "they are counted over all runs"


def test_priority_decides_among_equals(folder: Path, server: HostileServer) -> None:
    robots(server, f"Sitemap: {server.root}/map.xml")
    priorities = {"/low": 0.1, "/usual": 0.5, "/high": 1.0, "/some": 0.7}
    entries = "".join(f"<url><loc>{path}</loc><priority>{value}</priority></url>" for path, value in priorities.items())
    server.on("/map.xml", xml(f"<urlset>{entries}</urlset>".encode()))
    server.otherwise(page("x"))
    crawl(folder, server)
    assert [path for path in paths(server) if path in priorities] == ["/high", "/some", "/usual", "/low"]


def test_a_huge_sitemap_is_read_beyond_the_size_of_pages(folder: Path, server: HostileServer) -> None:
    robots(server, f"Sitemap: {server.root}/map.xml")
    server.on("/map.xml", xml(sitemap("/a") + b" " * 200_000 + b"<url><loc>/b</loc></url>"))
    server.otherwise(page("x"))
    crawl(folder, server, fetch__max_size=50_000)
    assert {"/a", "/b"} <= set(paths(server))
    crawl(folder / "small", server, fetch__max_size=50_000, discovery__max_size=100_000)
    assert mekik.open(folder / "small").why(server.root + "/map.xml").outcome == "truncated"


# feeds

FEED = '<link rel=alternate type="application/rss+xml" href=/rss>'
ITEM = "<author>Ece</author><pubDate>Fri, 17 May 2024 10:00:00 +0300</pubDate><category>Borsa</category>"


def test_items_carry_what_the_feed_says_and_its_topics(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", FEED + '<link rel=alternate type="application/atom+xml" href=/atom>'))
    server.on("/rss", xml(feed("/one", more=ITEM)))
    server.on("/atom", xml(b"<feed><category term='Spor'/><entry><link href='/two'/></entry></feed>"))
    server.on("/one", page("money"))
    server.on("/two", page("ball"))
    workspace, _ = crawl(
        folder,
        server,
        discovery__topics={"*/rss": "economy"},
        discovery__categories={"SPOR": "sport", "borsa": "stocks"},
    )
    one = workspace.why(server.root + "/one")
    assert (one.outcome, one.path, one.found_on) == ("ok", "SFF", server.root + "/rss")
    assert one.hint is not None
    assert (one.hint.author, one.hint.published, one.hint.topics) == ("Ece", 1715929200, ("economy", "stocks"))
    assert [hit.url for hit in workspace.search("topic:economy").hits] == [server.root + "/one"]
    assert [hit.url for hit in workspace.search("", topic="sport").hits] == [server.root + "/two"]
    facets = workspace.search("money OR ball").facets
    assert {row.value: row.count for row in facets.topic} == {"economy": 1, "stocks": 1, "sport": 1}
    assert workspace.search("site:127.0.0.1").total == 3, "feeds themselves are no pages"
    workspace.reindex()
    assert [hit.topics for hit in workspace.search("money").hits] == [("economy", "stocks")]


@pytest.mark.parametrize("workers", [0, 1])
def test_a_topic_that_is_learnt_late_is_indexed_too(folder: Path, server: HostileServer, workers: int) -> None:
    server.on("/", page("home", "", "/one", "/last"))
    server.on("/one", page("money"))
    server.on("/last", page("end", FEED))
    server.on("/rss", xml(feed("/one")))
    workspace, _ = crawl(folder, server, discovery__topics={"*/rss": "economy"}, parse__workers=workers)
    assert [hit.url for hit in workspace.search("topic:economy money").hits] == [server.root + "/one"]
    assert workspace.search("money").total == 1
    assert workspace.check() == []


def intervals(folder: Path) -> tuple[int, float]:
    """Learned interval and time of the next visit of the only feed."""
    store = SqliteStore(folder / "jobs" / "found" / "frontier.sqlite", read_only=True)
    try:
        rows = store.query(
            "SELECT h.interval, a.next_visit FROM hint h JOIN address a ON a.id = h.address WHERE role = 'feed'"
        )
    finally:
        store.close()
    ((interval, next_visit),) = rows
    return interval, next_visit


def make_due(folder: Path) -> None:
    """As if the time of the next visit had come."""
    with sqlite3.connect(folder / "jobs" / "found" / "frontier.sqlite") as database:
        database.execute("UPDATE address SET next_visit = 1 WHERE next_visit IS NOT NULL")


def test_a_feed_comes_back_with_a_condition_and_at_its_own_pace(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", FEED))
    server.on("/rss", xml(feed("/one"), 'ETag: "1"'))
    server.otherwise(page("x"))
    began = time.time()
    workspace, finished = crawl(folder, server, discovery__min_interval=1000, discovery__interval=2000)
    assert finished.reason == "nothing is left to visit", "it does not wait for the next visit"
    interval, next_visit = intervals(folder)
    assert interval == 2000
    assert began + 1999 <= next_visit <= time.time() + 2000
    server.requests.clear()
    workspace.resume("found")
    assert paths(server) == [], "too early"

    def unchanged(connection: Connection) -> None:
        assert b'if-none-match: "1"' in connection.head.lower()
        connection.send(b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n')

    server.on("/rss", unchanged)
    make_due(folder)
    workspace.resume("found")
    assert paths(server) == ["/rss"], "only the feed was due"
    assert intervals(folder)[0] == 3000
    server.on("/rss", xml(feed("/two", "/one"), 'ETag: "2"'))
    server.requests.clear()
    make_due(folder)
    finished = workspace.resume("found")
    assert paths(server) == ["/rss", "/two"], "the new item is crawled"
    assert intervals(folder)[0] == 1500, "half as long"
    assert workspace.why(server.root + "/two").path == "SFF"
    assert finished.counts.waiting == 0
    server.requests.clear()
    workspace.crawl(server.root + "/", {**QUICK, "discovery.min_interval": 1000, "discovery.interval": 2000})
    assert "/rss" in paths(server), "a new pass visits everything"


def test_a_watching_crawl_goes_on_until_it_is_stopped(folder: Path, server: HostileServer) -> None:
    news = ["/one"]
    server.on("/", page("home", FEED))
    server.on("/rss", lambda connection: connection.send(xml(feed(*news))))
    server.otherwise(page("x"))
    ended: list[Finished] = []
    options = {
        "discovery__watch": True,
        "discovery__interval": 0.3,
        "discovery__min_interval": 0.2,
        "discovery__max_interval": 0.4,
    }
    thread = threading.Thread(target=lambda: ended.append(crawl(folder, server, **options)[1]))
    thread.start()
    workspace = mekik.open(folder)
    try:
        until(lambda: paths(server).count("/rss") >= 3)
        news.insert(0, "/two")
        until(lambda: "/two" in paths(server))
        assert workspace.status()[0].state == "running"
    finally:
        until(lambda: bool(workspace.stop()) or not thread.is_alive())
        thread.join(60)
    assert ended[0].state == "interrupted"
    assert paths(server).count("/one") == 1
    counts = workspace.status()[0].counts
    assert counts.known == counts.completed + counts.error + counts.refused + counts.waiting


def test_a_feed_that_fails_for_a_while_is_not_given_up(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", FEED))
    server.on("/rss", xml(feed("/one")))
    server.otherwise(page("x"))
    workspace, _ = crawl(folder, server, discovery__interval=1, discovery__min_interval=1)
    server.on("/rss", answer(503))
    until(lambda: time.time() > intervals(folder)[1])
    workspace.resume("found")
    assert workspace.why(server.root + "/rss").status == "error"
    assert intervals(folder)[0] == 2
    server.on("/rss", xml(feed("/two")))
    server.on("/two", page("news"))
    until(lambda: time.time() > intervals(folder)[1])
    workspace.resume("found")
    assert workspace.why(server.root + "/rss").outcome == "ok"
    assert workspace.why(server.root + "/two").outcome == "ok"


def test_feeds_can_be_left_alone(folder: Path, server: HostileServer) -> None:
    server.on("/", page("home", FEED))
    server.on("/rss", xml(feed("/one")))
    crawl(folder, server, discovery__feeds=False, discovery__sitemaps=False)
    assert paths(server) == ["/robots.txt", "/"]
