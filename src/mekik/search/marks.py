"""What to mark in a page: the words of the query, or what they are called in the page's language.

A page that was found by its translation shows its own words all the same: its glossary tells which of them were meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from mekik.index import IndexEntry
from mekik.search.forms import Forms, Needle, forms_of
from mekik.search.result import Match
from mekik.search.snippet import Highlighter, clean
from mekik.settings import AnalysisSettings
from mekik.translation.pages import read_glossary

MOST = 16
"""Matches that are named of one page."""
_LONGEST = 80
_Needles = Mapping[str, Sequence[Needle]]


class _Meant(NamedTuple):
    """What a page's translation tells of the query's words."""

    needles: list[Needle]
    """Words of the page that were meant."""
    said: dict[Forms, str]
    """What became of them in the translation."""
    unplaced: list[Match]
    """Found in a machine's sentences, which do not tell where they come from."""


class Marks:
    """`tell` which words matched: who searches across languages cannot see it by themselves. `translated` are the words
    that were looked for in translations of pages, by the language of those."""

    def __init__(self, needles: _Needles, settings: AnalysisSettings, tell: bool, translated: _Needles) -> None:
        self._needles = needles
        self._settings = settings
        self._tell = tell
        self._translated = translated
        self._markers: dict[str, Highlighter] = {}
        self._sentences: dict[str, Highlighter] = {}
        self._last: tuple[IndexEntry | None, _Meant | None] = (None, None)

    def of(self, entry: IndexEntry) -> Highlighter:
        meant = self._meant(entry)
        if meant is not None and meant.needles:
            return self._marker(self._whole([*self._of_language(entry.language), *meant.needles], entry))
        name = entry.language if entry.language in self._needles else ""
        needles = self._of_language(name)
        if any(needle.beside for needle in needles):
            return self._marker(self._whole(needles, entry))
        if name not in self._markers:
            self._markers[name] = self._marker(needles)
        return self._markers[name]

    def _whole(self, needles: Sequence[Needle], entry: IndexEntry) -> Sequence[Needle]:
        """Without words of renderings that are not all there."""
        if not any(needle.beside for needle in needles):
            return needles
        marker = self._marker(needles)
        there = {forms for text in (entry.content, entry.title) for forms, _ in marker.found(text, entry.language)}
        return [needle for needle in needles if there.issuperset(needle.beside)]

    def matched(self, entry: IndexEntry) -> tuple[Match, ...] | UnsetType:
        """One for each word of the query that stands in the page."""
        if not self._tell:
            return UNSET
        meant = self._meant(entry) or _Meant([], {}, [])
        needles = [*self._of_language(entry.language), *meant.needles]
        words = {needle.forms: needle.word for needle in reversed(needles)}
        found: dict[str, Match] = {}
        marker = self.of(entry)
        for text in (entry.content, entry.title):
            for forms, place in marker.found(text, entry.language):
                seen = clean(text[place.start : place.end])[:_LONGEST]
                found.setdefault(words[forms], Match(words[forms], seen, meant.said.get(forms, UNSET)))
        for match in meant.unplaced:
            found.setdefault(match.word, match)
        return tuple(found.values())[:MOST]

    def _of_language(self, language: str) -> Sequence[Needle]:
        return self._needles.get(language) or self._needles.get("", ())

    def _marker(self, needles: Sequence[Needle]) -> Highlighter:
        return Highlighter([needle.forms for needle in needles], self._settings)

    def _meant(self, entry: IndexEntry) -> _Meant | None:
        if self._last[0] is not entry:  # each page is asked about a few times, one after the other
            self._last = entry, self._read(entry)
        return self._last[1]

    def _read(self, entry: IndexEntry) -> _Meant | None:
        wanted = self._translated.get(entry.pivot, ()) if entry.pivot else ()
        if not wanted:
            return None
        meant = _Meant([], {}, [])
        roots = {root: needle.word for needle in reversed(wanted) for root in needle.forms.roots}
        for word, said in read_glossary(entry.glossary):
            if not word:
                meant.unplaced.extend(self._in_sentences(said, entry.pivot, wanted))
                continue
            root = next((root for root in said.split() if root in roots), None)
            if root is not None:
                for way in forms_of(word, [entry.language], self._settings)[:1]:
                    for forms in way:
                        meant.needles.append(Needle(forms, roots[root]))
                        meant.said.setdefault(forms, root)
        return meant

    def _in_sentences(self, text: str, language: str, wanted: Sequence[Needle]) -> list[Match]:
        marker = self._sentences.get(language)
        if marker is None:
            marker = self._sentences[language] = self._marker(wanted)
        words = {needle.forms: needle.word for needle in reversed(wanted)}
        found = [(words[forms], text[place.start : place.end]) for forms, place in marker.found(text, language)]
        return [Match(word, clean(seen)[:_LONGEST], clean(seen)[:_LONGEST]) for word, seen in found]
