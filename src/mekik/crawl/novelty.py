"""Whether a page says something new, compared with the pages of its kind.

Compared are phrases of three words, without digits: a calendar's empty days differ in their dates only, and the menu
that every page repeats counts for nothing, however long it is.
"""

from __future__ import annotations

from collections import OrderedDict

from mekik.analysis.phrases import BYTES, SLOTS, mark

_FULL = SLOTS // 4
_MOST_GROUPS = 512
_LONGEST = 8_000
"""Characters of a text that are compared, from its beginning."""
_COUNTED = "ekst"
_NOTHING = bytes(BYTES)


class Phrases:
    """The phrases that a group of pages has shown, as a bitmap; when it fills up, the oldest are forgotten."""

    __slots__ = ("_bits", "_count", "_old")

    def __init__(self) -> None:
        self._bits, self._old = bytearray(BYTES), _NOTHING
        self._count = 0

    @property
    def empty(self) -> bool:
        return not self._count

    def says_new(self, text: str, enough: int) -> bool | None:
        """Whether the text holds `enough` new phrases, or half of its own if it is short; None when it has none."""
        if self._count > _FULL:
            self._old, self._bits, self._count = bytes(self._bits), bytearray(BYTES), 0
        phrases, met, new = mark(text, _LONGEST, self._bits, self._old)
        if not phrases:
            return None
        self._count += met
        return new >= max(1, min(enough, max(enough // 2, phrases // 2)))


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
