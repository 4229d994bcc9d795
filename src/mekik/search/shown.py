"""Pictures that are known by their pages only are a search of their own: who does not ask for them gets pages."""

from __future__ import annotations

from typing import Any

import tantivy

from mekik.index.schema import schema
from mekik.search.parts import MUST, MUST_NOT

Query = tantivy.Query


def without_shown(searcher: Any, query: Query) -> Query:
    """The query without such pictures; itself when there is none in the index."""
    if not searcher.doc_freq("shown", True):
        return query
    shown = Query.const_score_query(Query.term_query(schema(), "shown", True, index_option="basic"), 0.0)
    return Query.boolean_query([(MUST, query), (MUST_NOT, shown)])
