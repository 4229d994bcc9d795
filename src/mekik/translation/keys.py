"""What a word is looked up by: in one case, by its root, without the little words that dictionaries add."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import NamedTuple

from mekik.analysis.casing import DOTTED, folding
from mekik.analysis.stems import Dictionary, Snowball, has_dictionary, rule_languages

LONGEST = 3
"""Words of a key: what is longer is an explanation."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_APOSTROPHE = re.compile("['’]")
_LITTLE = {
    "tr": "etmek olmak yapmak edilmek olan eden bir şey ile ilgili ait",
    "en": "to the a an be of sb sth s.b s.th s.o someone something",
    "de": "sich der die das sein werden jdn jdm jmdn jmdm etw etwas",
    "es": "el la los las se de un una",
    "fr": "le la les l se de un une",
    "it": "il lo la i gli le si di un una",
}


class Key(NamedTuple):
    exact: str
    root: str


def words_of(text: str) -> list[str]:
    """Words as they are typed, without what stands around them."""
    return _WORD.findall(text)


def head(word: str, language: str) -> str:
    """Without the suffixes that Turkish puts behind the apostrophe of a name."""
    start = _APOSTROPHE.split(word, maxsplit=1)[0]
    return start if language in DOTTED and len(start) > 1 else word


class Keys:
    """The keys of one language."""

    def __init__(self, language: str) -> None:
        self._fold = folding(language)
        self._stem = _stemmer(language)
        self._little = frozenset(_LITTLE.get(language, "").split())
        self._language = language
        self.of_word = lru_cache(maxsize=20_000)(self._of_word)

    def words(self, text: str) -> list[str]:
        """The words that matter; all of them where none does."""
        found = _WORD.findall(text)
        return [word for word in found if self._fold(word) not in self._little] or found

    def bare(self, text: str, idle: Collection[str]) -> str:
        """A rendering without the words that only join others; nothing where it has no others and is none itself."""
        found = [(word, self._fold(word)) for word in _WORD.findall(text)]
        said = [word for word, folded in found if folded not in self._little]
        if len(said) > 1:
            said = [word for word, folded in found if folded not in self._little and folded not in idle] or said
        return " ".join(said)

    def key(self, text: str) -> Key | None:
        """Of a word or a few; None where there are too many, or none."""
        words = self.words(text)
        if not 1 <= len(words) <= LONGEST:
            return None
        keys = [self.of_word(word) for word in words]
        return Key(" ".join(key.exact for key in keys), " ".join(key.root for key in keys))

    def _of_word(self, word: str) -> Key:
        exact = self._fold(head(word, self._language))
        return Key(exact, exact if exact[:1].isdigit() else self._stem(exact))


def _stemmer(language: str) -> Callable[[str], str]:
    """Not the analyser that somebody chose for pages: dictionaries are made ready with it, once."""
    if has_dictionary(language):
        return Dictionary(language)
    return Snowball(language) if language in rule_languages() else str


@lru_cache(maxsize=32)
def keys_of(language: str) -> Keys:
    return Keys(language)
