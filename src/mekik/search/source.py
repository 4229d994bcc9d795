"""Which language a query is in. It is short, so what it is said to be in is worth more: see `Wish.source`."""

from __future__ import annotations

from functools import cache

from mekik.analysis.languages import LanguageIdentifier, make

SURE = 0.3
"""Below this it is better not to translate: a wrong language finds nonsense."""


def source_language(text: str) -> str:
    """Two letters; empty when nobody can tell."""
    language, confidence = _identifier().identify(text)
    return language if confidence >= SURE else ""


@cache
def _identifier() -> LanguageIdentifier:
    return make("short")
