"""A single word that very many pages have: those with it in the title, a heading or a link come first.

A word where it is rare is worth far more than the same word in a text where every other page has it, too. So pages that
have it in such a place are asked for alone. Where the last hit of them is worth more than the best of the others could
be, no other page can come before it, and nobody has to look further.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mekik.search.beside import address_words
from mekik.search.forms import Forms
from mekik.search.parts import MUST, SHOULD, Query, term, unscored, weighed
from mekik.search.weights import WEIGHTS

RARER = 4
"""Times fewer pages than have the word at all, which a place has where it is rare."""
_SATURATED = 2.2
"""What a word's rarity is at most multiplied by, however often it stands in a text (BM25)."""
_REMOVED = 1.2
"""Rarities also count pages that were removed lately: about so many times as many as there are, at most."""

Places = dict[tuple[str, str], float]


class Titled(NamedTuple):
    query: Query
    bound: float
    """No other page is worth more."""
    pages: int
    """At most so many have the word in such a place."""


def titled(searcher: Any, whole: Query, forms: Forms, pages: int, news: bool) -> Titled | None:
    """`whole` for pages that have the word where it is rare; None where that would not spare much."""
    text, beside = weighed(forms), _beside(forms)
    counts = {place: searcher.doc_freq(*place) for place in (*text, *beside)}
    rare = [place for place, count in counts.items() if 0 < count <= pages / RARER]
    found = sum(counts[place] for place in rare)
    if not rare or found > pages / 2:
        return None
    usual = [{place: weight for place, weight in part.items() if place not in rare} for part in (text, beside)]
    all_pages = searcher.num_docs * _REMOVED
    bound = sum(_best([weight * _worth(counts[place], all_pages) for place, weight in part.items()]) for part in usual)
    having = unscored(Query.boolean_query([(SHOULD, term(*place)) for place in rare]))
    query = Query.boolean_query([(MUST, whole), (MUST, having)])
    return Titled(query, bound + WEIGHTS.linked + WEIGHTS.fresh * news, found)


def _beside(forms: Forms) -> Places:
    found = {("headings", root): WEIGHTS.heading for root in forms.roots}
    found |= {("anchors", root): WEIGHTS.anchor for root in forms.roots}
    return found | {("url", word): WEIGHTS.address for word in address_words(forms)}


def _worth(pages: int, all_pages: float) -> float:
    """What a word may be worth at most in a place where so many have it."""
    return _SATURATED * math.log(1 + (all_pages - pages + 0.5) / (pages + 0.5)) if pages else 0.0


def _best(values: list[float]) -> float:
    """As the best of several is reckoned."""
    best = max(values, default=0.0)
    return best + WEIGHTS.others * (sum(values) - best)
