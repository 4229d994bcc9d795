"""The ranking alone: which pages, in which order, and how many."""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from mekik.index import TantivyReader
from mekik.media import type_names
from mekik.search.beside import ranked
from mekik.search.cursor import Cursor, hashed, page_at, read
from mekik.search.facets import counts
from mekik.search.folding import Folded, fold
from mekik.search.lowering import lowered
from mekik.search.news import asks_for_news
from mekik.search.parts import MUST, Query, nothing_special
from mekik.search.plan import Planner
from mekik.search.query import Query as ParsedQuery
from mekik.search.query import parse
from mekik.search.shown import without_shown
from mekik.search.source import source_language
from mekik.search.tree import Node, names_group, names_pictures
from mekik.search.versions import Translation, in_other_languages
from mekik.search.viewer import Viewer
from mekik.search.wish import Wish
from mekik.settings import AnalysisSettings
from mekik.translation import Translator

ENOUGH = 10
"""When fewer pages have all the words, pages with some of them are shown too."""
_MOST_LANGUAGES = 6
_MOST_PIVOTS = 3


class Seen(NamedTuple):
    """What the index answered, before anything of it is made ready for people."""

    searcher: Any
    hits: list[tuple[float, Any]]
    """Scores and places in the index, best first."""
    total: int
    folded: Folded
    planner: Planner
    query: ParsedQuery
    tree: Node | None
    """What was looked for: the query, in other languages too where that was wished for."""
    notices: list[str]
    visible: Query | None
    """What the viewer may see at all; None when that is everything."""
    offset: int
    """The place of the first hit."""
    question: int
    """For cursors."""
    translation: Translation | None = None


def look(
    reader: TantivyReader,
    text: str,
    wish: Wish,
    *,
    viewer: Viewer,
    settings: AnalysisSettings,
    translator: Translator | None = None,
) -> Seen:
    """For who needs many: without texts, snippets and facets. `translator` is asked where the wish is to translate."""
    searcher = reader.searcher()
    allowed = viewer.filter(wish.mine)
    limits = [] if allowed is None else [Query.const_score_query(allowed, 0.0)]
    conditions = wish.conditions()
    query = parse(text)
    question = hashed(text, viewer.name, viewer.everything, *wish.question)
    start = read(wish.cursor, question) if wish.cursor else Cursor(question, wish.offset)
    languages = [wish.language.lower()] if wish.language else languages_of(reader, searcher, viewer, wish.mine)
    planner = Planner(searcher, languages, settings, allowed, viewer.filter(mine=True))
    if wish.keyword:
        conditions.append(planner.keyword(wish.keyword))
    pictures = (wish.type is not None and "image" in type_names(wish.type)) or (
        query.tree is not None and names_pictures(query.tree)
    )
    notices = list(query.notices)
    tree, translation = query.tree, None
    if wish.translate and tree is not None:
        translation = _translated(tree, text, wish, translator, languages, pivots_of(searcher))
        tree, notices = translation.tree, [*notices, *translation.notices]
    hits: list[tuple[Any, Any]] = []
    total, offset, whole = 0, start.offset, Query.empty_query()
    folded = Folded(whole)
    folds = wish.similar == "one" and (query.tree is None or not names_group(query.tree))
    if query.tree is not None or conditions:
        for loose in (False, True):
            planned = planner.plan(tree, loose) if tree is not None else nothing_special()
            if planner.scores:
                planned = lowered(searcher, ranked(planned, planner.words, news=asks_for_news(query.tree)))
            whole = _together([planned, *conditions, *limits])
            if not pictures:
                whole = without_shown(searcher, whole)
            folded = fold(searcher, whole) if folds else Folded(whole)
            by_date = wish.sort == "date" or not planner.scores
            answer, offset = page_at(searcher, folded.query, start, wish.limit, by_date)
            strict, total = total, answer.count
            hits = [(0.0 if by_date else score, address) for score, address in answer.hits[: wish.limit]]
            if loose and total > strict:
                found = f"{strict or 'no'} page{'s' * (strict != 1)}"
                inflected = f"{found} with the phrase as it is; the others have other forms of it"
                notices.append(inflected if planner.inflects else f"{found} with all the words; the others have some")
            if not planner.loosens or total >= ENOUGH:
                break
        notices += planner.notices
    return Seen(searcher, hits, total, folded, planner, query, tree, notices, allowed, offset, question, translation)


def _translated(
    tree: Node, text: str, wish: Wish, translator: Translator | None, languages: list[str], pivots: list[str]
) -> Translation:
    """The query in the languages of the pages that may be found, and of their translations."""
    source = (wish.source or source_language(text)) if translator is not None or pivots else ""
    found = in_other_languages(tree, translator, source, languages, pivots)
    if translator is None:
        note = "the query is not translated" if pivots else "there is no translator here"
        return msgspec.structs.replace(found, notices=(*found.notices, note))
    if not source:
        note = "not translated: its language is not clear; name it"
        return msgspec.structs.replace(found, notices=(*found.notices, note))
    return found


def pivots_of(searcher: Any) -> list[str]:
    """The languages into which pages were translated."""
    return [value for value, _ in searcher.terms_with_prefix("pivot", "", limit=_MOST_PIVOTS)]


def _together(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(MUST, query) for query in queries])


_known_languages: WeakKeyDictionary[TantivyReader, dict[tuple[Any, ...], list[str]]] = WeakKeyDictionary()
_MOST_KNOWN = 256


def languages_of(reader: TantivyReader, searcher: Any, viewer: Viewer, mine: bool = False) -> list[str]:
    """The languages in which this viewer's pages are, the most frequent first; they are what a word may be in.

    No others: a dictionary takes long to load, and there would be nothing to find with it.
    """
    known = _known_languages.setdefault(reader, {})
    key = (reader.generation, viewer, mine)
    found = known.get(key)
    if found is None:
        visible = viewer.filter(mine)
        found = [row.value for row in counts(searcher, visible or Query.all_query(), ("language",))["language"]][
            :_MOST_LANGUAGES
        ]
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found
