"""What was worked out before, by context (a site's root), bounded.

Two generations: when the young one is full it becomes the old one, and what is asked for again moves over.
So sites that are being crawled stay known and the others are forgotten, without a clock or a list.
"""

from __future__ import annotations

MOST_ENTRIES = 32_768
LONGEST = 256
"""Longer links are worked out each time: they are rare, and hostile pages are full of them."""

Known = dict[str, str | None]


class Memory:
    __slots__ = ("_limit", "_old", "_size", "_young")

    def __init__(self, limit: int = MOST_ENTRIES) -> None:
        self._limit = limit
        self._young: dict[str, Known] = {}
        self._old: dict[str, Known] = {}
        self._size = 0

    def of(self, context: str) -> Known:
        """The entries of one context: add to it freely, then say so with `grew`."""
        known = self._young.get(context)
        if known is None:
            known = self._old.pop(context, None)
            # A site that fills half the memory begins anew: moved over as it is, it would grow for ever.
            if known is None or len(known) > self._limit // 2:
                known = {}
            self._young[context] = known
            self._size += len(known) + 1
        return known

    def grew(self, entries: int) -> None:
        self._size += entries
        if self._size > self._limit:
            self._old, self._young, self._size = self._young, {}, 0

    def __len__(self) -> int:
        return sum(map(len, self._young.values())) + sum(map(len, self._old.values()))
