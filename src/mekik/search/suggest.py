"""Suggestions while one types: words and titles of what this viewer may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mekik.index import TantivyReader
from mekik.index.reader import stored
from mekik.index.schema import schema
from mekik.search.forms import forms_of
from mekik.search.letters import alike
from mekik.search.look import languages_of
from mekik.search.parts import MUST, SHOULD, Query, any_word
from mekik.search.snippet import one_line
from mekik.search.viewer import Viewer
from mekik.search.visible import Visible, visible
from mekik.settings import AnalysisSettings

LONGEST = 200
"""Characters; nobody needs help with more."""
SHORTEST = 2
MOST = 10
_LONGEST_TITLE = 90
_MOST_HEAD = 8
_MOST_SPELLINGS = 8
_FIELD = "title_exact"


def suggest(
    reader: TantivyReader, text: str, *, viewer: Viewer, limit: int = MOST, settings: AnalysisSettings | None = None
) -> list[str]:
    """Whole queries: first with the word completed that is being typed, then titles that have all the words."""
    settings = settings or AnalysisSettings()
    searcher = reader.searcher()
    head, _, last = text[:LONGEST].rpartition(" ")
    spellings = _spellings(last, languages_of(reader, searcher, viewer), settings)
    if not spellings or len(text) > LONGEST:
        return []
    allowed = visible(reader, searcher, viewer)
    before = [word for way in forms_of(head, [""], settings)[:1] for word in way][:_MOST_HEAD] if head.strip() else []
    clauses = [any_word(forms, title_only=True) for forms in before]
    said = Query.boolean_query([(MUST, clause) for clause in clauses]) if clauses else None
    filter = allowed.only if said is None else allowed.of(said)
    words = _completed(searcher, spellings, filter, limit)
    found = [f"{head.strip()} {word}".strip() for word in words if word != last]
    titles = _titles(searcher, words[:limit], clauses, allowed, limit)
    kept = found[: max(limit - len(titles), limit // 2)]
    return list(dict.fromkeys([*kept, *titles]))[:limit]


def _spellings(last: str, languages: Sequence[str], settings: AnalysisSettings) -> list[str]:
    """The beginning of the word as the index writes it, and with the marks that may have been left out."""
    ways = forms_of(last, languages, settings)
    if not ways or len(ways[0]) != 1:
        return []
    exact = [word for word in ways[0][0].exact if len(word) >= SHORTEST]
    return list(dict.fromkeys([*exact, *(other for word in exact[:1] for other in alike(word, _MOST_SPELLINGS))]))


def _completed(searcher: Any, spellings: Sequence[str], filter: Query | None, limit: int) -> list[str]:
    counts: Counter[str] = Counter()
    for spelling in spellings:
        if len(counts) >= limit:
            break
        for word, count in searcher.terms_with_prefix(_FIELD, spelling, filter_query=filter, limit=limit):
            if count:
                counts[word] = count
    return [word for word, _ in counts.most_common(limit)]


def _titles(searcher: Any, words: Sequence[str], clauses: Sequence[Query], allowed: Visible, limit: int) -> list[str]:
    if not words:
        return []
    completed = Query.boolean_query([(SHOULD, Query.term_query(schema(), _FIELD, word)) for word in words])
    query = allowed.of(Query.boolean_query([(MUST, completed), *((MUST, clause) for clause in clauses)]))
    titles = (
        one_line(stored(searcher.doc(address)).title, _LONGEST_TITLE)
        for _, address in searcher.search(query, limit, count=False).hits
    )
    return list(dict.fromkeys(titles))
