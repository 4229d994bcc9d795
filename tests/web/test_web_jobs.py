"""Jobs by the API: made, seen, changed, copied, exported, deleted; by whom, and by whom not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jobs_kit import ORIGIN
from litestar import Litestar
from litestar.testing import TestClient

from mekik.crawl.jobs.quotas import Quota
from mekik.settings import build
from mekik.web import Site
from web_kit import open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]
NEWS = {"name": "Haberler", "seeds": ["https://example.org/"], "scope.kind": "host"}


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


def make(client: TestClient[Litestar], **settings: Any) -> Any:
    wanted = NEWS | {name.replace("__", "."): value for name, value in settings.items()}
    return client.post("/api/v1/jobs", json={"settings": wanted}, headers=ORIGIN)


def test_a_member_makes_changes_and_exports_a_job(both: Both) -> None:
    _, client = both
    sign_in(client, "ayse")
    made = make(client)
    assert made.status_code == 201, made.text
    assert made.json()["job"]["name"] == "ayse~haberler"
    assert made.json()["job"]["title"] == "Haberler"
    assert made.json()["settings"]["owner"] == "ayse"
    changed = client.patch(
        "/api/v1/jobs/ayse~haberler", json={"settings": {"scope": {"max_pages": 10}}}, headers=ORIGIN
    )
    assert changed.json()["settings"]["scope"]["max_pages"] == 10
    assert changed.json()["settings"]["scope"]["kind"] == "host"
    exported = client.get("/api/v1/jobs/ayse~haberler/toml")
    assert "attachment" in exported.headers["content-disposition"]
    again = build(tomllib.loads(exported.text))
    assert (again.seeds, again.scope.max_pages) == (("https://example.org/",), 10)
    copied = client.post("/api/v1/jobs/ayse~haberler/copy", json={"name": "İkinci iş"}, headers=ORIGIN)
    assert copied.status_code == 201, copied.text
    assert copied.json()["job"]["name"] == "ayse~ikinci-is"
    assert copied.json()["settings"]["scope"]["max_pages"] == 10
    assert [job["title"] for job in client.get("/api/v1/jobs").json()] == ["Haberler", "İkinci iş"]


def test_two_members_may_call_a_job_the_same_and_neither_learns_of_the_other(both: Both) -> None:
    """faults: 60"""
    _, client = both
    names = []
    for member in ("ayse", "bora"):
        sign_in(client, member)
        made = make(client)
        assert made.status_code == 201, made.text
        names.append(made.json()["job"]["name"])
        assert [job["owner"] for job in client.get("/api/v1/jobs").json()] == [member]
    assert names == ["ayse~haberler", "bora~haberler"]
    assert make(client).status_code == 409
    for method, path in (
        ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/status"), ("GET", "/toml"), ("POST", "/copy"),
        ("POST", "/run"), ("POST", "/pause"), ("POST", "/stop"), ("POST", "/abort"), ("POST", "/exclude"),
        ("POST", "/move"), ("GET", "/schedule"), ("PUT", "/schedule"),
    ):  # fmt: skip
        body = {
            "PATCH": {"settings": {}}, "/copy": {"name": "x"}, "/exclude": {"pattern": "x"}, "/move": {"by": 1},
            "/schedule": {"expression": "@daily"},
        }  # fmt: skip
        answers = [
            client.request(method, f"/api/v1/jobs/{name}{path}", json=body.get(path or method), headers=ORIGIN)
            for name in ("ayse~haberler", "ayse~nothing")
        ]
        assert [answer.status_code for answer in answers] == [404, 404], (method, path)
        assert answers[0].text == answers[1].text
    sign_in(client, "root")
    assert len(client.get("/api/v1/jobs").json()) == 2


@pytest.mark.parametrize(
    "setting",
    [
        {"fetch.allow_addresses": ["127.0.0.0/8"]}, {"fetch": {"allow_files": ["/etc"]}}, {"owner": "bora"},
        {"render.browser": "/bin/sh"}, {"report.dictionaries": ["/etc"]}, {"robots.obey": False},
        {"parse.memory": 10**12}, {"frontier.delay": 0}, {"fetch.max_size": 10**12},
        {"overrides": [{"host": "example.org", "set": {"frontier.delay": 0.0}}]},
        {"overrides": [{"set": {"fetch.allow_addresses": ["10.0.0.0/8"]}}]},
    ],
)  # fmt: skip
def test_what_is_an_administrators_is_not_a_members(both: Both, setting: dict[str, Any]) -> None:
    """faults: 57"""
    _, client = both
    sign_in(client, "ayse")
    answer = make(client, **setting)
    assert answer.status_code == 400, setting
    assert client.get("/api/v1/jobs").json() == []
    assert make(client).status_code == 201
    changed = client.patch("/api/v1/jobs/ayse~haberler", json={"settings": setting}, headers=ORIGIN)
    assert changed.status_code == 400, setting


def test_a_copy_takes_no_secret_and_no_administrators_setting_along(both: Both) -> None:
    """faults: 57, 70"""
    site, client = both
    site.workspace.desk.create(
        "local",
        NEWS | {"fetch.allow_addresses": ["10.0.0.0/8"], "fetch.headers": {"X-Key": "geheim"}, "owner": "local"},
        trusted=True,
    )
    sign_in(client, "ayse")
    shown = client.get("/api/v1/jobs/haberler")  # what the command line crawls is public until someone says otherwise
    assert shown.status_code == 200
    assert "geheim" not in shown.text + client.get("/api/v1/jobs/haberler/toml").text
    assert client.patch("/api/v1/jobs/haberler", json={"settings": {}}, headers=ORIGIN).status_code == 403
    copied = client.post("/api/v1/jobs/haberler/copy", json={"name": "mine"}, headers=ORIGIN)
    assert copied.status_code == 201, copied.text
    assert copied.json()["job"]["owner"] == "ayse"
    settings = site.workspace.settings("ayse~mine")
    assert (settings.fetch.allow_addresses, settings.fetch.headers) == ((), {})


def test_a_quota_limits_the_number_of_jobs(both: Both) -> None:
    """faults: 69"""
    site, client = both
    sign_in(client, "root")
    answer = client.put("/api/v1/quotas/ayse", json={"jobs": 1}, headers=ORIGIN)
    assert answer.status_code == 200, answer.text
    sign_in(client, "ayse")
    assert make(client).status_code == 201
    assert make(client, name="second").status_code == 409
    assert client.get("/api/v1/quota").json()["usage"]["jobs"] == 1
    assert client.put("/api/v1/quotas/ayse", json={"jobs": 9}, headers=ORIGIN).status_code == 403
    site.workspace.desk.set_quota("ayse", Quota(jobs=None))
    assert make(client, name="second").status_code == 201
    sign_in(client, "root")
    assert client.delete("/api/v1/quotas/ayse", headers=ORIGIN).status_code == 204
    assert site.workspace.desk.quotas() == {}
    assert client.delete("/api/v1/quotas/nobody", headers=ORIGIN).status_code == 404
    assert client.put("/api/v1/quotas/nobody", json={}, headers=ORIGIN).status_code == 404
    assert client.put("/api/v1/quotas", json={"jobs": 1 << 70}, headers=ORIGIN).status_code == 400


@pytest.mark.parametrize(
    "settings",
    [
        {}, {"name": "x"}, {"name": "", "seeds": ["https://a.org"]}, {"name": "x", "seeds": 5}, {"nonsense": 1},
        {"name": "x", "seeds": ["https://a.org"], "scope.exclude": ["("]}, {"fetch.headers": 5, "fetch.headers.A": "b"},
        {"name": "x", "seeds": ["https://a.org"], "order": "nonsense"}, {"name": {"a": 1}}, {"fetch": 5},
    ],
)  # fmt: skip
def test_settings_that_cannot_be_are_a_problem_in_one_shape(both: Both, settings: dict[str, Any]) -> None:
    sign_in(both[1], "root")
    answer = both[1].post("/api/v1/jobs", json={"settings": settings}, headers=ORIGIN)
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_visitors_and_tokens_without_the_scope_make_no_jobs(both: Both) -> None:
    site, client = both
    assert make(client).status_code == 401
    token = site.accounts.add_token("ayse", "reads", ["read", "search"])
    headers = {"authorization": f"Bearer {token}"}
    answer = client.post("/api/v1/jobs", json={"settings": NEWS}, headers=headers)
    assert answer.status_code == 403
    weak = site.accounts.add_token("root", "crawls", ["read", "crawl"])  # an administrator's, but not for that
    body = {"settings": NEWS | {"fetch.allow_addresses": ["127.0.0.0/8"]}}
    answer = client.post("/api/v1/jobs", json=body, headers={"authorization": f"Bearer {weak}"})
    assert answer.status_code == 400


def test_the_queue_is_kept_in_order_and_members_move_only_their_own(both: Both) -> None:
    site, client = both
    for member, names in (("ayse", ("a", "b")), ("bora", ("c",)), ("ayse", ("d",))):
        sign_in(client, member)
        for name in names:
            make(client, name=name)
            assert client.post(f"/api/v1/jobs/{member}~{name}/run", headers=ORIGIN).status_code == 200
    order = [entry.job for entry in site.workspace.desk.queue()]
    assert order == ["ayse~a", "ayse~b", "bora~c", "ayse~d"]
    moved = client.post("/api/v1/jobs/ayse~d/move", json={"by": -1}, headers=ORIGIN).json()
    assert [job["name"] for job in moved["jobs"]] == ["ayse~a", "ayse~d", "ayse~b"]
    assert moved["hidden"] == 1
    assert [entry.job for entry in site.workspace.desk.queue()] == ["ayse~a", "ayse~d", "bora~c", "ayse~b"]
    sign_in(client, "root")
    client.post("/api/v1/jobs/bora~c/move", json={"by": -5}, headers=ORIGIN)
    assert next(entry.job for entry in site.workspace.desk.queue()) == "bora~c"
    client.post("/api/v1/jobs/ayse~a/stop", headers=ORIGIN)
    assert "ayse~a" not in [entry.job for entry in site.workspace.desk.queue()]
    assert client.post("/api/v1/jobs/ayse~a/stop", headers=ORIGIN).status_code == 409
