"""Letters that people type for one another: without their marks on a foreign keyboard, or with a slip of the finger."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

_ALIKE = {
    "c": "ç", "g": "ğ", "i": "ıî", "o": "öô", "s": "şß", "u": "üû", "a": "âäàá", "e": "éèê", "n": "ñ",
    "ı": "iî", "ç": "c", "ğ": "g", "ö": "o", "ş": "s", "ü": "u", "â": "a", "î": "iı", "û": "uü", "ä": "a", "é": "e",
}  # fmt: skip
_PLAIN = str.maketrans("çğıîöôşüûâäàáéèêñ", "cgiioosuuaaaaeeen")
_ALPHABET = "abcdefghijklmnopqrstuvwxyzçğıöşüâäé"


def alike(word: str, most: int) -> Iterator[str]:
    """The word with other marks on its letters, at most so many, those with the usual Turkish marks first."""
    choices = [(letter, *_ALIKE.get(letter, "")) for letter in word]
    usual = product(*((letters[:2] if len(letters) > 1 else letters) for letters in choices))
    spellings = dict.fromkeys(map("".join, islice(usual, most)))
    if len(spellings) < most:
        spellings.update(dict.fromkeys(map("".join, islice(product(*choices), most))))
    return (spelling for spelling in islice(spellings, most) if spelling != word)


def fold(text: str) -> str:
    """Lower case that keeps every place: İ is the one letter that would become two, and all kinds of i are one."""
    return text.replace("İ", "i").lower().replace("ı", "i")


def plain(word: str) -> str:
    """Without the marks that such keyboards do not have."""
    return word.translate(_PLAIN)


def with_any_marks(word: str) -> str:
    """A pattern for the word in lower case, whatever marks its letters have."""
    classes = _marked()
    return "".join(f"[{re.escape(letter + classes.get(_bare(letter), ''))}]" for letter in word)


@cache
def _marked() -> dict[str, str]:
    """Small Latin letters with marks, by the letter without."""
    found: dict[str, str] = {}
    for letter in map(chr, range(0xE0, 0x250)):
        bare = _bare(letter)
        if letter.islower():
            found[bare] = found.get(bare, bare) + letter
    return found


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]


def slips(word: str) -> Iterator[str]:
    """Every word that is one slip away: two letters swapped, one missing, one wrong, one too many."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    for head, tail in cuts:
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
    for head, tail in cuts:
        if tail:
            yield head + tail[1:]
    for head, tail in cuts:
        for letter in _ALPHABET:
            if tail:
                yield head + letter + tail[1:]
            yield head + letter + tail


def distance(one: str, other: str, most: int) -> int:
    """Slips between two words; more than `most` is just more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        here = [row]
        for column, against in enumerate(other, 1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (letter != against))
            if row > 1 < column and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]
