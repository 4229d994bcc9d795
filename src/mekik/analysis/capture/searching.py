"""A text for RE2: it reads UTF-8, and people count characters."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import re2

MOST_CANDIDATES = 20_000
"""Places of one page that are judged for one kind: a page made of nothing else must end, too."""

# Signs that no reader sees; put into an address to hide it.
_UNSEEN = ("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad")
_UNSEEN_RUN = re.compile(f"[{''.join(_UNSEEN)}]+")


class Span(NamedTuple):
    """A find in characters of the text as it was given."""

    value: str
    start: int
    end: int


def compiled(pattern: str) -> Any:
    """A pattern of ours, in RE2 on UTF-8, whatever the case of its letters."""
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = False
    options.never_capture = True
    return re2.compile(pattern, options)


class Characters:
    """Counts the characters before a byte, quickly when it is asked in order."""

    def __init__(self, utf8: bytes) -> None:
        self._utf8 = utf8
        self._plain = utf8.isascii()
        self._byte = self._character = 0

    def before(self, byte: int) -> int:
        if self._plain:
            return byte
        if byte < self._byte:
            self._byte = self._character = 0
        self._character += len(self._utf8[self._byte : byte].decode("utf-8", "replace"))
        self._byte = byte
        return self._character


class Text:
    """The text as it is searched: without signs that no reader sees."""

    def __init__(self, text: str, utf8: bytes | None = None) -> None:
        """`utf8` is the same text, where somebody has it already."""
        self._cuts: list[int] = []
        self._shifts: list[int] = [0]
        if not text.isascii() and any(sign in text for sign in _UNSEEN):
            text, utf8 = self._without_unseen(text), None
        self.text = text
        self.utf8 = text.encode("utf-8", "replace") if utf8 is None else utf8
        self._characters = Characters(self.utf8)

    def _without_unseen(self, text: str) -> str:
        removed = start = 0
        pieces = []
        for run in _UNSEEN_RUN.finditer(text):
            pieces.append(text[start : run.start()])
            start = run.end()
            self._cuts.append(run.start() - removed)
            removed += run.end() - run.start()
            self._shifts.append(removed)
        pieces.append(text[start:])
        return "".join(pieces)

    def places(self, pattern: Any, worth: Callable[[bytes], bool] | None = None) -> Iterator[tuple[int, int]]:
        """Where the pattern matches something `worth` a look, in characters of `text`, in order."""
        utf8, character = self.utf8, self._characters.before
        for _, match in zip(range(MOST_CANDIDATES), pattern.finditer(utf8), strict=False):
            start, end = match.span()
            if worth is None or worth(utf8[start:end]):  # counting characters is dear
                yield character(start), character(end)

    def span(self, value: str, start: int, end: int) -> Span:
        """A find at this place of `text`."""
        if self._cuts:
            # The last sign of a find says where it ends: what is unseen behind it is not part of it.
            end = self._given(end - 1) + 1
            start = self._given(start)
        return Span(value, start, end)

    def _given(self, place: int) -> int:
        return place + self._shifts[bisect_right(self._cuts, place)]
