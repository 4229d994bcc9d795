"""The ranking alone: which pages, in which order, and how many."""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from mekik.index import TantivyReader
from mekik.media import type_names
from mekik.search.answer import Answer, answer
from mekik.search.beside import ranked
from mekik.search.cursor import Cursor, hashed, read
from mekik.search.facets import counted, counts
from mekik.search.folding import Folded, repeats
from mekik.search.news import asks_for_news
from mekik.search.parts import MUST, MUST_NOT, Among, Query, nothing_special
from mekik.search.plan import Planner
from mekik.search.query import Query as ParsedQuery
from mekik.search.query import parse
from mekik.search.result import Facets
from mekik.search.sampled import MANY, sampled
from mekik.search.shown import without_shown
from mekik.search.source import source_language
from mekik.search.thinning import Thinned
from mekik.search.titled import titled
from mekik.search.tree import Node, Word, names_group, names_pictures
from mekik.search.versions import Translation, in_other_languages
from mekik.search.viewer import Viewer, owned_by
from mekik.search.visible import Visible, visible
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
    query: ParsedQuery
    tree: Node | None
    """What was looked for: the query, in other languages too where that was wished for."""
    planner: Planner
    notices: list[str]
    visible: Visible
    """What the viewer may see at all."""
    offset: int
    """The place of the first hit."""
    question: int
    """For cursors."""
    hits: list[tuple[float, Any]] = []  # noqa: RUF012 (nobody changes it)
    """Scores and places in the index, best first."""
    more: bool = False
    """Whether any follow."""
    total: int = 0
    total_about: bool = False
    facets: Facets = Facets(host=[], language=[], type=[])
    facets_about: bool = False
    folded: Folded = Folded(Query.empty_query())
    translation: Translation | None = None


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
    asked = _Asked(searcher, planner, asked_tree, conditions, allowed, pictures, folds)
    strict = 0
    for loose in (False, True):
        whole = asked.query(loose, whole_pages=strict > 0)
        by_date = wish.sort == "date" or not planner.scores
        found = asked.titled_first(whole, start, wish.limit) if not by_date and not loose else None
        found = found or answer(searcher, whole, start, wish.limit, by_date, folds)
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


class _Asked:
    """What one question asks of the index."""

    def __init__(
        self,
        searcher: Any,
        planner: Planner,
        tree: Node | None,
        conditions: list[Query],
        allowed: Visible,
        pictures: bool,
        folds: bool,
    ) -> None:
        self._searcher = searcher
        self._planner = planner
        self._tree = tree
        self._conditions, self._allowed = conditions, allowed
        self._pictures, self._folds = pictures, folds
        self._loose = self._whole_pages = False
        self._news = asks_for_news(tree)

    def query(self, loose: bool, whole_pages: bool) -> Query:
        self._loose, self._whole_pages = loose, whole_pages
        planned = self._planned(None)
        if self._planner.scores:
            planned = ranked(self._searcher, planned, self._planner.words, news=self._news)
        return self._whole(planned, [])

    def titled_first(self, whole: Query, start: Cursor, limit: int) -> Answer | None:
        """The hits of a word that very many pages have, where its pages with it in their title are enough."""
        words = self._planner.words
        if (
            not isinstance(self._tree, Word)
            or len(words) != 1
            or not self._planner.frequencies.is_everywhere(self._tree)
        ):
            return None
        pages = self._planner.frequencies.pages(self._tree.text)
        first = titled(self._searcher, whole, words[0], pages, self._news)
        if first is None:
            return None
        found = answer(self._searcher, first.query, start, limit, by_date=False, folds=self._folds)
        page = found.page
        about = page.total * pages // first.pages  # of all that have the word, and are asked for
        if about <= MANY or not page.more or not page.hits or page.hits[-1][0] < first.bound:
            return None
        return Answer(page._replace(total=about), found.folded, about=True)

    def seen(self, seen: Seen, found: Answer, by_date: bool, facets: bool, keywords: bool) -> Seen:
        hits = [(0.0 if by_date else score, address) for score, address in found.page.hits]
        total, counted_facets = found.page.total, Facets(host=[], language=[], type=[])
        many = total > MANY
        if found.about or (many and facets):
            without = [(MUST_NOT, repeats())] if found.about and self._folds else []
            numbers = sampled(self._searcher, total, lambda sample: self._among(sample, without), keywords)
            counted_facets = numbers.facets
            if found.about:  # copies whose first page is no hit are hits, too
                total = max(numbers.total, found.page.offset + len(hits) + found.page.more)
        elif facets and total:
            counted_facets = counted(self._searcher, found.folded.query, keywords).facets
        return seen._replace(
            hits=hits, total=total, folded=found.folded, offset=found.page.offset, more=found.page.more,
            total_about=found.about, facets_about=many, facets=counted_facets,
        )  # fmt: skip

    def _among(self, sample: Among | None, without: list[tuple[Any, Query]]) -> Query:
        more = [] if sample is None else [sample.query]
        return Query.boolean_query([(MUST, self._whole(self._planned(sample), more)), *without])

    def _planned(self, among: Among | None) -> Query:
        if self._tree is None:
            return nothing_special()
        return self._planner.plan(self._tree, self._loose, among=among, whole_pages=self._whole_pages)

    def _whole(self, planned: Query, more: list[Query]) -> Query:
        whole = self._allowed.of(_together([planned, *self._conditions, *more]))
        return whole if self._pictures else without_shown(self._searcher, whole)


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
        pages = visible(reader, searcher, viewer, mine).of(Query.all_query())
        found = [row.value for row in counts(searcher, pages, ("language",))["language"]][:_MOST_LANGUAGES]
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found
