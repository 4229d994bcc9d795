"""The parts that plans are made of: a word in its fields, a phrase, the best of several."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tantivy

from mekik.index.schema import schema
from mekik.search.forms import Forms
from mekik.search.weights import WEIGHTS

Query = tantivy.Query
MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def any_word(forms: Forms, title_only: bool = False, among: Query | None = None) -> Query:
    """In any field, or in titles only. `among`: pages beside which none counts; what is rare there is found sooner."""
    chosen = [
        boosted(only_among(term(field, text), among), weight)
        for (field, text), weight in weighed(forms).items()
        if not title_only or field.startswith("title")
    ]
    return any_of(chosen)


def weighed(forms: Forms) -> dict[tuple[str, str], float]:
    """Where a word may stand in which form, and what it is worth there."""
    found: dict[tuple[str, str], float] = {}
    for text in forms.exact:
        found["title_exact", text] = WEIGHTS.title_exact
        found["content_exact", text] = WEIGHTS.exact
        found["rest_exact", text] = WEIGHTS.exact * WEIGHTS.rest
    for text in forms.roots:
        found["title_root", text] = WEIGHTS.title_root
        found["content_root", text] = WEIGHTS.root
        found["rest_root", text] = WEIGHTS.root * WEIGHTS.rest
    for text in forms.shorts:
        # A page's word whose first letters are its root stands in the field of roots only.
        found["content_short", text] = WEIGHTS.short
        found.setdefault(("content_root", text), WEIGHTS.short)
    for text in forms.alike:
        found.setdefault(("title_exact", text), WEIGHTS.title_exact * WEIGHTS.alike)
        found.setdefault(("content_exact", text), WEIGHTS.exact * WEIGHTS.alike)
        found.setdefault(("rest_exact", text), WEIGHTS.exact * WEIGHTS.rest * WEIGHTS.alike)
    return found


def translated_word(forms: Forms) -> Query:
    """In what pages were translated into: roots only, as they are all that a translation leaves in the index."""
    return any_of([term("translated", text) for text in forms.roots])


def any_of(queries: Sequence[Query]) -> Query:
    if not queries:
        return Query.empty_query()
    return queries[0] if len(queries) == 1 else Query.disjunction_max_query(list(queries), WEIGHTS.others)


def boosted(query: Query, weight: float) -> Query:
    return query if weight == 1.0 else Query.boost_query(query, weight)


def only_among(query: Query, among: Query | None) -> Query:
    return query if among is None else Query.boolean_query([(MUST, query), (MUST, among)])


def unscored(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)


def weight_of(field: str) -> float:
    """What a word is worth there."""
    return {"content_exact": WEIGHTS.exact, "content_root": WEIGHTS.root, "content_short": WEIGHTS.short,
            "rest_exact": WEIGHTS.exact * WEIGHTS.rest, "rest_root": WEIGHTS.root * WEIGHTS.rest,
            "title_exact": WEIGHTS.title_exact}[field]  # fmt: skip


def term(field: str, text: str) -> Query:
    return Query.term_query(schema(), field, text, index_option="freq")


def phrase(field: str, words: Sequence[str]) -> Query:
    if len(words) == 1:  # for which tantivy's phrases panic
        return term(field, words[0])
    return Query.phrase_query(schema(), field, [*words])


def beginnings(field: str, words: Sequence[str]) -> Query:
    """Words side by side that begin like these."""
    return Query.regex_phrase_query(schema(), field, [re.escape(word) + ".*" for word in words])


CONSTANTS = ("", "all_words", "linked", "fresh", "whole_title")
"""Why a page may get something on top."""


def constant(query: Query, kind: str, weight: float) -> Query:
    """The same for every page that the query finds. Where a score is explained, the number tells the kind."""
    number = float(CONSTANTS.index(kind))
    return Query.boost_query(Query.const_score_query(query, number), weight / number)


def nothing_special() -> Query:
    """Every page, none better than another."""
    return Query.const_score_query(Query.all_query(), 0.0)
