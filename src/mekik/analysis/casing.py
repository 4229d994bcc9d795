"""One spelling for one word: composed, without soft hyphens, in lower case.

In Turkish and Azerbaijani the capital of ı is I and that of i is İ; everywhere else I is the capital of i.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

DOTTED = {"tr", "az"}
_DOTTED_I = re.compile("i\u0307+")
"""What İ becomes outside Turkish."""


def folding(language: str) -> Callable[[str], str]:
    """How words of a language are folded."""
    return fold_turkish if language in DOTTED else fold


def fold(word: str) -> str:
    if word.isascii():
        return word.lower()
    return _undotted(_compose(word).casefold())


def fold_turkish(word: str) -> str:
    if not word.isascii():
        return _undotted(_compose(word).replace("İ", "i").replace("I", "ı").casefold())
    return word.replace("I", "ı").lower()


def _undotted(word: str) -> str:
    return _DOTTED_I.sub("i", word) if "\u0307" in word else word


def _compose(word: str) -> str:
    return unicodedata.normalize("NFC", word).replace("\u00ad", "")
