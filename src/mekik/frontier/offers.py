"""Values on their way into the frontier."""

from __future__ import annotations

from mekik.frontier.hints import percent
from mekik.ordering import Waiting
from mekik.page import Address, LinkKind, Links


def links_of(urls: list[str], keys: bytes, kind: LinkKind) -> Links:
    """Addresses that did not come from a page's text: seeds, redirects."""
    return Links(urls=urls, keys=keys, anchors=[""] * len(urls), kinds=bytes([kind]) * len(urls))


def waiting_of(address: Address, host: int) -> Waiting:
    """An address that was handed out and waits again."""
    priority = address.hint.priority if address.hint else None
    return Waiting(
        address.id, host, address.depth, address.found_on, percent(priority), address.found_at, address.key,
        address.url, address.anchor, address.rate, address.seen_at, address.around,
    )  # fmt: skip
