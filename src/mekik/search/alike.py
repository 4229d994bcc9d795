"""Spellings of a query's word that stand in the index: for who has no Turkish keyboard, and for pages of such people.

Roots mend most of it in both directions (`cozum` has the root `çözüm`). What is left are words that no dictionary
knows, those that are words without their marks too (`olum`, `ölüm`), and pages in whose language nobody looked for
roots. They are looked up in the index when a query comes, so that pages cost nothing for it.
"""

from __future__ import annotations

from typing import Any

from mekik.search.letters import alike, plain

MOST, MOST_OF_ALL = 64, 256
"""Spellings of a word that are looked up, and of all words of a query."""
_KEPT = 4
_SHORTEST = 3
_RARER = 20
"""A spelling that is this much rarer than the most frequent one is a slip of somebody's."""


def other_spellings(word: str, searcher: Any, marks: bool, words: int = 1) -> tuple[str, ...]:
    """The most frequent first. `marks`: whether letters may get marks too, and not only lose them. `words`: how many
    the query has; they share what is looked up."""
    if len(word) < _SHORTEST or not word.isalpha():
        return ()
    candidates = set(alike(word, min(MOST, MOST_OF_ALL // max(words, 1)))) if marks else {plain(word)}
    counts = {other: searcher.doc_freq("content_exact", other) for other in candidates if other != word}
    found = sorted((-count, other) for other, count in counts.items() if count)
    return tuple(other for count, other in found[:_KEPT] if count * _RARER <= found[0][0])
