"""A word's root: the ways to find it that know no particular language.

A `Stemmer` takes a folded word and gives its root, folded too. `turkish.py` and `prefix.py` have those of Turkish.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from mekik.analysis.casing import folding
from mekik.analysis.lemma_files import open_lemmas
from mekik.analysis.lemmas import Lemmas

_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian",
    "nb": "norwegian", "nn": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


class Stemmer(Protocol):
    """Gives the word itself when it knows nothing better. A root has letters and digits only, and is never empty."""

    def __call__(self, word: str) -> str: ...

    def explained(self, word: str) -> tuple[str, str]:
        """The same root, and in a word what told it; an empty one when nothing did."""
        ...

    def prepare(self, loading: Callable[[], None]) -> None:
        """Loads what may take long; `loading` is called meanwhile. Without it, that happens with the first word."""
        ...


class Unprepared:
    """What a stemmer without anything to load is."""

    def prepare(self, loading: Callable[[], None]) -> None:
        """There is nothing to load."""


class FirstLetters(Unprepared):
    """The first letters of a word stand for it."""

    def __init__(self, letters: int) -> None:
        self._letters = letters

    def __call__(self, word: str) -> str:
        return word[: self._letters]

    def explained(self, word: str) -> tuple[str, str]:
        return self(word), "letters" if len(word) > self._letters else ""


class Snowball(Unprepared):
    """The rules of PyStemmer for a language that it has."""

    def __init__(self, language: str) -> None:
        import Stemmer as snowball

        self._fold = folding(language)
        self._stem = snowball.Stemmer(_SNOWBALL[language], 0).stemWord

    def __call__(self, word: str) -> str:
        found = self._fold(self._stem(word))
        return found if found.isalnum() else word

    def explained(self, word: str) -> tuple[str, str]:
        root = self(word)
        return root, "rules" if root != word else ""


class Dictionary:
    """simplemma's dictionary and rules of one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._fold = folding(language)
        self._lemmas: Lemmas | None = None
        self._strategy: Any = None

    def __call__(self, word: str) -> str:
        root = self.known(word)
        if root is None:
            root = self._fold(self._strategy.get_lemma(word, self._language) or word)
            return root if root.isalnum() else word
        return root or word

    def known(self, word: str) -> str | None:
        """The root of a form in the dictionary; empty where that is the form itself, None for another word."""
        if self._lemmas is None:
            self.prepare(lambda: None)
            assert self._lemmas is not None
        return self._lemmas.root(word)

    def explained(self, word: str) -> tuple[str, str]:
        root = self(word)
        return root, "dictionary" if self.known(word) is not None else "rules" if root != word else ""

    def prepare(self, loading: Callable[[], None]) -> None:
        """Opens the dictionary. The first time on a machine that takes seconds, in which `loading` is called."""
        if self._lemmas is not None:
            return
        from simplemma.strategies import DefaultStrategy  # here: slow to import, and many runs never need it

        lemmas = open_lemmas(self._language, loading)
        self._strategy = DefaultStrategy(dictionary_factory=_OneDictionary(lemmas))
        self._lemmas = lemmas


class _OneDictionary:
    """simplemma's plug point for dictionaries."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas

    def get_dictionary(self, lang: str) -> Lemmas:  # noqa: ARG002 - its caller's name for what we know
        return self._lemmas


def has_dictionary(language: str) -> bool:
    return language in dictionary_languages()


@lru_cache(maxsize=1)
def dictionary_languages() -> frozenset[str]:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return frozenset(SUPPORTED_LANGUAGES)


@lru_cache(maxsize=1)
def rule_languages() -> frozenset[str]:
    """Languages of which the installed PyStemmer has rules."""
    import Stemmer as snowball

    known = set(snowball.algorithms())
    return frozenset(language for language, algorithm in _SNOWBALL.items() if algorithm in known)


def knows(language: str) -> bool:
    """Whether words of this language have roots here."""
    return language in _SNOWBALL or has_dictionary(language)
