"""Saved searches tell of new pages, by mail and webhook, and only of what their owner may see."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from post_office import HookServer, MailServer, running

from mekik.index import IndexEntry, TantivyWriter
from mekik.web import Site
from mekik.web.alerts.addresses import DAYS, MOST_OF_ONE
from mekik.web.alerts.hook import signature
from mekik.web.alerts.mail import MailSettings, is_address
from mekik.web.alerts.watch import NAMED, Watcher
from mekik.web.saved import MOST_FAILURES, MOST_SEARCHES, SavedSearches
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


def save_with_mail(both: Both, mails: MailServer, **more: Any) -> None:
    """A search of bora's, whose address is confirmed as its owner would do it."""
    client = both[1]
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org", **more)
    confirm(client, mails.mails.pop())
    sign_in(client, "bora")


def confirm(client: TestClient[Litestar], mail: EmailMessage) -> None:
    """Follows the link of a mail without being signed in."""
    found = re.search(r"(\S+)/saved/confirm\?key=\S+", mail.get_content())
    assert found
    client.cookies.clear()
    assert client.post(found[0].removeprefix(ROOT), headers=FORM).status_code == 200


def test_an_address_is_asked_before_any_alert_goes_there(both: Both, mails: MailServer) -> None:
    site, client = both
    sign_in(client, "bora")
    saved = save(client, alert="mail", target="Bora@example.org")
    assert saved["confirmed"] is False
    (asking,) = mails.mails
    assert (asking["to"], asking["subject"]) == ("Bora@example.org", "Mekik: confirm this address")
    assert "Waits for the address" in client.get("/saved", headers=HTML).text
    watcher = watcher_of(site)
    watcher.look()
    put(site, "bora", 1)
    assert watcher.look() == 0
    link = re.search(r"/saved/confirm\?key=\S+", asking.get_content())
    assert link
    shown = client.get(link[0], headers=HTML)
    assert "bora wants alerts of new pages to go to bora@example.org" in shown.text
    assert watcher.look() == 0  # looking at it is not enough: programs follow links too
    assert len(mails.mails) == 1
    confirm(client, asking)
    assert client.post(link[0], headers=FORM).status_code == 404  # good once
    assert client.get(link[0], headers=HTML).status_code == 404
    assert watcher.look() == 1
    assert "http://new.org/bora/1" in mails.mails[1].get_content()  # what came meanwhile is told now
    sign_in(client, "bora")
    assert client.get("/api/v1/saved-searches").json()[0]["confirmed"] is True
    save(client, q="köpek", alert="mail", target="bora@example.org")
    assert len(mails.mails) == 2  # once confirmed, it is for all searches of this person
    sign_in(client, "ayse")
    assert save(client, alert="mail", target="bora@example.org")["confirmed"] is False  # but not of others


def test_nobody_is_bothered_with_questions(both: Both, mails: MailServer) -> None:
    client = both[1]
    sign_in(client, "bora")
    id = save(client, alert="mail", target="0@example.org")["id"]
    again = f"/api/v1/saved-searches/{id}/confirmation"
    assert client.post(again, headers={"origin": ROOT}).status_code == 409  # a mail went there just now
    assert client.post(f"/saved/{id}/confirmation", headers=FORM).status_code == 400
    save(client, q="x", alert="mail", target="0@example.org")
    assert len(mails.mails) == 1
    for number in range(1, MOST_OF_ONE):
        save(client, alert="mail", target=f"{number}@example.org")
    wish = {"q": "kedi", "alert": "mail", "target": "one.more@example.org"}
    assert client.post("/api/v1/saved-searches", json=wish, headers={"origin": ROOT}).status_code == 409
    assert len(mails.mails) == MOST_OF_ONE
    sign_in(client, "ayse")
    assert client.post(again, headers={"origin": ROOT}).status_code == 404
    mails.refuse = True
    assert client.post("/api/v1/saved-searches", json=wish, headers={"origin": ROOT}).status_code == 400
    mails.refuse = False
    assert save(client, alert="mail", target="one.more@example.org")["confirmed"] is False


