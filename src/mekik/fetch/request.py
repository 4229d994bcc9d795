"""What the client is asked to fetch."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Purpose = Literal["page", "robots", "login"]


class Request(msgspec.Struct):
    url: str
    purpose: Purpose = "page"
    etag: str | None = None
    last_modified: str | None = None
    """Of the last visit: the server may then answer that nothing changed."""
    token: Any = None
    """The caller's own; never looked at."""
    max_size: int | None = None
    """Bytes of body as sent; by default the setting."""
    timeout: float | None = None
    """Seconds for the whole request; by default the setting."""
    types: tuple[str, ...] | None = None
    """Content types that are wanted; by default the setting for pages and anything for the rest."""
    form: dict[str, str] | None = None
    """Fields to send by POST instead of a GET."""
    json: bytes | None = None
    """A JSON document to send by POST."""
