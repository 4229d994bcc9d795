"""The pages of an address, of a log and of finds, and the same by the API."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from crawled_site import open_crawled
from hostile.copies import LATER_STAMP, STAMP, fill_archive
from mekik.crawl.catalogue import Catalogue, State
from mekik.crawl.facts import signed
from mekik.crawl.log import LogEntry, LogWriter
from mekik.crawl.log_pages import Wanted
from mekik.frontier import Batch, SqliteStore, TombstoneRow
from mekik.index import TantivyWriter
from mekik.urls import key
from mekik.web import Site
from mekik.web.logs import events_of
from web_kit import HTML, ROOT, open_site, sign_in

Opened = tuple[Site, TestClient[Litestar], str]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    with open_crawled(tmp_path) as site:
        yield site


def test_the_page_of_an_address_tells_all_that_is_known(opened: Opened) -> None:
    _, client, root = opened
    page = client.get("/address", params={"url": f"{root}/b"}, headers=HTML).text
    for known in (f"url={root}/".replace(":", "%3A").replace("/", "%2F"), "HTTP 200", "“to /b”", "links from a seed",
                  f"{root}/gone", "Look through the pages of site"):  # fmt: skip
        assert known in page, known
    assert "our copy is still right with a likelihood of" in page
    missing = client.get("/address", params={"url": f"{root}/missing"}, headers=HTML).text
    assert "not_found" in missing
    never = client.get("/address", params={"url": "http://never.example/"}, headers=HTML)
    assert (never.status_code, "not known" in never.text) == (200, True)
    assert client.get("/address", headers=HTML).status_code == 200


def test_links_to_an_address_are_read_from_the_archive(opened: Opened) -> None:
    _, client, root = opened
    for _ in range(600):
        answer = client.get("/api/v1/jobs/site/links-to", params={"url": f"{root}/a"})
        if answer.status_code == 200:
            break
        time.sleep(0.1)
    found = answer.json()
    assert [row[:2] for row in found["rows"]] == [[f"{root}/", "to /a"], [f"{root}/b", "to /a"]]
    client.post("/address/links", data={"url": f"{root}/a", "job": "site"}, headers={"origin": ROOT})
    page = client.get("/address", params={"url": f"{root}/a"}, headers=HTML).text
    assert "site: 2 links" in page
    assert client.get("/api/v1/archived/links", params={"url": f"{root}/b"}).json()["total"] == 2


def test_what_changed_between_two_versions_is_marked(tmp_path: Path) -> None:
    with open_site(tmp_path) as (_, client):
        fill_archive(tmp_path)
        asked = {"url": "http://a.org/", "from": STAMP, "to": LATER_STAMP}
        page = client.get("/address", params=asked, headers=HTML).text
        assert "<del>Bir</del>" in page
        assert "<ins>İki</ins>" in page
        told = client.get("/api/v1/archived/difference", params=asked).json()
        assert (told["added"], told["removed"]) == (1, 1)
        versions = client.get("/api/v1/archived/versions", params={"url": "http://a.org/"}).json()
        assert [one["time"] for one in versions] == [STAMP, LATER_STAMP]
        assert client.get("/api/v1/archived/versions", params={"url": "http://b.org/"}).json() == []


@pytest.mark.parametrize(("name", "sees"), [("", False), ("bora", False), ("ayse", True), ("root", True)])
def test_of_a_private_job_nothing_is_told(opened: Opened, name: str, sees: bool) -> None:
    """faults: 60"""
    _, client, root = opened
    if name:
        sign_in(client, name)
    asked = {"url": f"{root}/deep/one"}
    page = client.get("/address", params=asked, headers=HTML).text
    assert ("secret" in page) == sees
    versions = client.get("/api/v1/archived/versions", params=asked).json()
    assert {one["job"] for one in versions} == ({"site", "secret"} if sees else {"site"})
    paths = ("/jobs/{}/log", "/jobs/{}/log/download", "/jobs/{}/log/follow", "/jobs/{}/finds", "/jobs/{}/finds/export",
             "/api/v1/jobs/{}/log", "/api/v1/jobs/{}/log/download", "/api/v1/jobs/{}/links-to?url=x")  # fmt: skip
    for path in paths if not sees else ():
        answers = [client.get(path.format(job)) for job in ("secret", "nosuch")]
        assert [answer.status_code for answer in answers] == [404, 404], path
        assert answers[0].json() == answers[1].json()
    posted = client.post(
        "/address/links", data={**asked, "job": "secret"}, headers={"origin": ROOT}, follow_redirects=False
    )
    assert posted.status_code == (303 if sees else 404)


def test_the_log_is_shown_filtered_and_taken_along(opened: Opened) -> None:
    _, client, root = opened
    page = client.get("/jobs/site/log", headers=HTML).text
    assert page.count("<tr>") >= 7
    page = client.get("/jobs/site/log", params={"outcome": "errors"}, headers=HTML).text
    assert f"{root}/missing" in page
    assert f"{root}/a<" not in page
    found = client.get("/api/v1/jobs/site/log", params={"outcome": "errors", "limit": 1}).json()
    second = client.get(
        "/api/v1/jobs/site/log", params={"outcome": "errors", "limit": 1, "cursor": found["next"]}
    ).json()
    assert {entry["url"] for entry in found["entries"] + second["entries"]} == {f"{root}/missing", f"{root}/gone"}
    lines = client.get("/jobs/site/log/download", params={"code": "404"}).text.splitlines()
    assert {json.loads(line)["url"] for line in lines} >= {f"{root}/missing", f"{root}/gone"}
    table = client.get("/jobs/site/log/download?format=csv")
    assert table.text.startswith("time,outcome,code,")
    assert "attachment" in table.headers["content-disposition"]
    for bad in ({"code": "abcd"}, {"outcome": "<b>"}, {"before": "-1"}):
        assert client.get("/jobs/site/log", params=bad).status_code == 400


def test_new_lines_of_the_log_come_as_events(opened: Opened) -> None:
    site, _, _ = opened
    path = site.workspace.log_path("site")

    async def followed() -> Any:
        events = events_of(path, Wanted(text="fresh"))
        assert (await anext(events)).data == "[]"
        writer = LogWriter(path)
        writer.add(LogEntry(time=1.0, outcome="ok", url="http://a.org/other"))
        writer.add(LogEntry(time=2.0, outcome="ok", url="http://a.org/fresh"))
        writer.close()
        event = await anext(events)
        await events.aclose()  # type: ignore[attr-defined]  # a generator
        return json.loads(str(event.data))

    assert [entry["url"] for entry in asyncio.run(asyncio.wait_for(followed(), 20))] == ["http://a.org/fresh"]


def test_finds_are_shown_by_kind_and_exported_without_formulas(opened: Opened) -> None:
    _, client, root = opened
    page = client.get("/jobs/site/finds", headers=HTML).text
    assert "alpha@example.org" in page
    assert client.get("/jobs/site/finds", params={"kind": "phone"}, headers=HTML).text.count("@example.org") == 0
    table = client.get("/jobs/site/finds/export?format=csv").text
    assert "home@example.org" in table
    assert f"{root}/" in table
    assert client.get("/jobs/site/finds/export?format=parquet").content[:4] == b"PAR1"


def _let_leave(site: Site, url: str) -> None:
    """As a crawl does it that found the page gone."""
    store = SqliteStore(site.workspace.path / "jobs" / "site" / "frontier.sqlite")
    index = TantivyWriter(site.workspace.path / "index")
    record = store.record(signed(key(url)))
    assert record is not None
    store.write(Batch(tombstones=[TombstoneRow(1, record.id, int(time.time()), "gone")]))
    index.remove("local", url)
    index.commit()
    index.close()
    store.close()


def test_a_page_that_left_is_brought_back_by_program_and_by_button(opened: Opened) -> None:
    site, client, root = opened
    url = f"{root}/b"
    gone = "/api/v1/jobs/site/gone"
    title = "title:1+1"
    assert site.workspace.search(title).total == 2
    assert client.get(gone).json() == {"pages": [], "total": 0}
    _let_leave(site, url)
    assert site.workspace.search(title).total == 1, "that of another job stays"
    (left,) = client.get(gone).json()["pages"]
    assert (left["url"], left["why"]) == (url, "gone")
    body = {"urls": [url]}
    assert client.post(f"{gone}/restore", json=body).status_code == 401
    shown = client.get("/address", params={"url": url}, headers=HTML).text
    assert "not there any more" in shown
    assert "/address/restore" not in shown, "visitors change nothing"
    client.headers["origin"] = ROOT
    sign_in(client, "bora")
    assert client.post(f"{gone}/restore", json=body).status_code == 403
    assert client.post(f"{gone}/accept").status_code == 403
    sign_in(client, "root")
    assert client.post(f"{gone}/restore", json={"urls": [f"{root}/a"]}).status_code == 400
    assert client.post(f"{gone}/restore", json=body).json() == {"restored": [url], "failed": []}
    assert site.workspace.search(title).total == 2
    assert client.get(gone).json()["total"] == 0
    assert client.post(f"{gone}/accept").json() == {"job": "site", "held": 0}
    _let_leave(site, url)
    assert "/address/restore" in client.get("/address", params={"url": url}, headers=HTML).text
    answer = client.post("/address/restore", data={"url": url, "job": "site"}, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    assert site.workspace.search(title).total == 2


def test_a_job_that_its_breaker_stopped_goes_on_by_a_button(opened: Opened) -> None:
    site, client, _ = opened
    with closing(Catalogue(site.workspace.path / "jobs.sqlite")) as catalogue:
        reason = (
            "breaker: 13 of 41 searchable pages would leave the index within a day, more than revisit.breaker = 30 % "
            "allows. What left is told by: mekik gone. "
            "If all is as it should be: mekik gone --accept, then mekik resume"
        )
        catalogue.set_state("site", State.INTERRUPTED, reason)
    shown = client.get("/jobs/site", headers={**HTML, "accept-language": "tr"}).text
    assert "sigorta: " in shown
    assert 'value="accept"' not in shown, "visitors change nothing"
    client.headers["origin"] = ROOT
    sign_in(client, "root")
    assert 'value="accept"' in client.get("/jobs/site", headers=HTML).text
    answer = client.post("/jobs/site/act", data={"do": "accept"}, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    assert [entry.job for entry in site.workspace.desk.queue()] == ["site"]
