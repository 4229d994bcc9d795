"""The words that a prefix of a query stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tantivy

MOST = 1024
"""Words that the prefixes of a query may stand for, all together."""
EXACT = ("title_exact", "content_exact", "rest_exact")


class Expansions:
    """Those of one query."""

    def __init__(self, searcher: Any, visible: tantivy.Query | None, note: Callable[[str], None]) -> None:
        self._searcher = searcher
        self._visible = visible
        self._note = note
        self._known: dict[tuple[str, str], list[str]] = {}

    def words(self, field: str, prefix: str) -> list[str]:
        """Words of pages that the viewer may see."""
        known = self._known.get((field, prefix))
        if known is None:
            left = MOST - sum(map(len, self._known.values())) // len(EXACT)
            found = (
                self._searcher.terms_with_prefix(field, prefix, filter_query=self._visible, limit=left + 1)
                if left > 0
                else []
            )
            if len(found) > left or left <= 0:
                self._note(f"{prefix}* stands for more words than are looked for ({MOST})")
            known = self._known[field, prefix] = [word for word, _ in found[:left]]
        return known
