"""Spam that a job ranks lower keeps a part of its score."""

from __future__ import annotations

from typing import Any

import tantivy

from mekik.index.schema import schema
from mekik.search.parts import MUST, MUST_NOT

Query = tantivy.Query

LOWERED = 0.1
"""What is left of the score."""


def lowered(searcher: Any, query: Query) -> Query:
    """The query with a smaller score for spam; itself when there is none in the index."""
    spam = Query.const_score_query(Query.term_query(schema(), "lowered", True, index_option="basic"), 0.0)
    if not searcher.search(spam, 1, count=True).count:
        return query
    honest = Query.boolean_query([(MUST, query), (MUST_NOT, spam)])
    other = Query.boost_query(Query.boolean_query([(MUST, query), (MUST, spam)]), LOWERED)
    return Query.disjunction_max_query([honest, other], 0.0)
