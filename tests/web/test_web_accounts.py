"""The account's page and the administrator's list of users, in the browser and by program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from mekik.crawl.jobs.quotas import Quota
from mekik.web import Site
from web_kit import HTML, PASSWORD, ROOT, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]
FORM = {**HTML, "origin": ROOT}
NEW = "another long password"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


def send(client: TestClient[Litestar], path: str, **data: object) -> int:
    return client.post(path, data=data, headers=FORM, follow_redirects=False).status_code


def test_a_visitor_has_no_account(both: Both) -> None:
    client = both[1]
    assert client.get("/account", headers=HTML).status_code == 401
    assert client.get("/users", headers=HTML).status_code == 401


def test_changing_the_password_needs_the_old_one_and_ends_other_sessions(both: Both) -> None:
    """faults: 65"""
    site, client = both
    elsewhere = site.accounts.start_session("ayse")
    sign_in(client, "ayse")
    assert send(client, "/account/password", current="wrong", new=NEW) == 400
    assert send(client, "/account/password", current=PASSWORD, new="short") == 400
    assert site.accounts.by_session(elsewhere)
    assert send(client, "/account/password", current=PASSWORD, new=NEW) == 303
    assert site.accounts.by_session(elsewhere) is None
    assert client.get("/account", headers=HTML).status_code == 200
    assert site.accounts.verify("ayse", NEW)
    assert not site.accounts.verify("ayse", PASSWORD)


def test_a_collection_is_opened_and_closed(both: Both) -> None:
    _, client = both
    for public, total in (("true", 2), ("", 1)):
        sign_in(client, "ayse")
        assert send(client, "/account/collection", public=public) == 303
        sign_in(client, "bora")
        assert client.get("/api/v1/search?q=kedi").json()["total"] == total


def test_a_token_is_shown_once_and_can_be_taken_back(both: Both) -> None:
    site, client = both
    sign_in(client, "ayse")
    page = client.post("/account/tokens", data={"title": "a <b>", "scopes": ["search"], "days": "30"}, headers=FORM)
    token = re.search(r'value="(mekik_[^"]+)"', page.text)
    assert token
    assert page.headers["cache-control"] == "no-store"
    (kept,) = site.accounts.tokens("ayse")
    assert (kept.scopes, kept.expires_at is not None) == (["search"], True)
    assert token[1] not in client.get("/account", headers=HTML).text
    with_token = {"authorization": f"Bearer {token[1]}"}
    assert client.get("/account", headers={**HTML, **with_token}).status_code == 403
    sign_in(client, "bora")
    assert send(client, f"/account/tokens/{kept.id}/remove") == 404
    sign_in(client, "ayse")
    assert send(client, f"/account/tokens/{kept.id}/remove") == 303
    assert site.accounts.by_token(token[1]) is None


def test_several_scopes(both: Both) -> None:
    site, client = both
    sign_in(client, "ayse")
    assert send(client, "/account/tokens", title="x", scopes=["search", "crawl"], days="") == 200
    assert site.accounts.tokens("ayse")[0].scopes == ["crawl", "search"]
    assert send(client, "/account/tokens", title="none") == 400
    assert send(client, "/account/tokens", title="x", scopes=["everything"]) == 400


def test_users_are_the_administrators_business(both: Both) -> None:
    """faults: 60"""
    site, client = both
    sign_in(client, "ayse")
    assert client.get("/users", headers=HTML).status_code == 403
    assert send(client, "/users", name="can", password=PASSWORD) == 403
    assert send(client, "/users/bora", what="role", role="administrator") == 403
    assert client.get("/api/v1/users").status_code == 403
    sign_in(client, "root")
    assert send(client, "/users", name="can", password=PASSWORD, role="member") == 303
    assert send(client, "/users", name="Can Bey", password=PASSWORD) == 400
    assert send(client, "/users/can", what="disable") == 303
    assert site.accounts.verify("can", PASSWORD) is None
    assert send(client, "/users/can", what="enable") == 303
    assert send(client, "/users/can", what="role", role="administrator") == 303
    assert send(client, "/users/can", what="password", password=NEW) == 303
    person = site.accounts.verify("can", NEW)
    assert person
    assert person.is_administrator
    assert "can" in client.get("/users", headers=HTML).text


def test_somebody_stays_administrator(both: Both) -> None:
    _, client = both
    sign_in(client, "root")
    assert send(client, "/users/root", what="disable") == 400
    assert send(client, "/users/root", what="role", role="member") == 400


def test_users_by_program(both: Both) -> None:
    site, client = both
    headers = {"authorization": f"Bearer {site.accounts.add_token('root', 'x', ['admin'])}"}
    made = client.post("/api/v1/users", json={"name": "can", "password": PASSWORD}, headers=headers)
    assert (made.status_code, made.json()["role"]) == (201, "member")
    changed = client.patch("/api/v1/users/can", json={"disabled": True, "public": True}, headers=headers).json()
    assert (changed["disabled"], changed["public"]) == (True, True)
    assert client.patch("/api/v1/users/nobody", json={"disabled": True}, headers=headers).status_code == 404
    assert client.delete("/api/v1/users/can", headers=headers).status_code == 204
    assert [user["name"] for user in client.get("/api/v1/users", headers=headers).json()] == ["ayse", "bora", "root"]
    assert not any("password" in user for user in client.get("/api/v1/users", headers=headers).json())


def test_quotas_are_shown_and_changed_in_the_browser(both: Both) -> None:
    """faults: 69"""
    site, client = both
    desk = site.workspace.desk
    fields = {"jobs": "3", "pages": "", "gigabytes": "0.5", "delay": "2"}
    sign_in(client, "bora")
    assert client.get("/users/bora", headers=HTML).status_code == 403
    assert send(client, "/quotas", **fields) == 403
    assert send(client, "/users/bora/quota", **fields) == 403
    sign_in(client, "root")
    assert send(client, "/quotas", **fields) == 303
    assert desk.quota("bora")[0] == Quota(jobs=3, pages=None, bytes=500_000_000, delay=2.0)
    assert send(client, "/users/bora/quota", jobs="7", pages="100", gigabytes="1", delay="") == 303
    assert desk.quota("bora")[0] == Quota(jobs=7, pages=100, bytes=10**9, delay=0.0)
    assert desk.quota("ayse")[0].jobs == 3
    listed = client.get("/users", headers=HTML).text
    assert "own quota" in listed
    assert "/ 500 MB" in listed
    assert "As for everybody" in client.get("/users/bora", headers=HTML).text
    for wrong in ({"jobs": "-1"}, {"pages": "1e9"}, {"delay": "soon"}, {"gigabytes": "9" * 30}, {"jobs": "٣"}):
        assert send(client, "/users/bora/quota", **{**fields, **wrong}) == 400, wrong
    assert send(client, "/users/nobody/quota", **fields) == 404
    sign_in(client, "bora")
    assert "of 100" in client.get("/account", headers=HTML).text
    sign_in(client, "root")
    assert send(client, "/users/bora/quota", own="all") == 303
    assert desk.quota("bora")[0].jobs == 3
    assert "own quota" not in client.get("/users", headers=HTML).text


def test_an_account_is_removed_with_all_that_hangs_on_it(both: Both) -> None:
    site, client = both
    site.workspace.desk.set_quota("bora", Quota(jobs=1))
    site.accounts.add_token("bora", "x", ["search"])
    sign_in(client, "root")
    assert send(client, "/users/bora", what="public") == 303
    assert "bora" in site.accounts.public_owners()
    assert send(client, "/users/bora", what="remove") == 303
    assert client.get("/users/bora", headers=HTML).status_code == 404
    assert send(client, "/users/bora", what="public") == 404
    assert (site.accounts.tokens("bora"), site.workspace.desk.quotas()) == ([], {})
    assert "bora" not in site.accounts.public_owners()
    assert send(client, "/users/root", what="remove") == 400
