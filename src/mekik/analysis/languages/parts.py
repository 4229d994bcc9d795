"""Pages in several languages: which part is in which.

A few probes show whether a text is in one language throughout, as most are. Else it is cut into pieces at the ends of
lines and sentences, and each is looked at. A piece that tells little goes with the one before it, and a language that
has only a little of the text is taken for a quotation. Languages that are easily mistaken for each other are no two.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mekik.analysis.languages.protocol import LanguageIdentifier

WORTH_CUTTING = 600
"""Characters of a text that may be in several languages."""
_PROBES, _PROBE = 6, 120
_PIECE = 200
_MOST_PIECES = 60
_CLEAR = 0.7
"""How sure a piece has to be for a language of its own."""
_LEAST_SHARE, _LEAST = 0.1, 150
"""Of the text, and in characters: less is a quotation."""
_FAMILIES = ("sl hr sr bs sh", "no nn nb da sv", "id ms jv su", "cs sk", "es pt gl ca oc an ast", "ru uk be bg mk rue",
             "tr az tk uz crh", "nl af", "hi mr ne", "zh yue wuu")  # fmt: skip
_FAMILY = {code: family.split(" ")[0] for family in _FAMILIES for code in family.split(" ")}
_BREAK = re.compile(r"\n+|(?<=[.!?…。]) ")


class Part(NamedTuple):
    language: str
    start: int
    end: int


def divided(text: str, identifier: LanguageIdentifier, language: str) -> list[Part]:
    """The parts of a text, in order and without gaps. `language` is what it seems to be in as a whole."""
    whole = [Part(language, 0, len(text))]
    if len(text) < WORTH_CUTTING:
        return whole
    step = len(text) // _PROBES
    probes = {_clear(text[start : start + _PROBE], identifier, language) for start in range(step // 2, len(text), step)}
    if len(probes - {""}) < 2:
        return whole
    found: list[Part] = []
    for start, end in _pieces(text):
        code = _clear(text[start:end], identifier, language) or (found[-1].language if found else "")
        _add(found, Part(code, start, end))
    if not found[0].language:  # it told little, and there was none before it
        found[0] = found[0]._replace(language=found[1].language if len(found) > 1 else language)
    shares = shares_of(found)
    kept = {code for code, share in shares.items() if share >= _LEAST_SHARE and share * len(text) >= _LEAST}
    if len(kept) < 2:
        return whole
    joined: list[Part] = []
    for part in found:
        near = joined[-1].language if joined else next(other.language for other in found if other.language in kept)
        _add(joined, part if part.language in kept else part._replace(language=near))
    return joined


def _clear(piece: str, identifier: LanguageIdentifier, language: str) -> str:
    """What a piece is clearly in; a relative of `language` is taken for it."""
    code, sure = identifier.identify(piece)
    if sure < _CLEAR:
        return ""
    return language if code and _family(code) == _family(language) else code


def _family(code: str) -> str:
    return _FAMILY.get(code, code)


def shares_of(parts: list[Part]) -> dict[str, float]:
    """Each language's share of the characters, the largest first."""
    whole = max(1, sum(part.end - part.start for part in parts))
    found: dict[str, float] = {}
    for part in parts:
        found[part.language] = found.get(part.language, 0.0) + (part.end - part.start) / whole
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _add(parts: list[Part], part: Part) -> None:
    if parts and parts[-1].language == part.language:
        parts[-1] = parts[-1]._replace(end=part.end)
    else:
        parts.append(part)


def _pieces(text: str) -> list[tuple[int, int]]:
    """Of about equal length, cut where something ends; few enough for any page."""
    length = max(_PIECE, len(text) // _MOST_PIECES + 1)
    pieces, start = [], 0
    while start < len(text):
        end = start + length
        if end < len(text):
            # A line or sentence that ends within the second half of the piece; else the last blank; else anywhere.
            near = [found.end() for found in _BREAK.finditer(text, start + length // 2, end)]
            blank = text.rfind(" ", start + length // 2, end)
            end = near[-1] if near else blank + 1 if blank > 0 else end
        pieces.append((start, min(end, len(text))))
        start = end
    return pieces
