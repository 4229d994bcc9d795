"""What ranks a page beside the words of its text: its headings, what links to it call it, the words of its address, how
well it is linked, and its age where the query asks for news.

None of it finds a page: a page that only its address or a link calls so would be a hit in which nobody sees the word.
So all of it is added to pages that the words found, which also costs least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from mekik.index import name_words
from mekik.index.schema import schema
from mekik.search.conditions import between
from mekik.search.forms import Forms
from mekik.search.parts import MUST, SHOULD, Among, Query, any_of, any_word, boosted, constant, term
from mekik.search.weights import WEIGHTS

AGES = (1, 7, 30, 365)
"""Days: news that are no older than each of these get as many parts of `fresh`."""
LEVELS = 3
"""How well a page is linked: from 0, which most pages are and which is not kept, to this."""
_MOST_WORDS = 5
"""Of a query that are looked for beside the text."""
_LONGEST_TITLE = 6
"""Words of a query that may all stand in a title."""
_LANGUAGES = 2
"""Roots of one word, the likeliest first."""
_EVERYWHERE = {"http", "https", "www", "com", "org", "net", "html", "htm", "php", "index"}
"""Words of addresses that say nothing."""


def ranked(
    searcher: Any,
    query: Query,
    words: Iterable[Forms],
    *,
    news: bool,
    among: Among | None = None,
    now: datetime | None = None,
) -> Query:
    """The query, with more for pages that are also told by other things to be about the words."""
    found = beside(searcher, words, news=news, among=among, now=now)
    return Query.boolean_query([(MUST, query), *((SHOULD, part) for part in found)])


def beside(
    searcher: Any, words: Iterable[Forms], *, news: bool, among: Among | None = None, now: datetime | None = None
) -> list[Query]:
    """What is added, each by itself."""
    wanted = list(dict.fromkeys(words))
    found = [*_parts(searcher, wanted, term if among is None else among.word)]
    if 1 < len(wanted) <= _LONGEST_TITLE:
        found += _in_title(wanted, among)
    found += [_linked(level, among) for level in range(1, LEVELS + 1)]
    if news:
        found += [_since(days, now or datetime.now(UTC)) for days in AGES]
    return found


def _parts(searcher: Any, words: list[Forms], term: Callable[[str, str], Query]) -> Iterator[Query]:
    """Of the rarest words of a query: they tell most, and every one costs."""
    if len(words) > _MOST_WORDS:
        rarity = {forms: searcher.doc_freq("content_root", (forms.roots or forms.exact)[0]) for forms in words}
        words = sorted(words, key=rarity.__getitem__)[:_MOST_WORDS]
    for forms in words:
        roots = (forms.roots or forms.exact)[:_LANGUAGES]
        places = [("headings", root, WEIGHTS.heading) for root in roots]
        places += [("anchors", root, WEIGHTS.anchor) for root in roots]
        places += [("url", word, WEIGHTS.address) for word in address_words(forms)]
        named = [boosted(term(field, word), weight) for field, word, weight in places if searcher.doc_freq(field, word)]
        if named:
            yield any_of(named)


def _in_title(words: list[Forms], among: Among | None) -> Iterator[Query]:
    """All the words, in whatever form; and once more as they are."""
    exact = term if among is None else among.word
    for forms in (
        [any_word(one, title_only=True, among=among) for one in words],
        [any_of([exact("title_exact", text) for text in one.exact]) for one in words],
    ):
        yield constant(Query.boolean_query([(MUST, form) for form in forms]), "whole_title", WEIGHTS.whole_title / 2)


def address_words(forms: Forms) -> list[str]:
    """How a word is written in an address, where letters have lost their marks: as it is, and by its root."""
    written = [*forms.exact[:1], *forms.roots[:1]]
    words = [words[0] for words in map(name_words, written) if len(words) == 1]
    return [word for word in dict.fromkeys(words) if len(word) > 1 and word not in _EVERYWHERE]


def _linked(level: int, among: Among | None) -> Query:
    pages = Query.term_query(schema(), "rank", level, index_option="basic")
    if among is not None:
        pages = among.where_worth(pages, "rank", level)
    return constant(pages, "linked", WEIGHTS.linked * level / LEVELS)


def _since(days: int, now: datetime) -> Query:
    return constant(between(now - timedelta(days=days), None), "fresh", WEIGHTS.fresh / len(AGES))
