"""What engine and helper say to each other, as frames of msgpack."""

from __future__ import annotations

import msgspec

from mekik.settings import RenderSettings


class BrowserOrders(msgspec.Struct, frozen=True, tag="orders"):
    """The first word of the engine. Logins and headers are not among it: strangers' scripts run there."""

    render: RenderSettings
    executable: str
    sandbox: bool
    user_agent: str
    accept_language: str
    verify_tls: bool
    allow: tuple[str, ...]
    """Private networks that may be visited."""
    contact_set: bool
    per_host: int
    """Requests to one host at a time."""
    max_document: int
    """Characters of the document in the end."""
    name_servers: tuple[str, ...] = ()
    """In the place of the machine's own."""


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Engine: show this page."""

    token: int
    url: str
    content_type: str
    body: bytes
    encoding: str = ""
    """Content-Encoding of the body."""
    policy: str = ""
    """Content-Security-Policy."""


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Helper: a script wants this address."""

    number: int
    url: str


class Told(msgspec.Struct, frozen=True, tag="told"):
    """Engine: whether it may be fetched."""

    number: int
    allowed: bool


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """Helper: the page as it is in the end; without a document where that failed, with the reason."""

    token: int
    document: bytes = b""
    reason: str = ""
    leads_to: str = ""
    """Where its scripts wanted to send the visitor."""
    requests: int = 0
    refused: int = 0
    received: int = 0


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Helper: the browser stands."""


FromEngine = BrowserOrders | Show | Told
FromHelper = Ready | Asked | Shown
