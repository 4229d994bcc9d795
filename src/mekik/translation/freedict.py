"""FreeDict's dictionaries, as they are found on the machine: word by word, both ways, and by way of a third language.

A word is looked up as it is typed and by its root, alone and with its neighbours. Of what several dictionaries say,
the sum counts. A compound that is in none is taken apart, and what is left may be the same word in both languages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from mekik.translation import cognates, compounds
from mekik.translation.dictd import DictionaryFile, installed
from mekik.translation.keys import LONGEST, Key, head, keys_of, words_of
from mekik.translation.lexicon import Lexicon, open_lexicon
from mekik.translation.protocol import (
    MOST_RENDERINGS,
    RenderedWord,
    Rendering,
    Translated,
    TranslatedText,
    WordRenderings,
)
from mekik.translation.ties import ties

FOLDERS = ("/usr/share/dictd",)
ROOT = 0.9
"""What is found by a word's root weighs, beside what is found by the word itself."""
PIVOT = 0.6
"""What a way through a third language weighs beside the straight one."""
OF_A_TEXT = 3
"""Renderings of a word of a text."""
_PIVOT_WORDS, _PIVOT_ANSWERS = 5, 8
_PIVOT_LEAST = 0.2

Weights = dict[str, float]


def _nobody_waits(name: str) -> None:
    pass


