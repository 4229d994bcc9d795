"""Words with their places in a text: the same words, in the same order, as the index has them."""

from __future__ import annotations

import msgspec

from mekik.analysis.words import word_analyser
from mekik.settings import AnalysisSettings

_DEFAULT = AnalysisSettings()
LONGEST_QUERY = 2000
"""Characters of a query that are read."""


class Token(msgspec.Struct, frozen=True):
    text: str
    """As in the exact fields."""
    stem: str
    """As in the root fields."""
    start: int
    end: int
    short: str = ""


def tokens(text: str, language: str, settings: AnalysisSettings = _DEFAULT) -> list[Token]:
    analyser = word_analyser(language, settings)
    return [Token(word.text, word.stem, word.start, word.end, word.short) for word in analyser.words(text)]


def query_tokens(text: str, language: str, settings: AnalysisSettings = _DEFAULT) -> list[Token]:
    """As `tokens`, for what a person types."""
    return tokens(text[:LONGEST_QUERY], language, settings)
