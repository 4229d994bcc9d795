"""Reports of a crawl, by what is known of the crawled sites."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from crawl_kit import Crawled
from report_kit import crawl, page, report

from hostile.server import Connection, HostileServer, answer
from hostile.tricks import redirect
from mekik.crawl.reports import REPORTS
from mekik.errors import UsageError
from mekik.lab.demo import Kind


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


def test_every_page_that_links_to_a_broken_address_is_named(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/a", "/b", "/gone the lost one"))
    server.on("/a", page("A", "/gone also here", "/old moved away"))
    server.on("/b", page("B", "/old", "/fine"))
    server.on("/old", redirect("/gone", 301))
    server.on("/fine", page("Fine"))
    found = report(crawl(folder, server), "broken")
    named = {(row["page"], row["target"], row["anchor"], row["code"], row["outcome"]) for row in found}
    root = server.root
    assert named == {
        (root + "/", root + "/gone", "the lost one", 404, "not_found"),
        (root + "/a", root + "/gone", "also here", 404, "not_found"),
        (root + "/a", root + "/old", "moved away", 404, "not_found"),
        (root + "/b", root + "/old", "link", 404, "not_found"),
    }
    assert {row["ends_at"] for row in found if row["target"] == root + "/old"} == {root + "/gone"}


def test_a_link_that_robots_do_not_follow_can_be_broken_too(server: HostileServer, folder: Path) -> None:
    server.on("/", answer(200, b'<a rel=nofollow href="/gone">x</a><a href="/a">a</a>'))
    server.on("/a", page("A", "/gone"))
    pages = {row["page"] for row in report(crawl(folder, server), "broken")}
    assert pages == {server.root + "/", server.root + "/a"}


def test_a_page_with_the_bytes_of_another_links_too(server: HostileServer, folder: Path) -> None:
    twin = page("Twin", "/gone")
    server.on("/", page("Home", "/a", "/b"))
    server.on("/a", twin)
    server.on("/b", twin)
    assert {row["page"] for row in report(crawl(folder, server), "broken")} == {server.root + "/a", server.root + "/b"}


def test_a_broken_seed_is_named_without_a_page(server: HostileServer, folder: Path) -> None:
    (row,) = report(crawl(folder, server), "broken")
    assert (row["page"], row["target"], row["code"]) == ("", server.root + "/", 404)


def test_only_the_page_as_it_is_now_counts(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/gone", "/a"))
    server.on("/a", page("A", "/gone"))
    crawl(folder, server)
    server.on("/", page("Home, mended", "/a"))
    workspace = crawl(folder, server)
    assert [row["page"] for row in report(workspace, "broken")] == [server.root + "/a"]


def test_redirects_are_followed_to_their_end(server: HostileServer, folder: Path) -> None:
    """faults: 8"""
    server.on("/", page("Home", "/one", "/two", "/loop"))
    server.on("/one", redirect("/two", 301))
    server.on("/two", redirect("/end", 302))
    server.on("/end", page("End"))
    server.on("/loop", redirect("/pool", 308))
    server.on("/pool", redirect("/loop", 308))
    found = {row["url"].removeprefix(server.root): row for row in report(crawl(folder, server), "redirects")}
    one = found["/one"]
    assert (one["hops"], one["kind"], one["loop"], one["code"], one["outcome"]) == (2, "mixed", False, 200, "ok")
    assert one["chain"] == [f"301 {server.root}/one", f"302 {server.root}/two", f"{server.root}/end"]
    assert "/two" not in found
    assert found["/loop"]["loop"]
    assert (found["/loop"]["kind"], found["/loop"]["outcome"]) == ("permanent", "too_many_redirects")


def test_slow_pages_are_the_slowest_first(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/slow"))

    def slowly(connection: Connection) -> None:
        connection.wait(0.3)
        connection.send(page("Slow"))

    server.on("/slow", slowly)
    workspace = crawl(folder, server)
    assert report(workspace, "slow") == []
    slow = report(workspace, "slow", {"report.slow": 0.25})
    assert [row["url"] for row in slow] == [server.root + "/slow"]
    assert slow[0]["ms"] >= 300
    everything = report(workspace, "slow", {"report.slow": 0})
    assert [row["ms"] for row in everything] == sorted((row["ms"] for row in everything), reverse=True)


def test_a_page_that_only_the_sitemap_knows_is_an_orphan(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/linked", "/lonely", "/moved", "/self"))
    server.on("/linked", page("Linked"))
    server.on("/lonely", page("Lonely"))
    server.on("/self", page("Self", "/self"))
    server.on("/moved", redirect("/target"))
    server.on("/target", page("Target"))
    crawl(folder, server)
    server.on("/", page("Home", "/linked", "/moved"))
    workspace = crawl(folder, server)
    with sqlite3.connect(folder / "jobs" / "site" / "frontier.sqlite") as store:
        store.execute("UPDATE address SET path = 'SM' WHERE depth = 1")
    store.close()
    orphans = {row["url"].removeprefix(server.root) for row in report(workspace, "orphans")}
    assert orphans == {"/lonely", "/self"}


def test_the_tree_counts_what_lies_below(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/a/", "/a/x", "/a/y?q=1", "/b/c/d/e", *(f"/many/{number}" for number in range(5))))
    server.otherwise(lambda connection: connection.send(page(connection.path)))
    workspace = crawl(folder, server)
    found = report(workspace, "tree", {"report.tree_width": 3})
    drawn = [(row["branch"] + row["name"].removeprefix(server.root), row["pages"]) for row in found]
    assert drawn == [
        ("/", 10),
        ("├── a/", 3),
        ("│   ├── x", 1),
        ("│   └── y?q=1", 1),
        ("├── b/", 1),
        ("│   └── c/", 1),
        ("│       └── d/", 1),
        ("│           └── e", 1),
        ("└── many/", 5),
        ("    ├── 0", 1),
        ("    ├── 1", 1),
        ("    ├── 2", 1),
        ("    └── …", 2),
    ]
    shallow = report(workspace, "tree", {"report.tree_depth": 2})
    assert [(row["name"], row["pages"]) for row in shallow[1:]] == [("a/", 3), ("b/", 1), ("many/", 5)]
    assert {row["url"] for row in shallow} == {server.root + path for path in ("/", "/a/", "/b/", "/many/")}


def test_the_demo_web_has_the_reports_that_its_labels_promise(crawled: Crawled) -> None:
    workspace = crawled.workspace
    broken = {row["target"] for row in report(workspace, "broken")}
    labels = (Kind.NOT_FOUND, Kind.GONE, Kind.FORBIDDEN, Kind.SERVER_ERROR)
    wanted = {truth.url for truth in crawled.web.truth() if truth.kind in {kind.label for kind in labels}}
    assert wanted <= broken
    unread = {truth.url for truth in crawled.web.truth() if truth.kind in (Kind.LOCKED.label, Kind.BROKEN.label)}
    assert unread
    assert not unread & broken  # the link is fine, the document is not
    orphans = {row["url"] for row in report(workspace, "orphans")}
    assert orphans == {truth.url for truth in crawled.web.truth() if truth.kind == Kind.SITEMAP_ONLY.label}
    codes = {row["code"]: row["addresses"] for row in report(workspace, "codes")}
    (overview,) = workspace.report()
    assert {str(code): count for code, count in codes.items()} == overview.codes
    languages = {row["language"]: row["documents"] for row in report(workspace, "languages")}
    assert languages == overview.languages
    sizes = report(workspace, "sizes")
    assert sum(row["pages"] for row in sizes) == sum(
        row["addresses"] for row in report(workspace, "outcomes") if row["outcome"] in ("ok", "not_modified")
    )
    for before, after in pairwise(sizes):
        assert before["below"] == after["from"]


def test_all_reports_in_one_go_are_those_that_come_alone(crawled: Crawled) -> None:
    names = [name for name in REPORTS if name != "countries"]
    quick = {"report.suggestions": 0}
    together = {table.report: list(table.rows) for table in crawled.workspace.tables(names, settings=quick)}
    for name in ("broken", "spelling", "orphans", "tree", "redirects"):
        (alone,) = [list(table.rows) for table in crawled.workspace.tables(name, settings=quick)]
        assert together[name] == alone


def test_an_unknown_report_is_refused_with_the_names(crawled: Crawled) -> None:
    with pytest.raises(UsageError, match="broken"):
        list(crawled.workspace.tables("brokn"))


def test_reports_of_a_job_without_an_archive(server: HostileServer, folder: Path) -> None:
    server.on("/", page("Home", "/gone", "/old"))
    server.on("/old", redirect("/new"))
    server.on("/new", page("New"))
    workspace = crawl(folder, server, archive__enabled=False)
    (row,) = report(workspace, "broken")
    assert (row["page"], row["target"]) == (server.root + "/", server.root + "/gone")
    (moved,) = report(workspace, "redirects")
    assert moved["ends_at"] == server.root + "/new"