def test_an_old_link_is_good_for_nothing(both: Both, mails: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    site, client = both
    sign_in(client, "bora")
    save(client, alert="mail", target="bora@example.org")
    link = re.search(r"key=(\S+)", mails.mails[0].get_content())
    assert link
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + (DAYS + 1) * 86400)
    assert site.saved.addresses.confirm(link[1]) is False
    assert site.saved.addresses.asked(link[1]) is None


def test_a_mail_tells_of_new_pages_once(both: Both, mails: MailServer) -> None:
    site = both[0]
    save_with_mail(both, mails, title="Kediler\nX: y")
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
    save_with_mail(both, mails)
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
    site = both[0]
    save_with_mail(both, mails)
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
    site = both[0]
    save_with_mail(both, mails)
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


def test_a_feed_of_a_private_collection_has_a_secret_address(both: Both) -> None:
    """faults: 60"""
    site, client = both
    sign_in(client, "ayse")
    id = save(client)["id"]
    feed = f"/api/v1/saved-searches/{id}/feed"
    address = client.post(feed, headers={"origin": ROOT}).json()["rss"].removeprefix(ROOT)
    assert address in client.get("/saved", headers=HTML).text
    client.cookies.clear()
    assert "b.org/2" not in client.get("/search.rss?q=kedi").text
    answer = client.get(address)
    assert answer.headers["content-type"].startswith("application/rss+xml")
    assert "b.org/2" in answer.text
    assert answer.headers["cache-control"] == "private, no-store"
    assert client.get(address.replace(".rss", ".atom")).status_code == 200
    assert client.get(address.replace(".rss", ".xml")).status_code == 404
    assert client.get("/feeds/.rss").status_code == 404
    sign_in(client, "bora")
    assert client.post(feed, headers={"origin": ROOT}).status_code == 404
    assert client.post(f"/saved/{id}/feed", data={"wanted": "no"}, headers=FORM).status_code == 404
    sign_in(client, "ayse")
    assert client.post(f"/saved/{id}/feed", data={"wanted": "yes"}, headers=FORM).status_code == 200
    assert client.get(address).status_code == 404  # there is another one now
    newer = site.saved.of("ayse")[0].feed
    assert client.get(f"/feeds/{newer}.rss").status_code == 200
    site.accounts.set_disabled("ayse", True)
    assert client.get(f"/feeds/{newer}.rss").status_code == 404
    site.accounts.set_disabled("ayse", False)
    sign_in(client, "ayse")
    assert client.delete(feed, headers={"origin": ROOT}).status_code == 204
    assert client.get(f"/feeds/{newer}.rss").status_code == 404
    assert client.get("/feeds/.rss").status_code == 404


def test_saved_searches_of_an_older_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "saved.sqlite"
    old = sqlite3.connect(path)
    old.executescript(
        """CREATE TABLE saved (id INTEGER PRIMARY KEY, user TEXT NOT NULL, title TEXT NOT NULL, asked TEXT NOT NULL,
        alert TEXT NOT NULL, target TEXT NOT NULL, root TEXT NOT NULL, secret TEXT NOT NULL, created_at REAL NOT NULL,
        checked_at REAL NOT NULL DEFAULT 0, told_at REAL NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 0,
        based INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT '');
        CREATE INDEX saved_of ON saved (user);
        CREATE TABLE seen (search INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (search, page)) WITHOUT ROWID;
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        INSERT INTO saved (user, title, asked, alert, target, root, secret, created_at)
        VALUES ('ayse', 'Kedi', '{"q": "kedi"}', 'mail', 'a@b.org', '', 's', 1); PRAGMA user_version = 1;"""
    )
    old.close()
    saved = SavedSearches(path)
    (one,) = saved.of("ayse")
    assert (one.title, one.feed, saved.addresses.is_confirmed("ayse", "a@b.org")) == ("Kedi", "", False)
    saved.close()


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
    site = both[0]
    save_with_mail(both, mails)
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
