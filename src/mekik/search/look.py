"""The ranking alone: which pages, in which order, and how many."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from mekik.index import TantivyReader
from mekik.media import type_names
from mekik.search.answer import answer
from mekik.search.asked import Asked, Seen
from mekik.search.cursor import Cursor, hashed, read
from mekik.search.facets import counts
from mekik.search.parts import Query
from mekik.search.plan import Planner
from mekik.search.query import parse
from mekik.search.sampled import MANY
from mekik.search.source import source_language
from mekik.search.thinning import Thinned
from mekik.search.tree import Node, names_group, names_pictures
from mekik.search.versions import Translation, in_other_languages
from mekik.search.viewer import Viewer, owned_by
from mekik.search.visible import visible
from mekik.search.wish import Wish
from mekik.settings import AnalysisSettings
from mekik.translation import Translator

ENOUGH = 10
"""When fewer pages have all the words, pages with some of them are shown too."""
_MOST_LANGUAGES = 6
_MOST_PIVOTS = 3


def look(
    reader: TantivyReader,
    text: str,
    wish: Wish,
    *,
    viewer: Viewer,
    settings: AnalysisSettings,
    translator: Translator | None = None,
    facets: bool = False,
) -> Seen:
    """For who needs many: without texts and snippets, `facets` only where they are asked for. `translator` is asked
    where the wish is to translate."""
    searcher = reader.searcher()
    allowed = visible(reader, searcher, viewer, wish.mine)
    conditions = wish.conditions()
    query = parse(text)
    question = hashed(text, viewer.name, viewer.everything, *wish.question)
    start = read(wish.cursor, question) if wish.cursor else Cursor(question, wish.offset)
    languages = [wish.language.lower()] if wish.language else languages_of(reader, searcher, viewer, wish.mine)
    planner = Planner(searcher, languages, settings, allowed, owned_by(viewer.allowed(mine=True)))
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
    asked_tree = tree
    if tree is not None:
        thinned = Thinned(planner.frequencies)
        asked_tree = thinned.tree(tree)
        if thinned.left_out:
            notices.append(f"{thinned.left_out} words were left out: most pages have them")
    seen = Seen(searcher, query, tree, planner, notices, allowed, start.offset, question, translation=translation)
    if query.tree is None and not conditions:
        return seen
    folds = wish.similar == "one" and (query.tree is None or not names_group(query.tree))
    asked = Asked(searcher, planner, asked_tree, conditions, allowed, pictures, folds)
    strict = 0
    for loose in (True,) if asked.lacks_whole_pages() else (False, True):
        whole = asked.query(loose, whole_pages=strict > 0, facets=facets, keywords=wish.keywords)
        by_date = wish.sort == "date" or not planner.scores
        first = asked.first_look(start, wish.limit) if not by_date and not loose else None
        found = first or answer(searcher, whole, start, wish.limit, by_date, folds)
        seen = asked.seen(seen, found, by_date, facets, wish.keywords)
        if first and seen.total <= MANY:  # so few that they are counted
            found = answer(searcher, whole, start, wish.limit, by_date, folds)
            seen = asked.seen(seen, found, by_date, facets, wish.keywords)
        if loose and seen.total > strict:
            pages = f"{strict or 'no'} page{'s' * (strict != 1)}"
            inflected = f"{pages} with the phrase as it is; the others have other forms of it"
            notices.append(inflected if planner.inflects else f"{pages} with all the words; the others have some")
        strict = seen.total
        if not planner.loosens or strict >= ENOUGH:
            break
    notices += planner.notices
    return seen


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
        pages = visible(reader, searcher, viewer, mine).of(Query.all_query())
        found = [row.value for row in counts(searcher, pages, ("language",))["language"]][:_MOST_LANGUAGES]
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found
