"""Whether bytes are UTF-8: most pages are, and to make a text of one only to see that costs more than to look."""

from __future__ import annotations

from typing import Protocol

from mekik.compiled import compiled

VERSION = 1
"""Of what is asked for here: another one was compiled from other sources."""


class Native(Protocol):
    VERSION: int

    def is_utf8(self, data: bytes, /) -> bool: ...


native: Native | None = compiled("mekik._utf8", VERSION)


def by_decoding(data: bytes) -> bool:
    """The same without compiled code."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


is_utf8 = by_decoding if native is None else native.is_utf8
