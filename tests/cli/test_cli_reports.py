"""mekik report NAME and the exports of site map and links, as people and programs meet them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_runner import run

import mekik
from hostile.server import HostileServer, answer
from mekik.crawl.reports import REPORTS

HOSTILE = '<a href="/gone">=1+1\x1b[31m</a><a href="/x">@x</a>'


class Site(NamedTuple):
    root: str
    data: Path


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("reports") / "data"
    with HostileServer() as server:
        server.on("/", answer(200, b"<html lang=en><title>Home</title>" + HOSTILE.encode()))
        mekik.open(data).crawl(
            server.root + "/", name="site", fetch__allow_addresses=["127.0.0.0/8"], frontier__delay=0.0,
            parse__workers=0, discovery__places=[],
        )  # fmt: skip
        yield Site(server.root, data)


def test_every_report_has_a_table_in_both_languages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name in REPORTS if name != "countries"]
    english = run("report", *names, "--data", site.data)
    assert (english.code, english.err) == (0, "")
    for title in ("Site map", "Broken links", "Redirects", "Slow pages", "HTTP codes", "Sizes"):
        assert f"{title} · site" in english.out
    monkeypatch.setenv("MEKIK_LANG", "tr")
    turkish = run("report", *names, "--data", site.data).out
    for title in ("Site haritası", "Kırık bağlantılar", "Yönlendirmeler", "HTTP kodları"):
        assert f"{title} · site" in turkish


def test_what_strangers_wrote_does_not_steer_the_terminal(site: Site) -> None:
    """faults: 36"""
    out = run("report", "broken", "--data", site.data).out
    assert "=1+1" in out
    assert "\x1b" not in out


def test_a_report_as_json_keeps_the_overview(site: Site) -> None:
    answered = json.loads(run("report", "site", "broken", "codes", "--json", "--data", site.data).out)
    overview = json.loads(run("report", "site", "--json", "--data", site.data).out)
    broken, codes = answered.pop("reports")
    assert answered == overview
    assert (broken["report"], broken["job"], broken["total"], len(broken["rows"])) == ("broken", "site", 2, 2)
    assert {row["target"] for row in broken["rows"]} == {site.root + "/gone", site.root + "/x"}
    assert {row["code"]: row["addresses"] for row in codes["rows"]} == {200: 1, 404: 2}
    limited = json.loads(run("report", "broken", "--json", "--limit", 1, "--data", site.data).out)["reports"][0]
    assert (limited["total"], len(limited["rows"])) == (2, 1)


def test_a_report_as_csv_is_no_formula(site: Site) -> None:
    """faults: 37"""
    rows = list(csv.DictReader(io.StringIO(run("report", "broken", "--csv", "--data", site.data).out)))
    assert {row["job"] for row in rows} == {"site"}
    assert all(row["anchor"].startswith("'") for row in rows)
    assert rows[0]["code"] == "404"


def test_mistakes_are_explained(site: Site) -> None:
    for words, told in (
        (("broken", "codes", "--csv"), "CSV holds one table"),
        (("broken", "--csv", "--json"), "not both"),
        (("one", "two"), "One job at a time"),
        (("brokn",), "There is no job 'brokn'"),
        (("countries",), "report.countries"),
        (("slow", "--set", "report.slov=1"), "Did you mean 'report.slow'?"),
    ):
        ran = run("report", *words, "--data", site.data)
        assert ran.code == 2, words
        assert told in ran.err


def test_a_settings_is_for_this_look_only(site: Site) -> None:
    assert "Nothing to report" in run("report", "slow", "--set", "report.slow=60", "--data", site.data).out
    assert site.root in run("report", "slow", "--set", "report.slow=0", "--data", site.data).out
    assert "1 000 ms" in run("report", "slow", "--data", site.data).out.replace("\u202f", " ")


def test_site_map_and_links_are_exported(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "sitemap.xml"
    ran = run("export", "sitemap", target, "--data", site.data)
    assert (ran.code, ran.err) == (0, f"1 record written to {target}.\n")
    assert f"<loc>{site.root}/</loc>" in target.read_text()
    ran = run("export", "links", tmp_path / "links.csv", "--json", "--data", site.data)
    assert json.loads(ran.out)["records"] == 2
