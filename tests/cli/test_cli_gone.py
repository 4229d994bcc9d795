"""mekik gone, report freshness, and what why says of coming back."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runner import run

import mekik
from hostile import HostileServer, answer

OPTIONS = {
    "name": "site", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "parse.workers": 0,
    "discovery.sitemaps": False, "analysis.analyser": "none", "revisit.policy": "optimal", "revisit.gone_after": 1,
    "revisit.min_interval": 1.0, "revisit.max_interval": 1.5, "revisit.interval": 1.5,
}  # fmt: skip


def _page(name: str, *links: str) -> bytes:
    named = "".join(f'<a href="{link}">{link}</a>' for link in links)
    return answer(200, f"<title>{name}</title><p>The keepers of the lighthouse and {name}.</p>{named}".encode())


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[HostileServer, Path]]:
    with HostileServer() as server:
        server.on("/", _page("home", "/soap", "/rope"))
        server.on("/soap", _page("soap"))
        server.on("/rope", _page("rope"))
        workspace = mekik.open(tmp_path / "data")
        workspace.crawl(server.root + "/", OPTIONS)
        server.on("/rope", answer(410, b"gone"))
        time.sleep(2)  # until all are due
        workspace.crawl(server.root + "/", OPTIONS)
        yield server, tmp_path / "data"


def test_what_left_is_listed_and_brought_back(site: tuple[HostileServer, Path]) -> None:
    server, data = site
    rope = server.root + "/rope"
    shown = run("gone", "--data", data)
    assert (shown.code, f"{rope}: not there any more" in shown.out) == (0, True)
    (job,) = json.loads(run("gone", "site", "--json", "--data", data).out)["jobs"]
    assert [(page["url"], page["why"]) for page in job["pages"]] == [(rope, "gone")]
    told = run("why", rope, "--data", data).out
    assert ("It left the index on" in told, "Our copy is still right" in told) == (True, False)
    assert run("search", "title:rope", "--data", data).code == 20
    assert run("gone", "--restore", server.root + "/soap", "--data", data).code == 2
    assert "searchable again" in run("gone", "--restore", rope, "--data", data).out
    assert run("search", "title:rope", "--data", data).code == 0
    assert "No page left" in run("gone", "--data", data).out
    assert json.loads(run("gone", "--accept", "--json", "--data", data).out)["job"] == "site"
    assert "mekik resume site" in run("gone", "--accept", "--data", data).out


def test_why_tells_how_often_a_page_changes_and_is_visited(
    site: tuple[HostileServer, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, data = site
    answer = json.loads(run("why", server.root + "/soap", "--json", "--data", data).out)
    assert answer["revisit"]["policy"] == "optimal"
    assert answer["revisit"]["visits"] == 2
    assert 0 <= answer["revisit"]["interval"] <= 2
    assert answer["next_visit"] is not None
    told = run("why", server.root + "/soap", "--data", data).out
    assert "2 visits, 0 changes seen" in told
    assert "by the policy optimal" in told
    monkeypatch.setenv("MEKIK_LANG", "tr")
    assert "optimal politikasıyla" in run("why", server.root + "/soap", "--data", data).out


def test_freshness_is_reported(site: tuple[HostileServer, Path]) -> None:
    _, data = site
    (table,) = json.loads(run("report", "freshness", "--json", "--data", data).out)["reports"]
    assert sum(row["pages"] for row in table["rows"]) == 2
    assert sum(row["visits"] for row in table["rows"]) == 4
    assert all(row["measured_freshness"] == 1.0 for row in table["rows"])
    assert all(0 < row["expected_freshness"] <= 1 for row in table["rows"])
    told = run("report", "freshness", "--data", data).out
    assert "were right over the time" in told
    (status,) = json.loads(run("status", "--json", "--data", data).out)["jobs"]
    fresh = status["freshness"]
    assert fresh["pages"] == 2
    assert 0 < fresh["expected"] <= 1
    assert fresh["expected_age"] < 10
    assert (fresh["measured"], fresh["measured_age"]) == (1.0, 0.0)
    told = run("status", "--data", data).out
    assert "(measured 100.0%" in told
    told = run("report", "--data", data).out
    assert "Freshness of the copies" in told
    assert "as the visits showed it; mean age 0" in told
