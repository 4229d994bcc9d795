"""Links to archived bytes that are good for one person, one address, one time of capture, and a short while."""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from collections.abc import Callable
from enum import Enum
from urllib.parse import urlencode

import msgspec

LIFETIME = 600
"""Seconds. A page loads its pictures at once; whoever clicks goes through the application again."""
LONGEST = 8_000
"""Characters of an address that is worth a link."""


class Mode(Enum):
    """What a link asks for, and so which types it may be answered with."""

    PAGE = "page"
    STYLE = "style"
    PART = "part"
    """Pictures, fonts, sound and film."""
    FILE = "file"
    """To keep: sent as a download, as it was archived."""


class Ticket(msgspec.Struct, frozen=True):
    mode: Mode
    url: str
    at: str
    person: str
    """Empty for a visitor."""
    expires: int


class Signer:
    """The key is made anew with each start, so no link outlives the process."""

    def __init__(self, clock: Callable[[], float] = time.time, key: bytes = b"") -> None:
        self.key = key or secrets.token_bytes(32)
        self._clock = clock

    def link(self, mode: Mode, url: str, at: str, person: str) -> str:
        """Path and query."""
        expires = int(self._clock()) + LIFETIME
        mark = self.mark(mode.value, url, at, person, str(expires))
        return f"/{mode.value}?" + urlencode({"url": url, "at": at, "for": person, "until": expires, "mark": mark})

    def open(self, mode: str, fields: dict[str, str]) -> Ticket | None:
        """None when it is not one of ours, or no longer good."""
        url, at, person = fields.get("url", ""), fields.get("at", ""), fields.get("for", "")
        until, mark = fields.get("until", ""), fields.get("mark", "")
        expected = self.mark(mode, url, at, person, until)
        if not hmac.compare_digest(expected.encode(), mark.encode("utf-8", "replace")):
            return None
        if int(until) < self._clock():
            return None
        return Ticket(Mode(mode), url, at, person, int(until))

    def mark(self, *parts: str) -> str:
        """Proof that these parts, in this order, were ours."""
        # Lengths stand before the parts, so that no other parts make the same message.
        message = "".join(f"{len(part)}:{part}" for part in parts).encode("utf-8", "surrogatepass")
        return base64.urlsafe_b64encode(hmac.digest(self.key, message, "sha256")[:18]).decode()
