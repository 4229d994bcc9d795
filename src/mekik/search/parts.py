"""The parts that plans are made of: a word in its fields, a phrase, the best of several."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tantivy

from mekik.index.schema import schema
from mekik.search.forms import Forms

Query = tantivy.Query
MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot

# Judged by nDCG@10 on Turkish, English and German questions; flat around these values.
TITLE_EXACT, TITLE_ROOT, EXACT, ROOT, SHORT = 1.2, 0.9, 1.0, 0.9, 0.8
REST = 0.3
"""What a word outside the main content is worth, beside the same word in it."""
OTHERS = 0.3
"""What the second-best fields of a word add."""
ALIKE = 0.5
"""What a word is worth that differs in the marks on its letters."""
PHRASE_ROOT, PHRASE_SHORT = 0.5, 0.3
"""What words side by side are worth in other forms, and where they only begin alike, beside the phrase as it is."""
PAIR_EXACT, PAIR_ROOT = 0.2, 0.4
"""What two neighbours of the query that are neighbours in the page add, as they are and by their roots."""


def any_word(forms: Forms, title_only: bool = False) -> Query:
    weighed: dict[tuple[str, str], float] = {}
    for text in forms.exact:
        weighed["title_exact", text] = TITLE_EXACT
        weighed["content_exact", text] = EXACT
        weighed["rest_exact", text] = EXACT * REST
    for text in forms.roots:
        weighed["title_root", text] = TITLE_ROOT
        weighed["content_root", text] = ROOT
        weighed["rest_root", text] = ROOT * REST
    for text in forms.shorts:
        # A page's word whose first letters are its root stands in the field of roots only.
        weighed["content_short", text] = SHORT
        weighed.setdefault(("content_root", text), SHORT)
    for text in forms.alike:
        weighed.setdefault(("title_exact", text), TITLE_EXACT * ALIKE)
        weighed.setdefault(("content_exact", text), EXACT * ALIKE)
        weighed.setdefault(("rest_exact", text), EXACT * REST * ALIKE)
    chosen = [
        boosted(term(field, text), weight)
        for (field, text), weight in weighed.items()
        if not title_only or field.startswith("title")
    ]
    return any_of(chosen)


def any_of(queries: Sequence[Query]) -> Query:
    if not queries:
        return Query.empty_query()
    return queries[0] if len(queries) == 1 else Query.disjunction_max_query(list(queries), OTHERS)


def boosted(query: Query, weight: float) -> Query:
    return query if weight == 1.0 else Query.boost_query(query, weight)


def term(field: str, text: str) -> Query:
    return Query.term_query(schema(), field, text, index_option="freq")


def phrase(field: str, words: Sequence[str]) -> Query:
    if len(words) == 1:  # for which tantivy's phrases panic
        return term(field, words[0])
    return Query.phrase_query(schema(), field, [*words])


def beginnings(field: str, words: Sequence[str]) -> Query:
    """Words side by side that begin like these."""
    return Query.regex_phrase_query(schema(), field, [re.escape(word) + ".*" for word in words])


def nothing_special() -> Query:
    """Every page, none better than another."""
    return Query.const_score_query(Query.all_query(), 0.0)
