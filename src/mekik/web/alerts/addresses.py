"""Whether a mail address wants our mails: it gets one with a link, and nothing else before somebody followed that."""

from __future__ import annotations

import hashlib
import secrets
import time
from urllib.parse import urlencode

from mekik.errors import Conflict, UsageError
from mekik.web.alerts import mail
from mekik.web.alerts.mail import MailSettings
from mekik.web.database import Database
from mekik.web.texts import sayer

ADDRESSES = """
CREATE TABLE address (
    user TEXT NOT NULL, address TEXT NOT NULL, key BLOB NOT NULL, asked_at REAL NOT NULL, confirmed_at REAL,
    PRIMARY KEY (user, address)
) WITHOUT ROWID
"""
DAYS = 3
"""That a link is good for."""
AGAIN = 600.0
"""Seconds before the same address is asked again."""
MOST_OF_ONE = 5
"""Addresses that one person may have asked within a day without an answer: we are nobody's way to bother others."""
MOST_AT_ONE = 3
"""People for whom one address may be asked within a day."""


class Addresses:
    """Of the people who saved searches, each with their own."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def is_confirmed(self, user: str, address: str) -> bool:
        found = self._db.one("SELECT confirmed_at FROM address WHERE user = ? AND address = ?", user, _plain(address))
        return bool(found and found[0])

    def ask(self, user: str, address: str, root: str, settings: MailSettings, locale: str) -> bool:
        """Sends the link, unless the address is confirmed or was asked just now. Raises UsageError."""
        now, plain = time.time(), _plain(address)
        with self._db.lock:
            known = self._db.one(
                "SELECT asked_at, confirmed_at FROM address WHERE user = ? AND address = ?", user, plain
            )
            if known and (known[1] or known[0] > now - AGAIN):
                return False
            self._check(user, plain, now)
            key = secrets.token_urlsafe(24)
            self._db.run("INSERT OR REPLACE INTO address VALUES (?, ?, ?, ?, NULL)", user, plain, _hidden(key), now)
        say = sayer(locale or "en")
        link = f"{root}/saved/confirm?{urlencode({'key': key})}"
        text = say("alert.confirm_words", user=user, root=root, address=link, days=DAYS)
        try:
            mail.send(settings, mail.message(settings.sender, address, say("alert.confirm_subject"), text))
        except mail.NotSent as error:
            self._db.run("DELETE FROM address WHERE user = ? AND address = ?", user, plain)
            raise UsageError(str(error)) from None
        return True

    def asked(self, key: str) -> tuple[str, str] | None:
        """The person and the address that a link is for; None when it is not good, or not any more."""
        found = self._db.one(
            "SELECT user, address FROM address WHERE key = ? AND confirmed_at IS NULL AND asked_at > ?",
            _hidden(key), time.time() - DAYS * 86400,
        )  # fmt: skip
        return (found[0], found[1]) if found else None

    def confirm(self, key: str) -> bool:
        """Once; False when the link is not good, or not any more."""
        changed = self._db.run(
            "UPDATE address SET confirmed_at = ?1 WHERE key = ?2 AND confirmed_at IS NULL AND asked_at > ?1 - ?3",
            time.time(), _hidden(key), DAYS * 86400,
        )  # fmt: skip
        return changed > 0

    def forget(self, user: str) -> None:
        self._db.run("DELETE FROM address WHERE user = ?", user)

    def _check(self, user: str, address: str, now: float) -> None:
        day = now - 86400
        mine = self._db.one(
            "SELECT count(*) FROM address WHERE user = ? AND confirmed_at IS NULL AND asked_at > ?", user, day
        )
        theirs = self._db.one(
            "SELECT count(*) FROM address WHERE address = ? AND confirmed_at IS NULL AND asked_at > ?", address, day
        )
        if (mine and mine[0] >= MOST_OF_ONE) or (theirs and theirs[0] >= MOST_AT_ONE):
            raise Conflict("Too many mails wait for somebody to confirm their address. Try again tomorrow.")


def _plain(address: str) -> str:
    """Nearly all servers take capitals and small letters for the same."""
    return address.strip().lower()


def _hidden(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "replace")).digest()
