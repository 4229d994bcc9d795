"""Small facts about an exchange, as the state and the log keep them."""

from __future__ import annotations

import time
from functools import lru_cache

from mekik.fetch import retry_after
from mekik.outcome import Outcome
from mekik.page import Address, Document, Exchange, Source
from mekik.settings import RevisitSettings
from mekik.urls import is_file


def no_exchange(address: Address, outcome: Outcome, reason: str) -> Exchange:
    """For an address that was not asked for."""
    return Exchange(url=address.url, outcome=outcome, reason=reason, started_at=time.time())


def short_digest(digest: bytes) -> int:
    """As the store keeps it."""
    return int.from_bytes(digest[:8], "little", signed=True)


def asked_to_wait(exchange: Exchange, longest: float) -> float | None:
    """Seconds of the server's Retry-After, within reason."""
    asked = retry_after(exchange, time.time())
    return None if asked is None else min(asked, longest)


def content_type_of(exchange: Exchange) -> str:
    return _plain_type(exchange.headers.get("content-type", ""))


@lru_cache(maxsize=256)
def _plain_type(header: str) -> str:
    return header.partition(";")[0].strip().lower()[:100]


def source_of(
    exchange: Exchange, token: int, *, obey: bool, role: str = "", anchors: str = "", around: bool = False
) -> Source:
    """What a worker needs of it. Without `obey` the server's wishes about indexing are not passed on. `role` is what
    its address was named as, `anchors` what links call it; `around` asks for the words around its links."""
    header = exchange.headers.get
    return Source(
        token=token, url=exchange.url, content_type=header("content-type", ""),
        content_encoding=header("content-encoding", ""), body=exchange.body,
        robots_header=header("x-robots-tag", "") if obey else "", link_header=header("link", ""),
        content_location=header("content-location", ""), role=role, anchors=anchors, around=around,
    )  # fmt: skip


def gone_after(settings: RevisitSettings, url: str) -> int:
    """Visits without the page after which it is gone. A disk does not make the mistakes of a server."""
    return 1 if is_file(url) else settings.gone_after


def signed(key: int) -> int:
    """A 64-bit key as the store keeps it."""
    return key - (1 << 64) if key >> 63 else key


def wishes_of(document: Document) -> str:
    """What the page asks of robots, for people; empty when it asks nothing."""
    if not (document.noindex or document.nofollow or document.noarchive or document.nosnippet):
        return ""
    asked = [name for name in ("noindex", "nofollow", "noarchive", "nosnippet") if getattr(document, name)]
    return f"the page asks robots for {', '.join(asked)}"
