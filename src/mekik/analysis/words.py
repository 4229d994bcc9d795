"""Text to words, by the habits of its language.

A word is a run of letters, digits and the marks that belong to them. What an apostrophe means differs: in Turkish
it cuts a name from its suffixes (Atatürk'ün is Atatürk), in English it may carry a possessive s, elsewhere it
separates (l'homme is two words). Scripts without blanks between words go letter by letter, and the root of a letter is
the pair that it makes with the next one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from mekik.analysis.casing import folding
from mekik.analysis.stems import Stemmer

LONGEST = 100
"""Characters of a word that count. Nobody looks for longer ones."""
SHORT = 5
_APOSTROPHES = "'’ʼ‘′＇"
_CJK = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Chinese and Japanese; Thai, Lao, Burmese and Khmer have no blanks either."""
_CJK_PIECE = re.compile(f"[{_CJK}]|[^{_CJK}]+")
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_ONE_CJK = re.compile(f"[{_CJK}]")


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


Part = tuple[str, int, int]
"""Letters, and where they begin and end."""


class WordAnalyser(Protocol):
    """Gives the words of any piece of text, in order, with places in it. Text, stem and short hold no blanks.

    Cutting a text at white space and analysing the pieces must give the same words as analysing it whole.
    """

    language: str
    """Whose habits of capitals and apostrophes it follows."""
    stems: bool
    """Whether `stem` may be another word; else nobody needs it."""
    shortens: bool
    """Whether `short` is filled: for every word or for none."""

    def words(self, text: str) -> Iterator[Word]: ...

    def forms(self, word: str) -> Forms:
        """Of a word that is nothing but letters: what `words` would give for it, quicker."""
        ...

    def other_forms(self, exact: str) -> tuple[str, str]:
        """Stem and short of a word in the spelling of the index, of no more than `LONGEST` letters."""
        ...

    def explain(self, text: str) -> str:
        """In a word, what told the root of a word in the spelling of the index; empty when nothing did."""
        ...

    def prepare(self, loading: Callable[[], None]) -> None:
        """Called before the first page, to load what may take long; `loading` is to be called meanwhile."""
        ...


class LanguageWords:
    """The words of one language."""

    def __init__(self, language: str, stem: Stemmer | None, shortens: bool = False) -> None:
        self.language = language
        self.stems = stem is not None
        self.shortens = shortens
        self._fold = folding(language)
        self._parts = {"tr": _turkish_parts, "az": _turkish_parts, "en": _english_parts}.get(language, _parts)
        self._stem = stem

    def words(self, text: str) -> Iterator[Word]:
        for run in _runs().finditer(text):
            if run[0].isascii() or not _ONE_CJK.search(run[0]):
                for head, start, end in self._parts(run[0], run.start()):
                    yield Word(*self.forms(head), start, end)
            else:
                yield from self._unspaced(list(self._parts(run[0], run.start())))

    def forms(self, word: str) -> Forms:
        exact = self._fold(word[:LONGEST])
        return exact, *self.other_forms(exact)

    def other_forms(self, exact: str) -> tuple[str, str]:
        stem = self._stem
        root = exact if stem is None or exact[0].isdigit() else stem(exact)
        return root, exact[:SHORT] if self.shortens else ""

    def explain(self, text: str) -> str:
        return "" if self._stem is None or text[0].isdigit() else self._stem.explained(text)[1]

    def prepare(self, loading: Callable[[], None]) -> None:
        if self._stem is not None:
            self._stem.prepare(loading)

    def _unspaced(self, parts: list[Part]) -> Iterator[Word]:
        """With pairs as the roots of letters in scripts without blanks; the last of a run has itself."""
        for (head, start, end), following in zip(parts, [*parts[1:], None], strict=True):
            exact, root, short = self.forms(head)
            if is_unspaced(head):
                root = exact
                if following is not None and is_unspaced(following[0]):
                    root += self._fold(following[0])
            yield Word(exact, root, short, start, end)


def is_unspaced(word: str) -> bool:
    """A letter of a script without blanks between words."""
    return len(word) == 1 and _ONE_CJK.match(word) is not None


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
    if len(head) == len(run) or _is_one_letter(head) or _ONE_CJK.search(head):
        yield from _parts(run, start)
    else:
        yield head, start, start + len(run)


def _is_one_letter(head: str) -> bool:
    """Also of a letter and the loose mark on it."""
    return len(head) < 4 and len(unicodedata.normalize("NFC", head).replace("\u00ad", "")) == 1


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


def primary(language: str) -> str:
    """`tr` of `tr-TR`."""
    if language.isalpha() and language.islower():
        return language[:8]
    return re.split(r"[-_,;\s]", language.strip().lower(), maxsplit=1)[0][:8]
