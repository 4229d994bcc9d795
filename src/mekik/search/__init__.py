"""Finding pages. Reads the index and nothing else.

`search` answers a query for a `Viewer` with a `SearchResult`; whoever asks must say who they are, and what they may
not see is left out inside the query, so it shows in no count and no facet. `parse` turns any text into a `Query`.

    grammar.py     the words and signs of a query
    query.py       text to tree; never fails
    tree.py        the tree, and how it reads
    forms.py       a word's forms in the languages that may be meant
    plan.py        tree to tantivy query
    weights.toml   what the ranking goes by
    parts.py       what plans are made of: where the ranking is
    versions.py    the tree in other languages; renderings.py a word by what it is called there
    conditions.py  host, type, language, dates
    viewer.py      who asks; visible.py: what they may see, in the way that costs least
    marks.py       what to mark in a page of which language
    snippet.py     the piece of text that shows why
    wish.py        filters, order and number of hits
    look.py        which pages, in which order, and how many; asked.py: what is asked of the index for it
    frequency.py   how many pages have a word, and what that spares
    thinning.py    a query without what would only cost; foremost.py: words that most pages have
    answer.py      one page of hits; sampled.py: numbers about very many; ahead.py: on another core
    facets.py      how many of them have which value
    cursor.py      where an answer ended
    explain.py     which word brought how much of a score
    spelling.py    did you mean; letters.py: letters that are typed for one another
    suggest.py     words and titles while one types
    search.py      all of it in order
    result.py      the answer
"""

from __future__ import annotations

from mekik.search.query import Query, parse
from mekik.search.result import FacetCount, Facets, Hit, Match, SearchResult
from mekik.search.search import found, search
from mekik.search.snippet import Snippet
from mekik.search.suggest import suggest
from mekik.search.viewer import Viewer
from mekik.search.wish import Wish

__all__ = [
    "FacetCount",
    "Facets",
    "Hit",
    "Match",
    "Query",
    "SearchResult",
    "Snippet",
    "Viewer",
    "Wish",
    "found",
    "parse",
    "search",
    "suggest",
]
