"""Phone numbers in a text, as +905321234567 (E.164).

With a + or 00 a number speaks for itself. Without, it needs the country, and something that announces it: a word
like "tel", or a shape that only phone numbers have, such as 0(212) 555 00 00. Lengths and area codes are checked
by the tables of `phonenumbers`, which are loaded when the first number is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from mekik.analysis.capture.phone_words import CUE, DATE, MONEY_BEFORE, OTHER_NUMBER, UNIT_BEHIND
from mekik.analysis.capture.searching import Span, Text, compiled

_PLACES = compiled(r"\+?\(?\+?\d[\d()\s.\-/\x{A0}\x{202F}\x{2010}-\x{2015}+]{4,}\d")
_LONGEST_RUN = 160
"""Characters of figures that are looked at; numbers side by side in a list."""
_MOST_TRIES = 12
_LEAST, _MOST = 7, 18
"""Figures of a number as it is written: 15 at most, with 00 and the (0) that some put in between."""
_NO_FIGURES = bytes(set(range(256)) - set(b"0123456789"))
_HARD = re.compile(r"\s[-/\u2010-\u2015]\s|\s{2,}|\.\s|(?<=\d)\+|(?<=[\d)])\s(?=\+)|(?<=\d)\((?=\d{4,})|\)\s?(?=\()")
"""Between two numbers rather than inside one."""
_LONGEST_AREA = 5
"""Figures before a stroke that are only the beginning of a number: 030 / 1234567."""
_GROUP = re.compile(r"\d+")
_AREA_IN_BRACKETS = re.compile(r"(?:0\s?)?\(0?\s?\d{2,5}\)\s?[\d]")
_TRUNK = re.compile(r"0 ?\d{1,4}([ .\-/\u2010-\u2015]\d{2,})+$")
_AMERICAN = re.compile(r"(?:1[.-])?\d{3}([.-])\d{3}\1\d{4}$")
_FAR = 12
"""Characters between two numbers of which the second needs no word of its own."""


def phones(text: Text, country: str | None = None) -> Iterator[Span]:
    """Each number with its place; `country` is where numbers without a + belong."""
    words = text.text
    known = -1000
    for start, end in text.places(_PLACES, _long_enough):
        if not _stands_alone(words, start, end):
            continue
        for begin, number in _numbers(words[start : min(end, start + _LONGEST_RUN)]):
            place, rest = start + begin, number
            while len(rest) >= _LEAST:
                found = _first_valid(words, place, rest, country, announced=place - known <= _FAR)
                if found is None:
                    break
                yield text.span(*found)
                known, rest, place = found.end, rest[found.end - place :], found.end


def _long_enough(figures: bytes) -> bool:
    return len(figures.translate(None, _NO_FIGURES)) >= _LEAST


def _stands_alone(words: str, start: int, end: int) -> bool:
    """Not the tail of a word or of another number, and nothing glued behind."""
    before, after = words[start - 1 : start], words[end : end + 1]
    if before.isalnum() or before in ("_", "#", "=", "@", "%", "+", "\\", "$", "€", "£", "₺"):
        return False
    if before in (".", ",", "-", "/") and words[start - 2 : start - 1].isalnum() and words[start] != "(":
        return words[start] == "+" or words[start - 2].isalpha()
    return not (after.isalnum() or after in ("_", "@", "%", "€", "₺", "$"))


def _numbers(figures: str) -> Iterator[tuple[int, str]]:
    """The parts that may be a number each, with their places; days and years are left out."""
    for start, part in _parts(figures):
        day = DATE.match(part)
        skipped = day.end() if day else 0
        yield start + skipped, part[skipped:]


def _parts(figures: str) -> Iterator[tuple[int, str]]:
    start = 0
    for gap in _HARD.finditer(figures):
        if "/" in gap[0] and sum(map(str.isdigit, figures[start : gap.start()])) <= _LONGEST_AREA:
            continue
        yield start, figures[start : gap.start()]
        start = gap.end()
    yield start, figures[start:]


def _first_valid(words: str, start: int, number: str, country: str | None, announced: bool) -> Span | None:
    """The longest beginning of the figures that is a number: others may follow in the same line."""
    stripped = number.lstrip(" .-/)\u2013")
    start += len(number) - len(stripped)
    number = stripped
    ends = [group.end() for group in _GROUP.finditer(number)]
    for end in ends[-1 : -_MOST_TRIES - 1 : -1]:
        one = number[:end]
        if one.count("(") > one.count(")") and number[end : end + 1] == ")":
            one += ")"
        count = sum(map(str.isdigit, one))
        if count > _MOST:
            continue
        if count < _LEAST or one.count("(") != one.count(")"):
            break
        if not _announced(words, start, one, announced):
            continue
        value = normalised(one, country)
        if value is not None:
            return Span(value, start, start + len(one))
    return None


def _announced(words: str, start: int, number: str, announced: bool) -> bool:
    """Whether the number says itself, or the words around it, that it is one for calling."""
    behind = words[start + len(number) : start + len(number) + 12]
    if UNIT_BEHIND.match(behind):
        return False
    before = words[max(0, start - 48) : start]
    if number.lstrip("(").startswith("+"):
        return not MONEY_BEFORE.search(before)
    if announced or CUE.search(before):
        return True
    if OTHER_NUMBER.search(before) or MONEY_BEFORE.search(before):
        return False
    if number.startswith("00"):
        return len(_GROUP.findall(number)) > 2
    if _AREA_IN_BRACKETS.match(number) or _AMERICAN.match(number):
        return True
    groups = _GROUP.findall(number)
    return _TRUNK.match(number) is not None and (len(groups) > 2 or "/" in number)


@lru_cache(maxsize=4096)
def normalised(number: str, country: str | None, *, meant: bool = False) -> str | None:
    """In E.164, or None when no such number can exist. One that is `meant` to be called needs the right length only."""
    import phonenumbers

    if number.startswith("00"):
        number = "+" + number[2:]
    try:
        parsed = phonenumbers.parse(number, None if number.startswith("+") else country)
    except phonenumbers.NumberParseException:
        return None
    right = phonenumbers.is_possible_number if meant else phonenumbers.is_valid_number
    return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)) if right(parsed) else None


def is_country(code: str) -> bool:
    from phonenumbers import SUPPORTED_REGIONS

    return code.upper() in SUPPORTED_REGIONS
