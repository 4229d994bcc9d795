"""Tree to tantivy query, made from tantivy's own parts and never from text.

A word may stand in seven fields, as it is, by its root or by its first letters; the best of them counts, the others
add a little. In a succession of words all are wanted; when the caller finds too few such pages it plans again
*loosely*, and pages with some of the words, or with a phrase in other forms, follow those with all. Words that are
neighbours in the query and in a page add a little more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Several
from typing import Any as Anything

import msgspec
import tantivy

from mekik.index.schema import schema
from mekik.search import conditions
from mekik.search.alike import other_spellings
from mekik.search.expansions import EXACT, Expansions
from mekik.search.forms import Forms, Needle, forms_of
from mekik.search.frequency import Frequencies, required
from mekik.search.numbers import number_readings
from mekik.search.parts import (
    MUST,
    MUST_NOT,
    SHOULD,
    Among,
    any_of,
    any_word,
    boosted,
    constant,
    no_word,
    nothing_special,
    only_among,
    phrase,
    translated_word,
    unscored,
)
from mekik.search.phrases import inflected, neighbours, paired, phrases
from mekik.search.renderings import Renderings
from mekik.search.tree import (
    All,
    Any,
    Excluded,
    Field,
    Node,
    Phrase,
    Prefix,
    Rendered,
    Required,
    Sequence,
    Version,
    Versions,
    Word,
    show,
)
from mekik.search.visible import Visible
from mekik.search.weights import WEIGHTS
from mekik.settings import AnalysisSettings

Query = tantivy.Query

LONGEST_PHRASE = 64
MINE = ("mine", "benim")
"""`in:mine` is the viewer's own collection."""
MOST_RENDERINGS = 5
"""Of a word in another language."""
_LOOSE = (Word, Prefix, Rendered)
"""What a page may lack where pages with all the words are few."""


