"""The parts that plans are made of: a word in its fields, a phrase, the best of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import tantivy

from mekik.index.schema import schema
from mekik.search.forms import Forms
from mekik.search.weights import WEIGHTS

Query = tantivy.Query
MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot
RARER = 6
"""Times as many pages, from which on a word is looked for among others' pages."""


class Among(NamedTuple):
    """Pages beside which none counts: words that are much more frequent are looked for among them only."""

    searcher: Any
    query: Query
    pages: int
    """About how many."""

    def word(self, field: str, text: str) -> Query:
        return self.where_worth(term(field, text), field, text)

    def where_worth(self, query: Query, field: str, value: object) -> Query:
        """Narrowed, where much more pages have that value."""
        return self.of(query) if self.searcher.doc_freq(field, value) > RARER * self.pages else query

    def of(self, query: Query) -> Query:
        return Query.boolean_query([(MUST, query), (MUST, self.query)])


def any_word(forms: Forms, title_only: bool = False, among: Among | None = None) -> Query:
    """In any field, or in titles only."""
    found = term if among is None else among.word
    chosen = [
        boosted(found(field, text), weight)
        for (field, text), weight in weighed(forms).items()
        if not title_only or field.startswith("title")
    ]
    return any_of(chosen)


def no_word(searcher: Any, forms: Forms) -> list[Query]:
    """What to leave out, each by itself, so that it is looked up for the pages that are found and not for all; the most
    frequent first, after which nothing else has to be looked up."""
    pages = {place: searcher.doc_freq(*place) for place in weighed(forms)}
    there = sorted((place for place in pages if pages[place]), key=lambda place: -pages[place])
    return [Query.term_query(schema(), *place, index_option="basic") for place in there]


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


def only_among(query: Query, among: Among | None) -> Query:
    return query if among is None else among.of(query)


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
