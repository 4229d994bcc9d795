"""A text's words in all their forms, by what was worked out for other texts before.

A page is mostly words that other pages had too: looking one up costs a fraction of working it out. Texts in Latin
letters are cut by `latin_words` and looked up in a `WordTable`, all parts of a page at once. Of other texts whole
pieces between blanks are remembered, with the commas at them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from mekik.analysis.latin import latin_words
from mekik.analysis.native import Table, native
from mekik.analysis.word_table import ROOM, Column, Places, WordTable
from mekik.analysis.words import LONGEST as LONGEST_WORD
from mekik.analysis.words import WordAnalyser

MOST = 150_000
"""Pieces in each of the two generations."""
LONGEST = 60
"""Longer pieces are addresses and junk that will not be seen again."""


class Forms(NamedTuple):
    """The words of a text with blanks between them, as UTF-8.

    `exact` and `root` have a word each for every word, so that phrases are found in both; `root` is empty where an
    analyser finds none. `short` has first letters that differ from the root, for whoever looks for them asks for the
    root too.
    """

    exact: bytes = b""
    root: bytes = b""
    short: bytes = b""


class Memory(dict[bytes, bytes]):
    """Fills itself. When it is full it becomes the old generation, from which what is used again comes back."""

    def __init__(self, work_out: Callable[[str], bytes], most: int = MOST) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most
        self._older: dict[bytes, bytes] = {}

    def __missing__(self, key: bytes) -> bytes:
        lines = self._older.get(key)
        if lines is None:
            lines = self._work_out(key.decode("utf-8", "replace"))
            if len(key) > LONGEST:
                return lines
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[key] = lines
        return lines


class TextForms:
    """The words of texts in one language."""

    def __init__(self, analyser: WordAnalyser) -> None:
        self._analyser = analyser
        self._table: Table | None = None
        if native is not None:
            self._table = native.Table(self._other_forms, MOST, ROOM * MOST, secrets.randbits(64))
        self._words = WordTable(self._other_forms) if self._table is None else None
        self.pieces = Memory(self._all_forms)

    def of(self, text: str) -> Forms:
        return self.parts([text])[0]

    def parts(self, texts: Sequence[str]) -> list[Forms]:
        """Of the parts of a page: together they cost hardly more than the longest alone."""
        exacts = [latin_words(text, self._analyser.language) if text else b"" for text in texts]
        if not self._analyser.stems:
            return [
                Forms(exact) if exact is not None else self._by_pieces(text)
                for exact, text in zip(exacts, texts, strict=True)
            ]
        simple = [exact for exact in exacts if exact is not None]
        others = iter(self._looked_up(simple))
        return [
            self._by_pieces(text) if exact is None else Forms(exact, *next(others))
            for exact, text in zip(exacts, texts, strict=True)
        ]

    def _looked_up(self, exacts: list[bytes]) -> list[tuple[bytes, bytes]]:
        if self._words is None:
            assert self._table is not None
            return [self._table.columns(exact) for exact in exacts]
        joined = b" ".join(exacts)
        if not joined or joined.isspace():
            return [(b"", b"")] * len(exacts)
        starts, roots, shorts = self._words.columns(joined, self._analyser.shortens)
        borders = np.cumsum([len(exact) + 1 for exact in exacts[:-1]], dtype=np.int64)
        counts = np.searchsorted(starts, borders)
        return list(zip(_divided(roots, counts), _divided(shorts, counts), strict=True))

    def _by_pieces(self, text: str) -> Forms:
        pieces = text.encode("utf-8", "replace").split()
        lines = b"".join(map(self.pieces.__getitem__, pieces)).split(b"\n")
        lines.pop()
        exact, root, short = (b" ".join(lines[place::3]) for place in range(3))
        # Without a stemmer there are roots all the same in scripts without blanks: pairs of letters.
        return Forms(exact, root if self._analyser.stems or root != exact else b"", short)

    def _other_forms(self, exact: str) -> tuple[bytes, bytes]:
        """Of a word that `latin_words` gave: folding it once more would change nothing."""
        root, short = self._analyser.other_forms(exact[:LONGEST_WORD])
        return f"{root} ".encode(), f"{short} ".encode() if short and short != root else b""

    def _all_forms(self, piece: str) -> bytes:
        words = self._analyser.words(piece)
        return "".join(
            f"{word.text}\n{word.stem}\n{word.short if word.short != word.stem else ''}\n" for word in words
        ).encode()


def _divided(column: Column, counts: Places) -> list[bytes]:
    """The column of joined texts, text by text: `counts` are the words before each but the first."""
    if not column.text:
        return [b""] * (len(counts) + 1)
    ends = np.concatenate(([0], column.ends))[counts].tolist()
    bounds = [0, *ends, len(column.text)]
    return [column.text[start:end] for start, end in pairwise(bounds)]
