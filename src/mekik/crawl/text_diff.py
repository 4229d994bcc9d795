"""What changed between two texts: line by line, and word by word where a line became another."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

import msgspec

MOST_LINES = 2_000
"""Of each text; what follows is not compared. With so many, the worst pair takes half a second."""
LONGEST_LINE = 2_000
_MOST_WORDS = 400
_AROUND = 2
"""Unchanged lines that are shown before and after a change."""
_WORDS = re.compile(r"\s+|[^\s]+")

Piece = tuple[bool, str]
"""Whether it changed, and the words."""


class DiffLine(msgspec.Struct, frozen=True):
    sign: Literal[" ", "-", "+", "…"]
    pieces: list[Piece]
    """Of `…`: how many unchanged lines are left out."""


class Difference(msgspec.Struct, frozen=True):
    lines: list[DiffLine]
    added: int
    removed: int
    cut: bool
    """One of the texts is longer than what was compared."""


def difference(old: str, new: str) -> Difference:
    before, after = _lines(old), _lines(new)
    cut = len(before) > MOST_LINES or len(after) > MOST_LINES
    before, after = before[:MOST_LINES], after[:MOST_LINES]
    lines: list[DiffLine] = []
    added = removed = 0
    steps = SequenceMatcher(None, before, after).get_opcodes()
    for place, (kind, start, end, other_start, other_end) in enumerate(steps):
        if kind == "equal":
            lines += _unchanged(before[start:end], first=place == 0, last=place == len(steps) - 1)
            continue
        gone, come = before[start:end], after[other_start:other_end]
        removed, added = removed + len(gone), added + len(come)
        if len(gone) == len(come):
            for one, other in zip(gone, come, strict=True):
                lines += _changed(one, other)
        else:
            lines += [DiffLine("-", [(True, line)]) for line in gone]
            lines += [DiffLine("+", [(True, line)]) for line in come]
    return Difference(lines, added, removed, cut)


def _lines(text: str) -> list[str]:
    return [line.strip()[:LONGEST_LINE] for line in text.splitlines()[: MOST_LINES + 1] if line.strip()]


def _unchanged(lines: list[str], *, first: bool, last: bool) -> list[DiffLine]:
    head, tail = (0 if first else _AROUND), (0 if last else _AROUND)
    left_out = len(lines) - head - tail
    if left_out <= 1:
        return [DiffLine(" ", [(False, line)]) for line in lines]
    shown = [DiffLine(" ", [(False, line)]) for line in lines[:head]]
    shown.append(DiffLine("…", [(False, str(left_out))]))
    return shown + [DiffLine(" ", [(False, line)]) for line in lines[len(lines) - tail :]]


def _changed(old: str, new: str) -> list[DiffLine]:
    words, others = _WORDS.findall(old), _WORDS.findall(new)
    if len(words) > _MOST_WORDS or len(others) > _MOST_WORDS:
        return [DiffLine("-", [(True, old)]), DiffLine("+", [(True, new)])]
    gone: list[Piece] = []
    come: list[Piece] = []
    for kind, start, end, other_start, other_end in SequenceMatcher(None, words, others, False).get_opcodes():
        if end > start:
            gone.append((kind != "equal", "".join(words[start:end])))
        if other_end > other_start:
            come.append((kind != "equal", "".join(others[other_start:other_end])))
    return [DiffLine("-", gone), DiffLine("+", come)]
