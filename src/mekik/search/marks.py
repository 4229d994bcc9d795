"""What to mark in a page: the words of the query, or what they are called in the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from mekik.index import IndexEntry
from mekik.search.plan import Needle
from mekik.search.result import Match
from mekik.search.snippet import Highlighter, clean
from mekik.settings import AnalysisSettings

MOST = 16
"""Matches that are named of one page."""
_LONGEST = 80


class Marks:
    """`tell` which words matched: who searches across languages cannot see it by themselves."""

    def __init__(self, needles: Mapping[str, Sequence[Needle]], settings: AnalysisSettings, tell: bool) -> None:
        self._needles = needles
        self._settings = settings
        self._tell = tell
        self._markers: dict[str, Highlighter] = {}

    def of(self, language: str) -> Highlighter:
        name = language if language in self._needles else ""
        marker = self._markers.get(name)
        if marker is None:
            forms = [needle.forms for needle in self._needles.get(name, ())]
            marker = self._markers[name] = Highlighter(forms, self._settings)
        return marker

    def matched(self, entry: IndexEntry) -> tuple[Match, ...] | UnsetType:
        """One for each word of the query that stands in the page."""
        if not self._tell:
            return UNSET
        marker = self.of(entry.language)
        words = {needle.forms: needle.word for needle in reversed(self._needles.get(entry.language, self._needles[""]))}
        found: dict[str, str] = {}
        for text in (entry.content, entry.title):
            for forms, place in marker.found(text, entry.language):
                found.setdefault(words[forms], clean(text[place.start : place.end])[:_LONGEST])
        return tuple(Match(word, seen) for word, seen in list(found.items())[:MOST])
