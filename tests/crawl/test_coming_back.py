"""Coming back to pages: what counts as a change, when they are due, and which of them leave the index."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from revisit_kit import Site, article

from hostile import HostileServer, answer
from mekik.errors import UsageError
from mekik.reasons import in_language

NAMES = ("alpha", "beta", "gamma")
MISSING = answer(404, b"<title>404</title>")


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        yield server


@pytest.fixture
def site(server: HostileServer, folder: Path) -> Site:
    return Site(server, folder, NAMES)


def test_another_advert_is_no_change_and_another_text_is_one(site: Site) -> None:
    site.crawl()
    site.server.on("/alpha", article("alpha", advert="Buy shoes, and hats, and whatever else there is"))
    site.server.on("/beta", article("beta", head="").replace(b"patient people", b"restless peopl"))
    time.sleep(1.1)  # visits are told apart by the second
    site.crawl()
    alpha, beta, gamma = (site.workspace.why(site.url(name)).revisit for name in NAMES)
    assert alpha is not None
    assert beta is not None
    assert gamma is not None
    assert (alpha.visits, alpha.changes) == (2, 0)
    assert (beta.visits, beta.changes) == (2, 1)
    assert (gamma.visits, gamma.changes) == (2, 0)
    assert beta.rate > 3 * alpha.rate
    assert alpha.rate == pytest.approx(gamma.rate, rel=0.3)
    assert beta.changed_at > alpha.changed_at
    assert beta.source == "visits"


def test_a_page_that_is_missing_once_stays_and_twice_leaves_and_may_come_back(site: Site) -> None:
    site.crawl()
    site.server.on("/beta", MISSING)
    site.crawl()
    assert site.titles() == {"home", *NAMES}
    why = site.workspace.why(site.url("beta"))
    assert (why.outcome, why.indexed) == ("not_found", True)
    assert why.revisit is not None
    assert why.revisit.missing == 1
    site.workspace.reindex()
    assert "beta" in site.titles()
    site.crawl()
    assert site.titles() == {"home", "alpha", "gamma"}
    (left,) = site.workspace.gone("site")["site"]
    assert (left.url, left.why) == (site.url("beta"), "gone")
    site.workspace.reindex()
    assert site.titles() == {"home", "alpha", "gamma"}
    site.server.on("/beta", article("beta"))
    site.crawl()
    assert site.titles() == {"home", *NAMES}
    assert site.workspace.gone("site")["site"] == []


def test_a_page_that_is_back_in_between_begins_to_be_missing_anew(site: Site) -> None:
    for reply in (article("beta"), MISSING, article("beta"), MISSING):
        site.server.on("/beta", reply)
        site.crawl()
    assert "beta" in site.titles()


def test_what_leads_elsewhere_or_asks_for_noindex_leaves_at_once_and_an_error_does_not(site: Site) -> None:
    site.crawl()
    site.server.on("/alpha", answer(301, b"", "Location: /gamma"))
    site.server.on("/beta", article("beta", head='<meta name="robots" content="noindex">'))
    site.server.on("/gamma", answer(500, b"sorry"))
    site.crawl()
    assert site.titles() == {"home", "gamma"}
    assert {page.url: page.why for page in site.workspace.gone("site")["site"]} == {
        site.url("alpha"): "redirect", site.url("beta"): "noindex",
    }  # fmt: skip
    assert site.workspace.why(site.url("gamma")).indexed
    site.workspace.reindex()
    assert site.titles() == {"home", "gamma"}


def test_a_person_may_bring_a_page_back_but_not_against_its_wish(site: Site) -> None:
    site.crawl()
    site.server.on("/alpha", answer(410, b"gone"))
    site.server.on("/beta", article("beta", head='<meta name="robots" content="noindex">'))
    for _ in range(2):
        site.crawl()
    assert site.titles() == {"home", "gamma"}
    with pytest.raises(UsageError, match="has not left"):
        site.workspace.restore([site.url("gamma")])
    assert site.workspace.restore([site.url("alpha")]).restored == [site.url("alpha")]
    assert site.titles() == {"home", "alpha", "gamma"}
    assert site.workspace.restore(["all"]).failed == [site.url("beta")]
    site.workspace.reindex()
    assert site.titles() == {"home", "alpha", "gamma"}
    site.crawl()
    assert "alpha" in site.titles(), "missing once again, so it stays for now"
    site.crawl()
    assert "alpha" not in site.titles()


def test_a_run_without_an_index_takes_nothing_out_of_it(site: Site) -> None:
    site.crawl()
    site.server.on("/alpha", article("alpha").replace(b"patient people", b"restless peopl"))
    site.crawl(index__enabled=False)
    assert site.workspace.gone("site")["site"] == []
    assert site.titles() == {"home", *NAMES}
    site.crawl()
    assert site.titles() == {"home", *NAMES}


def test_the_breaker_stops_a_job_before_too_much_leaves(server: HostileServer, folder: Path) -> None:
    names = tuple(f"page{number}" for number in range(40))
    site = Site(server, folder, names)
    site.crawl()
    for name in names[:20]:
        server.on(f"/{name}", MISSING)
    site.crawl()
    finished = site.crawl()
    assert (finished.state, finished.exit_code) == ("interrupted", 10)
    assert "revisit.breaker = 30 %" in finished.reason
    assert "mekik gone --accept" in finished.reason
    left = len(site.workspace.gone("site")["site"])
    assert left == 12
    assert len(site.titles()) == 41 - left
    site.workspace.reindex()
    assert len(site.titles()) == 41 - left
    why = [site.workspace.why(site.url(name)) for name in names[:20]]
    held = [one for one in why if "held back by the breaker" in one.reason]
    assert held
    assert all(one.indexed for one in held)
    assert in_language(finished.reason, "tr").startswith("sigorta: ")
    again = site.workspace.resume("site")
    if again.state == "interrupted":  # something that should leave was still to be visited
        assert "breaker" in again.reason
        assert len(site.workspace.gone("site")["site"]) == left
    job, count = site.workspace.accept_gone()
    assert (job, count >= len(held)) == ("site", True)
    assert site.workspace.resume("site").state == "finished"
    assert len(site.workspace.gone("site")["site"]) == 20
    assert len(site.titles()) == 21


def test_the_breaker_holds_back_what_asks_for_noindex_until_it_is_accepted(server: HostileServer, folder: Path) -> None:
    names = tuple(f"page{number}" for number in range(20))
    site = Site(server, folder, names)
    site.crawl()
    for name in names:
        server.on(f"/{name}", article(name, head='<meta name="robots" content="noindex">'))
    assert "breaker" in site.crawl().reason
    assert len(site.titles()) > 10
    site.workspace.accept_gone()
    while (finished := site.workspace.resume("site")).state == "interrupted":
        site.workspace.accept_gone()
    assert finished.state == "finished"
    assert site.titles() == {"home"}


def test_pages_come_back_when_they_are_due_and_no_sooner(site: Site) -> None:
    quick = {"revisit__policy": "uniform", "revisit__min_interval": 0.5, "revisit__interval": 3600.0}
    site.crawl(**quick)
    assert site.visited() == ["", *NAMES]
    finished = site.crawl(**quick)
    assert site.visited() == []
    assert finished.reason.startswith("nothing is due before ")
    assert finished.exit_code == 0
    why = site.workspace.why(site.url("alpha"))
    assert why.next_visit is not None
    assert why.revisit is not None
    assert why.revisit.interval == pytest.approx(3600, abs=2)
    _make_due(site, "alpha", "gamma")
    site.crawl(**quick)
    assert site.visited() == ["alpha", "gamma"]


def test_a_budget_is_never_overdrawn(site: Site) -> None:
    limited = {"revisit__policy": "uniform", "revisit__budget": 40, "revisit__burst": 2, "revisit__interval": 3600.0}
    site.crawl(**limited)
    assert site.visited() == ["", *NAMES], "new pages are no matter of the budget"
    _make_due(site, "alpha", "beta", "gamma")
    finished = site.crawl(**limited)
    assert len(site.visited()) == 2
    assert (finished.state, finished.exit_code) == ("finished", 0)
    assert finished.reason.startswith("revisit.budget is used up; the next page may be visited at ")
    assert in_language(finished.reason, "tr").startswith("revisit.budget tükendi")
    (status,) = site.workspace.status()
    assert status.visits is not None
    assert (status.visits.per_day, status.visits.burst, status.visits.made) == (40, 2, 2)
    assert status.visits.left < 0.5
    assert 1000 < status.visits.next_in <= 86_400 / 40
    site.crawl(**limited)
    assert site.visited() == [], "another run has no other budget"
    site.crawl(**{**limited, "revisit__budget": None})
    assert len(site.visited()) == 1


def test_a_newer_date_in_a_sitemap_pulls_a_page_forward(site: Site) -> None:
    slow = {"revisit__policy": "uniform", "revisit__interval": 10 * 86_400.0, "discovery__sitemaps": True}
    site.server.on("/sitemap.xml", _sitemap(site, "2020-02-03T10:00:00Z"))
    site.crawl(**slow)
    site.visited()
    before = {name: site.workspace.why(site.url(name)).next_visit or 0 for name in NAMES}
    site.server.on("/sitemap.xml", _sitemap(site, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 5))))
    _make_due(site, "sitemap.xml")
    site.crawl(**slow)
    assert site.visited() == ["sitemap.xml"]
    alpha, beta, gamma = (site.workspace.why(site.url(name)) for name in NAMES)
    assert alpha.revisit is not None
    assert (alpha.revisit.trust, alpha.revisit.said_at is not None) == (0.5, True)
    assert alpha.next_visit == pytest.approx(time.time() + 5 * 86_400, abs=60), "half the way, as nothing is known yet"
    assert (beta.next_visit, gamma.next_visit) == (before["beta"], before["gamma"])
    sitemap = site.workspace.why(site.url("sitemap.xml"))
    assert sitemap.next_visit is not None
    assert sitemap.next_visit - time.time() < 3600, "it brought something, so it is looked at sooner"


def test_what_is_believed_of_a_new_page_comes_from_sitemap_feed_and_site(site: Site) -> None:
    """Before anybody came back: each of these words must count."""
    said = {
        "alpha": "<changefreq>hourly</changefreq>", "beta": "<changefreq>never</changefreq>",
        "gamma": "<lastmod>2015-01-01</lastmod>",
    }  # fmt: skip
    entries = "".join(f"<url><loc>{site.url(name)}</loc>{word}</url>" for name, word in said.items())
    site.server.on("/sitemap.xml", answer(200, f"<urlset>{entries}</urlset>".encode(), content_type="application/xml"))
    item = (
        f"<item><title>d</title><link>{site.url('delta')}</link><pubDate>Thu, 01 Jan 2015 00:00:00 GMT</pubDate></item>"
    )
    feed = f"<rss version='2.0'><channel><title>n</title>{item}</channel></rss>"
    site.server.on("/feed", answer(200, feed.encode(), content_type="application/rss+xml"))
    alternate = '<link rel="alternate" type="application/rss+xml" href="/feed">'
    site.server.on("/", article("home", head=alternate, links=(*(f"/{name}" for name in NAMES), "/plain")))
    site.server.on("/delta", article("delta"))
    site.server.on("/plain", article("plain"))
    options = {"revisit__policy": "optimal", "discovery__sitemaps": True}
    site.crawl(**options)
    known = {name: site.workspace.why(site.url(name)).revisit for name in (*NAMES, "delta", "plain")}
    rates = {name: one.rate for name, one in known.items() if one}
    assert {name: one.source for name, one in known.items() if one} == {
        "alpha": "changefreq", "beta": "changefreq", "gamma": "lastmod", "delta": "published", "plain": "site",
    }  # fmt: skip
    assert rates["alpha"] == pytest.approx(24, rel=0.01)
    assert rates["beta"] < 0.001
    assert rates["plain"] == pytest.approx(1 / 30, rel=0.01)
    assert rates["gamma"] < rates["plain"] / 2
    assert rates["delta"] < rates["plain"] / 2
    with sqlite3.connect(site.folder / "jobs" / "site" / "frontier.sqlite") as database:
        database.execute("UPDATE change SET visits = 9, shape = 40, time = 40 * 86400")  # its pages change daily
    site.server.on("/", article("home", links=("/late",)))
    site.server.on("/late", article("late"))
    _make_due(site, "")
    site.crawl(**options)
    late = site.workspace.why(site.url("late")).revisit
    assert late is not None
    assert late.rate > 10 * rates["plain"], "the habits of its site"


def _sitemap(site: Site, lastmod: str) -> bytes:
    entries = f"<url><loc>{site.url('alpha')}</loc><lastmod>{lastmod}</lastmod></url>"
    entries += f"<url><loc>{site.url('beta')}</loc></url>"
    body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    return answer(200, body.encode(), content_type="application/xml")


def test_a_watching_job_comes_back_by_itself(site: Site) -> None:
    finished = site.crawl(
        revisit__policy="uniform", revisit__min_interval=0.3, revisit__interval=0.6, discovery__watch=True,
        scope__max_pages=14,
    )  # fmt: skip
    assert finished.pages == 14
    asked = site.visited()
    assert all(3 <= asked.count(name) <= 4 for name in ("", *NAMES))
    assert site.titles() == {"home", *NAMES}


def _make_due(site: Site, *names: str) -> None:
    with sqlite3.connect(site.folder / "jobs" / "site" / "frontier.sqlite") as database:
        for name in names:
            database.execute("UPDATE address SET next_visit = 1 WHERE url = ?", (site.url(name),))
