"""The plug point: who tells the language of a text."""

from __future__ import annotations

from typing import Protocol

SURE = 0.5
"""Below this a text is treated as being in no known language: a wrong one would spoil its words."""
IN_DOUBT = 0.8
"""No more than this may be said of a text whose pieces contradict each other: it may be in several languages."""


class LanguageIdentifier(Protocol):
    """Takes any text, of any length, and never fails on one."""

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        """Two- or three-letter code and how sure, 0 to 1; an empty code when it cannot tell.

        `declared` is what the page, its site or its reader says the language is. It tips the scales, no more.
        """
        ...

    def languages(self) -> frozenset[str]:
        """The codes that it may answer with."""
        ...
