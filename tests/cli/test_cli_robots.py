"""Every robot runs on the demo web with the one line that the documentation gives for it."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_runner import run

import mekik
from mekik.crawl.robots import names, robot
from mekik.lab.demo import DemoWeb
from mekik.settings import load
from mekik.workspace import Workspace

PAGE = Path(__file__).parent.parent.parent / "docs" / "robots.md"
QUICK = (
    "--delay", "0", "--quiet", "--set", "frontier.max_delay=0.02", "--set", "frontier.retry_delay=0.1",
    "--set", "parse.workers=0",
)  # fmt: skip


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(crawl_delay=0.01, slow=0.05, retry_after=0, calendar_months=3) as web:
        yield web


def lines() -> dict[str, list[str]]:
    """The line of the page for each robot."""
    found = re.findall(r"^mekik (crawl .*--robot ([\w-]+).*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: shlex.split(line) for line, name in found}


class Visits(NamedTuple):
    pages: list[str]
    """`host/path` of what was fetched, in the order of visits; sitemaps that are not there left out."""
    outcomes: dict[str, int]
    workspace: Workspace
    web: DemoWeb

    def why(self, place: str) -> str:
        host, _, path = place.partition("/")
        return self.workspace.why(self.web.url(f"{host}.localhost", "/" + path)).outcome or "unknown"


def crawl(name: str, web: DemoWeb, data: Path, place: Path | None = None) -> Visits:
    line = [word.replace("8700", str(web.port)) for word in lines()[name]]
    if place is not None:
        line = [str(place) if word.startswith("~") else word for word in line]
    ran = run(*line, *QUICK, "--data", data, "--name", name)
    assert ran.code == 0, ran.err
    workspace = mekik.open(data)
    entries = [entry for entry in workspace.log(name) if entry.code and entry.outcome != "no_sitemap"]
    pages = [re.sub(rf"^\w+://(.*?)(\.localhost:{web.port})?/", r"\1/", entry.url) for entry in entries]
    return Visits(pages, workspace.report(name)[0].outcomes, workspace, web)


def test_every_robot_has_its_line_and_its_sentences() -> None:
    assert set(lines()) == set(names())
    assert len(names()) == 14
    for name in names():
        assert set(robot(name).about) == {"en", "tr"}


@pytest.mark.parametrize("name", names())
def test_what_show_prints_is_a_job_file(name: str, tmp_path: Path) -> None:
    ran = run("robot", "show", name)
    assert ran.code == 0
    job = tmp_path / "job.toml"
    job.write_text(ran.out, encoding="utf-8")
    load(job)


def test_an_unknown_robot_is_told_with_the_nearest() -> None:
    ran = run("robot", "show", "blgo")
    assert ran.code == 2
    assert "'blog'" in ran.err


def test_flags_win_over_a_robot(web: DemoWeb, tmp_path: Path) -> None:
    ran = run("crawl", web.url("gunluk.localhost", "/"), "--robot", "link", "--scope", "host", "--max-pages", 2, *QUICK,
              "--allow-address", "127.0.0.0/8", "--data", tmp_path, "--name", "x")  # fmt: skip
    assert ran.code == 0
    settings = mekik.open(tmp_path).settings("x")
    assert (settings.order, settings.scope.kind, settings.scope.max_pages) == ("depth", "host", 2)


def test_python_knows_robots_too(web: DemoWeb, tmp_path: Path) -> None:
    more = {"fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "parse.workers": 0}
    workspace = mekik.open(tmp_path)
    done = workspace.crawl(web.url("gunluk.localhost", "/"), more, robot="blog", scope__max_pages=3, name="b")
    assert done.pages == 3
    assert workspace.settings("b").scope.blogs


def test_link(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("link", web, tmp_path)
    assert len([place for place in visits.pages if "sitemap" not in place]) == 12
    assert visits.pages[0] == "gunluk/"
    hosts = {place.partition("/")[0] for place in visits.pages}
    assert {"defter", "kutuphane"} & hosts, "it leaves no site out"
    assert set(visits.outcomes) <= {"ok", "no_sitemap"}, "and refuses nothing"


def test_topic(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("topic", web, tmp_path)
    assert visits.pages[0] == "www.gazete/yasam/"
    assert {"www.gazete/yasam/kedi-bakimi", "www.gazete/yasam/sokak-kedileri"} <= set(visits.pages)
    assert all("kedi" in place for place in visits.pages[1:] if place.startswith("www.gazete/yasam/"))
    assert visits.why("www.gazete/ekonomi/") == "off_topic"


def test_topic_focused(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("topic-focused", web, tmp_path)
    assert visits.pages[0] == "museum/objects/"
    assert len(visits.pages) > 5
    assert visits.outcomes["off_topic"] > len(visits.pages)
    left = [place for place in ("museum/tour", "museum/objects/umbrella") if place not in visits.pages]
    assert left
    for place in left:
        reason = visits.workspace.why(web.url("museum.localhost", place.removeprefix("museum"))).reason
        assert re.search(r"topic_focused: .* wanted 5\.0%", reason)


def test_rss(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("rss", web, tmp_path)
    assert visits.pages[0] == "www.gazete/rss.xml"
    assert len(visits.pages) > 5
    assert set(visits.outcomes) <= {"ok", "too_deep"}
    assert visits.why("www.gazete/ekonomi/") == "too_deep"


def test_universal(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("universal", web, tmp_path)
    assert len(visits.workspace.report("universal")[0].languages) >= 2
    assert {"museum/", "garten/"} <= set(visits.pages)
    assert not {"off_topic", "out_of_scope", "excluded"} & set(visits.outcomes), "nothing is left out"


def test_horizontal(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("horizontal", web, tmp_path)
    hosts = [place.partition("/")[0] for place in visits.pages if not re.search(r"map|\.\w+$", place)]
    assert len(set(hosts)) >= 4
    assert max(map(hosts.count, hosts)) <= 3
    assert visits.outcomes["over_budget"] > 0


def test_vertical(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("vertical", web, tmp_path)
    assert all(place.partition("/")[0].endswith("kutuphane") for place in visits.pages)
    assert visits.workspace.report("vertical")[0].harvest is not None
    assert visits.why("museum/") == visits.why("www.gazete/") == "out_of_scope"
    known = [visits.workspace.why(entry.url) for entry in visits.workspace.log("vertical") if entry.code]
    indexed = {answer.url.partition("://")[2].partition("/")[2] for answer in known if answer.indexed}
    assert "kitap/deniz-feneri" in indexed
    left = [answer for answer in known if answer.outcome in ("ok", "unwanted") and not answer.indexed]
    assert left, "pages without the word"


def test_blog(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("blog", web, tmp_path)
    assert {
        "gunluk/", "gunluk/feed/", "gunluk/yazi/", "gunluk/2024/05/", "gunluk/yazi/martilar", "gunluk/yazi/halatlar",
        "gunluk/yazi/martilar/comment-page-2", "gunluk/yazi/not", "defter/", "defter/kayik", "kutuphane/kitap/",
    } == set(visits.pages)  # fmt: skip
    for left in ("?replytocom=7", "?replytocom=8", "?share=twitter", "?print=1"):
        assert visits.why("gunluk/yazi/martilar" + left) == "excluded"
    library = visits.workspace.why(web.url("kutuphane.localhost", "/kitap/"))
    assert not library.indexed
    assert "no sign of blog software" in library.reason
    assert visits.why("kutuphane/kitap/deniz-feneri") == "unknown"


def test_domain(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("domain", web, tmp_path)
    assert {place.partition("/")[0] for place in visits.pages} == {"knjige"}
    ran = run("report", "tree", "--job", "domain", "--data", tmp_path)
    assert ran.code == 0
    assert "knjige.localhost" in ran.out
    assert re.search(r"[├└]── glasba", ran.out), "drawn as a tree"


def test_language(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("language", web, tmp_path)
    assert "shop/en/" in visits.pages
    known = [visits.workspace.why(entry.url) for entry in visits.workspace.log("language")]
    assert {answer.language for answer in known if answer.indexed} == {"en"}
    assert "tr" in {answer.language for answer in known if not answer.indexed}
    reasons = [entry.reason for entry in visits.workspace.log("language") if "the job wants en" in (entry.reason or "")]
    assert any("its links are not followed" in reason for reason in reasons)
    assert any(reason.endswith(": not indexed") for reason in reasons)


def test_local(web: DemoWeb, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    (papers / "more").mkdir(parents=True)
    (papers / "one.txt").write_text("A paper about lighthouses and their keepers.")
    (papers / "more" / "two.html").write_text("<title>Two</title><p>Tea and biscuits.</p>")
    (tmp_path / "outside.txt").write_text("Nobody asked for this one.")
    visits = crawl("local", web, tmp_path / "data", papers)
    ends = {place.removeprefix(f"{papers}") for place in visits.pages}
    assert {"/one.txt", "/more/two.html"} <= ends
    assert not any("outside" in end for end in ends)


def test_incremental(web: DemoWeb, tmp_path: Path) -> None:
    first = crawl("incremental", web, tmp_path)
    assert "gunluk/yazi/martilar" in first.pages
    assert "defter/" not in first.pages
    why = first.workspace.why(web.url("gunluk.localhost", "/yazi/martilar"))
    assert why.next_visit is not None
    assert why.revisit is not None
    assert why.revisit.policy == "optimal"
    assert len(crawl("incremental", web, tmp_path).pages) == len(first.pages), "nothing was due"
    with sqlite3.connect(tmp_path / "jobs" / "incremental" / "frontier.sqlite") as database:
        database.execute("UPDATE address SET next_visit = 1 WHERE next_visit IS NOT NULL")
    again = crawl("incremental", web, tmp_path)
    assert again.outcomes["not_modified"] > 5
    assert len(again.pages) > len(first.pages)


def test_deep(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("deep", web, tmp_path)
    assert {place.partition("/")[0] for place in visits.pages} == {"kutuphane", "katalog.kutuphane"}
    assert any(place.startswith("katalog.kutuphane/ara?q=") for place in visits.pages), "a question to the form"
    record = visits.workspace.why(web.url("katalog.kutuphane.localhost", "/kayit/001"))
    assert record.indexed, "no link leads there"
    assert visits.why("katalog.kutuphane/liste/sil?kayit=7") == "would_change"
    assert visits.why("museum/") == "out_of_scope"
    forms = run("forms", "deep", "--data", tmp_path).out
    for left in ("/giris: login", "/oner: message", "/sepet/ekle: order"):
        assert f"{left}, left alone" in forms


def test_capture(web: DemoWeb, tmp_path: Path) -> None:
    visits = crawl("capture", web, tmp_path)
    assert {find.kind for find in visits.workspace.finds("capture")} == {"email", "phone"}
    assert visits.pages[0] == "museum/visit/people"
    assert {place.partition("/")[0] for place in visits.pages} == {"museum"}
    assert visits.why("garten/") == "out_of_scope"
