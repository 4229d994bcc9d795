"""Saved searches tell of new pages, by mail and webhook, and only of what their owner may see."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from post_office import HookServer, MailServer, running

from mekik.index import IndexEntry, TantivyWriter
from mekik.web import Site
from mekik.web.alerts.hook import signature
from mekik.web.alerts.mail import MailSettings, is_address
from mekik.web.alerts.watch import NAMED, Watcher
from mekik.web.saved import MOST_FAILURES, MOST_SEARCHES
from web_kit import HTML, ROOT, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]
FORM = {**HTML, "origin": ROOT}


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


@pytest.fixture
def mails(both: Both) -> Iterator[MailServer]:
    with running(MailServer()) as server:
        both[0].saved.set_mail(
            MailSettings(server="127.0.0.1", port=server.port, security="none", sender="mekik@example.org",
                         allow_addresses=["127.0.0.1/32"])
        )  # fmt: skip
        yield server


def watcher_of(site: Site, **more: float) -> Watcher:
    return Watcher(
        site.workspace, site.accounts, site.saved, site.viewer, **{"least_between": 0.0, "retry": 0.0, **more}
    )


def put(site: Site, owner: str, *numbers: int, word: str = "kedi") -> None:
    writer = TantivyWriter(site.workspace.path / "index")
    for number in numbers:
        url = f"http://new.org/{owner}/{number}"
        writer.put(
            IndexEntry(owner=owner, url=url, job="x", host="new.org", domain="new.org", type="html", language="tr",
                       content_type="text/html", title=f"Yeni\r\nBcc: x@y.z {number}", content=word,
                       content_exact=word, fetched=time.time())
        )  # fmt: skip
    writer.close()


def save(client: TestClient[Litestar], **more: Any) -> Any:
    answer = client.post("/api/v1/saved-searches", json={"q": "kedi", **more}, headers={"origin": ROOT})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_mail_tells_of_new_pages_once(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org", title="Kediler\nX: y")
    watcher = watcher_of(site)
    assert watcher.look() == 0  # learns what is there
    put(site, "bora", 1, 2)
    put(site, "ayse", 3)
    assert watcher.look() == 1
    (mail,) = mails.mails
    assert (mail["to"], mail["from"]) == ("bora@example.org", "mekik@example.org")
    assert mail["bcc"] is None
    assert mail["subject"] == "2 new pages: Kediler X: y"
    text = mail.get_content()
    assert "http://new.org/bora/1" in text
    assert "ayse" not in text
    put(site, "bora", 1)  # fetched again: not new
    assert watcher.look() == 0
    assert len(mails.mails) == 1
    (saved,) = site.saved.of("bora")
    assert (saved.told, saved.error) == (2, "")


def test_a_mail_says_how_to_end_them(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org")
    watcher = watcher_of(site)
    watcher.look()
    put(site, "bora", *range(NAMED + 5))
    watcher.look()
    mail = mails.mails[0]
    assert "and 5 more." in mail.get_content()
    link = mail["list-unsubscribe"].strip(" <>")
    assert link in mail.get_content()
    path = link.removeprefix(ROOT)
    client.cookies.clear()
    assert client.get(path, headers=HTML).status_code == 200
    assert site.saved.of("bora")[0].alert == "mail"  # programs follow links too
    assert client.post(path.replace("key=", "key=x"), headers=FORM).status_code == 404
    assert client.post(path, headers=FORM).status_code == 200
    assert site.saved.of("bora")[0].alert == ""


def test_a_webhook_gets_a_signed_document(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "ayse")
    with running(HookServer()) as hook:
        saved = save(client, alert="webhook", target=hook.url, filters={"host": "new.org"})
        watcher = watcher_of(site)
        watcher.look()
        put(site, "ayse", 1)
        put(site, "bora", 2)
        assert watcher.look() == 1
        ((headers, body),) = hook.posts
        assert headers["X-Mekik-Signature"] == signature(saved["secret"], body)
        assert headers["Content-Type"] == "application/json"
        told = json.loads(body)
        assert (told["new"], [page["url"] for page in told["pages"]]) == (1, ["http://new.org/ayse/1"])


def test_what_did_not_arrive_is_told_again_and_given_up_in_the_end(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org")
    watcher = watcher_of(site)
    watcher.look()
    put(site, "bora", 1)
    mails.refuse = True
    watcher.look()
    assert "did not take it" in site.saved.of("bora")[0].error
    mails.refuse = False
    assert watcher.look() == 1
    assert len(mails.mails) == 1
    put(site, "bora", 2)
    mails.refuse = True
    for _ in range(MOST_FAILURES + 3):
        watcher.look()
    assert site.saved.of("bora")[0].failures == MOST_FAILURES
    assert site.saved.alerting() == []


def test_after_a_failure_it_waits(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org")
    watcher = watcher_of(site, retry=60.0)
    watcher.look()
    put(site, "bora", 1)
    mails.refuse = True
    for _ in range(5):
        watcher.look()
    assert site.saved.of("bora")[0].failures == 1


@pytest.mark.parametrize(
    "target", ["http://169.254.169.254/latest", "http://10.0.0.1/x", "ftp://example.org/", "javascript:alert(1)", ""]
)
def test_a_webhook_goes_nowhere_private(both: Both, target: str) -> None:
    """faults: 28"""
    client = both[1]
    sign_in(client, "bora")
    answer = client.post("/api/v1/saved-searches", json={"q": "x", "alert": "webhook", "target": target},
                         headers={"origin": ROOT})  # fmt: skip
    assert answer.status_code == 400


def test_a_name_that_points_inside_is_refused_when_it_is_used(both: Both) -> None:
    site, client = both
    sign_in(client, "bora")
    with running(HookServer()) as hook:
        save(
            client,
            alert="webhook",
            target=hook.url.replace("127.0.0.1", "inside.localhost"),
        )
        watcher = watcher_of(site)
        watcher.look()
        put(site, "bora", 1)
        watcher.look()
        assert hook.posts == []
        assert "could not be reached" in site.saved.of("bora")[0].error


def test_searches_of_others_are_out_of_reach(both: Both) -> None:
    """faults: 60"""
    site, client = both
    sign_in(client, "ayse")
    saved = save(client, title="geheim")
    sign_in(client, "bora")
    assert client.get("/api/v1/saved-searches").json() == []
    assert "geheim" not in client.get("/saved", headers=HTML).text
    assert client.delete(f"/api/v1/saved-searches/{saved['id']}", headers={"origin": ROOT}).status_code == 404
    assert client.post(f"/saved/{saved['id']}/remove", headers=FORM).status_code == 404
    assert client.post("/saved/mail", data={"server": "evil"}, headers=FORM).status_code == 403
    client.cookies.clear()
    assert client.get("/saved", headers=HTML).status_code == 401
    assert len(site.saved.of("ayse")) == 1


def test_a_locked_account_hears_nothing(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org")
    watcher = watcher_of(site)
    watcher.look()
    put(site, "bora", 1)
    site.accounts.set_disabled("bora", True)
    assert watcher.look() == 0
    assert mails.mails == []


def test_saving_in_the_browser(both: Both) -> None:
    site, client = both
    sign_in(client, "ayse")
    assert "/saved?q=kedi" in client.get("/?q=kedi&language=tr", headers=HTML).text
    form = client.get("/saved?q=kedi&language=tr", headers=HTML).text
    assert 'action="/saved?q=kedi&amp;language=tr"' in form
    sent = client.post("/saved?q=kedi&language=tr", data={"title": "<b>"}, headers=FORM, follow_redirects=False)
    assert sent.status_code == 303
    page = client.get("/saved", headers=HTML).text
    assert "&lt;b&gt;" in page
    assert "/?q=kedi&amp;language=tr" in page
    assert client.post("/saved?q=kedi", data={"alert": "mail", "target": "a@b.de"}, headers=FORM).status_code == 400
    for _ in range(MOST_SEARCHES):
        client.post("/saved?q=kedi", data={}, headers=FORM, follow_redirects=False)
    assert len(site.saved.of("ayse")) == MOST_SEARCHES


def test_the_administrator_sets_the_mail_server(both: Both) -> None:
    site, client = both
    sign_in(client, "root")
    with running(MailServer()) as server:
        form = {"server": "127.0.0.1", "port": str(server.port), "security": "none", "sender": "a@b.org", "user": "me",
                "password": "secret", "allow": "10.0.0.0/8", "test": ""}  # fmt: skip
        assert client.post("/saved/mail", data=form, headers=FORM, follow_redirects=False).status_code == 303
        assert site.saved.mail().password == "secret"
        assert "secret" not in client.get("/saved", headers=HTML).text
        kept = {**form, "password": "", "user": "me"}
        assert client.post("/saved/mail", data=kept, headers=FORM, follow_redirects=False).status_code == 303
        assert site.saved.mail().password == "secret"
        tried = {**form, "user": "", "password": "", "test": "me@b.org"}
        assert client.post("/saved/mail", data=tried, headers=FORM, follow_redirects=False).status_code == 303
        assert server.mails[0]["to"] == "me@b.org"
    for wrong in ({"sender": "x"}, {"port": "0"}, {"server": "a b"}, {"allow": "all"}, {"test": "me@b.org"}):
        assert client.post("/saved/mail", data={**form, **wrong}, headers=FORM).status_code == 400, wrong


@pytest.mark.parametrize(
    ("text", "good"),
    [("a@b.org", True), ("a.b+c@x-y.org", True), ("a@b.org\nBcc: x", False), ("a b@c.d", False), ("<a@b.c>", False),
     ("a@b.org,c@d.e", False), ("@b", False), ("", False)],
)  # fmt: skip
def test_mail_addresses(text: str, good: bool) -> None:
    assert is_address(text) == good
