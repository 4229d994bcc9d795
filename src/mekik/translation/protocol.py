"""The plug point: whatever can say in one language what was said in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

MOST_RENDERINGS = 12
"""Of one word; a search takes the first few that its pages know."""


class Rendering(msgspec.Struct, frozen=True):
    """A way to say a word in another language: one word or a few."""

    text: str
    weight: float = 1.0
    """The best of a word has 1, the others less."""


class WordRenderings(msgspec.Struct, frozen=True):
    """What one word of a query may be called."""

    renderings: tuple[Rendering, ...] = ()
    spellings: tuple[str, ...] = ()
    """Of a word that no dictionary has: how it might be spelt in the other language, if it is the same word there."""
    empty: bool = False
    """It only joins other words, and there is nothing to look for."""


class Translated(msgspec.Struct, frozen=True):
    """A query in another language. A dictionary knows words, a machine whole sentences; one of the two is filled."""

    words: tuple[WordRenderings, ...] = ()
    """One for each word of the query."""
    sentence: str = ""


class RenderedWord(msgspec.Struct, frozen=True):
    """A word of a text, and what it is called; nothing where that is not known and the word stays what it is."""

    word: str
    root: str
    """The same for all forms of the word."""
    renderings: tuple[str, ...] = ()


class TranslatedText(msgspec.Struct, frozen=True):
    """A text in another language. A dictionary tells it word by word, without those that only join others."""

    text: str
    words: tuple[RenderedWord, ...] = ()


class Translator(Protocol):
    """Raises TranslationError where it cannot do now what `knows` promises: a server that does not answer."""

    def knows(self, source: str, target: str) -> bool:
        """Whether it translates from one language into the other, both as two-letter codes. Never takes long."""
        ...

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        """The words of a query, in the order in which they were typed."""
        ...

    def text(self, text: str, source: str, target: str) -> TranslatedText:
        """A text to be found by in the other language; who reads it may have to be lenient."""
        ...