class FreeDict:
    """`loading` is told now and then the name of the dictionary that is being made ready, which happens once."""

    def __init__(self, folders: tuple[str, ...] = FOLDERS, loading: Callable[[str], None] = _nobody_waits) -> None:
        self._files = {(file.source, file.target): file for file in installed(folders)}
        self._loading = loading
        self._lexicons: dict[tuple[str, str], list[Lexicon]] = {}
        self._lock = threading.Lock()
        self._alone = lru_cache(maxsize=50_000)(self._rendered_alone)
        self._straight = lru_cache(maxsize=20_000)(self._said_straight)
        self._pivot = lru_cache(maxsize=1000)(self._largest_between)

    def knows(self, source: str, target: str) -> bool:
        return source != target and (self._has(source, target) or self._pivot(source, target) is not None)

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        keys, idle = keys_of(source), ties(source)
        found = [keys.of_word(word) for word in words]
        joining = {place for place, key in enumerate(found) if key.exact in idle or key.root in idle}
        together = self._neighbours(found, joining, source, target)
        answers = []
        for place, key in enumerate(found):
            weights = {} if place in joining else dict(self._alone(key, source, target))
            for text, weight in together.get(place, {}).items():
                weights[text] = max(weights.get(text, 0.0), weight)
            best = _best(weights, MOST_RENDERINGS)
            spelt = () if place in joining else cognates.spellings(key.root, source, target)
            answers.append(WordRenderings(best, spelt, empty=place in joining and not best))
        return Translated(words=tuple(answers))

    def text(self, text: str, source: str, target: str) -> TranslatedText:
        """Word by word, each by what it is most likely called; what nobody knows stays as it is."""
        keys, idle = keys_of(source), ties(source)
        found = []
        for word in words_of(text):
            key = keys.of_word(word)
            if key.exact not in idle:
                renderings = self._alone(key, source, target)[:OF_A_TEXT]
                found.append(RenderedWord(head(word, source), key.root, tuple(text for text, _ in renderings)))
        plain = " ".join(one.renderings[0] if one.renderings else one.word for one in found)
        return TranslatedText(plain, tuple(found))

    # one word

    def _rendered_alone(self, key: Key, source: str, target: str) -> tuple[tuple[str, float], ...]:
        weights = self._rendered(key, source, target)
        if not weights and source in compounds.JOINING:
            weights = self._taken_apart(key, source, target)
        return tuple((one.text, one.weight) for one in _best(weights, 2 * MOST_RENDERINGS))

    def _rendered(self, key: Key, source: str, target: str) -> Weights:
        weights = dict(self._straight(key, source, target))
        pivot = self._pivot(source, target)
        if pivot is not None:
            for text, weight in self._around(key, source, pivot, target).items():
                weights[text] = weights.get(text, 0.0) + PIVOT * weight
        return weights

    def _said_straight(self, key: Key, source: str, target: str) -> Mapping[str, float]:
        """What the dictionaries between the two languages say; the best has 1."""
        weights: Weights = {}
        there, idle = keys_of(target), ties(target)
        for text, share in {key.root: ROOT, key.exact: 1.0}.items():
            summed: Weights = {}
            for lexicon in self._opened(source, target):
                for answer, weight in lexicon.renderings(text):
                    bare = there.bare(answer, idle)
                    if bare:
                        summed[bare] = summed.get(bare, 0.0) + weight
            for answer, weight in summed.items():
                weights[answer] = max(weights.get(answer, 0.0), weight * share)
        return _scaled(weights)

    def _around(self, key: Key, source: str, pivot: str, target: str) -> Weights:
        keys = keys_of(pivot)
        found: Weights = {}
        for middle in _best(self._straight(key, source, pivot), _PIVOT_WORDS):
            there = keys.key(middle.text)
            if there is not None:
                for one in _best(self._straight(there, pivot, target), _PIVOT_ANSWERS):
                    found[one.text] = found.get(one.text, 0.0) + middle.weight * one.weight
        return {text: weight for text, weight in _scaled(found).items() if weight >= _PIVOT_LEAST}

    def _taken_apart(self, key: Key, source: str, target: str) -> Weights:
        keys = keys_of(source)

        def known(part: str) -> bool:
            return bool(self._straight(keys.of_word(part), source, target))

        cut = compounds.parts(key.exact, known)
        found: Weights = {}
        for part in cut or ():
            for one in _best(self._straight(keys.of_word(part), source, target), 3):
                found[one.text] = max(found.get(one.text, 0.0), one.weight)
        return found

    def _neighbours(
        self, found: Sequence[Key], joining: set[int], source: str, target: str
    ) -> dict[int, Mapping[str, float]]:
        """Words that mean something of their own side by side, by the place of the first."""
        together: dict[int, Mapping[str, float]] = {}
        for start in range(len(found)):
            for length in range(LONGEST, 1, -1):
                span = range(start, start + length)
                if span.stop > len(found) or all(place in joining for place in span):
                    continue
                key = Key(" ".join(found[place].exact for place in span), " ".join(found[place].root for place in span))
                if weights := self._straight(key, source, target):
                    together[start] = weights
                    break
        return together

    # dictionaries

    def _has(self, source: str, target: str) -> bool:
        return (source, target) in self._files or (target, source) in self._files

    def _opened(self, source: str, target: str) -> list[Lexicon]:
        with self._lock:
            known = self._lexicons.get((source, target))
            if known is None:
                known = []
                for pair, backwards in (((source, target), False), ((target, source), True)):
                    file = self._files.get(pair)
                    if file is not None:
                        known.append(self._open(file, backwards))
                self._lexicons[source, target] = known
            return known

    def _open(self, file: DictionaryFile, backwards: bool) -> Lexicon:
        return open_lexicon(file, backwards, lambda: self._loading(file.places.stem))

    def _largest_between(self, source: str, target: str) -> str | None:
        """The third language with the largest dictionaries on both sides."""
        ways = {
            middle: min(self._size(source, middle), self._size(middle, target))
            for pair in self._files
            for middle in pair
            if middle not in (source, target) and self._has(source, middle) and self._has(middle, target)
        }
        return max(ways, key=lambda middle: (ways[middle], middle)) if ways else None

    def _size(self, source: str, target: str) -> int:
        files = (self._files.get((source, target)), self._files.get((target, source)))
        return sum(file.places.stat().st_size for file in files if file is not None)


def _scaled(weights: Mapping[str, float]) -> Weights:
    most = max(weights.values(), default=1.0)
    return {text: weight / most for text, weight in weights.items()}


def _best(weights: Mapping[str, float], most: int) -> tuple[Rendering, ...]:
    chosen = sorted(_scaled(weights).items(), key=lambda item: (-item[1], item[0]))[:most]
    return tuple(Rendering(text, round(weight, 4)) for text, weight in chosen)
