"""One search: read the query, plan it, ask the index, mark the words."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
import tantivy
from msgspec import UNSET

from mekik.index import IndexEntry, TantivyReader
from mekik.index.reader import stored
from mekik.search.asked import Seen
from mekik.search.cursor import Cursor, identity_of, written
from mekik.search.explain import reasons
from mekik.search.folding import Folded, chosen
from mekik.search.look import look
from mekik.search.marks import Marks
from mekik.search.query import interpret
from mekik.search.result import Hit, SearchResult, Suggestion, TranslatedQuery
from mekik.search.snippet import EMPTY, Highlighter, Snippet, one_line
from mekik.search.spelling import Speller
from mekik.search.tree import show
from mekik.search.viewer import Viewer
from mekik.search.wish import DEEPEST_HIT, Wish
from mekik.settings import AnalysisSettings
from mekik.translation import Translator

LONGEST_TITLE = 300
LONGEST_DESCRIPTION = 500
FEW = 100
"""With more hits nobody asks whether they meant something else."""
_ANYTHING = Wish()


def search(
    reader: TantivyReader,
    text: str,
    wish: Wish = _ANYTHING,
    *,
    viewer: Viewer,
    settings: AnalysisSettings | None = None,
    translator: Translator | None = None,
) -> SearchResult:
    """Any text is a query. `translator` is asked where the wish is to translate."""
    began = time.perf_counter()
    settings = settings or AnalysisSettings()
    seen = look(reader, text, wish, viewer=viewer, settings=settings, translator=translator, facets=True)
    searcher, folded, tree = seen.searcher, seen.folded, seen.tree
    marks = Marks(seen.planner.needles, settings, tell=seen.translation is not None, translated=seen.planner.translated)
    documents = [(score, searcher.doc(address)) for score, address in seen.hits]
    found = [_hit(document, score, marks, folded.similar) for score, document in _shown(searcher, folded, documents)]
    if wish.explain and seen.planner.scores:
        found = [
            msgspec.structs.replace(hit, why=reasons(searcher, folded.whole or folded.query, address, score))
            for hit, (score, address) in zip(found, seen.hits, strict=True)
        ]
    notices, reading = list(dict.fromkeys(seen.notices)), show(tree) if tree else ""
    return SearchResult(
        query=text,
        total=seen.total,
        took_ms=round((time.perf_counter() - began) * 1000, 3),
        interpretation=interpret(reading, tuple(notices)),
        reading=reading,
        hits=found,
        facets=seen.facets,
        total_about=seen.total_about,
        facets_about=seen.facets_about,
        notices=notices,
        offset=seen.offset,
        next=_next(seen, documents),
        previous=written(Cursor(seen.question, max(seen.offset - wish.limit, 0))) if seen.offset else "",
        did_you_mean=None if seen.offset or wish.translate else _likelier(reader, seen, wish, viewer, settings),
        translation=UNSET
        if seen.translation is None
        else TranslatedQuery(source=seen.translation.source, languages=seen.translation.languages),
    )


def found(
    reader: TantivyReader, text: str, wish: Wish, *, viewer: Viewer, settings: AnalysisSettings | None = None
) -> list[tuple[str, str]]:
    """Addresses and titles of the hits."""
    seen = look(reader, text, wish, viewer=viewer, settings=settings or AnalysisSettings())
    entries = [stored(seen.searcher.doc(address)) for _, address in seen.hits]
    return [(entry.url, one_line(entry.title, LONGEST_TITLE)) for entry in entries]


def _next(seen: Seen, documents: list[tuple[float, tantivy.Document]]) -> str:
    end = seen.offset + len(documents)
    if not documents or not seen.more or end >= DEEPEST_HIT:
        return ""
    return written(Cursor(seen.question, end, identity_of(documents[-1][1])))


def _likelier(
    reader: TantivyReader, seen: Seen, wish: Wish, viewer: Viewer, settings: AnalysisSettings
) -> Suggestion | None:
    """Only proposed when it finds more than what was asked."""
    tree = seen.query.tree
    if tree is None or seen.total >= FEW:
        return None
    speller = Speller(seen.searcher, seen.planner, seen.visible)
    other = show(speller.better(tree))
    if not speller.changed:
        return None
    wish = msgspec.structs.replace(wish, limit=1, offset=0, cursor="")
    total = look(reader, other, wish, viewer=viewer, settings=settings).total
    return Suggestion(other, total) if total > seen.total else None


def _shown(
    searcher: Any, folded: Folded, documents: list[tuple[float, tantivy.Document]]
) -> list[tuple[float, tantivy.Document]]:
    """The best page of each group in the place of the one that was found."""
    groups = [(document.get_first("group") or 0) for _, document in documents]
    better = chosen(searcher, folded, set(groups) & folded.similar.keys())
    return [(score, better.get(group, document)) for group, (score, document) in zip(groups, documents, strict=True)]


def _hit(document: tantivy.Document, score: float, marks: Marks, similar: Mapping[int, int]) -> Hit:
    entry = stored(document)
    marker = marks.of(entry)
    return Hit(
        url=entry.url,
        title=one_line(entry.title, LONGEST_TITLE),
        score=round(score, 4),
        language=entry.language,
        host=entry.host,
        content_type=entry.content_type,
        fetched_at=_iso(entry.fetched),
        snippet=EMPTY if entry.nosnippet else _snippet(entry, marker),
        author=one_line(entry.author, LONGEST_TITLE),
        published=None if entry.published is None else _iso(entry.published),
        description="" if entry.nosnippet else one_line(entry.description, LONGEST_DESCRIPTION),
        job=entry.job,
        type=entry.type,
        topics=entry.topics,
        query=entry.query or UNSET,
        matched=UNSET if entry.nosnippet else marks.matched(entry),
        keywords=() if entry.nosnippet else tuple(keyword.text for keyword in entry.keywords),
        size=entry.size,
        group=f"{entry.group:x}" if entry.group else "",
        similar=max(similar.get(entry.group, 1) - 1, 0),
        source=entry.source or UNSET,
        thumb=entry.url if entry.type == "image" else UNSET,
        width=entry.width or UNSET,
        height=entry.height or UNSET,
        spam=entry.spam or UNSET,
        spam_reasons=entry.spam_reasons or UNSET,
    )


def _snippet(entry: IndexEntry, marker: Highlighter) -> Snippet:
    """Of the text; where no word of the query stands in it, what the page itself says that it is about."""
    found = marker.snippet(entry.content, entry.language, entry.main, entry.title)
    if found.highlights or not entry.description:
        return found
    return marker.snippet(entry.description, entry.language)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
