"""One search: read the query, plan it, ask the index, mark the words."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import tantivy
from msgspec import UNSET

from mekik.errors import UsageError
from mekik.index import IndexEntry, TantivyReader
from mekik.index.reader import stored
from mekik.media import type_names
from mekik.search.conditions import between, either, host_of, is_value, of_type
from mekik.search.dates import read_date
from mekik.search.folding import Folded, chosen, fold
from mekik.search.lowering import lowered
from mekik.search.parts import MUST, Query, nothing_special
from mekik.search.plan import Planner
from mekik.search.query import Query as ParsedQuery
from mekik.search.query import interpret, parse
from mekik.search.result import FacetCount, Facets, Hit, SearchResult
from mekik.search.shown import without_shown
from mekik.search.snippet import EMPTY, Highlighter, Snippet, one_line
from mekik.search.tree import names_group, names_pictures, show
from mekik.search.viewer import Viewer
from mekik.settings import AnalysisSettings

MOST_HITS = 1000
"""Of one answer."""
DEEPEST_HIT = 10_000
"""How far an answer may reach back. Nobody reads on; a program should narrow its query or export."""
ENOUGH = 10
"""When fewer pages have all the words, pages with some of them are shown too."""
FACET_VALUES = 20
LONGEST_TITLE = 300
LONGEST_DESCRIPTION = 500
_MOST_LANGUAGES = 6


def search(
    reader: TantivyReader,
    text: str,
    *,
    viewer: Viewer,
    limit: int = 10,
    offset: int = 0,
    host: str | None = None,
    language: str | None = None,
    type: str | None = None,
    topic: str | None = None,
    keyword: str | None = None,
    since: str | datetime | None = None,
    sort: Literal["relevance", "date"] = "relevance",
    mine: bool = False,
    similar: Literal["one", "all"] = "one",
    settings: AnalysisSettings | None = None,
) -> SearchResult:
    """Any text is a query. Raises UsageError for impossible options only.

    Pages whose texts are alike are one hit, and `total` counts them once; with `similar="all"`, or where the query
    names a group, each is a hit of its own.
    """
    began = time.perf_counter()
    settings = settings or AnalysisSettings()
    seen = look(
        reader, text, viewer=viewer, limit=limit, offset=offset, host=host, language=language, type=type, topic=topic,
        keyword=keyword, since=since, sort=sort, mine=mine, similar=similar, settings=settings,
    )  # fmt: skip
    searcher, folded, tree = seen.searcher, seen.folded, seen.query.tree
    marker = Highlighter(seen.planner.needles, settings)
    documents = [(score, searcher.doc(address)) for score, address in seen.hits]
    found = [_hit(document, score, marker, folded.similar) for score, document in _shown(searcher, folded, documents)]
    facets = _facets(searcher, folded.query) if seen.total else Facets(host=[], language=[], type=[])
    notices = list(dict.fromkeys(seen.notices))
    return SearchResult(
        query=text,
        total=seen.total,
        took_ms=round((time.perf_counter() - began) * 1000, 3),
        interpretation=interpret(show(tree) if tree else "", tuple(notices)),
        hits=found,
        facets=facets,
        notices=notices,
    )


class Seen(NamedTuple):
    """What the index answered, before anything of it is made ready for people."""

    searcher: Any
    hits: list[tuple[float, Any]]
    """Scores and places in the index, best first."""
    total: int
    folded: Folded
    planner: Planner
    query: ParsedQuery
    notices: list[str]


def look(
    reader: TantivyReader,
    text: str,
    *,
    viewer: Viewer,
    settings: AnalysisSettings,
    limit: int = 10,
    offset: int = 0,
    host: str | None = None,
    language: str | None = None,
    type: str | None = None,
    topic: str | None = None,
    keyword: str | None = None,
    since: str | datetime | None = None,
    sort: Literal["relevance", "date"] = "relevance",
    mine: bool = False,
    similar: Literal["one", "all"] = "one",
) -> Seen:
    """The ranking alone, for who needs many: without texts, snippets and facets."""
    _check(limit, offset, sort, similar)
    searcher = reader.searcher()
    allowed = viewer.filter(mine)
    limits = [] if allowed is None else [Query.const_score_query(allowed, 0.0)]
    conditions = _conditions(host, language, type, since)
    if topic:
        conditions.append(is_value("topics", topic))
    query = parse(text)
    languages = [language.lower()] if language else _languages(reader, searcher, viewer, mine, limits)
    planner = Planner(searcher, languages, settings, allowed)
    if keyword:
        conditions.append(planner.keyword(keyword))
    pictures = (type is not None and "image" in type_names(type)) or (
        query.tree is not None and names_pictures(query.tree)
    )
    notices = list(query.notices)
    hits: list[tuple[Any, Any]] = []
    total, whole = 0, Query.empty_query()
    folded = Folded(whole)
    folds = similar == "one" and (query.tree is None or not names_group(query.tree))
    if query.tree is not None or conditions:
        tree = query.tree
        for loose in (False, True):
            planned = planner.plan(tree, loose) if tree is not None else nothing_special()
            if planner.scores:
                planned = lowered(searcher, planned)
            whole = _together([planned, *conditions, *limits])
            if not pictures:
                whole = without_shown(searcher, whole)
            folded = fold(searcher, whole) if folds else Folded(whole)
            by_date = sort == "date" or not planner.scores
            answer = searcher.search(
                folded.query,
                max(limit, 1),
                count=True,
                offset=offset,
                **({"order_by_field": "date"} if by_date else {}),
            )
            strict, total = total, answer.count
            hits = [(0.0 if by_date else score, address) for score, address in answer.hits[:limit]]
            if loose and total > strict:
                notices.append(f"{strict or 'no'} page{'s' * (strict != 1)} with all the words; the others have some")
            if not planner.loosens or total >= ENOUGH:
                break
        notices += planner.notices
    return Seen(searcher, hits, total, folded, planner, query, notices)


def _check(limit: int, offset: int, sort: str, similar: str) -> None:
    if not 0 <= limit <= MOST_HITS:
        raise UsageError(f"A search gives 0 to {MOST_HITS} hits at a time, not {limit}.")
    if not 0 <= offset <= DEEPEST_HIT - limit:
        raise UsageError(f"Only the first {DEEPEST_HIT} hits can be looked through. Narrow the query instead.")
    if sort not in ("relevance", "date"):
        raise UsageError(f"Hits are sorted by relevance or by date, not by {sort!r}.")
    if similar not in ("one", "all"):
        raise UsageError(f"Of pages that are alike, one or all are shown, not {similar!r}.")


def _conditions(host: str | None, language: str | None, type: str | None, since: str | datetime | None) -> list[Query]:
    found = []
    if host:
        found.append(either(is_value("host", host_of(host)), is_value("domain", host_of(host))))
    if language:
        found.append(is_value("language", language.lower()))
    if type:
        found.append(of_type(type))
    if since:
        moment = read_date(since) if isinstance(since, str) else since
        if moment is None:
            raise UsageError(f"{since!r} is not a date. Write it as 2024-05-17, or 7d for a week back.")
        found.append(between(moment if moment.tzinfo else moment.replace(tzinfo=UTC), None))
    return found


def _together(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(MUST, query) for query in queries])


_known_languages: WeakKeyDictionary[TantivyReader, dict[tuple[Any, ...], list[str]]] = WeakKeyDictionary()
_MOST_KNOWN = 256


def _languages(reader: TantivyReader, searcher: Any, viewer: Viewer, mine: bool, limits: list[Query]) -> list[str]:
    """The languages in which this viewer's pages are, the most frequent first; they are what a word may be in.

    No others: a dictionary takes long to load, and there would be nothing to find with it.
    """
    known = _known_languages.setdefault(reader, {})
    key = (reader.generation, viewer, mine)
    found = known.get(key)
    if found is None:
        visible = _together(limits) if limits else Query.all_query()
        found = [row.value for row in _counts(searcher, visible, ("language",))["language"]][:_MOST_LANGUAGES]
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found


def _facets(searcher: Any, query: Query) -> Facets:
    found = _counts(searcher, query, ("host", "language", "type", "topics", "keywords"))
    return Facets(
        host=found["host"], language=found["language"], type=found["type"], topic=found["topics"],
        keyword=found["keywords"],
    )  # fmt: skip


def _counts(searcher: Any, query: Query, fields: tuple[str, ...]) -> dict[str, list[FacetCount]]:
    wanted = {name: {"terms": {"field": name, "size": FACET_VALUES}} for name in fields}
    found = searcher.aggregate(query, wanted)
    return {
        name: [FacetCount(row["key"], row["doc_count"]) for row in found.get(name, {}).get("buckets", ())]
        for name in fields
    }


def _shown(
    searcher: Any, folded: Folded, documents: list[tuple[float, tantivy.Document]]
) -> list[tuple[float, tantivy.Document]]:
    """The best page of each group in the place of the one that was found."""
    groups = [(document.get_first("group") or 0) for _, document in documents]
    better = chosen(searcher, folded, set(groups) & folded.similar.keys())
    return [(score, better.get(group, document)) for group, (score, document) in zip(groups, documents, strict=True)]


def _hit(document: tantivy.Document, score: float, marker: Highlighter, similar: Mapping[int, int]) -> Hit:
    entry = stored(document)
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
    found = marker.snippet(entry.content, entry.language, entry.main)
    if found.highlights or not entry.description:
        return found
    return marker.snippet(entry.description, entry.language)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
