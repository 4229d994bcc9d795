"""The administrator's page: passive and active, check, backup, and nobody else's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jobs_kit import ORIGIN, SLOW, demo_settings, hurry, site_with_engine, state_of, until
from litestar import Litestar
from litestar.testing import TestClient

import mekik
from crawled_site import open_crawled
from mekik.lab.demo import DemoWeb
from mekik.web import Site
from web_kit import HTML, ROOT, bearer, sign_in

Opened = tuple[Site, TestClient[Litestar], str]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    with open_crawled(tmp_path) as site:
        yield site


def ended(client: TestClient[Litestar], kind: str) -> dict[str, Any]:
    for _ in range(600):
        found: dict[str, Any] = client.get(f"/api/v1/system/{kind}").json()
        if found["state"] in ("done", "failed"):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


@pytest.mark.parametrize(("name", "status"), [("", 401), ("ayse", 403)])
def test_only_administrators_see_the_system(opened: Opened, name: str, status: int) -> None:
    site, client, _ = opened
    if name:
        sign_in(client, name)
    assert client.get("/system", headers=HTML).status_code == status
    for path in ("", "/check", "/backup"):
        assert client.get(f"/api/v1/system{path}").status_code == status
    assert client.post("/system", data={"act": "passive"}, headers={"origin": ROOT}).status_code == status
    assert not site.workspace.passive
    token = site.accounts.add_token("root", "test", ["read"])
    assert client.get("/api/v1/system", headers=bearer(token)).status_code == 403


def test_the_page_tells_of_everything(opened: Opened) -> None:
    _, client, _ = opened
    sign_in(client, "root")
    page = client.get("/system", headers=HTML).text
    for told in ("Crawling", "active", "free of", "Search index", "ayse", "tantivy", "2 finished"):
        assert told in page, told
    system = client.get("/api/v1/system").json()
    assert {room["name"]: room["bytes"] > 0 for room in system["rooms"]} == {
        "archive": True, "index": True, "jobs": True, "backups": False,
    }  # fmt: skip
    assert system["jobs"] == {"finished": 2}


def test_the_engine_rests_while_the_system_is_passive(opened: Opened, tmp_path: Path) -> None:
    site, client, _ = opened
    sign_in(client, "root")
    client.post("/system", data={"act": "passive"}, headers={"origin": ROOT})
    assert (tmp_path / "passive").exists()
    assert "passive" in client.get("/system", headers=HTML).text
    assert client.put("/api/v1/system", json={"passive": False}, headers={"origin": ROOT}).json()["passive"] is False
    assert not site.workspace.passive
    assert client.put("/api/v1/system", json={"passive": "maybe"}, headers={"origin": ROOT}).status_code == 400


def test_a_check_runs_in_the_background_and_names_damage(opened: Opened, tmp_path: Path) -> None:
    _, client, _ = opened
    sign_in(client, "root")
    assert client.get("/api/v1/system/check").json()["state"] == "none"
    assert client.post("/api/v1/system/check", headers={"origin": ROOT}).status_code == 202
    assert ended(client, "check")["clean"] is True
    archive = next((tmp_path / "archive").glob("site-*.warc.gz"))
    data = bytearray(archive.read_bytes())
    data[len(data) // 2] ^= 0xFF
    archive.write_bytes(data)
    client.post("/system", data={"act": "check"}, headers={"origin": ROOT})
    found = ended(client, "check")
    assert found["clean"] is False
    assert archive.name in found["damage"][0]["path"]
    assert archive.name in client.get("/system", headers=HTML).text


def test_a_backup_can_be_used_in_the_place_of_the_data(opened: Opened) -> None:
    _, client, root = opened
    sign_in(client, "root")
    client.post("/system", data={"act": "backup"}, headers={"origin": ROOT})
    made = ended(client, "backup")
    assert (made["state"], made["clean"]) == ("done", True), made
    copy = mekik.open(made["target"])
    assert sorted(copy.jobs()) == ["secret", "site"]
    assert copy.page(f"{root}/a").status == 200
    site = Site.open(Path(made["target"]))
    assert [user.name for user in site.accounts.users()] == ["ayse", "bora", "root"]
    site.close()
    assert client.get("/api/v1/system").json()["backups"][0]["bytes"] > 0


def test_a_running_job_is_set_down_whole_and_goes_on_when_active_again(tmp_path: Path) -> None:
    with DemoWeb(calendar_months=2) as web, site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        body = {"settings": demo_settings(web, "Demo", **SLOW), "run": True}
        client.post("/api/v1/jobs", json=body, headers=ORIGIN)
        until(lambda: site.workspace.status("root~demo")[0].pages > 3, "some pages")
        client.put("/api/v1/system", json={"passive": True}, headers=ORIGIN)
        until(lambda: state_of(site, "root~demo") == "interrupted", "the job is set down")
        assert client.get("/api/v1/system").json()["queue"][0]["job"] == "root~demo"
        asked = len(web.requests)
        time.sleep(1.0)
        assert len(web.requests) == asked  # nobody is asked for anything
        assert client.get("/api/v1/search", params={"q": "type:html"}).json()["total"] > 0
        hurry(site, "root~demo")
        client.put("/api/v1/system", json={"passive": False}, headers=ORIGIN)
        until(lambda: state_of(site, "root~demo") == "finished", "the end")
