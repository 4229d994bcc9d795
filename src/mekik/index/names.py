"""Names of people as words to look for. Letters count without their marks, as who types a foreign name does."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
_MOST = 40
_LONGEST = 1000


def name_words(text: str) -> list[str]:
    bare = text[:_LONGEST].replace("ı", "i").lower()
    if not bare.isascii():
        bare = "".join(letter for letter in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(letter))
    return _WORD.findall(bare)[:_MOST]
