"""The piece of a page that shows why it was found, with the words marked as the reader sees them.

Places where a word of the query may begin are found by its first letters, which costs next to nothing; only there
the text is analysed, so that `köprülerden` is marked for `köprü` by the same rules by which it was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

import msgspec

from mekik.analysis import Token, tokens
from mekik.analysis.casing import fold_turkish
from mekik.analysis.own_words import synonyms
from mekik.search.forms import Forms
from mekik.search.letters import fold, with_any_marks
from mekik.search.repeating import repeated
from mekik.settings import AnalysisSettings

WIDTH = 240
"""Characters of a snippet, about."""
READ = 200_000
"""Characters of a text that are looked at."""
_LEAD = 50
"""Characters before the first word that is marked."""
_MOST_PLACES = 200
"""Of one beginning: a word that is everywhere need not be marked everywhere."""
_MOST_BEGINNINGS = 64
_RUN = re.compile(r"[\w'’ʼ‘′＇\u0300-\u036f\u00ad\u200c\u200d]+")
_LONGEST_RUN = 120
_NO_BLANKS = "\u2e80"
"""The first letter of the scripts that have no blanks between words."""
_BLANKS = re.compile(r"\s+")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e0fff]+"
)


class Snippet(msgspec.Struct, frozen=True):
    text: str
    highlights: list[tuple[int, int]]
    """Start and end of every word that was looked for, in characters of `text`."""


class Place(msgspec.Struct, frozen=True):
    start: int
    end: int
    needle: int
    """Which word of the query stands there."""


EMPTY = Snippet("", [])


class Highlighter:
    """Marks the words of one query in one text after the other."""

    def __init__(self, needles: Sequence[Forms], settings: AnalysisSettings) -> None:
        self._needles = list(dict.fromkeys(needles))[:_MOST_BEGINNINGS]
        self._settings = settings
        self._strong: dict[tuple[str, str], int] = {}
        self._weak: dict[str, int] = {}
        for number, forms in enumerate(self._needles):
            for text in (*forms.exact, *forms.alike):
                self._strong.setdefault(("text", text), number)
            for text in forms.roots:
                self._strong.setdefault(("root", text), number)
            for text in forms.shorts:
                self._weak.setdefault(text, number)
        own = synonyms(settings.own_words, fold_turkish)
        named = {word for forms in self._needles for root in forms.roots for word in own.get(root, ())}
        self._beginnings = _beginnings([*self._needles, Forms(tuple(named), (), ())])
        self._loose: re.Pattern[str] | None = None

    def snippet(self, text: str, language: str, main: int | None = None, title: str = "") -> Snippet:
        """Of the main content, the first `main` characters, where one of the words is in it. `title` stands above it,
        so a passage that only repeats it is the last choice."""
        if main is not None:
            within = self._snippet(text[:main], language, title)
            if within.highlights or not self._needles:
                return within
            beyond = self._snippet(text[main:], language)
            return beyond if beyond.highlights else within
        return self._snippet(text, language, title)

    def _snippet(self, text: str, language: str, title: str = "") -> Snippet:
        text = text[:READ].replace("\u00ad", "")  # a soft hyphen would hide the beginning of a word
        places = self.places(text, language)
        headings = repeated(text, title) if title else []
        elsewhere = [place for place in places if not any(first <= place.start < last for first, last in headings)]
        # What follows a heading begins after it; words in headings alone are shown there.
        borders = [last for _, last in headings] if elsewhere or not places else []
        start, end, _ = best_window(elsewhere or places, len(text), borders)
        places = [place for place in places if start <= place.start and place.end <= end]
        start, end = _at_blanks(text, start, end)
        return _tidy(text, start, end, places)

    def places(self, text: str, language: str) -> list[Place]:
        """Where the words stand, in order. Words that only begin alike count where there is nothing better."""
        found = self._among(self._candidates(text), text, language)
        # A root may have lost the marks that the page's word has (élève, eleve).
        return found or ([] if text.isascii() else self._among(self._loosely(text), text, language))

    def _among(self, starts: Iterable[int], text: str, language: str) -> list[Place]:
        strong: list[Place] = []
        weak: list[Place] = []
        for start in starts:
            run = _RUN.match(text, start, start + _LONGEST_RUN)
            if run is None:
                continue
            for token in _analysed(run[0], language, self._settings):
                number = self._strong.get(("text", token.text), self._strong.get(("root", token.stem)))
                if number is not None:
                    strong.append(Place(start + token.start, start + token.end, number))
                else:
                    number = self._weak.get(token.stem, self._weak.get(token.short))
                    if number is not None:
                        weak.append(Place(start + token.start, start + token.end, number))
        return _together(_apart(strong or weak), text)

    def found(self, text: str, language: str) -> Iterator[tuple[Forms, Place]]:
        """Which word stands where."""
        for place in self.places(text[:READ], language):
            yield self._needles[place.needle], place

    def _loosely(self, text: str) -> list[int]:
        """The same, whatever marks the letters have."""
        if not self._beginnings:
            return []
        folded = fold(text)
        if self._loose is None:
            self._loose = re.compile("|".join(map(with_any_marks, self._beginnings)))
        starts = {_word_start(folded, match.start()) for match in islice(self._loose.finditer(folded), _MOST_PLACES)}
        return sorted(start for start in starts if start is not None)

    def _candidates(self, text: str) -> list[int]:
        """Where a word begins like one of those looked for."""
        folded = fold(text)
        found: set[int] = set()
        for beginning in self._beginnings:
            place = folded.find(beginning)
            count = 0
            while place >= 0 and count < _MOST_PLACES:
                begin = _word_start(folded, place)
                if begin is not None:
                    found.add(begin)
                    count += 1
                place = folded.find(beginning, place + 1)
        return sorted(found)


def _beginnings(needles: Sequence[Forms]) -> list[str]:
    """The first letters of each word as it may appear. The end of a root may change (kitap, kitabı; burun, burnu)."""
    found = set()
    for forms in needles:
        for text in (*forms.exact, *forms.alike):
            found.add(text[:4])
        for text in forms.roots:
            found.add(text[: max(2, len(text) - 2)])
        for text in forms.shorts:
            found.add(text)
    folded = {fold(text) for text in found if text}
    shortest: list[str] = []
    for text in sorted(folded):  # what begins with another beginning is found with it
        if not shortest or not text.startswith(shortest[-1]):
            shortest.append(text)
    return shortest[:_MOST_BEGINNINGS]


def _word_start(text: str, place: int) -> int | None:
    """`place` if a word begins there; after an apostrophe the run before it counts as well."""
    if place == 0 or not (text[place - 1].isalnum() or text[place - 1] in "'’"):
        return place
    if text[place] >= _NO_BLANKS:
        return place
    if text[place - 1] in "'’":
        begin = place - 1
        while begin > 0 and place - begin < 20 and text[begin - 1].isalnum():
            begin -= 1
        return begin
    return None


@lru_cache(maxsize=8192)
def _analysed(run: str, language: str, settings: AnalysisSettings) -> tuple[Token, ...]:
    return tuple(tokens(run, language, settings))


def _apart(places: list[Place]) -> list[Place]:
    """In order and without overlaps."""
    places.sort(key=lambda place: (place.start, -place.end))
    kept: list[Place] = []
    for place in places:
        if place.end > place.start and (not kept or place.start >= kept[-1].end):
            kept.append(place)
    return kept


def _together(places: list[Place], text: str) -> list[Place]:
    """Of letters that are indexed one by one, those that stand side by side, if any do: a letter of 学校 that stands
    alone belongs to another word."""
    letters = [place for place in places if text[place.start] >= _NO_BLANKS]
    ends, starts = {place.end for place in letters}, {place.start for place in letters}
    alone = {place.start for place in letters if place.start not in ends and place.end not in starts}
    return [place for place in places if place.start not in alone] if len(alone) < len(letters) else places


def best_window(places: list[Place], length: int, borders: Sequence[int] = ()) -> tuple[int, int, list[Place]]:
    """The stretch of about `WIDTH` characters with the most different words, then the most words, then the first. It
    does not begin before a border that it follows."""
    if not places:
        start = next((border for border in borders if border < min(length, WIDTH)), 0)
        return start, min(length, start + WIDTH), []
    best = (0, 0)
    chosen = (0, 0)
    first = 0
    counts: dict[int, int] = {}
    for last, place in enumerate(places):
        counts[place.needle] = counts.get(place.needle, 0) + 1
        while place.end - places[first].start > WIDTH - _LEAD and first < last:
            gone = places[first].needle
            counts[gone] -= 1
            if not counts[gone]:
                del counts[gone]
            first += 1
        score = (len(counts), min(last - first + 1, 6))
        if score > best:
            best, chosen = score, (first, last + 1)
    inside = places[chosen[0] : chosen[1]]
    first_start = max((border for border in borders if border <= inside[0].start), default=0)
    start = max(first_start, inside[0].start - _LEAD)
    end = min(length, max(start + WIDTH, inside[-1].end))
    start = max(first_start, min(start, end - WIDTH))
    return start, end, [place for place in places if start <= place.start and place.end <= end]


def _at_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """Moved so that no word is cut, where there are blanks nearby."""
    if start > 0 and not text[start - 1].isspace():
        for place in range(start, min(start + 30, end)):
            if text[place].isspace():
                start = place + 1
                break
    if end < len(text) and not text[end].isspace():
        for place in range(end - 1, max(end - 30, start), -1):
            if text[place].isspace():
                end = place
                break
    return start, end


def _tidy(text: str, start: int, end: int, places: Sequence[Place]) -> Snippet:
    """One line: blanks of every kind become one, what cannot be seen goes, and dots say that there is more."""
    pieces = ["… "] if start > 0 else [""]
    size = len(pieces[0])
    highlights: list[tuple[int, int]] = []
    at = start

    def add(piece: str) -> None:
        nonlocal size
        piece = clean(piece)
        if piece[:1] == " " and (not size or pieces[-1][-1:] == " "):
            piece = piece[1:]
        if piece:
            pieces.append(piece)
            size += len(piece)

    for place in places:
        if place.start < at or place.end > end:
            continue
        add(text[at : place.start])
        begin = size
        add(text[place.start : place.end])
        if size > begin and highlights and highlights[-1][1] == begin:  # one word of letters that are marked one by one
            highlights[-1] = (highlights[-1][0], size)
        elif size > begin:
            highlights.append((begin, size))
        at = place.end
    add(text[at:end])
    whole = "".join(pieces)
    if end < len(text):
        whole = whole.rstrip(" ") + " …"
    return Snippet(whole, highlights)


def clean(text: str) -> str:
    """Without line breaks, and without what cannot be seen or turns the writing round."""
    return _BLANKS.sub(" ", _UNSEEN.sub("", text))


def one_line(text: str, longest: int) -> str:
    """A title as it can be shown."""
    return clean(text[: 4 * longest]).strip()[:longest]
