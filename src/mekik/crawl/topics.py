"""Which topics a feed and its items belong to."""

from __future__ import annotations

import msgspec

from mekik.page import Address, Hint, Listing
from mekik.settings import DiscoverySettings


class Topics:
    def __init__(self, settings: DiscoverySettings) -> None:
        self._by_address = settings.topics
        self._by_category = {category.casefold(): topic for category, topic in settings.categories.items()}

    @property
    def any(self) -> bool:
        return bool(self._by_address or self._by_category)

    def given(self, address: Address, listing: Listing, hints: list[Hint]) -> list[Hint]:
        """What a feed says of its items, with the topics of the feed and of their own categories."""
        if not self.any:
            return hints
        of_feed = self.of_feed(address.url, listing)
        return [
            msgspec.structs.replace(hint, topics=topics) if topics else hint
            for hint in hints
            for topics in [tuple(dict.fromkeys([*of_feed, *self._mapped(hint.categories)]))]
        ]

    def of_feed(self, url: str, listing: Listing) -> list[str]:
        named = [topic for pattern, topic in self._by_address.items() if matches(pattern, url)]
        return [*named, *self._mapped(listing.categories)]

    def _mapped(self, categories: tuple[str, ...]) -> list[str]:
        found = (self._by_category.get(category.casefold()) for category in categories)
        return [topic for topic in found if topic]


def matches(pattern: str, url: str) -> bool:
    """Whether the address is as the pattern says; * stands for anything. In linear time."""
    first, *others = pattern.split("*")
    if not others:
        return url == pattern
    last = others.pop()
    if not url.startswith(first) or len(url) < len(first) + len(last) or not url.endswith(last):
        return False
    at, end = len(first), len(url) - len(last)
    for part in others:
        found = url.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
