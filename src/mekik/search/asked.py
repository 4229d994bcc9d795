"""What one question asks of the index, and what the index says to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mekik.search.ahead import ahead
from mekik.search.answer import Answer, answer
from mekik.search.beside import beside, ranked
from mekik.search.cursor import Cursor
from mekik.search.facets import Counted, counted
from mekik.search.folding import Folded, repeats
from mekik.search.foremost import CANDIDATES, DEAR, HOPELESS, MOST_TOGETHER, Words, added, candidates, foremost
from mekik.search.news import asks_for_news
from mekik.search.parts import MUST, MUST_NOT, RARER, SHOULD, Among, Query, nothing_special, unscored
from mekik.search.plan import Planner
from mekik.search.query import Query as ParsedQuery
from mekik.search.result import Facets
from mekik.search.sampled import MANY, Sample, drawn, sampled, told
from mekik.search.shown import without_shown
from mekik.search.tree import All, Node, Sequence, Word
from mekik.search.tree import Any as AnyOf
from mekik.search.versions import Translation
from mekik.search.visible import Visible
from mekik.search.weights import WEIGHTS


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


_FEWER = 8
_LONG, _RAREST = 5, 3
"""Words of a query from which on the rarest are asked for alone, and how many these are."""
_SHARE = 5
"""Of the candidates that may be shown: further down, too much could come between."""
_AT_HAND = 1000
"""Hits among the candidates of a first look and pages that are like them."""


class Asked:
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
        self._counting: tuple[Sample, Callable[[], Counted]] | None = None
        """What is being counted meanwhile."""

    def query(self, loose: bool, whole_pages: bool, facets: bool = False, keywords: bool = False) -> Query:
        """`facets`: their counting begins now, where very many pages are to be expected."""
        self._loose, self._whole_pages = loose, whole_pages
        self._counting = None
        pages = self._expected() if facets and not self._conditions else 0
        if pages > MANY // 2:  # they may be twice as many
            searcher, sample = self._searcher, drawn(self._searcher, max(pages, MANY + 1), self._among)
            self._counting = sample, ahead(lambda: told(searcher, sample, keywords))
        planned = self._planned(None)
        if self._planner.scores:
            planned = ranked(self._searcher, planned, self._planner.words, news=self._news)
        return self._whole(planned, [])

    def lacks_whole_pages(self) -> bool:
        """Whether it is certain, at little cost, that no page has all the words: not even the rarest of them."""
        if not isinstance(self._tree, Sequence) or not self._planner.frequencies.matter:
            return False
        words = [child for child in self._tree.children if isinstance(child, Word)]
        if len(words) < _LONG or len(words) < len(self._tree.children):
            return False
        rarest = sorted(words, key=lambda word: self._planner.frequencies.pages(word.text))[:_RAREST]
        planned = unscored(self._planner.plan(Sequence(tuple(rarest))))
        return not self._searcher.search(self._whole(planned, []), 1, count=True).count

    def first_look(self, start: Cursor, limit: int) -> Answer | None:
        """The hits of words that very many pages have, where the best of a few pages are the best of all."""
        wanted = start.offset + limit + 1
        pages = self._pages()
        if not pages or wanted > CANDIDATES // _SHARE:
            return None
        words = list(dict.fromkeys(self._planner.words))
        places = Words(self._searcher, words)
        alone = len(words) == 1
        together = not alone and not isinstance(self._tree, AnyOf)
        if places.places < DEAR or (together and len(words) > MOST_TOGETHER):
            return None
        if not together and places.frequent_worth() > HOPELESS:
            return None
        if together:
            first = ranked(self._searcher, places.together(), words, news=self._news)
        else:
            parts = [*places.any(), *beside(self._searcher, words, news=self._news)]
            first = Query.boolean_query([(SHOULD, part) for part in parts])
        hits = self._searcher.search(self._whole(first, []), CANDIDATES, count=False).hits
        best = foremost(hits, wanted, places.adds() if together or alone else places.frequent_worth())
        among = candidates(self._searcher, best)
        if among is None:
            return None
        again = ranked(self._searcher, self._planned(among), words, news=self._news, among=among)
        query = self._whole(again, [among.query])
        found = self._searcher.search(query, _AT_HAND, count=True)
        page, folded, _ = answer(self._searcher, query, start, limit, False, self._folds, at_hand=found)
        more = added(best, found.hits)
        if not together and not alone:
            more = min(places.frequent_worth(), 2 * more)
        last = hits[len(best)][0] if len(best) < len(hits) else hits[-1][0] if len(hits) == CANDIDATES else -more
        others = last + more
        if together:
            others = max(others, found.hits[0][0] - WEIGHTS.whole_title / 2) if found.hits else 0.0
        else:
            beside_worth = places.beside_worth() + WEIGHTS.linked + WEIGHTS.fresh * self._news
            others = max(others, places.frequent_worth() + beside_worth)
        if not page.more or not page.hits or page.hits[-1][0] <= others:
            return None
        return Answer(page._replace(total=pages), folded, about=True)

    def _pages(self) -> int:
        """About how many have the words, where a first look may do; else none."""
        words = self._words()
        if not words or not self._planner.frequencies.matter or len(self._planner.words) != len(words):
            return 0
        pages = [self._planner.frequencies.pages(word.text) for word in words]
        if not isinstance(self._tree, AnyOf) and max(pages) > RARER * min(pages):
            return 0  # they are looked for among the pages of the rarest
        return self._expected()

    def _words(self) -> list[Word]:
        """Of a query of words alone; else none."""
        match self._tree:
            case Word(_):
                return [self._tree]
            case All(children) | Sequence(children) | AnyOf(children):
                words = [child for child in children if isinstance(child, Word)]
                return words if len(words) == len(children) else []
        return []

    def _expected(self) -> int:
        """About how many pages the words of a query find in a large collection; 0 for other queries."""
        words, frequencies = self._words(), self._planner.frequencies
        if not words or not frequencies.matter:
            return 0
        every = max(self._searcher.num_docs, 1)
        if self._loose:  # words that are everywhere bring no pages
            everywhere = frequencies.everywhere(words)
            words = [word for word in words if word not in everywhere]
        pages = [frequencies.pages(word.text) for word in words]
        if self._loose or isinstance(self._tree, AnyOf):
            return int(min(sum(pages), every))
        together = every
        for count in pages:
            together = together * count // every
        return int((together * min(pages)) ** 0.5)

    def seen(self, seen: Seen, found: Answer, by_date: bool, facets: bool, keywords: bool) -> Seen:
        hits = [(0.0 if by_date else score, address) for score, address in found.page.hits]
        total, counted_facets = found.page.total, Facets(host=[], language=[], type=[])
        many = total > MANY
        if found.about or (many and facets):
            numbers = self._numbers(total, keywords)
            if MANY < numbers.total < total / _FEWER:  # far fewer than was thought: then from a larger sample
                numbers = sampled(self._searcher, numbers.total, self._among, keywords)
            counted_facets = numbers.facets
            if found.about:  # copies whose first page is no hit are hits, too
                total = max(numbers.total, found.page.offset + len(hits) + found.page.more)
        elif facets and total:
            counted_facets = counted(self._searcher, found.folded.query, keywords).facets
        return seen._replace(
            hits=hits, total=total, folded=found.folded, offset=found.page.offset, more=found.page.more,
            total_about=found.about, facets_about=many, facets=counted_facets,
        )  # fmt: skip

    def _numbers(self, total: int, keywords: bool) -> Counted:
        if self._counting is not None:
            sample, result = self._counting
            if sample.fits(total):
                return result()
        return sampled(self._searcher, total, self._among, keywords)

    def _among(self, sample: Among | None) -> Query:
        """The query for pages of a sample, each text once."""
        more = [] if sample is None else [sample.query]
        without = [(MUST_NOT, repeats())] if self._folds else []
        return Query.boolean_query([(MUST, self._whole(self._planned(sample), more)), *without])

    def _planned(self, among: Among | None) -> Query:
        if self._tree is None:
            return nothing_special()
        return self._planner.plan(self._tree, self._loose, among=among, whole_pages=self._whole_pages)

    def _whole(self, planned: Query, more: list[Query]) -> Query:
        whole = self._allowed.of(_together([planned, *self._conditions, *more]))
        return whole if self._pictures else without_shown(self._searcher, whole)


def _together(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(MUST, query) for query in queries])
