"""Saved searches, what each of them has already told of, and how mail is sent: one SQLite file."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from mekik.errors import UsageError
from mekik.search.cursor import hashed
from mekik.web.alerts.addresses import ADDRESSES, Addresses
from mekik.web.alerts.mail import MailSettings
from mekik.web.database import Database

FORMAT = 2
MOST_SEARCHES = 50
"""Of one person."""
MOST_FAILURES = 8
"""In a row; then an alert is turned off, and says why."""
MOST_SEEN = 50_000
"""Pages that one search remembers."""
ALERTS = ("", "mail", "webhook")

_FEEDS = "CREATE INDEX saved_feed ON saved (feed)"
_STEPS = {1: f"{ADDRESSES}; ALTER TABLE saved ADD COLUMN feed TEXT NOT NULL DEFAULT ''; {_FEEDS}"}
_SCHEMA = f"""
CREATE TABLE saved (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL, title TEXT NOT NULL, asked TEXT NOT NULL, alert TEXT NOT NULL,
    target TEXT NOT NULL, root TEXT NOT NULL, secret TEXT NOT NULL, created_at REAL NOT NULL,
    checked_at REAL NOT NULL DEFAULT 0, told_at REAL NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 0,
    based INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT '',
    feed TEXT NOT NULL DEFAULT ''
);
CREATE INDEX saved_of ON saved (user);
CREATE TABLE seen (search INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (search, page)) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
{ADDRESSES};
{_FEEDS}
"""
_SELECT = (
    "SELECT id, user, title, asked, alert, target, root, secret, created_at, checked_at, told_at, told, based,"
    " failures, error, feed FROM saved "
)


class Saved(msgspec.Struct):
    id: int
    user: str
    title: str
    asked: dict[str, Any]
    """The query and its filters, by the names of the search page."""
    alert: str
    """mail, webhook, or empty for none."""
    target: str
    """The mail address or the webhook's address."""
    root: str
    """Where its owner reaches this server."""
    secret: str
    """Signs webhooks, and the link that ends mails."""
    created_at: float
    checked_at: float
    told_at: float
    told: int
    """Pages that the last alert named."""
    based: bool
    """What was there when it was saved is known, so that only later pages are new."""
    failures: int
    error: str
    """Why the last alert did not arrive."""
    feed: str
    """The secret part of its feed's address; empty where it has none."""


class SavedSearches:
    """Safe to use from many threads."""

    def __init__(self, path: Path) -> None:
        self._db = Database(path, _SCHEMA, FORMAT, _STEPS)
        self.addresses = Addresses(self._db)

    def close(self) -> None:
        self._db.close()

    def add(self, user: str, title: str, asked: dict[str, Any], alert: str, target: str, root: str) -> Saved:
        with self._db.lock:
            if len(self.of(user)) >= MOST_SEARCHES:
                raise UsageError(f"There are already {MOST_SEARCHES} saved searches. Remove one first.")
            number = self._db.add(
                "INSERT INTO saved (user, title, asked, alert, target, root, secret, created_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                user, title[:200], msgspec.json.encode(asked).decode(), alert, target, root, secrets.token_urlsafe(24),
                time.time(),
            )  # fmt: skip
            found = self.one(number)
        assert found is not None
        return found

    def one(self, id: int) -> Saved | None:
        rows = self._db.all(_SELECT + "WHERE id = ?", id) if abs(id) < 1 << 63 else []
        return _saved(rows[0]) if rows else None

    def of(self, user: str) -> list[Saved]:
        return [_saved(row) for row in self._db.all(_SELECT + "WHERE user = ? ORDER BY id", user)]

    def alerting(self) -> list[Saved]:
        """Those that want to tell, the one that waited longest first."""
        rows = self._db.all(_SELECT + "WHERE alert != '' AND failures < ? ORDER BY checked_at", MOST_FAILURES)
        return [_saved(row) for row in rows]

    def remove(self, id: int, user: str) -> bool:
        """False when there is none, or not of this person."""
        found = self.one(id)
        if found is None or found.user != user:
            return False
        with self._db.transaction():
            self._db.run("DELETE FROM saved WHERE id = ?", id)
            self._db.run("DELETE FROM seen WHERE search = ?", id)
        return True

    def forget(self, user: str) -> None:
        """All of a person who is no more."""
        for one in self.of(user):
            self.remove(one.id, user)
        self.addresses.forget(user)

    def silence(self, id: int) -> None:
        """It stays, but tells nobody any more."""
        self._db.run("UPDATE saved SET alert = '', target = '' WHERE id = ?", id)

    def set_feed(self, id: int, user: str, wanted: bool) -> Saved | None:
        """A fresh address of its feed, or none: an old one is good for nothing. None when the person has no such."""
        key = secrets.token_urlsafe(24) if wanted else ""
        changed = abs(id) < 1 << 63 and self._db.run(
            "UPDATE saved SET feed = ? WHERE id = ? AND user = ?", key, id, user
        )
        return self.one(id) if changed else None

    def by_feed(self, key: str) -> Saved | None:
        rows = self._db.all(_SELECT + "WHERE feed = ? AND feed != ''", key)
        return _saved(rows[0]) if rows else None

    def unseen(self, id: int, pages: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Addresses and titles of those that were not told of yet."""
        with self._db.lock:
            return [
                (url, title)
                for url, title in pages
                if not self._db.one("SELECT 1 FROM seen WHERE search = ? AND page = ?", id, _key(url))
            ]

    def told(self, id: int, urls: Iterable[str], count: int, *, based: bool = True) -> None:
        """These are known from now on; `count` of them were told."""
        now = time.time()
        with self._db.transaction():
            for url in urls:
                self._db.run("INSERT OR IGNORE INTO seen VALUES (?, ?)", id, _key(url))
            self._db.run("UPDATE saved SET checked_at = ?, based = ?, failures = 0, error = '' WHERE id = ?",
                         now, int(based), id)  # fmt: skip
            if count:
                self._db.run("UPDATE saved SET told_at = ?, told = ? WHERE id = ?", now, count, id)

    def failed(self, id: int, error: str) -> None:
        self._db.run("UPDATE saved SET checked_at = ?, failures = failures + 1, error = ? WHERE id = ?",
                  time.time(), error[:300], id)  # fmt: skip

    def seen(self, id: int) -> int:
        return int(self._db.all("SELECT count(*) FROM seen WHERE search = ?", id)[0][0])

    # how alerts go out: the administrator's

    def mail(self) -> MailSettings:
        rows = self._db.all("SELECT value FROM meta WHERE name = 'mail'")
        return msgspec.json.decode(rows[0][0], type=MailSettings) if rows else MailSettings()

    def set_mail(self, settings: MailSettings) -> None:
        self._db.run("INSERT OR REPLACE INTO meta VALUES ('mail', ?)", msgspec.json.encode(settings).decode())


def _saved(row: tuple[Any, ...]) -> Saved:
    return msgspec.convert(
        dict(zip(Saved.__struct_fields__, row, strict=True)) | {"asked": msgspec.json.decode(row[3])},
        Saved, strict=False,
    )  # fmt: skip


def _key(url: str) -> int:
    return hashed(url) - (1 << 63)
