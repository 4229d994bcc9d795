"""The language of a few words: a query, a title.

The fastText model judges by pieces of words, which is little when there are two of them. So its probabilities are put
together with what each language's dictionary says of the words, and with the letters: a word that only one language has
tells much, one that a language lacks tells against it, and so does a letter that it is not written with.

A score is a sum of these with weights, and becomes a probability as in a logistic regression, which is how the weights
were found (`bench/language_tuning.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from mekik.analysis.casing import DOTTED, fold, fold_turkish
from mekik.analysis.languages.fast import excerpt, labels, probabilities
from mekik.analysis.languages.known_words import KnownWords, dictionary_of, key_of
from mekik.analysis.languages.profiles import all_profiles, lowered
from mekik.analysis.languages.scripts import written_in
from mekik.analysis.words import primary
from mekik.settings import AnalysisSettings

_WORDS = re.compile(r"[^\W\d_]+")
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ](?=\w)")
_MOST_WORDS = 64
_LONGEST_WORD = 100
_WHOLE_WORD = 6
"""Letters from which on a word counts fully; of shorter ones every language has some like it."""
_FLOOR = 1e-4
"""The least probability of the model that is believed."""
_UNFINISHED = 0.4
"""What it tells against a language that it lacks the last word, which may be cut off or still be typed."""
_SAME = {"nn": "no", "nb": "no", "bs": "hr", "sh": "hr"}
"""Languages that count as another one unless they are asked for by themselves."""
_PLAIN = 1.0
"""What a word tells that is Turkish once its letters have got their marks back."""
_MARKED = {"c": "cç", "g": "gğ", "i": "iı", "o": "oö", "s": "sş", "u": "uü"}
_MOST_SPELLINGS = 128
_ENOUGH_WORDS = 6
"""More words tell no more: then the model knows by itself."""


class Weights(NamedTuple):
    model: float
    known: float
    unknown: float
    foreign: float
    no_dictionary: float


WEIGHTS = Weights(model=0.44, known=0.76, unknown=2.36, foreign=3.33, no_dictionary=-0.42)
_DECLARED = 1.0


def spellings(word: str) -> Iterator[str]:
    """The Turkish words that somebody without a Turkish keyboard may have meant."""
    if not word.isascii():
        return
    letters = [_MARKED.get(letter, letter) for letter in word.lower()]
    if math.prod(map(len, letters)) <= _MOST_SPELLINGS:
        yield from map("".join, product(*letters))


class ShortIdentifier:
    """Among the languages that have a profile, or fewer. Dictionaries are opened with the first text.

    `dictionaries` names the languages whose dictionaries may be opened; the others are judged by the model and the
    letters alone. By default they are `languages`, and without these the ones that a job opens by default: to make a
    dictionary takes seconds, once on a machine. `loading` is called meanwhile.
    """

    def __init__(
        self,
        languages: Iterable[str] = (),
        dictionaries: Iterable[str] | None = None,
        loading: Callable[[], None] = lambda: None,
        weights: Weights = WEIGHTS,
    ) -> None:
        profiles = all_profiles()
        chosen = set(languages)
        known = (chosen or set(profiles)) & (labels() | profiles.keys())
        self._candidates = sorted(known)
        self._letters = [frozenset(profiles[code].letters if code in profiles else "") for code in self._candidates]
        wanted = known & set(dictionaries if dictionaries is not None else chosen or AnalysisSettings().languages)
        self._named = [dictionary_of(code) if code in wanted else "" for code in self._candidates]
        self._loading = loading
        self._weights = weights
        self._books: list[KnownWords | None] | None = None
        self._lacking: dict[str, tuple[int, ...]] = {}

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        features = self.features(text)
        if features is None:
            return "", 0.0
        weights, own = self._weights, primary(declared)
        scores = [sum(map(float.__mul__, weights, values)) for values in features]
        if own in self._candidates:
            scores[self._candidates.index(own)] += _DECLARED
        if (allowed := written_in(text)) is not None:
            for place, code in enumerate(self._candidates):
                if code not in allowed:
                    scores[place] = -math.inf
        best = max(scores)
        if best == -math.inf:
            return "", 0.0
        total = sum(math.exp(score - best) for score in scores)
        return self._candidates[scores.index(best)], round(1 / total, 4)

    def languages(self) -> frozenset[str]:
        return frozenset(self._candidates)

    def features(self, text: str) -> list[tuple[float, float, float, float, float]] | None:
        """What speaks for each candidate, in the order of `Weights`; None for a text without letters."""
        text = _APOSTROPHE.sub(" ", excerpt(text))
        words = [word[:_LONGEST_WORD] for word in _WORDS.findall(text)][:_MOST_WORDS]
        if not words:
            return None
        known, unknown, unjudged = self._by_dictionaries(words, typed_plainly=text.isascii())
        return list(zip(self._by_model(text), known, unknown, self._by_letters(words), unjudged, strict=True))

    def _by_model(self, text: str) -> list[float]:
        judged = probabilities(lowered(text))
        for code, same in _SAME.items():
            if code in judged and code not in self._candidates:
                judged[same] = judged.get(same, 0.0) + judged[code]
        return [math.log(judged.get(code, 0.0) + _FLOOR) for code in self._candidates]

    def _by_letters(self, words: list[str]) -> list[float]:
        """For each candidate how many words are written with letters that it does not have, below zero."""
        foreign = [0.0] * len(self._candidates)
        for word in words:
            for place in {place for letter in lowered(word) for place in self._without(letter)}:
                foreign[place] -= 1.0
        return foreign

    def _by_dictionaries(self, words: list[str], typed_plainly: bool) -> tuple[list[float], list[float], list[float]]:
        """For each candidate: what the words tell that its dictionary has, those that it lacks, and those that nobody
        looked up because there is no dictionary."""
        known, unknown, unjudged = ([0.0] * len(self._candidates) for _ in range(3))
        books = self._opened()
        judges = sum(book is not None for book in books)
        for turn, word in enumerate(words, 1):
            # The more words, the less each tells.
            weight = min(len(word), _WHOLE_WORD) / _WHOLE_WORD * min(1.0, _ENOUGH_WORDS / len(words))
            keys = [key_of(form) for form in dict.fromkeys((fold(word), word))]
            turkish = key_of(fold_turkish(word))
            having = []
            for place, book in enumerate(books):
                if book is None:
                    unjudged[place] += weight
                elif book.has(turkish) if self._candidates[place] in DOTTED else any(map(book.has, keys)):
                    having.append(place)
                elif self._candidates[place] == "tr" and any(map(book.has, map(key_of, spellings(word)))):
                    known[place] += weight * _PLAIN * typed_plainly
                else:
                    unknown[place] -= weight * (_UNFINISHED if turn == len(words) else 1.0)
            for place in having:
                known[place] += weight * math.log(judges / len(having))
        return known, unknown, unjudged

    def _without(self, letter: str) -> tuple[int, ...]:
        """The candidates that are not written with a letter."""
        found = self._lacking.get(letter)
        if found is None:
            found = tuple(place for place, letters in enumerate(self._letters) if letters and letter not in letters)
            if len(self._lacking) < 5000:  # there are more letters than anybody types
                self._lacking[letter] = found
        return found

    def _opened(self) -> list[KnownWords | None]:
        if self._books is None:
            shared: dict[str, KnownWords] = {}
            for name in self._named:
                if name and name not in shared:
                    shared[name] = KnownWords(name, self._loading)
            self._books = [shared.get(name) for name in self._named]
        return self._books
