"""Words with their places in a text: the same words, in the same order, as the index has them."""

from __future__ import annotations

import msgspec

from mekik.analysis.analysers import word_analyser
from mekik.analysis.stop_words import STOP_WORDS
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


class ExplainedToken(msgspec.Struct, frozen=True):
    """For people who want to see what happens to a word."""

    text: str
    stem: str
    start: int
    end: int
    short: str
    original: str
    """As it stands in the text."""
    by: str
    """What told the root: dictionary, suffixes, spelling, own …; empty when nothing did."""
    stop: bool
    """A word that says nothing about what a text is about."""


def explained(text: str, language: str, settings: AnalysisSettings = _DEFAULT) -> list[ExplainedToken]:
    analyser = word_analyser(language, settings)
    stop = STOP_WORDS.get(analyser.language, frozenset())
    return [
        ExplainedToken(
            word.text, word.stem, word.start, word.end, word.short, text[word.start : word.end],
            analyser.explain(word.text), word.text.encode() in stop,
        )
        for word in analyser.words(text)
    ]  # fmt: skip


def tokens(text: str, language: str, settings: AnalysisSettings = _DEFAULT) -> list[Token]:
    analyser = word_analyser(language, settings)
    return [Token(word.text, word.stem, word.start, word.end, word.short) for word in analyser.words(text)]


def query_tokens(text: str, language: str, settings: AnalysisSettings = _DEFAULT) -> list[Token]:
    """As `tokens`, for what a person types."""
    return tokens(text[:LONGEST_QUERY], language, settings)
