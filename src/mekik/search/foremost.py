"""Words that very many pages have: what stands in titles, headings and links decides, and is looked at first.

Where most pages have a word, its place in their texts says next to nothing, and scoring all of them costs most of a
search. So a *first look* ranks pages by the places where the words are rare alone, and the best of these are then asked
for with everything that counts. Beside that comes a bound on what any other page could be worth: where the last hit
that is shown is worth more, nobody has to look further; else everything is scored.

The bound is no proof. It takes for granted that titles and links repeat a word a few times at most, that texts add to
other pages about what they add to the best of them, and that a page which lacks one of several words in its title is
not worth more than the best page that has them all, but for what that alone is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mekik.index import uid_of
from mekik.index.schema import schema
from mekik.search.beside import address_words
from mekik.search.folding import in_groups
from mekik.search.forms import Forms
from mekik.search.parts import MUST, SHOULD, Among, Query, any_of, boosted, term, unscored, weighed
from mekik.search.weights import WEIGHTS

CANDIDATES = 200
"""Pages of the first look that are asked for with everything."""
DEAR = 700_000
"""Places of the words in pages, all together, from which a first look pays."""
HOPELESS = 3.2
"""What frequent words may be worth in texts; where it is more, a first look is hardly ever enough."""
MOST_TOGETHER = 3
"""Words that stand in enough titles together."""
FREQUENT = 0.3
"""Of all pages: of words of more, the first look takes only places where they are rare."""
RARER = 4
"""Times fewer pages than have the word at all, which a place has where it is rare."""
_AS_DEAR_AS = 40_000
"""Looking these pages up costs as much as going through so many pages of a word."""
_READ = 40
"""Candidates without a group that are looked up by their address."""
_LONG, _SHORT = 1.9, 1.6
"""What a word's rarity is at most multiplied by, however often it stands in a text (BM25); and in a title, a heading or
a link, which repeat a word a few times at most."""
_COPIES = 8
"""Hits beside those that are wanted which may be copies or spam."""

Places = dict[tuple[str, str], float]
"""What a word is worth where it stands, by field and form."""
Hits = Sequence[tuple[float, Any]]


class Words:
    """The words of a query, and how often they stand where."""

    def __init__(self, searcher: Any, words: Sequence[Forms]) -> None:
        self._searcher = searcher
        # Rarities also count pages that were removed lately, and so does this.
        self._all = sum(pages for _, pages in searcher.terms_with_prefix("owner", ""))
        self._words = words
        self._text = {forms: weighed(forms) for forms in words}
        self._pages: dict[tuple[str, str], int] = {
            place: searcher.doc_freq(*place) for text in self._text.values() for place in text
        }

    @property
    def places(self) -> int:
        return sum(self._pages.values())

    def together(self) -> Query:
        """All of them, each in a title or another place where it is rare."""
        found = [_any(self._rare(forms, self._most(forms) / RARER)) for forms in self._words]
        return Query.boolean_query([(MUST, query) for query in found])

    def adds(self) -> float:
        """What a page where all of them stand in such places gets beside for others, at most: the best place counts
        most, and that is the rarer one."""
        rare = [self._rare(forms, self._most(forms) / RARER) for forms in self._words]
        return WEIGHTS.others * sum(
            self._at(place, weight)
            for forms, places in zip(self._words, rare, strict=True)
            for place, weight in self._text[forms].items()
            if place not in places
        )

    def any(self) -> list[Query]:
        """Each where it is rare; those that are no frequent words, anywhere."""
        return [_any(self._rare(forms, self._limit(forms))) for forms in self._words]

    def frequent_worth(self) -> float:
        """Of the words where they are not rare, at most."""
        return sum(best([self._at(place, weight) for place, weight in self._others(forms)]) for forms in self._words)

    def beside_worth(self) -> float:
        return sum(best([self._at(*place) for place in _beside(forms).items()]) for forms in self._words)

    def _most(self, forms: Forms) -> int:
        return max(self._pages[place] for place in self._text[forms])

    def _limit(self, forms: Forms) -> float:
        most = self._most(forms)
        return most / RARER if most > FREQUENT * self._searcher.num_docs else most

    def _rare(self, forms: Forms, limit: float) -> Places:
        return {place: weight for place, weight in self._text[forms].items() if 0 < self._pages[place] <= limit}

    def _others(self, forms: Forms) -> list[tuple[tuple[str, str], float]]:
        rare = self._rare(forms, self._limit(forms))
        return [(place, weight) for place, weight in self._text[forms].items() if place not in rare]

    def _at(self, place: tuple[str, str], weight: float) -> float:
        pages = self._pages.get(place)
        if pages is None:
            pages = self._pages[place] = self._searcher.doc_freq(*place)
        if not pages:
            return 0.0
        often = _LONG if place[0].startswith("content") else _SHORT
        return weight * often * math.log(1 + max(self._all - pages + 0.5, 0.5) / (pages + 0.5))


def _any(places: Places) -> Query:
    return any_of([boosted(term(*place), weight) for place, weight in places.items()])


def best(values: list[float]) -> float:
    """As the best of several is reckoned."""
    most = max(values, default=0.0)
    return most + WEIGHTS.others * (sum(values) - most)


def foremost(hits: Hits, wanted: int, adds: float) -> Hits:
    """Of the hits of a first look, those that may be among the first few when all is counted."""
    least = hits[min(wanted + _COPIES, len(hits)) - 1][0] - adds if hits else 0.0
    return [hit for place, hit in enumerate(hits) if place < 2 * wanted or hit[0] >= least]


def candidates(searcher: Any, hits: Hits) -> Among | None:
    """These pages, and others that are like them; None where too many have nothing by which they can be asked for."""
    addresses = [address for _, address in hits]
    groups = searcher.fast_field_values("group", addresses)
    alone = [address for address, group in zip(addresses, groups, strict=True) if not group]
    if len(alone) > _READ:
        return None
    wanted = in_groups(sorted({group for group in groups if group}))
    if alone:
        documents = [searcher.doc(address) for address in alone]
        uids = [uid_of(document.get_first("owner"), document.get_first("url")) for document in documents]
        terms = [Query.term_query(schema(), "uid", uid, index_option="basic") for uid in uids]
        wanted = unscored(Query.boolean_query([(SHOULD, wanted), *((SHOULD, one) for one in terms)]))
    return Among(searcher, wanted, _AS_DEAR_AS)


def added(first: Hits, whole: Hits) -> float:
    """How much more a page of the first look was worth in the end, at most."""
    before = {_place(address): score for score, address in first}
    return max((score - before[place] for score, address in whole if (place := _place(address)) in before), default=0.0)


def _place(address: Any) -> tuple[int, int]:
    return address.segment_ord, address.doc


def _beside(forms: Forms) -> Places:
    found = {("headings", root): WEIGHTS.heading for root in forms.roots}
    found |= {("anchors", root): WEIGHTS.anchor for root in forms.roots}
    return found | {("url", word): WEIGHTS.address for word in address_words(forms)}
