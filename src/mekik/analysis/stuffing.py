"""Spam that a page shows by itself: words repeated for robots, in what people see and in what they do not.

Honest pages cost nothing but the outline that likeness needs too; only where that looks odd are the words themselves
counted. Each sign gives a weight from 0 to 1, and the weights add up as chances do. A list of names or a glossary
repeats no phrases, a song repeats whole lines: only a few words that come again in the same short phrases make a
stuffed page.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from mekik.analysis.prints import word_numbers
from mekik.analysis.sketch import Outline

HIDDEN, STUFFED, TITLE, META = "hidden_text", "keyword_stuffing", "stuffed_title", "stuffed_description"

_FEWEST = 50
"""Words of a text that can be called stuffed."""
_SHORT = 4
"""Bytes of a word that says something."""
_LINE = 12
"""Words of a line."""
_MOST = 20_000
"""Words that are counted."""
_SMALL_WORDS = """
that this with from have were will been they their there which when what your about would more than into also
için gibi daha kadar olan olarak değil çünkü ancak sonra önce bütün onun bunu diye veya
eine einer eines einen nicht auch sich oder wird sind dass haben werden über nach beim durch diese dieser
dans pour avec plus cette sont mais comme tout leur elle nous vous para como pero más este esta todo sobre
della delle degli nella sono come anche questo questa
"""
_FUNCTION_WORDS = frozenset(_SMALL_WORDS.split())
_DECEITS = ("same_colour", "tiny", "away", "transparent", "clipped", "invisible")
"""Ways to hide that have few honest uses for much text; menus and tabs are `gone`."""
_NOTED = 0.1
"""Weights below this are not worth a word."""


def odd(outline: Outline, text: bytes) -> bool:
    """Whether the words of a text should be counted."""
    total = outline.words
    if total < _FEWEST or 1 - outline.pairs / (total - 1) < 0.15:
        return False
    words = word_numbers(text)
    long = np.sort(words[words >> np.uint64(56) >= _SHORT])
    if not len(long):
        return False
    ends = np.flatnonzero(long[1:] != long[:-1])
    runs = np.diff(ends, prepend=-1, append=len(long) - 1)
    most = np.partition(runs, -3)[-3:] if len(runs) > 3 else runs
    return bool(most.sum() / total > 0.12)


def judge(
    outline: Outline, text: bytes, title: bytes, description: str, unseen: Mapping[str, str]
) -> tuple[float, tuple[str, ...]]:
    """Score and reasons. `text` and `title` are words with blanks between them."""
    weights: dict[str, float] = {}
    if odd(outline, text):
        weights[STUFFED] = stuffed(_words(text))
    if len(title) > 40:
        weights[TITLE] = 0.6 * _repeating(_words(title))
    if len(description) > 100:
        weights[META] = 0.5 * _repeating(description.lower().replace(",", " ").split())
    if unseen:
        weights[HIDDEN] = hidden(unseen, outline.words)
    honest = 1.0
    for weight in weights.values():
        honest *= 1 - weight
    reasons = [name for name in sorted(weights, key=weights.__getitem__, reverse=True) if weights[name] >= _NOTED]
    return (round(1 - honest, 2), tuple(reasons)) if reasons else (0.0, ())


def stuffed(words: Sequence[str]) -> float:
    """How much a text lives from a few words that come again and again in the same phrases."""
    words = words[:_MOST]
    if len(words) < _FEWEST:
        return 0.0
    words = without_refrains(words)
    said = Counter(word for word in words if _says_something(word))
    share = sum(count for _, count in said.most_common(3)) / len(words)
    pairs = Counter(pairwise(words))
    repeated = 1 - len(pairs) / max(1, len(words) - 1)
    together = math.sqrt(_ramp(share, 0.12, 0.35) * _ramp(repeated, 0.25, 0.6))
    return max(together, 0.8 * _ramp(share, 0.45, 0.65) * _ramp(repeated, 0.1, 0.3))


def without_refrains(words: Sequence[str]) -> list[str]:
    """Without whole lines that were said some lines before: a song repeats its refrain, stuffing its phrase."""
    kept: list[str] = []
    last: dict[tuple[str, ...], int] = {}
    place = 0
    while place < len(words):
        line = tuple(words[place : place + _LINE])
        before = last.get(line)
        last[line] = place
        if before is not None and place - before > _LINE:
            place += len(line)
        else:
            kept.append(words[place])
            place += 1
    return kept


def hidden(unseen: Mapping[str, str], seen: int) -> float:
    """How suspicious the text is that nobody sees. Little of it is for people who listen to pages."""
    deceit = " ".join(text for trick, text in unseen.items() if trick in _DECEITS).lower().split()
    closed = unseen.get("gone", "").lower().split()
    weight = 0.0
    if len(deceit) >= 30:
        much = max(_ramp(len(deceit), 30, 200), _ramp(len(deceit) / (seen + 1), 0.1, 0.5))
        weight = max(0.6 * much, (0.4 + 0.5 * much) * max(_listed(deceit), stuffed(deceit)))
    if len(closed) >= 100:
        weight = max(weight, 0.8 * stuffed(closed))
    return weight


def _listed(words: Sequence[str]) -> float:
    """Whether words stand there without the small ones that make them sentences."""
    small = sum(len(word) <= 3 or word in _FUNCTION_WORDS for word in words) / len(words)
    return _ramp(-small, -0.2, -0.05)


def _repeating(words: Sequence[str]) -> float:
    """Of a title or a description: whether one word comes again and again."""
    words = words[:400]
    if len({*words}) > 0.8 * len(words):
        return 0.0
    said = Counter(word for word in words if _says_something(word))
    if not said:
        return 0.0
    most = said.most_common(1)[0][1]
    return _ramp(most, 2, 5) * _ramp(most / len(words), 0.12, 0.3)


def _says_something(word: str) -> bool:
    return len(word) >= _SHORT and not word[0].isdigit() and word not in _FUNCTION_WORDS


def _words(text: bytes) -> list[str]:
    return text.decode("utf-8", "replace").split()


def _ramp(value: float, low: float, high: float) -> float:
    """0 up to `low`, 1 from `high` on, and straight between them."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
