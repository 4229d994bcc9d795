"""Spam that a job ranks lower keeps a part of its score.

It is taken from the best hits after they were found: a query that says so itself would be worked out twice.
"""

from __future__ import annotations

from typing import Any

LOWERED = 0.1
"""What is left of the score."""

Hits = list[tuple[Any, Any]]


def has_lowered(searcher: Any) -> bool:
    return bool(searcher.doc_freq("lowered", True))


def lowered(searcher: Any, hits: Hits, complete: bool) -> Hits:
    """The hits in their new order, as far as it is certain. What follows them may come before a spam that sank below
    the last of them, unless they are `complete`."""
    flags = searcher.fast_field_values("lowered", [address for _, address in hits])
    if not any(flags):
        return hits
    last = hits[-1][0]
    found = [(score * LOWERED if flag else score, address) for flag, (score, address) in zip(flags, hits, strict=True)]
    found.sort(key=lambda hit: -hit[0])
    return found if complete else [hit for hit in found if hit[0] >= last]
