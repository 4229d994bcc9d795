"""A collection of at most so many pages: the least important make room, on a real site."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from revisit_kit import Site, article

from hostile import HostileServer

PLAIN = tuple(f"plain{number}" for number in range(8))
STARS = tuple(f"star{number}" for number in range(4))
KEEP = {"revisit__collection": 6, "revisit__importance": "inlinks", "revisit__policy": "optimal"}


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    """Every plain page names every star, which are found late: the home page does not name them."""
    with HostileServer() as server:
        site = Site(server, folder, PLAIN)
        for name in PLAIN:
            server.on(f"/{name}", article(name, links=tuple(f"/{star}" for star in STARS)))
        for star in STARS:
            server.on(f"/{star}", article(star))
        yield site


def test_better_pages_take_the_places_of_the_least_important(site: Site) -> None:
    site.crawl(**KEEP)
    titles = site.titles()
    assert len(titles) == 6
    assert {"home", *STARS} <= titles
    replaced = {page.url for page in site.workspace.gone("site")["site"] if page.why == "replaced"}
    assert replaced
    one = replaced.pop()
    why = site.workspace.why(one)
    assert (why.status, why.outcome, why.indexed) == ("refused", "less_important", False)
    assert "made room for a more important page" in why.reason
    site.workspace.reindex()
    assert site.titles() == titles


def test_what_is_not_worth_a_visit_is_not_visited(site: Site) -> None:
    """Every plain page names one page of its own, which nobody else does."""
    for number, name in enumerate(PLAIN):
        site.server.on(f"/{name}", article(name, links=(*(f"/{star}" for star in STARS), f"/dull{number}")))
        site.server.on(f"/dull{number}", article(f"dull{number}"))
    site.crawl(**KEEP)
    assert {"home", *STARS} <= site.titles()
    answers = [site.workspace.why(site.url(f"dull{number}")) for number in range(len(PLAIN))]
    left = [answer for answer in answers if answer.outcome == "less_important"]
    assert left
    unvisited = [answer for answer in left if not answer.visited_at]
    assert unvisited
    assert all("the least important of the 6 pages kept" in answer.reason for answer in unvisited)


def test_a_larger_collection_takes_in_what_was_left(site: Site) -> None:
    site.crawl(**KEEP)
    assert len(site.titles()) == 6
    site.crawl(**{**KEEP, "revisit__collection": 20})
    assert site.titles() == {"home", *PLAIN, *STARS}
    assert site.workspace.gone("site")["site"] == []


def test_a_smaller_one_lets_the_least_important_go(site: Site) -> None:
    site.crawl(revisit__policy="optimal", revisit__importance="inlinks")
    assert len(site.titles()) == 13
    with sqlite3.connect(site.folder / "jobs" / "site" / "frontier.sqlite") as database:
        database.execute("UPDATE address SET next_visit = 1")
    site.crawl(**KEEP)
    assert len(site.titles()) == 6
    assert {"home", *STARS} <= site.titles()
