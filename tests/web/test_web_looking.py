"""What programs can look at, and that nobody looks at what is not theirs."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from hostile.copies import add_job, exchange, page
from mekik.web import Site
from served_kit import Data, crawled
from web_kit import PASSWORD, ROOT, app_of, bearer, open_site, sign_in


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Data, TestClient[Litestar]]]:
    path = tmp_path_factory.mktemp("site")
    data = crawled()
    shutil.copytree(data.path, path, dirs_exist_ok=True)
    site = Site.open(path)
    with app_of(site) as app, TestClient(app, base_url=ROOT) as client:
        yield data, client
    site.close()


Both = tuple[Data, TestClient[Litestar]]


@pytest.mark.parametrize(("name", "jobs"), [("", ["news"]), ("bora", ["news"]), ("ayse", ["news", "library"]),
                                            ("root", ["news", "library"])])  # fmt: skip
def test_status_has_the_jobs_that_one_may_see(both: Both, name: str, jobs: list[str]) -> None:
    """faults: 60"""
    data, client = both
    headers = bearer(data.tokens[name]) if name else {}
    assert [one["job"] for one in client.get("/api/v1/status", headers=headers).json()] == jobs


@pytest.mark.parametrize("path", ["traps", "forms", "finds", "gone"])
def test_anothers_private_job_is_not_there(both: Both, path: str) -> None:
    """faults: 60. 404 like a job that nobody has."""
    data, client = both
    theirs = client.get(f"/api/v1/jobs/library/{path}", headers=bearer(data.tokens["bora"]))
    nobodys = client.get(f"/api/v1/jobs/nothing/{path}", headers=bearer(data.tokens["bora"]))
    assert (theirs.status_code, theirs.text) == (nobodys.status_code, nobodys.text)
    assert theirs.status_code == 404
    assert client.get(f"/api/v1/jobs/library/{path}", headers=bearer(data.tokens["ayse"])).status_code == 200


def test_why_tells_everything_to_those_who_may_know(both: Both) -> None:
    """faults: 60, 74"""
    data, client = both
    mine = client.get("/api/v1/why", params={"url": data.private_url}, headers=bearer(data.tokens["ayse"])).json()
    assert (mine["status"], mine["job"], mine["indexed"]) == ("completed", "library", True)
    assert mine["captures"]
    theirs = client.get("/api/v1/why", params={"url": data.private_url}, headers=bearer(data.tokens["bora"])).json()
    assert theirs["status"] == "unknown"
    assert (theirs["captures"], theirs["robots"], theirs["job"]) == ([], None, None)
    unknown = data.private_url.replace("127", "128") + "x"
    stranger = client.get("/api/v1/why", params={"url": unknown}, headers=bearer(data.tokens["bora"])).json()
    for told in ("url", "reason"):
        assert theirs[told].replace(data.private_url, "U") == stranger[told].replace(unknown, "U")
    public = client.get("/api/v1/why", params={"url": data.public_url}).json()
    assert (public["status"], public["job"]) == ("completed", "news")
    asked = {"url": data.private_url, "job": "library"}
    assert client.get("/api/v1/why", params=asked).status_code == 404


def test_an_archived_copy_as_text_and_as_it_came(both: Both) -> None:
    data, client = both
    text = client.get("/api/v1/archived", params={"url": data.public_url}).json()
    assert text["title"]
    assert len(text["text"]) == text["characters"] > 100
    part = client.get("/api/v1/archived", params={"url": data.public_url, "offset": 10, "limit": 20}).json()
    assert part["text"] == text["text"][10:30]
    answer = client.get("/api/v1/archived/answer", params={"url": data.public_url}).json()
    assert answer["status"] == 200
    assert b"<html" in base64.b64decode(answer["body"]).lower()


def test_anothers_private_copy_is_not_there(both: Both) -> None:
    """faults: 60"""
    data, client = both
    for path in ("/api/v1/archived", "/api/v1/archived/answer"):
        for name, status in (("bora", 404), ("ayse", 200), ("root", 200)):
            found = client.get(path, params={"url": data.private_url}, headers=bearer(data.tokens[name]))
            assert found.status_code == status


def test_cookies_of_a_site_that_a_crawl_was_signed_in_to_stay_in_the_archive(tmp_path: Path) -> None:
    """faults: 70"""
    with open_site(tmp_path) as (_, client):
        secret = exchange("http://a.org/", page("A", "words"), more="Set-Cookie: session=stolen\r\n")
        add_job(tmp_path, "public", "local", [secret])
        answer = client.get("/api/v1/archived/answer", params={"url": "http://a.org/"})
    assert answer.status_code == 200
    assert "stolen" not in answer.text


def test_finds_come_in_pieces(both: Both) -> None:
    data, client = both
    headers = bearer(data.tokens["root"])
    jobs = ("news", "library")
    job = next(
        job for job in jobs if client.get(f"/api/v1/jobs/{job}/finds", headers=headers).json()["finds"]
    )  # fmt: skip
    whole = client.get(f"/api/v1/jobs/{job}/finds", headers=headers).json()["finds"]
    pieces, cursor = [], ""
    for _ in range(len(whole) + 1):
        params = {"limit": "1", "cursor": cursor}
        piece = client.get(f"/api/v1/jobs/{job}/finds", params=params, headers=headers).json()
        pieces += piece["finds"]
        cursor = piece["next"]
        if cursor is None:
            break
    assert pieces == whole
    last = client.get(f"/api/v1/jobs/{job}/finds", params={"limit": 1, "last": True}, headers=headers).json()
    assert last["finds"] == whole[-1:]


def test_lifting_a_trap_is_for_those_who_may_change_the_job(both: Both) -> None:
    data, client = both
    body = {"pattern": "all"}
    for name, status in (("bora", 404), ("ayse", 400)):  # 400: nothing is suspected there
        answer = client.post("/api/v1/jobs/library/traps/lift", json=body, headers=bearer(data.tokens[name]))
        assert answer.status_code == status, answer.text
    answer = client.post("/api/v1/jobs/news/traps/lift", json=body, headers=bearer(data.tokens["bora"]))
    assert answer.status_code == 403


def test_an_account_looks_after_its_tokens_and_sessions(tmp_path: Path) -> None:
    """faults: 65"""
    with open_site(tmp_path) as (site, client):
        sign_in(client, "ayse")
        site.accounts.start_session("ayse")
        site.accounts.start_session("bora")
        sessions = client.get("/api/v1/sessions").json()
        assert [one["here"] for one in sessions] == [False, True]
        other = sessions[0]["id"]
        origin = {"origin": ROOT}
        assert client.delete(f"/api/v1/sessions/{other}", headers=origin).status_code == 204
        assert client.delete(f"/api/v1/sessions/{other}", headers=origin).status_code == 404
        assert len(client.get("/api/v1/sessions").json()) == 1
        made = client.post("/api/v1/tokens", json={"scopes": ["read", "search"], "title": "t"}, headers=origin)
        token = made.json()["token"]
        assert client.post("/api/v1/tokens", json={"scopes": ["fly"]}, headers=origin).status_code == 400
        me = client.get("/api/v1/me", headers=bearer(token)).json()
        assert (me["name"], me["role"], me["scopes"]) == ("ayse", "member", ["read", "search"])
        for method, path in (("GET", "/api/v1/tokens"), ("POST", "/api/v1/tokens"), ("GET", "/api/v1/sessions")):
            answer = client.request(method, path, headers=bearer(token), json={"scopes": ["read"]})
            assert answer.status_code == 403  # a token makes no token
        (mine,) = client.get("/api/v1/tokens").json()
        assert token not in str(mine)
        assert client.delete("/api/v1/tokens/99999999999999999999", headers=origin).status_code == 404
        assert client.delete(f"/api/v1/tokens/{mine['id']}", headers=origin).status_code == 204
        assert client.get("/api/v1/me", headers=bearer(token)).status_code == 401
        assert client.put("/api/v1/collection", json={"public": True}, headers=origin).json() == {"public": True}
        client.cookies.clear()
        assert client.get("/api/v1/search", params={"q": "gizli"}).json()["total"] == 1
        assert site.accounts.verify("ayse", PASSWORD)
