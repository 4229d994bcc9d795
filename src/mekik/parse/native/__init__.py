"""The dearest steps of reading an HTML page, in C. `_page.c` is what Python sees.

utf8.h     bytes that grow, and white space as Python knows it
marks.h    ../marks.py: the marks, written into the source
lexbor.h   the functions of selectolax's library by which its tree is reached
walk.h     the pass of ../html.py: anchors read, other elements named
pieces.h   ../pieces.py: runs of text, and what each looks like
content.h  ../content.py: the main content
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from selectolax import lexbor

from mekik.compiled import compiled

VERSION = 1
"""Of what is asked for here: another one was compiled from other sources."""

Anchor = tuple[str, str | None, str]
"""Where it leads, what `rel` says, and what it is called."""
Told = tuple[str, dict[str, str | None], str]
"""A tag, its attributes, and its text where that is asked for."""


class Native(Protocol):
    VERSION: int

    def attach(self, library: str, /) -> bool:
        """Whether selectolax's library has what is needed."""
        ...

    def want(self, tags: dict[bytes, tuple[str, int]], /) -> None:
        """Which tags matter to `walk`, and how much: 0 that they are there, 1 each of them, 2 each with its text."""
        ...

    def mark(self, html: bytes, known: Mapping[bytes, bytes], /) -> tuple[bytes, int]:
        """The page with marks, and how many borders are in it."""
        ...

    def walk(self, root: int, /) -> tuple[list[Anchor | Told], set[str], bool, bool]:
        """Anchors and elements to be told, in page order; which of the tags there are; whether some elements have
        styles of their own, and whether some have handlers or describe things."""
        ...

    def content(
        self, root: int, body: int, most: int, is_furniture: Callable[[str], bool], /
    ) -> tuple[str, int | None, str]:
        """The text, how many of its characters are main content, and what is strong in it."""
        ...


_module: Native | None = compiled(f"{__name__}._page", VERSION)
native = _module if _module is not None and _module.attach(lexbor.__file__) else None
