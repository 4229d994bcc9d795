"""The dearest steps of reading an HTML page, in C. `_page.c` is what Python sees.

utf8.h     bytes that grow, and white space as Python knows it
marks.h    ../marks.py: the marks, written into the source
lexbor.h   the functions of selectolax's library by which its tree is reached
walk.h     the pass of ../html.py: anchors read, other elements told
links.h    ../links.py: one entry per target
pieces.h   ../pieces.py: runs of text, and what each looks like
content.h  ../content.py: the main content
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from selectolax import lexbor

from mekik.compiled import compiled

VERSION = 4
"""Of what is asked for here: another one was compiled from other sources."""

STYLED, HANDLED = 1, 2
"""Elements with a style of their own; with a handler, or describing something."""
Told = tuple[int, str, dict[str, str | None], str]
"""How many anchors came before an element, its tag, its attributes, and its text where that is asked for."""


class Native(Protocol):
    VERSION: int

    def attach(self, library: str, /) -> bool:
        """Whether selectolax's library has what is needed."""
        ...

    def want(self, tags: dict[bytes, tuple[str, int, bool]], /) -> None:
        """Which tags matter to `walk`, and how much: 0 that they are there, 1 each of them, 2 each with its text, 3 the
        same but in drawings; and which of them `take_out` takes out."""
        ...

    def tags(self, html: bytes, /) -> int:
        """How many tags a page may have."""
        ...

    def mark(self, html: bytes, known: Mapping[bytes, bytes], /) -> tuple[bytes, int]:
        """The page with marks, and how many borders are in it."""
        ...

    def walk(self, root: int, /) -> tuple[list[str], bytes, list[str], list[Told], set[str], int]:
        """Where anchors lead, their kinds, and what they are called; elements to be told, also anchors that may be
        scripts; which of the tags there are; and the sum of `STYLED` and `HANDLED`, as far as there are such."""
        ...

    def take_out(self, root: int, /) -> None:
        """Takes the elements that nobody sees out of the tree."""
        ...

    def gather(
        self, found: list[str | None], anchors: list[str], kinds: bytearray, weak: bytes, /
    ) -> tuple[list[str], list[str], bytes]:
        """Addresses, words and kinds of links, one entry per address."""
        ...

    def content(
        self, root: int, body: int, most: int, is_furniture: Callable[[str], bool], /
    ) -> tuple[str, int | None, str]:
        """The text, how many of its characters are main content, and what is strong in it."""
        ...


_module: Native | None = compiled(f"{__name__}._page", VERSION)
native = _module if _module is not None and _module.attach(lexbor.__file__) else None
