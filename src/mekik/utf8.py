"""UTF-8, quickly. Most pages are UTF-8, and to make a text of one only to see that costs more than to look.

The words of a page come from a worker as UTF-8 and go into the index as UTF-8, but between the two they have to be a
text of Python's. A text that compiled code makes keeps the bytes it was made of, so nobody encodes it again.
"""

from __future__ import annotations

from typing import Protocol

from mekik.compiled import compiled

VERSION = 2
"""Of what is asked for here: another one was compiled from other sources."""


class Native(Protocol):
    VERSION: int

    def is_utf8(self, data: bytes, /) -> bool: ...

    def text_of(self, data: bytes, /) -> str: ...


native: Native | None = compiled("mekik._utf8", VERSION)


def by_decoding(data: bytes) -> bool:
    """The same without compiled code."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes) -> str:
    """The same without compiled code."""
    return data.decode("utf-8", "replace")


is_utf8 = by_decoding if native is None else native.is_utf8
text_of = decoded if native is None else native.text_of
