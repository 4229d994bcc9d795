"""Tree to tantivy query, made from tantivy's own parts and never from text.

A word may stand in five fields, as it is, by its root or by its first letters; the best of them counts, the others
add a little. In a succession of words all are wanted; when the caller finds too few such pages it plans again
*loosely*, and pages with some of the words follow those with all. Words that are neighbours in the query and in a
page add a little more.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from itertools import pairwise
from typing import Any as Anything

import tantivy

from mekik.index.schema import schema
from mekik.search import conditions
from mekik.search.forms import Forms, forms_of
from mekik.search.tree import All, Any, Excluded, Field, Node, Phrase, Prefix, Required, Sequence, Word
from mekik.settings import AnalysisSettings

Query = tantivy.Query
MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot

# Judged by nDCG@10 on Turkish, English and German questions; flat around these values.
TITLE_EXACT, TITLE_ROOT, EXACT, ROOT, SHORT = 1.5, 1.0, 1.0, 0.9, 0.8
OTHERS = 0.3
"""What the second-best fields of a word add."""
NEIGHBOURS = 0.2
RARE = 2000
"""Pages with the rarer of two neighbours: comparing the positions of frequent words costs more than all the rest."""
ALL_WORDS = 3.0
"""Bonus of a page that has all the words, when pages with some of them are shown too."""
MOST_EXPANSIONS = 1024
"""Words that a prefix may stand for."""
LONGEST_PHRASE = 64


class Planner:
    """Plans the queries of one searcher. `needles` are the words to mark in what is found."""

    def __init__(self, searcher: Anything, languages: Several[str], settings: AnalysisSettings) -> None:
        self._searcher = searcher
        self._languages = languages
        self._settings = settings
        self.needles: list[Forms] = []
        self.notices: list[str] = []
        self.loosens = False
        """Whether planning loosely would make a difference."""
        self.scores = False
        """Whether there is anything to rank by."""
        self._loose = False
        self._excluded = 0
        self._planned: dict[int, Query] = {}
        self._known: dict[str, list[list[Forms]]] = {}

    def plan(self, tree: Node, loose: bool = False) -> Query:
        self.needles, self.notices, self._loose = [], [], loose
        self._planned = {}
        return self._node(tree)

    def _node(self, node: Node) -> Query:
        # A loose succession needs its parts twice; without a memory groups in groups would double the work each.
        found = self._planned.get(id(node))
        if found is None:
            found = self._planned[id(node)] = self._make(node)
        return found

    def _make(self, node: Node) -> Query:
        match node:
            case Word(text):
                return self._word(text)
            case Phrase(text):
                return self._phrase(text)
            case Prefix(text):
                return self._prefix(text)
            case Field(name, value):
                return self._field(name, value)
            case Required(child):
                return self._node(child)
            case Excluded(child):
                return Query.boolean_query([(MUST, nothing_special()), (MUST_NOT, self._without(child))])
            case All(children):
                return self._all(children)
            case Any(children):
                return Query.boolean_query([(SHOULD, self._node(child)) for child in children])
            case Sequence(children):
                return self._sequence(children)

    def _without(self, node: Node) -> Query:
        self._excluded += 1
        query = self._node(node)
        self._excluded -= 1
        return query

    def _all(self, children: Several[Node]) -> Query:
        clauses = []
        for child in children:
            if isinstance(child, Excluded):
                clauses.append((MUST_NOT, self._without(child.child)))
            else:
                clauses.append((MUST, self._node(child)))
        if all(occur == MUST_NOT for occur, _ in clauses):
            clauses.append((MUST, nothing_special()))
        return Query.boolean_query(clauses)

    def _sequence(self, children: Several[Node]) -> Query:
        words = [child for child in children if isinstance(child, (Word, Prefix))]
        fixed = [child for child in children if not isinstance(child, (Word, Prefix))]
        # Something else must be there, so a page without any of the words is still an answer.
        anchored = any(not isinstance(child, Excluded) and not _is_condition(child) for child in fixed)
        self.loosens = self.loosens or len(words) + anchored > 1
        strict = self._all(children)
        bonus = [(SHOULD, near) for near in self._neighbours(children)]
        if not self._loose or not words:
            return Query.boolean_query([(MUST, strict), *bonus]) if bonus else strict
        some = [(SHOULD, self._node(word)) for word in words]
        clauses = some if anchored else [(MUST, Query.boolean_query(some))]
        if fixed:
            clauses = [(MUST, self._all(fixed)), *clauses]
        return Query.boolean_query([*clauses, (SHOULD, Query.const_score_query(strict, ALL_WORDS)), *bonus])

    def _neighbours(self, children: Several[Node]) -> list[Query]:
        found = []
        for one, other in pairwise(children):
            if isinstance(one, Word) and isinstance(other, Word):
                first, second = self._forms(one.text), self._forms(other.text)
                if len(first) == len(second) == 1 and len(first[0]) == len(second[0]) == 1:
                    pair = [first[0][0].exact[0], second[0][0].exact[0]]
                    if min(self._searcher.doc_freq("content_exact", word) for word in pair) <= RARE:
                        found.append(boosted(phrase("content_exact", pair), NEIGHBOURS))
        return found

    # leaves

    def _forms(self, text: str) -> list[list[Forms]]:
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = forms_of(text, self._languages, self._settings)
        return found

    def _word(self, text: str) -> Query:
        ways = self._forms(text)
        return any_of([self._together(way) for way in ways])

    def _together(self, way: Several[Forms]) -> Query:
        """One word; or several that are written as one, like e-mail: all of them, better side by side."""
        self._found(way)
        queries = [any_word(forms) for forms in way]
        if len(queries) == 1:
            return queries[0]
        together = phrase("content_exact", [forms.exact[0] for forms in way[:LONGEST_PHRASE]])
        return Query.boolean_query([*((MUST, query) for query in queries), (SHOULD, together)])

    def _phrase(self, text: str) -> Query:
        ways = self._forms(text)
        return any_of([self._side_by_side(way[:LONGEST_PHRASE]) for way in ways])

    def _side_by_side(self, way: Several[Forms]) -> Query:
        self._found([Forms(forms.exact, (), ()) for forms in way])
        spellings = max(len(forms.exact) for forms in way)
        queries = []
        for turn in range(spellings):
            words = [forms.exact[min(turn, len(forms.exact) - 1)] for forms in way]
            for field, boost in (("title_exact", TITLE_EXACT), ("content_exact", EXACT)):
                queries.append(boosted(phrase(field, words), boost))
        return any_of(queries)

    def _prefix(self, text: str) -> Query:
        ways = self._forms(text)
        if not ways:
            return Query.empty_query()
        *before, last = ways[0]
        queries = [any_word(forms) for forms in before]
        for prefix in last.exact:
            alternatives = []
            for field in ("title_exact", "content_exact"):
                found = self._searcher.terms_with_prefix(field, prefix, limit=MOST_EXPANSIONS)
                if len(found) >= MOST_EXPANSIONS:
                    self._note(f"{prefix}* stands for its first {MOST_EXPANSIONS} words only")
                alternatives.append(Query.term_set_query(schema(), field, [word for word, _ in found]))
                self._found([Forms(tuple(word for word, _ in found), (), ())])
            queries.append(any_of(alternatives))
        return Query.boolean_query([(MUST, query) for query in queries]) if before else any_of(queries)

    def _field(self, name: str, value: str) -> Query:
        if name == "title":
            return self._title(value)
        found = conditions.condition(name, value)
        if found is None:
            self._note(f"{name}:{value[:40]} was not understood")
            return self._word(value)
        return found

    def _title(self, value: str) -> Query:
        ways = self._forms(value)
        for way in ways:
            self._found(way)
        return any_of(
            [Query.boolean_query([(MUST, any_word(forms, title_only=True)) for forms in way]) for way in ways]
        )

    def _found(self, way: Several[Forms]) -> None:
        if not self._excluded:
            self.scores = True
            self.needles += way

    def _note(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _is_condition(node: Node) -> bool:
    return isinstance(node, Field) and node.name != "title"


def any_word(forms: Forms, title_only: bool = False) -> Query:
    weighed: dict[tuple[str, str], float] = {}
    for text in forms.exact:
        weighed["title_exact", text] = TITLE_EXACT
        weighed["content_exact", text] = EXACT
    for text in forms.roots:
        weighed["title_root", text] = TITLE_ROOT
        weighed["content_root", text] = ROOT
    for text in forms.shorts:
        weighed["content_short", text] = SHORT
    chosen = [
        boosted(term(field, text), weight)
        for (field, text), weight in weighed.items()
        if not title_only or field.startswith("title")
    ]
    return any_of(chosen)


def any_of(queries: Several[Query]) -> Query:
    if not queries:
        return Query.empty_query()
    return queries[0] if len(queries) == 1 else Query.disjunction_max_query(list(queries), OTHERS)


def boosted(query: Query, weight: float) -> Query:
    return query if weight == 1.0 else Query.boost_query(query, weight)


def term(field: str, text: str) -> Query:
    return Query.term_query(schema(), field, text, index_option="freq")


def phrase(field: str, words: Several[str]) -> Query:
    if len(words) == 1:  # for which tantivy's phrases panic
        return term(field, words[0])
    return Query.phrase_query(schema(), field, [*words])


def nothing_special() -> Query:
    """Every page, none better than another."""
    return Query.const_score_query(Query.all_query(), 0.0)
