"""The words that a prefix of a query stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mekik.search.visible import Visible

MOST = 1024
"""Words that the prefixes of a query may stand for, all together."""
EXACT = ("title_exact", "content_exact", "rest_exact")


class Expansions:
    """Those of one query."""

    def __init__(self, searcher: Any, visible: Visible, note: Callable[[str], None]) -> None:
        self._searcher = searcher
        self._visible = visible
        self._note = note
        self._exactly = False
        self._known: dict[tuple[str, str], list[str]] = {}

    def words(self, field: str, prefix: str) -> list[str]:
        """Words of pages that the viewer may see. Where all fit, those of other pages do no harm, for they find
        nothing; where not, they are sorted out, which takes longer."""
        known = self._known.get((field, prefix))
        if known is None:
            left = self._left()
            known = self._look(field, prefix) if left > 0 or not self._exactly else []
            if len(known) > left and not self._exactly:
                self._exactly = True
                if self._visible.only is not None:
                    self._known = {place: self._look(*place) for place in self._known}
                    known, left = self._look(field, prefix), self._left()
            if len(known) > left or left <= 0:
                self._note(f"{prefix}* stands for more words than are looked for ({MOST})")
            known = self._known[field, prefix] = known[: max(left, 0)]
        return known

    def _left(self) -> int:
        return MOST - sum(map(len, self._known.values())) // len(EXACT)

    def _look(self, field: str, prefix: str) -> list[str]:
        seen = self._visible.only if self._exactly else None
        found = self._searcher.terms_with_prefix(field, prefix, filter_query=seen, limit=MOST + 1)
        return [word for word, _ in found]
