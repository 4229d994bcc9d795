"""Text to words, by the habits of its language.

A word is a run of letters, digits and the marks that belong to them. What an apostrophe means differs: in Turkish
it cuts a name from its suffixes (Atatürk'ün is Atatürk), in English it may carry a possessive s, elsewhere it
separates (l'homme is two words). Scripts without blanks between words go letter by letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from mekik.analysis.casing import folding
from mekik.analysis.stems import Dictionary, Stemmer, stemmer
from mekik.settings import AnalysisSettings

LONGEST = 100
"""Characters of a word that count. Nobody looks for longer ones."""
SHORT = 5
_APOSTROPHES = "'’ʼ‘′＇"
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CJK_PIECE = re.compile(f"[{_CJK}]|[^{_CJK}]+")
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")


class Word(NamedTuple):
    text: str
    """In the one spelling that the index knows."""
    stem: str
    short: str
    """First letters, in languages where they are worth a field of their own; else empty."""
    start: int
    end: int


Forms = tuple[str, str, str]
"""Text, stem and short of a word."""


class WordAnalyser(Protocol):
    """Gives the words of any piece of text, in order, with places in it. Text, stem and short hold no blanks.

    Cutting a text at white space and analysing the pieces must give the same words as analysing it whole.
    """

    stems: bool
    """Whether `stem` may be another word; else nobody needs it."""
    shortens: bool
    """Whether `short` is filled: for every word or for none."""

    def words(self, text: str) -> Iterator[Word]: ...

    def forms(self, word: str) -> Forms:
        """Of a word that is nothing but letters: what `words` would give for it, quicker."""
        ...

    def prepare(self, loading: Callable[[], None]) -> None:
        """Called before the first page, to load what may take long; `loading` is to be called meanwhile."""
        ...


class LanguageWords:
    """The words of one language."""

    def __init__(self, language: str, stem: Stemmer | None) -> None:
        self._fold = folding(language)
        self._parts = {"tr": _turkish_parts, "az": _turkish_parts, "en": _english_parts}.get(language, _parts)
        self._stem = stem
        self.stems = stem is not None
        self.shortens = language == "tr"

    def words(self, text: str) -> Iterator[Word]:
        for run in _runs().finditer(text):
            for head, start, end in self._parts(run[0], run.start()):
                yield Word(*self.forms(head), start, end)

    def forms(self, word: str) -> Forms:
        exact = self._fold(word[:LONGEST])
        stem = self._stem
        root = exact if stem is None or exact[0].isdigit() else stem(exact)
        return exact, root, exact[:SHORT] if self.shortens else ""

    def prepare(self, loading: Callable[[], None]) -> None:
        if isinstance(self._stem, Dictionary):
            self._stem.prepare(loading)


Part = tuple[str, int, int]


def _parts(run: str, start: int) -> Iterator[Part]:
    """Cut at every apostrophe, and between the letters of scripts without blanks."""
    if run.isascii() and "'" not in run:
        yield run, start, start + len(run)
        return
    position = start
    for piece in _APOSTROPHE.split(run):
        for letters in _CJK_PIECE.findall(piece):
            # A mark alone, left over between two letters of such a script, is no word.
            if any(map(str.isalnum, letters)):
                yield letters, position, position + len(letters)
            position += len(letters)
        position += 1


def _turkish_parts(run: str, start: int) -> Iterator[Part]:
    """What follows the first apostrophe is suffixes; but a single letter before it is a name's (d'Artagnan)."""
    head = _APOSTROPHE.split(run, maxsplit=1)[0]
    if len(head) == len(run) or len(head) == 1 or not head.isalnum():
        yield from _parts(run, start)
    else:
        yield head, start, start + len(run)


def _english_parts(run: str, start: int) -> Iterator[Part]:
    if len(run) > 2 and run[-1] in "sS" and run[-2] in _APOSTROPHES:
        parts = list(_parts(run[:-2], start))
        yield from parts[:-1]
        head, at, _ = parts[-1]
        yield head, at, start + len(run)
    else:
        yield from _parts(run, start)


@lru_cache(maxsize=1)
def _runs() -> re.Pattern[str]:
    marks = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M")
    letters = rf"[^\W_]+(?:[{marks}\u00ad\u200c\u200d]+[^\W_]*)*"
    return re.compile(f"{letters}(?:[{_APOSTROPHES}]{letters})*")


def word_analyser(language: str, settings: AnalysisSettings) -> WordAnalyser:
    """For a page or a query in `language`, as the settings want it."""
    if settings.analyser == "none":
        return _analyser("", None)
    if settings.analyser == "words":
        return _analyser(primary(language), None)
    if settings.analyser != "auto":
        language = settings.analyser
    language = primary(language)
    return _analyser(language, language in settings.languages)


@lru_cache(maxsize=256)
def _analyser(language: str, dictionary: bool | None) -> WordAnalyser:
    return LanguageWords(language, None if dictionary is None else stemmer(language, dictionary))


def primary(language: str) -> str:
    """`tr` of `tr-TR`."""
    return re.split(r"[-_,;\s]", language.strip().lower(), maxsplit=1)[0][:8]
