"""Who gets in, from where, and what every answer carries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from mekik.errors import UsageError
from mekik.web import Site, make_app
from web_kit import HTML, PASSWORD, ROOT, open_site, sign_in_by_form

Both = tuple[Site, TestClient[Litestar]]


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


def test_a_foreign_host_name_is_refused(both: Both) -> None:
    """faults: 68"""
    answer = both[1].get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {}],
)
def test_a_form_of_another_site_cannot_act(both: Both, headers: dict[str, str]) -> None:
    """faults: 64"""
    site, client = both
    sign_in_by_form(client, "ayse")
    answer = client.post("/locale", data={"locale": "tr"}, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert all(user.locale == "" for user in site.accounts.users())


def test_signing_in_gives_a_new_session_and_signing_out_ends_it(both: Both) -> None:
    """faults: 65"""
    _, client = both
    sign_in_by_form(client, "ayse")
    first = client.cookies["mekik_session"]
    client.post("/sign-in", data={"name": "ayse", "password": PASSWORD}, headers={"origin": ROOT})
    second = client.cookies["mekik_session"]
    assert first != second
    client.post("/sign-out", headers={"origin": ROOT})
    client.cookies.clear()
    client.cookies.set("mekik_session", second)
    assert "Sign in" in client.get("/", headers=HTML).text


def test_a_changed_password_ends_every_session(both: Both) -> None:
    """faults: 65"""
    site, client = both
    sign_in_by_form(client, "ayse")
    assert "ayse" in client.get("/", headers=HTML).text
    site.accounts.set_password("ayse", "another long password")
    assert "Sign in" in client.get("/", headers=HTML).text


def test_wrong_password_and_unknown_user_are_told_the_same(both: Both) -> None:
    """faults: 66"""
    _, client = both
    answers = [
        client.post("/sign-in", data={"name": name, "password": "wrong password"}, headers={"origin": ROOT, **HTML})
        for name in ("ayse", "nobody")
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert answers[0].text == answers[1].text


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_after_signing_in_nobody_is_sent_elsewhere(both: Both, target: str) -> None:
    """faults: 68"""
    answer = both[1].post(
        "/sign-in", data={"name": "ayse", "password": PASSWORD, "next": target}, headers={"origin": ROOT},
        follow_redirects=False,
    )  # fmt: skip
    assert answer.headers["location"] == "/"


def test_the_first_administrator_needs_the_printed_key_and_it_works_once(tmp_path: Path) -> None:
    """faults: 67"""
    site = Site.open(tmp_path)
    key = site.accounts.setup_key()
    assert key
    with TestClient(make_app(site), base_url=ROOT) as client:
        form = {"name": "root", "password": PASSWORD}
        assert key in client.get("/setup", params={"key": key}, headers=HTML).text
        answer = client.post("/setup", data={**form, "key": "guess"}, headers={"origin": ROOT}, follow_redirects=False)
        assert answer.status_code == 400
        assert site.accounts.empty()
        answer = client.post("/setup", data={**form, "key": key}, headers={"origin": ROOT}, follow_redirects=False)
        assert answer.status_code == 303
        assert [user.role for user in site.accounts.users()] == ["administrator"]
        again = {**form, "name": "second", "key": key}
        assert client.post("/setup", data=again, headers={"origin": ROOT}).status_code == 400
    site.close()


def test_there_is_always_an_administrator(both: Both) -> None:
    with pytest.raises(UsageError, match="administrator"):
        both[0].accounts.remove("root")


def test_nothing_private_is_kept_readable(both: Both, tmp_path: Path) -> None:
    site, client = both
    sign_in_by_form(client, "ayse")
    token = site.accounts.add_token("ayse", "test", ["search"])
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("accounts.sqlite*"))
    for secret in (PASSWORD, token, client.cookies["mekik_session"]):
        assert secret.encode() not in stored
    assert b"$argon2id$" in stored


def test_pages_carry_no_inline_script_and_strict_headers(both: Both) -> None:
    """faults: 63"""
    answer = both[1].get("/?q=kedi", headers=HTML)
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert re.findall(r"<script(?![^>]*\bsrc=)", answer.text) == []
    assert re.findall(r"\son\w+=|\sstyle=", answer.text) == []
