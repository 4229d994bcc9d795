"""A word's root. simplemma's dictionaries for the chosen languages, Snowball for others, else the word itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mekik.analysis.casing import folding
from mekik.analysis.lemma_files import open_lemmas
from mekik.analysis.lemmas import Lemmas

Stemmer = Callable[[str], str]
"""A folded word to its root, folded too; gives the word itself when it knows nothing better."""

_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


class Dictionary:
    """simplemma's dictionary and rules of one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._fold = folding(language)
        self._known: Callable[[str], str | None] | None = None
        self._strategy: Any = None

    def __call__(self, word: str) -> str:
        if self._known is None:
            self.prepare(lambda: None)
            assert self._known is not None
        root = self._known(word)
        if root is None:
            root = self._fold(self._strategy.get_lemma(word, self._language) or word)
            return root if root.isalnum() else word
        return root or word

    def prepare(self, loading: Callable[[], None]) -> None:
        """Opens the dictionary. The first time on a machine that takes seconds, in which `loading` is called."""
        if self._known is not None:
            return
        from simplemma.strategies import DefaultStrategy  # here: slow to import, and many runs never need it

        lemmas = open_lemmas(self._language, loading)
        self._strategy = DefaultStrategy(dictionary_factory=_OneDictionary(lemmas))
        self._known = lemmas.root


class _OneDictionary:
    """simplemma's plug point for dictionaries."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas

    def get_dictionary(self, lang: str) -> Lemmas:  # noqa: ARG002 - its caller's name for what we know
        return self._lemmas


def has_dictionary(language: str) -> bool:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return language in SUPPORTED_LANGUAGES


@lru_cache(maxsize=64)
def stemmer(language: str, dictionary: bool) -> Stemmer | None:
    """The best that there is for a language; None when words stay as they are."""
    if dictionary and has_dictionary(language):
        return Dictionary(language)
    algorithm = _SNOWBALL.get(language)
    if algorithm is None:
        return None
    import Stemmer as snowball

    if algorithm not in snowball.algorithms():
        return None
    fold, stem = folding(language), snowball.Stemmer(algorithm, 0).stemWord

    def root(word: str) -> str:
        found = fold(stem(word))
        return found if found.isalnum() else word

    return root


def knows(language: str) -> bool:
    """Whether words of this language have roots here."""
    return language in _SNOWBALL or has_dictionary(language)
