"""The compiled twins of a few loops, where this machine has them.

`_native.c` is compiled when Mekik is installed, if there is a C compiler; without one everything works as well, only
slower. `MEKIK_NATIVE=no` does without it, to compare.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

VERSION = 2
"""Of what is asked for here: another one was compiled from other sources."""


class Table(Protocol):
    """Remembers the other forms of words."""

    def columns(self, words: bytes, /) -> tuple[bytes, bytes]:
        """The roots and the short forms of words with blanks between them."""
        ...

    def __len__(self) -> int: ...


class Native(Protocol):
    VERSION: int

    def fold(self, text: str, letters: bytes, habit: str, /) -> bytes | None: ...

    def numbers(self, words: bytes, /) -> bytes: ...

    def phrases(self, text: bytes, bits: bytearray, old: bytes, /) -> tuple[int, int, int]: ...

    def Table(self, work_out: Callable[[str], tuple[bytes, bytes]], most: int, room: int, seed: int, /) -> Table: ...


def _load() -> Native | None:
    if os.environ.get("MEKIK_NATIVE", "").lower() in ("no", "0", "off"):
        return None
    try:
        from mekik.analysis import _native  # type: ignore[attr-defined] # not on every machine
    except ImportError:
        return None
    found: Native = _native
    return found if found.VERSION == VERSION else None


native = _load()
