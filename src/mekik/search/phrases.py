"""Words side by side: as they are, by their roots, by their first letters, and pairs in scripts without blanks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from mekik.analysis.words import is_unspaced
from mekik.search.forms import Forms
from mekik.search.parts import Query, beginnings, boosted, phrase
from mekik.search.tree import Node, Word
from mekik.search.weights import WEIGHTS

RARE = 2000
"""Pages with the rarer of two neighbours: comparing the positions of frequent words costs more than all the rest."""
_LEAST_LETTERS = 3
"""Of a word's beginning: fewer begin too many words."""


def phrases(way: Sequence[Forms], loosely: bool) -> Iterator[Query]:
    """The phrase in each field; loosely in other forms too, each worth less than the phrase as it is."""
    for words in _spelled([forms.exact for forms in way]):
        yield boosted(phrase("title_exact", words), WEIGHTS.title_exact)
        yield boosted(phrase("content_exact", words), WEIGHTS.exact)
        yield boosted(phrase("rest_exact", words), WEIGHTS.exact * WEIGHTS.rest)
    if not loosely or len(way) == 1:  # a single word in quotes is meant as it stands
        return
    for words in _spelled([forms.roots for forms in way]):
        yield boosted(phrase("title_root", words), WEIGHTS.title_root * WEIGHTS.phrase_root)
        yield boosted(phrase("content_root", words), WEIGHTS.root * WEIGHTS.phrase_root)
    letters = [(forms.shorts or forms.exact)[0] for forms in way]
    if any(forms.shorts for forms in way) and min(map(len, letters)) >= _LEAST_LETTERS:
        yield boosted(beginnings("content_exact", letters), WEIGHTS.short * WEIGHTS.phrase_short)


def neighbours(searcher: Any, nodes: Sequence[Node], forms: Callable[[str], list[list[Forms]]]) -> list[Query]:
    """Words that follow each other in the query and in a page."""
    found: list[Query] = []
    for one, other in pairwise(nodes):
        if isinstance(one, Word) and isinstance(other, Word):
            first, second = forms(one.text), forms(other.text)
            if len(first) == len(second) == 1 and len(first[0]) == len(second[0]) == 1:
                found += pairs(searcher, first[0][0], second[0][0])
    return found


def pairs(searcher: Any, first: Forms, second: Forms) -> Iterator[Query]:
    """Two neighbours, as they are and by their roots in the likeliest language."""
    for field, pair, weight in (
        ("content_exact", (first.exact[0], second.exact[0]), WEIGHTS.pair_exact),
        ("content_root", (first.roots[0], second.roots[0]), WEIGHTS.pair_root),
    ):
        if min(searcher.doc_freq(field, word) for word in pair) <= RARE:
            yield boosted(phrase(field, pair), weight)


def inflected(way: Sequence[Forms]) -> bool:
    """Whether there are other forms to look for."""
    return len(way) > 1 and any(forms.roots != forms.exact or forms.shorts for forms in way)


def _spelled(words: Sequence[tuple[str, ...]]) -> Iterator[list[str]]:
    """The words of a phrase in one language after the other."""
    for turn in range(max(map(len, words))):
        yield [spellings[min(turn, len(spellings) - 1)] for spellings in words]


def paired(way: Sequence[Forms]) -> Iterator[Forms]:
    """The words to look for: of letters in scripts without blanks their pairs, which say more than the letters."""
    before = False
    for forms in way:
        pair = is_unspaced(forms.exact[0]) and len(forms.roots[0]) > 1
        if pair:
            yield Forms((), forms.roots, ())
        elif not (before and is_unspaced(forms.exact[0])):  # the last letter of a run is in the pair before it
            yield forms
        before = pair
