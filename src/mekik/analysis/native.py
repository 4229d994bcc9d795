"""The compiled twins of a few loops (`_native.c` and the headers beside it), where this machine has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mekik.compiled import compiled

VERSION = 7
"""Of what is asked for here: another one was compiled from other sources."""


class Table(Protocol):
    """Remembers the other forms of words."""

    def columns(self, words: bytes, /) -> tuple[bytes, bytes]:
        """The roots and the short forms of words with blanks between them."""
        ...

    def __len__(self) -> int: ...


class Native(Protocol):
    VERSION: int

    def count(
        self, words: bytes, roots: bytes, strong: bytes, title: bytes, weights: tuple[int, int, int, int, int, int], /
    ) -> list[tuple[int, bytes, bytes]]: ...

    def fold(self, text: str, letters: bytes, habit: str, /) -> bytes | None: ...

    def numbers(self, words: bytes, /) -> bytes: ...

    def outline(self, words: bytes, borrow: bytes, /) -> tuple[int, int, bytes, bytes]: ...

    def phrases(self, text: str, most: int, bits: bytearray, old: bytes, /) -> tuple[int, int, int]: ...

    def Table(self, work_out: Callable[[str], tuple[bytes, bytes]], most: int, room: int, seed: int, /) -> Table: ...


native: Native | None = compiled("mekik.analysis._native", VERSION)
