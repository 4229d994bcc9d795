"""Takes an address apart for the wire: what to connect to, and what to ask for there.

The caller's addresses are normalised already, so the usual case is two string searches; anything unusual goes
through the WHATWG parser once, so that what is checked and what is fetched are the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

import ada_url
import msgspec

from mekik.outcome import Outcome

MAX_LENGTH = 65_536
_CLEAN = re.compile(r"[!-~]+")


class Refusal(msgspec.Struct, frozen=True):
    """Why an address is not visited."""

    outcome: Outcome
    reason: str


class Root(msgspec.Struct, frozen=True):
    """Scheme, host and port in canonical form."""

    scheme: str
    host: str
    """As it stands in an address: IPv6 literals in brackets."""
    port: int
    literal: bool
    """The host is a network address, not a name."""

    @property
    def text(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """As in the Host header: the port only when it is not the scheme's own."""
        usual = 443 if self.scheme == "https" else 80
        return self.host if self.port == usual else f"{self.host}:{self.port}"


class Target(msgspec.Struct, frozen=True):
    url: str
    """Without user name, password and fragment; visible ASCII only."""
    root: Root
    path: str
    """Path and query as they stand in the request line."""

    @property
    def host(self) -> str:
        return self.root.host

    @property
    def literal(self) -> bool:
        return self.root.literal


def without_password(url: str) -> str:
    """An address that could not be taken apart, fit to be shown."""
    return re.sub(r"(?<=[/\\])[^/\\?#]*@", "", url[:2000])


def split(url: str) -> Target | Refusal:
    """Never raises. A refusal's reason holds no part of the address, so no password either."""
    slash = url.find("/", 8)
    if slash > 0 and _CLEAN.fullmatch(url) is not None and "\\" not in url and "#" not in url:
        root = _plain_root(url[:slash])
        if root is not None and len(url) <= MAX_LENGTH and "/." not in url:
            return Target(url, root, url[slash:])
    return _split_slowly(url)


@lru_cache(maxsize=10_000)
def _plain_root(text: str) -> Root | None:
    """A root that is written as the parser itself would write it, None otherwise."""
    target = _split_slowly(text + "/")
    return target.root if isinstance(target, Target) and target.url == text + "/" else None


def _split_slowly(url: str) -> Target | Refusal:
    if len(url) > MAX_LENGTH:
        return Refusal(Outcome.INVALID_ADDRESS, f"The address is longer than {MAX_LENGTH} characters.")
    try:
        parsed = ada_url.URL(url)
        scheme = parsed.protocol
        if scheme not in ("http:", "https:"):
            return Refusal(Outcome.BLOCKED_SCHEME, f"The scheme {scheme[:20]!r} is not fetched.")
        host, port_text, path = parsed.hostname, parsed.port, parsed.pathname + parsed.search
    except (ValueError, UnicodeError):
        return Refusal(Outcome.INVALID_ADDRESS, "The address cannot be read.")
    port = int(port_text) if port_text else (443 if scheme == "https:" else 80)
    if port == 0:
        return Refusal(Outcome.INVALID_ADDRESS, "Port 0 cannot be connected to.")
    if not host.strip(".") or len(host) > 253:
        return Refusal(Outcome.INVALID_ADDRESS, "The address has no proper host.")
    if _CLEAN.fullmatch(host + path) is None:
        return Refusal(Outcome.INVALID_ADDRESS, "The address holds characters that cannot be sent.")
    literal = host.startswith("[") or re.fullmatch(r"[0-9.]+", host.rstrip(".")) is not None
    root = Root(scheme[:-1], host.rstrip("."), port, literal)
    return Target(root.text + path, root, path)
