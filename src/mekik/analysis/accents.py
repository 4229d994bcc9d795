"""Which accents people leave out: rules by language for roots, so that etat finds état and strasse Straße.

Exact words keep their accents and are worth more, so résumé comes before resume for who writes it so. Letters that a
language counts as letters of their own stay (ñ in Spanish, å in Swedish): without them it would be another word.
Turkish is not here: its words without accents are respelled by the dictionary (`turkish.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from mekik.analysis.stems import Stemmer

_KEPT = {
    "ca": "", "cs": "", "cy": "", "da": "æøå", "de": "", "el": "", "en": "", "eo": "ĉĝĥĵŝŭ", "es": "ñ", "et": "äöõü",
    "eu": "ñ", "fi": "åäö", "fo": "æøð", "fr": "", "ga": "", "gd": "", "gl": "ñ", "gv": "", "hr": "", "hu": "öőüű",
    "is": "æöðþ", "it": "", "lb": "äë", "lt": "", "lv": "", "nb": "æøå", "nl": "", "nn": "æøå", "no": "æøå", "pl": "",
    "pt": "", "ro": "", "se": "", "sk": "", "sl": "", "sq": "", "sv": "åäö", "sw": "", "vi": "", "bs": "", "sh": "",
    "sr": "", "tl": "", "af": "", "oc": "", "br": "", "mt": "",
}  # fmt: skip
"""Languages in Latin letters, and the letters that stay. Greek loses its accents too."""
_SIGNS = {"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t"}
_LETTERS = {
    "ru": {"ё": "е"},
    "be": {"ё": "е"},
    "ar": {"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه", "\u0640": ""},
    "fa": {"ي": "ی", "ك": "ک", "ة": "ه", "أ": "ا", "\u0640": ""},
    "ur": {"ي": "ی", "ك": "ک", "\u0640": ""},
    "he": {},
}
_MARKED = frozenset({"ar", "fa", "ur", "he", "yi"})
"""Scripts whose vowel marks are mostly left out."""
_GERMAN = re.compile("(?<![aeiouq])([aou])e")
"""How umlauts are written where a keyboard has none; after another vowel the two are two (neue, Bauer)."""


def accent_folding(language: str) -> Callable[[str], str] | None:
    """How roots of a language lose their accents; None where they keep them all."""
    if language in _LETTERS or language in _MARKED:
        letters = str.maketrans(_LETTERS.get(language, {}))
        return lambda word: _without_marks(word).translate(letters) if language in _MARKED else word.translate(letters)
    if language not in _KEPT:
        return None
    table = _table(language)
    if language == "de":
        return lambda word: _without_umlauts(word if word.isascii() else word.translate(table))
    return lambda word: word if word.isascii() else word.translate(table)


def _without_umlauts(word: str) -> str:
    return _GERMAN.sub(r"\1", word) if "ae" in word or "oe" in word or "ue" in word else word


@lru_cache(maxsize=64)
def _table(language: str) -> dict[int, str]:
    ranges = [(0xC0, 0x250), (0x1E00, 0x1F00)]
    if language == "el":
        ranges.append((0x370, 0x400))
    found: dict[int, str] = {}
    for first, last in ranges:
        for code in range(first, last):
            letter = chr(code)
            plain = _SIGNS.get(letter) or _without_marks(letter)
            if plain != letter and letter not in _KEPT[language]:
                found[code] = plain
    return found


def _without_marks(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(letter for letter in letters if not unicodedata.combining(letter)))


class WithoutAccents:
    """Another stemmer's roots, and the words that it does not know, without accents."""

    def __init__(self, fold: Callable[[str], str], stemmer: Stemmer | None) -> None:
        self._fold = fold
        self._stemmer = stemmer

    def __call__(self, word: str) -> str:
        return self._fold(self._stemmer(word) if self._stemmer is not None else word) or word

    def explained(self, word: str) -> tuple[str, str]:
        root, by = self._stemmer.explained(word) if self._stemmer is not None else (word, "")
        plain = self._fold(root) or word
        return plain, by or ("accents" if plain != word else "")

    def prepare(self, loading: Callable[[], None]) -> None:
        if self._stemmer is not None:
            self._stemmer.prepare(loading)
