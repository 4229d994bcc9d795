"""The cookies of one job (RFC 6265), stricter where a crawler can afford it.

Kept by registrable domain, so that the cost of a request does not grow with the sites seen, and bounded in
every direction. Cookies that came over https go back over https only, and a cookie never crosses to another
port; those for a public suffix are ignored.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from email.utils import mktime_tz, parsedate_tz

import msgspec

from mekik.fetch.target import Root
from mekik.urls import registrable_domain

_MAX_PER_SITE = 50
_MAX_SIZE = 4096
_MAX_PER_ANSWER = 50


class Cookie(msgspec.Struct):
    name: str
    value: str
    domain: str
    host_only: bool
    path: str
    secure: bool
    port: int | None
    """None stands for the usual port of the scheme."""
    expires: float | None


class CookieJar:
    def __init__(self, max_sites: int = 20_000) -> None:
        self._max_sites = max_sites
        self._sites: OrderedDict[str, list[Cookie]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._sites.values()))

    def store(self, root: Root, path: str, lines: list[str]) -> None:
        """Takes the values of an answer's Set-Cookie headers."""
        for line in lines[:_MAX_PER_ANSWER]:
            cookie = _parse(root, path, line)
            if cookie is not None:
                self._put(_site(root), cookie)

    def header(self, root: Root, path: str) -> str:
        """The value of the Cookie header for a request, empty when there is none."""
        cookies = self._sites.get(_site(root)) if self._sites else None
        if not cookies:
            return ""
        now = time.time()
        pure = path.partition("?")[0]
        found = [one for one in cookies if _matches(one, root, pure, now)]
        found.sort(key=lambda one: -len(one.path))
        return "; ".join(f"{one.name}={one.value}" if one.name else one.value for one in found)

    def _put(self, site: str, cookie: Cookie) -> None:
        now = time.time()
        identity = (cookie.name, cookie.domain, cookie.path, cookie.port)
        kept = [
            one
            for one in self._sites.pop(site, ())
            if (one.name, one.domain, one.path, one.port) != identity and not _expired(one, now)
        ]
        if not _expired(cookie, now):
            kept.append(cookie)
        if kept:
            self._sites[site] = kept[-_MAX_PER_SITE:]
        if len(self._sites) > self._max_sites:
            self._sites.popitem(last=False)


def _parse(root: Root, path: str, line: str) -> Cookie | None:
    pair, *attributes = line.split(";")
    name, equals, value = pair.partition("=")
    if not equals:
        name, value = "", name
    name, value = name.strip(), value.strip()
    if len(name) + len(value) > _MAX_SIZE or not (name or value) or not _sendable(name + value):
        return None
    host = root.host.lower()
    folder = path.partition("?")[0].rpartition("/")[0] or "/"
    secure = root.scheme == "https"
    cookie = Cookie(name, value, host, True, folder, secure, _port(root), None)
    lifetime: float | None = None
    for attribute in attributes[:20]:
        key, _, text = attribute.partition("=")
        key, text = key.strip().lower(), text.strip()
        if key == "domain" and text.strip("."):
            cookie.domain, cookie.host_only = text.lower().lstrip("."), False
        elif key == "path" and text.startswith("/") and len(text) <= 1024:
            cookie.path = text
        elif key == "secure":
            if root.scheme != "https":
                return None
        elif key == "max-age":
            lifetime = _seconds(text)
        elif key == "expires":
            cookie.expires = _date(text)
    if lifetime is not None:
        cookie.expires = time.time() + lifetime
    if not cookie.host_only and not _may_set(root, cookie.domain):
        return None
    if name.startswith("__Host-") and not (secure and cookie.host_only and cookie.path == "/"):
        return None
    return None if name.startswith("__Secure-") and not secure else cookie


def _may_set(root: Root, domain: str) -> bool:
    """A host may speak for its own registrable domain and what lies between, never for a public suffix."""
    host = root.host.lower()
    if domain == host:
        return True
    site = _site(root)
    between = domain == site or domain.endswith("." + site)
    return between and host.endswith("." + domain) and not root.literal


def _matches(cookie: Cookie, root: Root, path: str, now: float) -> bool:
    host = root.host.lower()
    if host != cookie.domain and (cookie.host_only or not host.endswith("." + cookie.domain)):
        return False
    if cookie.port != _port(root) or (cookie.secure and root.scheme != "https") or _expired(cookie, now):
        return False
    start = cookie.path
    return path == start or (path.startswith(start) and (start.endswith("/") or path[len(start)] == "/"))


def _expired(cookie: Cookie, now: float) -> bool:
    return cookie.expires is not None and cookie.expires <= now


def _port(root: Root) -> int | None:
    return None if root.authority == root.host else root.port


def _site(root: Root) -> str:
    return root.host if root.literal else registrable_domain(root.host)


def _sendable(text: str) -> bool:
    return all(" " <= letter <= "\xff" and letter != "\x7f" for letter in text)


def _seconds(text: str) -> float | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return 0.0 if text.startswith("-") else min(float(digits[:12]), 400 * 86400.0)


def _date(text: str) -> float | None:
    parsed = parsedate_tz(text.replace("-", " ")[:64])
    try:
        return None if parsed is None else float(mktime_tz(parsed))
    except (ValueError, OverflowError):
        return None
