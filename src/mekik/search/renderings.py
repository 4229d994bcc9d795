"""A word by what it is called in another language, as a query.

All that a word may be called counts as one word (Pirkola's structured queries): as frequent as all of it together, so
that a rare rendering, which is mostly a wrong one, does not outweigh the words that are meant.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import tantivy

from mekik.index.schema import schema
from mekik.search.forms import Forms
from mekik.search.parts import MUST, any_word, boosted, translated_word
from mekik.search.weights import WEIGHTS

Query = tantivy.Query

_TWO_SLIPS = 8
"""Letters from which two of them may differ, instead of one."""
_MOST_WORDS = 4
"""Of one rendering."""


class Renderings:
    """Plans renderings for one searcher."""

    def __init__(self, searcher: Any, translated: bool = False) -> None:
        """For pages as they are, or for their translations."""
        self._searcher = searcher
        self._translated = translated
        self._pages = max(searcher.num_docs, 1)

    def queries(self, renderings: Sequence[tuple[Sequence[Forms], float]]) -> list[Query]:
        """One for each rendering whose words all stand in pages. A page needs all of them: a part of *taştan yapılmış*,
        made of stone, says nothing of stones."""
        found: list[tuple[Query, float, int]] = []
        for words, weight in renderings:
            words = words[:_MOST_WORDS]
            counts = list(map(self._pages_with, words))
            if words and all(counts):
                found.append((self._all(words), math.sqrt(weight), min(counts)))
        together = min(self._pages, sum(share * pages for _, share, pages in found))
        return [
            boosted(query, share * self._rarity(max(together, pages)) / self._rarity(pages))
            for query, share, pages in found
        ]

    def _all(self, words: Sequence[Forms]) -> Query:
        one = translated_word if self._translated else any_word
        if len(words) == 1:
            return one(words[0])
        return Query.boolean_query([(MUST, boosted(one(forms), 1 / len(words))) for forms in words])

    def present(self, words: Sequence[Forms]) -> bool:
        return any(map(self._pages_with, words))

    def complete(self, words: Sequence[Forms]) -> bool:
        return all(map(self._pages_with, words[:_MOST_WORDS]))

    def like(self, spellings: Sequence[str]) -> list[Query]:
        """Words spelt nearly so, which weigh by how many pages have them."""
        found = []
        for spelt in spellings:
            slips = 2 if len(spelt) >= _TWO_SLIPS else 1
            query = Query.fuzzy_term_query(schema(), "content_exact", spelt, distance=slips)
            pages = self._searcher.search(query, 1, count=True).count
            if pages:
                found.append(boosted(query, WEIGHTS.like * self._rarity(pages)))
        return found

    def _pages_with(self, forms: Forms) -> int:
        frequency = self._searcher.doc_freq
        if self._translated:
            return max((frequency("translated", text) for text in forms.roots), default=0)
        found = [frequency("content_exact", text) for text in forms.exact]
        return max(found + [frequency("content_root", text) for text in forms.roots], default=0)

    def _rarity(self, pages: float) -> float:
        return math.log(1 + (self._pages - pages + 0.5) / (pages + 0.5))
