"""Users, their sessions and tokens, and which collections everybody may search: one SQLite file.

Secrets are random and only their hashes are kept; passwords are kept as argon2id.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from functools import cached_property
from pathlib import Path

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from mekik.errors import UsageError
from mekik.web.database import Database
from mekik.web.people import SCOPES, Person, Role

FORMAT = 1
SHORTEST_PASSWORD = 12
SESSION_DAYS = 14
LOCAL = "local"
"""Owner of what the command line crawls."""

_SCHEMA = """
CREATE TABLE user (
    name TEXT PRIMARY KEY, password TEXT NOT NULL, role INTEGER NOT NULL, created_at REAL NOT NULL,
    locale TEXT NOT NULL DEFAULT '', disabled INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE session (
    secret BLOB PRIMARY KEY, user TEXT NOT NULL, created_at REAL NOT NULL, expires_at REAL NOT NULL
);
CREATE TABLE token (
    id INTEGER PRIMARY KEY, secret BLOB NOT NULL UNIQUE, user TEXT NOT NULL, title TEXT NOT NULL,
    scopes TEXT NOT NULL, created_at REAL NOT NULL, expires_at REAL, used_at REAL
);
CREATE TABLE collection (owner TEXT PRIMARY KEY, public INTEGER NOT NULL);
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
"""
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


class User(msgspec.Struct):
    name: str
    role: str
    created_at: float
    locale: str
    disabled: bool
    public: bool
    """Whether everybody may search this user's collection."""


class Token(msgspec.Struct):
    id: int
    user: str
    title: str
    scopes: list[str]
    created_at: float
    expires_at: float | None
    used_at: float | None


class Session(msgspec.Struct):
    id: str
    """Names it; nobody can sign in with it."""
    created_at: float
    expires_at: float
    here: bool
    """The one that asks."""


class Accounts:
    """Safe to use from many threads."""

    def __init__(self, path: Path) -> None:
        self._db = Database(path, _SCHEMA, FORMAT)
        self._hasher = PasswordHasher()
        self._hashing = threading.BoundedSemaphore(2)
        """One hash takes 64 MB: no more than two at a time."""

    def close(self) -> None:
        self._db.close()

    def try_writing(self) -> None:
        """Raises sqlite3.Error where it cannot."""
        with self._db.transaction():
            self._db.run("INSERT OR REPLACE INTO meta VALUES ('tried', ?)", time.time())

    # users

    def empty(self) -> bool:
        return not self._db.one("SELECT 1 FROM user LIMIT 1")

    def users(self) -> list[User]:
        rows = self._db.all(
            "SELECT u.name, u.role, u.created_at, u.locale, u.disabled, coalesce(c.public, 0) FROM user u"
            " LEFT JOIN collection c ON c.owner = u.name ORDER BY u.name"
        )
        return [User(row[0], Role(row[1]).label, row[2], row[3], bool(row[4]), bool(row[5])) for row in rows]

    def person(self, name: str) -> Person | None:
        """By name alone, for what was asked in their name before. None for who is gone or disabled."""
        row = self._db.one("SELECT name, role, locale FROM user WHERE name = ? AND NOT disabled", name)
        return Person(row[0], Role(row[1]), locale=row[2]) if row else None

    def require(self, name: str) -> None:
        """Raises UsageError where there is nobody of this name."""
        if not self._db.one("SELECT 1 FROM user WHERE name = ?", name):
            raise UsageError(f"There is no user {name!r}.")

    def add(self, name: str, password: str, role: Role = Role.MEMBER) -> None:
        name = name.strip().lower()
        if not _NAME.fullmatch(name) or name == LOCAL:
            raise UsageError("A user's name is 1 to 40 small letters a-z, digits, '.', '_' or '-'; 'local' is taken.")
        hashed = self._hash(password)
        with self._db.lock:
            if self._db.one("SELECT 1 FROM user WHERE name = ?", name):
                raise UsageError(f"There is already a user {name!r}.")
            self._db.run("INSERT INTO user (name, password, role, created_at) VALUES (?, ?, ?, ?)",
                      name, hashed, int(role), time.time())  # fmt: skip

    def set_password(self, name: str, password: str) -> None:
        """Ends every session of the user."""
        hashed = self._hash(password)
        with self._db.lock:
            self.require(name)
            self._db.run("UPDATE user SET password = ? WHERE name = ?", hashed, name)
            self._db.run("DELETE FROM session WHERE user = ?", name)

    def set_role(self, name: str, role: Role) -> None:
        with self._db.lock:
            self.require(name)
            self._keep_an_administrator(name, role is Role.ADMINISTRATOR)
            self._db.run("UPDATE user SET role = ? WHERE name = ?", int(role), name)
            self._db.run("DELETE FROM session WHERE user = ?", name)

    def set_disabled(self, name: str, disabled: bool) -> None:
        with self._db.lock:
            self.require(name)
            self._keep_an_administrator(name, not disabled)
            self._db.run("UPDATE user SET disabled = ? WHERE name = ?", int(disabled), name)
            self._db.run("DELETE FROM session WHERE user = ?", name)

    def set_locale(self, name: str, locale: str) -> None:
        self._db.run("UPDATE user SET locale = ? WHERE name = ?", locale, name)

    def remove(self, name: str) -> None:
        """The account goes; what it crawled stays until its jobs are deleted."""
        with self._db.lock:
            self.require(name)
            self._keep_an_administrator(name, False)
            for table, column in (("session", "user"), ("token", "user"), ("collection", "owner"), ("user", "name")):
                self._db.run(f"DELETE FROM {table} WHERE {column} = ?", name)  # noqa: S608 - ours

    # signing in

    def verify(self, name: str, password: str) -> Person | None:
        """Takes as long for an unknown user as for a wrong password."""
        row = self._db.one(
            "SELECT name, password, role, locale, disabled FROM user WHERE name = ?", name.strip().lower()
        )
        nobodys = self._nobodys  # made with the first one who signs in, whoever that is
        stored = row[1] if row else nobodys
        try:
            with self._hashing:
                self._hasher.verify(stored, password[:1024])
        except (VerificationError, InvalidHashError):
            return None
        if row is None or row[4]:
            return None
        return Person(row[0], Role(row[2]), locale=row[3])

    def start_session(self, name: str) -> str:
        secret = secrets.token_urlsafe(32)
        now = time.time()
        with self._db.lock:
            self._db.run("DELETE FROM session WHERE expires_at < ?", now)
            self._db.run(
                "INSERT INTO session VALUES (?, ?, ?, ?)", _hidden(secret), name, now, now + SESSION_DAYS * 86400
            )
        return secret

    def end_session(self, secret: str) -> None:
        self._db.run("DELETE FROM session WHERE secret = ?", _hidden(secret))

    def sessions(self, name: str, secret: str = "") -> list[Session]:
        """Of a user, newest first; `secret` is that of the one who asks."""
        rows = self._db.all(
            "SELECT lower(hex(substr(secret, 1, 8))), created_at, expires_at, secret = ? FROM session"
            " WHERE user = ? AND expires_at > ? ORDER BY created_at DESC",
            _hidden(secret), name, time.time(),
        )  # fmt: skip
        return [Session(row[0], row[1], row[2], bool(row[3])) for row in rows]

    def end_session_of(self, name: str, id: str) -> bool:
        """False when the user has none by this id."""
        return self._db.run("DELETE FROM session WHERE user = ? AND lower(hex(substr(secret, 1, 8))) = ?", name, id) > 0

    def by_session(self, secret: str) -> Person | None:
        row = self._db.one(
            "SELECT u.name, u.role, u.locale FROM session s JOIN user u ON u.name = s.user"
            " WHERE s.secret = ? AND s.expires_at > ? AND NOT u.disabled",
            _hidden(secret), time.time(),
        )  # fmt: skip
        return Person(row[0], Role(row[1]), locale=row[2]) if row else None

    # tokens

    def add_token(self, name: str, title: str, scopes: list[str], days: float | None = None) -> str:
        """The token itself, which is shown this once."""
        unknown = set(scopes) - set(SCOPES)
        if unknown or not scopes:
            raise UsageError(f"A token is good for one or more of: {', '.join(SCOPES)}.")
        secret = "mekik_" + secrets.token_urlsafe(32)
        now = time.time()
        with self._db.lock:
            self.require(name)
            self._db.run(
                "INSERT INTO token (secret, user, title, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
                _hidden(secret), name, title[:100], " ".join(sorted(scopes)), now,
                now + days * 86400 if days is not None else None,
            )  # fmt: skip
        return secret

    def tokens(self, name: str | None = None) -> list[Token]:
        rows = self._db.all(
            "SELECT id, user, title, scopes, created_at, expires_at, used_at FROM token"
            " WHERE ?1 IS NULL OR user = ?1 ORDER BY id",
            name,
        )
        return [Token(row[0], row[1], row[2], row[3].split(), *row[4:]) for row in rows]

    def remove_token(self, id: int, name: str | None = None) -> bool:
        """False when there is none, or not of this user."""
        return self._db.run("DELETE FROM token WHERE id = ?1 AND (?2 IS NULL OR user = ?2)", id, name) > 0

    def by_token(self, secret: str) -> Person | None:
        now = time.time()
        row = self._db.one(
            "SELECT u.name, u.role, u.locale, t.scopes, t.id, t.used_at FROM token t JOIN user u ON u.name = t.user"
            " WHERE t.secret = ? AND coalesce(t.expires_at, 1e18) > ? AND NOT u.disabled",
            _hidden(secret), now,
        )  # fmt: skip
        if row is None:
            return None
        if (row[5] or 0) < now - 60:
            self._db.run("UPDATE token SET used_at = ? WHERE id = ?", now, row[4])
        return Person(row[0], Role(row[1]), frozenset(row[3].split()), by_token=True, locale=row[2])

    # collections

    def set_public(self, owner: str, public: bool) -> None:
        self._db.run("INSERT OR REPLACE INTO collection VALUES (?, ?)", owner, int(public))

    def public_owners(self) -> frozenset[str]:
        """Whose pages everybody may search. What the command line crawled is public until someone says otherwise."""
        stated: dict[str, int] = dict(self._db.all("SELECT owner, public FROM collection"))
        stated.setdefault(LOCAL, 1)
        return frozenset(owner for owner, public in stated.items() if public)

    # the first administrator

    def setup_key(self) -> str | None:
        """A fresh one-time key while there is nobody yet."""
        if not self.empty():
            return None
        key = secrets.token_urlsafe(24)
        self._db.run("INSERT OR REPLACE INTO meta VALUES ('setup', ?)", _hidden(key))
        return key

    def set_up(self, key: str, name: str, password: str) -> None:
        with self._db.lock:
            row = self._db.one("SELECT value FROM meta WHERE name = 'setup'")
            if not self.empty() or row is None or not secrets.compare_digest(bytes(row[0]), _hidden(key)):
                raise UsageError("This link is no longer good. Start `mekik serve` anew for another one.")
            self.add(name, password, Role.ADMINISTRATOR)
            self._db.run("DELETE FROM meta WHERE name = 'setup'")

    # the small parts

    @cached_property
    def _nobodys(self) -> str:
        """Verified in place of an unknown user's password, so that both take as long."""
        return self._hasher.hash(secrets.token_hex(16))

    def _hash(self, password: str) -> str:
        if len(password) < SHORTEST_PASSWORD:
            raise UsageError(f"A password needs at least {SHORTEST_PASSWORD} characters.")
        if len(password) > 1024:
            raise UsageError("A password has at most 1,024 characters.")
        with self._hashing:
            return self._hasher.hash(password)

    def _keep_an_administrator(self, name: str, stays: bool) -> None:
        others = self._db.one(
            "SELECT 1 FROM user WHERE role = ? AND NOT disabled AND name != ?", int(Role.ADMINISTRATOR), name
        )
        if not stays and not others:
            raise UsageError("Somebody has to be administrator: name another one first.")


def _hidden(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


__all__ = ["LOCAL", "Accounts", "Session", "Token", "User"]
