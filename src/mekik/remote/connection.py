"""Asks a server's API and turns its problems into our errors."""

from __future__ import annotations

import http.client
import json
import ssl
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from mekik import errors
from mekik.errors import DiskFull, Locked, MekikError, NotPermitted, StorageError, UsageError
from mekik.version import __version__

T = TypeVar("T")
MOST = 512 * 1024 * 1024
"""Bytes of an answer."""
PATIENCE = 60.0
"""Seconds that a request may wait in all when the server asks for fewer."""
_BY_STATUS: dict[int, type[MekikError]] = {
    400: UsageError, 401: NotPermitted, 403: NotPermitted, 404: UsageError, 409: UsageError, 413: UsageError,
    503: StorageError, 507: DiskFull,
}  # fmt: skip


class Connection:
    """Keeps one connection open; safe to use from many threads, one request at a time."""

    def __init__(self, root: str, token: str | None = None, timeout: float = 60.0) -> None:
        parts = urlsplit(root)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise UsageError(f"{root!r} is not the address of a server. Write it as https://search.example.org")
        if parts.username or parts.password:
            raise UsageError("A server is asked with a token, not with a name in its address.")
        self.root = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._prefix = parts.path.rstrip("/")
        self._headers = {"accept": "application/json", "user-agent": f"mekik/{__version__}"}
        if token:
            if not token.isascii() or not token.isprintable():
                raise UsageError("A token has letters, digits, '-' and '_' only.")
            self._headers["authorization"] = f"Bearer {token}"
        self._timeout = timeout
        self._lock = threading.Lock()
        self._address = (parts.hostname, parts.port or (443 if parts.scheme == "https" else 80))
        self._secure = ssl.create_default_context() if parts.scheme == "https" else None
        self._http: http.client.HTTPConnection | None = None

    def close(self) -> None:
        with self._lock:
            self._drop()

    def get(self, path: str, kind: type[T], /, **query: Any) -> T:
        """`path` below /api/v1, with its variable parts already quoted."""
        return self.ask("GET", path, kind, query)

    def ask(self, method: str, path: str, kind: type[T], query: Mapping[str, Any] | None = None, body: Any = None) -> T:
        """The answer as a `kind`. What is None in the query is not sent."""
        sent = {name: _plain(value) for name, value in (query or {}).items() if value is not None}
        target = f"{self._prefix}/api/v1/{path}" + (f"?{urlencode(sent)}" if sent else "")
        data = self._patiently(method, target, None if body is None else msgspec.json.encode(body))
        if kind is bytes:
            return data  # type: ignore[return-value]  # just checked
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:
            raise MekikError(f"{self.root} answered something else than expected: {error}.") from None

    def _patiently(self, method: str, target: str, body: bytes | None) -> bytes:
        deadline = time.monotonic() + PATIENCE
        while True:
            with self._lock:
                status, headers, data = self._once(method, target, body)
            if status < 300:
                return data
            wait = float(headers.get("retry-after", "")) if headers.get("retry-after", "").isdigit() else 1.0
            if status != 429 or time.monotonic() + wait > deadline:
                raise _error(status, data, self.root)
            time.sleep(wait)

    def _once(self, method: str, target: str, body: bytes | None) -> tuple[int, dict[str, str], bytes]:
        headers = dict(self._headers)
        if body is not None:
            headers["content-type"] = "application/json"
        for last in (False, True):
            fresh = self._http is None
            try:
                if self._http is None:
                    self._http = self._connect()
                self._http.request(method, target, body, headers)
                answer = self._http.getresponse()
                data = answer.read(MOST + 1)
                if len(data) > MOST:
                    self._drop()
                    raise MekikError(f"The answer of {self.root} is too large.")
                if answer.length:
                    raise http.client.IncompleteRead(data, answer.length)
                return answer.status, {name.lower(): value for name, value in answer.getheaders()}, data
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                # A kept connection may have been closed meanwhile: only then, and only what may be asked twice, again.
                if last or fresh or method not in ("GET", "HEAD"):
                    what = str(error) or type(error).__name__
                    raise StorageError(f"Cannot reach {self.root}: {what}.") from None
        raise AssertionError  # the second time raises

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._address
        if self._secure is not None:
            return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._secure)
        return http.client.HTTPConnection(host, port, timeout=self._timeout)

    def _drop(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None


def part(text: str) -> str:
    """One part of a path, quoted."""
    return quote(text, safe="")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


def _error(status: int, data: bytes, root: str) -> MekikError:
    """The one that was raised there, where it can be told."""
    try:
        problem = json.loads(data)
        detail, kind = str(problem.get("detail") or problem.get("title")), str(problem.get("type", ""))
    except (ValueError, AttributeError):
        return MekikError(f"{root} answered with status {status}.")
    named = getattr(errors, kind.removeprefix(errors.PROBLEM), None) if kind.startswith(errors.PROBLEM) else None
    if isinstance(named, type) and issubclass(named, MekikError) and named is not errors.Corruption:
        if named is Locked:
            locked = Locked(Path(root), None)
            locked.args = (detail,)
            return locked
        return named(detail)
    return _BY_STATUS.get(status, MekikError)(detail)