class Planner:
    """Plans the queries of one searcher."""

    def __init__(
        self,
        searcher: Anything,
        languages: Several[str],
        settings: AnalysisSettings,
        visible: Visible = Visible(),  # noqa: B008 (nobody changes it)
        own: Query | None = None,
    ) -> None:
        self._searcher = searcher
        self._own = own
        self._languages = languages
        self._settings = settings
        self.needles: dict[str, list[Needle]] = {}
        """The words to mark in what is found: by the language of a page that has a version of its own, else under an
        empty name."""
        self.words: list[Forms] = []
        """Single words of the query, as they may stand beside the text, too."""
        self.translated: dict[str, list[Needle]] = {}
        """The words that are looked for in translations of pages, by the language of those."""
        self.notices: list[str] = []
        self.loosens = False
        """Whether planning loosely would make a difference."""
        self.scores = False
        """Whether there is anything to rank by."""
        self.inflects = False
        """Whether planning loosely finds phrases in other forms too."""
        self._loose = False
        self._marks = False
        self._excluded = 0
        self._version = self._pivot = ""
        self.frequencies = Frequencies(searcher, self.forms)
        self._among: Among | None = None
        """Pages among which words are looked for; others cannot be found anyhow. It only spares work."""
        self._whole_pages = True
        self._renderings = Renderings(searcher)
        self._known: dict[str, list[list[Forms]]] = {}
        self._spellings: dict[str, tuple[str, ...]] = {}
        self._expansions = Expansions(searcher, visible, self._note)

    def plan(self, tree: Node, loose: bool = False, *, among: Among | None = None, whole_pages: bool = True) -> Query:
        """`among`: what else a page must meet, if that is rare. `whole_pages`: whether any page has all the words."""
        self.needles, self.words, self.translated, self._loose = {"": []}, [], {}, loose
        self._among, self._whole_pages = among, whole_pages
        # Who types one word with its marks can type them all.
        self._marks = show(tree.typed if isinstance(tree, Versions) else tree).isascii()
        return self._whole(tree)

    def _whole(self, tree: Node) -> Query:
        match tree:
            case Sequence(children):
                return self._sequence(children, outermost=True)
            case Versions(typed, others, pivots):
                return any_of([self._versions(typed, others), *map(self._in_pivot, pivots)])
        return self._node(tree)

    def _versions(self, typed: Node, others: Several[Version]) -> Query:
        """Each for pages in its language: to others its words mean something else, or nothing."""
        elsewhere = [(MUST_NOT, conditions.is_value("language", version.language)) for version in others]
        clauses = [(SHOULD, Query.boolean_query([(MUST, self._whole(typed)), *elsewhere]))]
        return Query.boolean_query([*clauses, *((SHOULD, self._in_version(version)) for version in others)])

    def _in_version(self, version: Version) -> Query:
        self._version = version.language
        self.needles[version.language] = []
        said = self._whole(version.child)
        self._version = ""
        return Query.boolean_query([(MUST, conditions.is_value("language", version.language)), (MUST, said)])

    def _in_pivot(self, version: Version) -> Query:
        """Of pages that were translated into its language, in their translations."""
        self._pivot = version.language
        said = self._whole(version.child)
        self._pivot = ""
        return Query.boolean_query(
            [(MUST, conditions.is_value("pivot", version.language)), (MUST, boosted(said, WEIGHTS.translated))]
        )

    def _node(self, node: Node) -> Query:
        match node:
            case Word(text):
                return self._word(text)
            case Phrase(text):
                return self._phrase(text)
            case Prefix(text):
                return self._prefix(text)
            case Field(name, value):
                return self._field(name, value)
            case Rendered():
                return self._rendered(node)
            case Version() | Versions():
                return self._whole(node)
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
        rarest = self.frequencies.rarest(children)
        if rarest is not None:
            clauses.append((MUST, self._node(rarest)))
        for child in children:
            if isinstance(child, Excluded):
                clauses += [(MUST_NOT, query) for query in self._absent(rarest, clauses, child.child)]
            elif child is not rarest:
                clauses.append((MUST, self._within(rarest, clauses, child, self._node)))
        if all(occur == MUST_NOT for occur, _ in clauses):
            clauses.append((MUST, nothing_special()))
        return Query.boolean_query(clauses)

    def _within(
        self, rarest: Node | None, clauses: list[tuple[Anything, Query]], child: Node, plan: Callable[[Node], Query]
    ) -> Query:
        """A word that is much more frequent than the rarest, among the pages of that one."""
        if rarest is None or not self.frequencies.is_rarer(rarest, child):
            return plan(child)
        pages = self.frequencies.pages(required(rarest))
        if self._among is not None and self._among.pages < pages:
            return plan(child)
        before, self._among = self._among, Among(self._searcher, unscored(clauses[0][1]), pages)
        query = plan(child)
        self._among = before
        return query

    def _absent(self, rarest: Node | None, clauses: list[tuple[Anything, Query]], child: Node) -> list[Query]:
        ways = self.forms(child.text) if isinstance(child, Word) and not self._pivot else []
        if rarest is not None and self.frequencies.is_rarer(rarest, child) and len(ways) == len(ways[0]) == 1:
            return no_word(self._searcher, self._with_spellings(ways[0][0]))
        return [self._within(rarest, clauses, child, self._without)]

    def _sequence(self, children: Several[Node], outermost: bool = False) -> Query:
        words = [child for child in children if isinstance(child, _LOOSE)]
        fixed = [child for child in children if not isinstance(child, _LOOSE)]
        # Something else must be there, so a page without any of the words is still an answer.
        anchored = any(not isinstance(child, Excluded) and not _is_condition(child) for child in fixed)
        self.loosens = self.loosens or (len(words) + anchored > 1 and not self._excluded)
        # The words of a translation stand in no order.
        near = [] if self._pivot else neighbours(self._searcher, children, self.forms)
        bonus = [(SHOULD, one) for one in near]
        if not self._loose or not words or self._excluded:
            strict = self._all(children)
            return Query.boolean_query([(MUST, strict), *bonus]) if bonus else strict
        some = self._some(words)
        clauses = some if anchored else [(MUST, Query.boolean_query(some))]
        if fixed:
            clauses = [(MUST, self._all(fixed)), *clauses]
        if outermost and self._whole_pages:  # in every group of groups it would double the query
            bonus.append((SHOULD, constant(self._all(children), "all_words", WEIGHTS.all_words)))
        return Query.boolean_query([*clauses, *bonus])

    def _some(self, words: Several[Node]) -> list[tuple[Anything, Query]]:
        """Any of the words. Words that are everywhere only rank what the others bring, each by one of its forms."""
        everywhere: Several[Node] = () if self._pivot else self.frequencies.everywhere(words)
        if not everywhere:
            return [(SHOULD, self._node(word)) for word in words]
        query = Query.boolean_query([(SHOULD, self._node(word)) for word in words if word not in everywhere])
        for word in everywhere:
            query = Query.boolean_query([(MUST, query), *((SHOULD, form) for form in self._one_form(word))])
        return [(SHOULD, query)]

    def _one_form(self, word: Node) -> Iterator[Query]:
        ways = self.forms(word.text) if isinstance(word, Word) else []
        if len(ways) == 1 and len(ways[0]) == 1:
            self._found(ways[0])
            yield self.frequencies.widest(ways[0][0])

    # leaves

    def forms(self, text: str) -> list[list[Forms]]:
        found = self._known.get(text)
        if found is None:
            found = forms_of(text, self._languages, self._settings)
            for other in number_readings(text, self._languages):
                found += forms_of(other, self._languages[:1], self._settings)
            self._known[text] = found
        return found

    def _with_spellings(self, forms: Forms) -> Forms:
        word = forms.exact[0]
        others = self._spellings.get(word)
        if others is None:
            others = other_spellings(word, self._searcher, self._marks, words=len(self._known))
            self._spellings[word] = others
        return msgspec.structs.replace(forms, alike=others) if others else forms

    def _word(self, text: str) -> Query:
        if self._pivot:
            said = forms_of(text, [self._pivot], self._settings)[:1]
            for way in said:
                self._mean(way, text)
            return any_of([Query.boolean_query([(MUST, translated_word(forms)) for forms in way]) for way in said])
        ways = self.forms(text)
        return any_of([self._together(way) for way in ways])

    def _mean(self, way: Several[Forms], word: str) -> None:
        """Remembers what a word of the query may be called."""
        if not self._excluded:
            self.scores = True
            kept = self.translated.setdefault(self._pivot, []) if self._pivot else self.needles[self._version]
            kept += [Needle(forms, word, tuple(one for one in way if one is not forms)) for forms in way]

    def _rendered(self, word: Rendered) -> Query:
        """The word as it is, for names stay what they are, or the first few renderings that any page has."""
        queries = [self._word(word.text)]
        renderings = Renderings(self._searcher, translated=True) if self._pivot else self._renderings
        ways = []
        for one in word.renderings:
            said = forms_of(one.text, [self._pivot or self._version], self._settings)
            if said and renderings.complete(said[0]):
                ways.append((said[0], one.weight))
                self._mean(said[0], word.text)
            if len(ways) == MOST_RENDERINGS:
                break
        queries += renderings.queries(ways)
        if (
            not ways
            and not self._pivot
            and word.spellings
            and not self._renderings.present([one for way in self.forms(word.text) for one in way])
        ):
            queries += self._renderings.like(word.spellings)
        return any_of(queries)

    def _together(self, way: Several[Forms]) -> Query:
        """One word; or several that are written as one, like e-mail: all of them, better side by side."""
        if len(way) == 1:
            only = self._with_spellings(way[0])
            self._found([only])
            if not self._excluded:
                self.words.append(only)
            return any_word(only, among=self._among)
        self._found(way)
        together = phrase("content_exact", [forms.exact[0] for forms in way[:LONGEST_PHRASE]])
        words = [(MUST, any_word(forms, among=self._among)) for forms in paired(way)]
        return Query.boolean_query([*words, (SHOULD, only_among(together, self._among))])

    def _phrase(self, text: str) -> Query:
        """As it is; loosely also by roots, and by the first letters of words."""
        ways = [way[:LONGEST_PHRASE] for way in self.forms(text)]
        self.inflects = self.inflects or (not self._excluded and any(map(inflected, ways)))
        self.loosens = self.loosens or self.inflects
        loosely = self._loose and not self._excluded
        for way in ways:
            # Other forms are marked only where the phrase as it is does not stand.
            self._found([Forms(forms.exact, (), (*forms.roots, *forms.shorts) if loosely else ()) for forms in way])
        return any_of([only_among(query, self._among) for way in ways for query in phrases(way, loosely)])

    def _prefix(self, text: str) -> Query:
        ways = self.forms(text)
        if not ways:
            return Query.empty_query()
        *before, last = ways[0]
        spellings = []
        for prefix in last.exact:
            words = {field: self._expansions.words(field, prefix) for field in EXACT}
            spellings += [Query.term_set_query(schema(), field, found) for field, found in words.items()]
            self._found([Forms(tuple(dict.fromkeys(word for found in words.values() for word in found)), (), ())])
        if not before:
            return any_of(spellings)
        self._found(before)
        return Query.boolean_query([(MUST, query) for query in (*map(any_word, before), any_of(spellings))])

    def _field(self, name: str, value: str) -> Query:
        if name == "title":
            return self._title(value)
        if name == "keyword":
            return self.keyword(value)
        if name == "in" and value.lower() in MINE and self._own is not None:
            return Query.const_score_query(self._own, 0.0)
        found = conditions.condition(name, value)
        if found is None:
            self._note(f"{name}:{value[:40]} was not understood")
            return self._word(value)
        return found

    def keyword(self, value: str) -> Query:
        """Pages that have it among their keywords, in whatever form of the word it is asked for."""
        forms = {text for way in self.forms(value) for one in way for text in (*one.roots, *one.exact)}
        wanted = Query.term_set_query(schema(), "keywords", sorted(forms))
        return Query.const_score_query(wanted, 0.0)

    def _title(self, value: str) -> Query:
        ways = self.forms(value)
        for way in ways:
            self._found(way)
        return any_of(
            [Query.boolean_query([(MUST, any_word(forms, title_only=True)) for forms in way]) for way in ways]
        )

    def _found(self, way: Several[Forms], word: str = "") -> None:
        if not self._excluded:
            self.scores = True
        if not self._excluded and not self._pivot:
            self.needles[self._version] += [Needle(forms, word or next(iter(forms.exact), "")) for forms in way]

    def _note(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _is_condition(node: Node) -> bool:
    return isinstance(node, Field) and node.name != "title"
