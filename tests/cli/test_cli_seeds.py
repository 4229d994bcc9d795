"""Seed sets: from lists of sites, from a first small crawl, from a query."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import run

import mekik
from mekik.crawl.seeding import Listed, Seed, Sites, choose, keep_apart, read_listing
from mekik.errors import UsageError
from mekik.lab.demo import DemoWeb
from mekik.settings import build

LIST = """site,country,rank,inlinks,outlinks
a.test,TR,1,10,2
b.test,TR,2,50,9
https://www.c.test/start,DE,1,7,30
a.test,DE,2,10,2
d.test,DE,3,99,1
,DE,4,,
"""


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "top.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_a_list_is_read_with_its_counts(listing: Path) -> None:
    listed, bad = read_listing(listing)
    assert bad == 1
    assert listed[2] == Listed("https://www.c.test/start", "c.test", "DE", 1, 7, 30)


def test_sites_listed_in_one_country_only(listing: Path) -> None:
    seeds = choose("unique", read_listing(listing)[0], Sites())
    assert [seed.url for seed in seeds] == ["https://www.c.test/start", "https://d.test/", "https://b.test/"]


def test_per_country_the_site_that_most_sites_name(listing: Path) -> None:
    seeds = choose("linked", read_listing(listing)[0], Sites())
    assert [(seed.country, seed.url, seed.score) for seed in seeds] == [
        ("DE", "https://d.test/", 99.0), ("TR", "https://b.test/", 50.0),
    ]  # fmt: skip


def test_per_country_the_sites_with_most_links_to_other_domains(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("site;country;outlinks\n" + "".join(f"s{n}.test;TR;{n}\n" for n in range(8)), encoding="utf-8")
    seeds = choose("outward", read_listing(path)[0], Sites())
    assert [seed.url for seed in seeds] == [f"https://s{n}.test/" for n in (7, 6, 5, 4, 3)]


def test_a_first_crawl_that_reached_nothing_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "gone.csv"
    path.write_text("site,country\nhttp://127.0.0.1:1/,TR\n", encoding="utf-8")
    done = run("seeds", path, "--way", "linked", "--data", tmp_path / "data")
    assert done.code == 2
    assert "reached no page of the list (nothing was fetched)" in done.err
    assert "mekik log seeds-first" in done.err


def test_links_of_a_crawl_count_where_the_list_has_none() -> None:
    sites = Sites()
    sites.named = {"hub.test": {"x.test", "y.test"}, "other.test": {"x.test"}, "x.test": set()}
    sites.out = {"hub.test": 5, "other.test": 1}
    listed = [Listed(f"https://{name}/", name, "TR") for name in ("other.test", "hub.test", "x.test", "y.test")]
    assert choose("linked", listed, sites)[0].url == "https://x.test/"
    assert choose("outward", listed, sites)[0].url == "https://hub.test/"
    assert choose("hubs", listed, sites)[0].url == "https://hub.test/"


def test_seeds_are_kept_apart_by_links() -> None:
    sites = Sites()
    sites.named = {"a": {"b"}, "b": {"c"}, "c": {"d"}}
    seeds = [Seed(name, "", "") for name in "abcd"]
    assert [seed.url for seed in keep_apart(seeds, sites, 2, str)] == ["a", "c"]
    assert [seed.url for seed in keep_apart(seeds, sites, 3, str)] == ["a", "d"]
    assert [seed.url for seed in keep_apart(seeds, sites, 1, str)] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("text", ["", "country\nTR\n", "site\n", "\x00\x01\xff"])
def test_a_list_that_is_none_is_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        mekik.open(tmp_path / "data").seeds(path)


def test_a_first_small_crawl_counts_links_and_says_what_it_reached(tmp_path: Path) -> None:
    with DemoWeb(calendar_months=3) as web:
        path = tmp_path / "demo.csv"
        path.write_text("site,country\n" + "".join(f"{url},TR\n" for url in web.seeds), encoding="utf-8")
        workspace = mekik.open(tmp_path / "data")
        settings = build({"fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0})
        found = workspace.seeds(path, way="outward", pages=10, settings=settings)
        assert found.reached is not None
        assert found.reached.pages >= 5
        assert found.reached.countries == {"TR": found.reached.pages}
        assert found.seeds
        again = workspace.seeds(path, way="hubs", job=found.reached.job)
        assert again.reached == found.reached
        by_query = workspace.seeds(query="lighthouse", limit=3)
        assert by_query.way == "query"


def test_the_command_writes_a_file_for_crawl(listing: Path, tmp_path: Path) -> None:
    out = tmp_path / "seeds.txt"
    done = run("seeds", listing, "--way", "linked", "--output", out, "--data", tmp_path / "data", "--json")
    assert done.code == 0, done.err
    assert out.read_text().splitlines() == ["https://d.test/", "https://b.test/"]
    assert run("seeds", "--data", tmp_path / "data").code == 2
