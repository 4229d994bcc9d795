"""Whether a page says something new, compared with the pages of its kind.

Compared are phrases of three words, without digits: a calendar's empty days differ in their dates only, and the menu
that every page repeats counts for nothing, however long it is.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable

_SLOTS = 1 << 16
_FULL = _SLOTS // 4
_DIGITS = re.compile("[0-9]+")
_MOST_GROUPS = 512
_LONG = 1500
"""Characters of a text of which a sample of phrases is looked at first, from its middle."""
_MIDDLE = 2400
_LONGEST = 20_000
_SAMPLED = " s"
"""How the phrases of a sample begin: many words do so in every language with these letters."""
_SAMPLE = 16
_COUNTED = "ekst"


class Phrases:
    """The phrases that a group of pages has shown, as a bitmap; when it fills up, the oldest are forgotten."""

    __slots__ = ("_bits", "_count", "_old")

    def __init__(self) -> None:
        self._bits, self._old = bytearray(_SLOTS // 8), bytes(_SLOTS // 8)
        self._count = 0

    @property
    def empty(self) -> bool:
        return not self._count

    def says_new(self, text: str, enough: int) -> bool | None:
        """Whether the text holds `enough` new phrases, or half of its own if it is short; None when it has none."""
        first = self.empty
        if len(text) > _LONG:  # one that is new is so nearly everywhere; but the first one is taken in as a whole
            start = max(0, len(text) - _MIDDLE) // 2
            sample = [piece[:_SAMPLE] for piece in text[start : start + _MIDDLE].split(_SAMPLED)]
            if self._add([piece for piece in sample if not _DIGITS.search(piece)]) >= enough and not first:
                return True
        words = _DIGITS.sub("", text[:_LONGEST]).split()
        phrases = list(zip(words, words[1:], words[2:], strict=False))
        if not phrases:
            return None
        return self._add(phrases) >= max(1, min(enough, max(enough // 2, len(phrases) // 2)))

    def _add(self, phrases: Iterable[object]) -> int:
        """How many of them are new."""
        if self._count > _FULL:
            self._old, self._bits, self._count = bytes(self._bits), bytearray(_SLOTS // 8), 0
        bits, old = self._bits, self._old
        new = met = 0
        for phrase in phrases:
            slot = hash(phrase) & _SLOTS - 1
            place, bit = slot >> 3, 1 << (slot & 7)
            if not bits[place] & bit:
                bits[place] |= bit
                met += 1
                if not old[place] & bit:
                    new += 1
        self._count += met
        return new


class Memory:
    """The phrases of many groups; of those that were not asked for lately, nothing is kept."""

    def __init__(self) -> None:
        self._groups: OrderedDict[str, Phrases] = OrderedDict()

    def of(self, group: str) -> Phrases:
        phrases = self._groups.get(group)
        if phrases is None:
            if len(self._groups) >= _MOST_GROUPS:
                self._groups.popitem(last=False)
            phrases = self._groups[group] = Phrases()
        else:
            self._groups.move_to_end(group)
        return phrases


def bag(text: str) -> int:
    """Equal for texts of the same words in any order; texts of other words hardly ever share it."""
    return hash((len(text), *map(text.count, _COUNTED)))


class Recent:
    """A set of numbers that forgets the oldest of many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: set[int] = set()
        self._old: set[int] = set()

    def add(self, number: int) -> bool:
        """True when it was not there."""
        if number in self._new:
            return False
        if len(self._new) >= self._most:
            self._old, self._new = self._new, set()
        self._new.add(number)
        return number not in self._old
