"""The language by the library lingua, which is the most exact on a few words and takes the most memory."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from mekik.analysis.languages.fast import sample
from mekik.analysis.words import primary
from mekik.errors import UsageError

_MEMORY_OF_ONE = 28_000_000
"""Bytes that a language takes, about; 75 of them are 1.3 GB."""
_MEMORY_INFO = Path("/proc/meminfo")
_OWN_WORD = 0.3
_OTHER_NAMES = {"no": "nb"}
_NAMES = {"nb": "no"}


def installed() -> bool:
    from importlib.util import find_spec

    return find_spec("lingua") is not None


class LinguaIdentifier:
    """Among `languages`, or among all that it knows. Refuses when memory would not suffice."""

    def __init__(self, languages: Iterable[str] = ()) -> None:
        if not installed():
            raise UsageError("lingua is not installed. Get it with: pip install 'mekik[lingua]'")
        known = _codes()
        wanted = {_OTHER_NAMES.get(code, code) for code in languages} & known.keys() or known.keys()
        needed, free = _MEMORY_OF_ONE * len(wanted), _free_memory()
        if free is not None and needed > free:
            raise UsageError(
                f"lingua needs about {needed / 1e6:,.0f} MB for {len(wanted)} languages, and {free / 1e6:,.0f} MB are "
                "free. Name fewer languages, or take the identifier short."
            )
        self._codes = frozenset(wanted)
        self._detector = _detector(self._codes)

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        found = self._detector.compute_language_confidence_values(sample(text).encode("utf-8", "replace").decode())
        scores = {value.language.iso_code_639_1.name.lower(): value.value for value in found}
        if not scores or max(scores.values()) == 0:
            return "", 0.0
        own = primary(declared)
        own = _OTHER_NAMES.get(own, own)
        if scores.get(own):
            scores[own] += _OWN_WORD
        code = max(scores, key=lambda one: (scores[one], one))
        return _NAMES.get(code, code), round(min(1.0, scores[code]), 4)

    def languages(self) -> frozenset[str]:
        return frozenset(_NAMES.get(code, code) for code in self._codes)


@lru_cache(maxsize=1)
def _codes() -> dict[str, Any]:
    from lingua import Language

    return {language.iso_code_639_1.name.lower(): language for language in Language.all()}


@lru_cache(maxsize=4)
def _detector(codes: frozenset[str]) -> Any:
    from lingua import LanguageDetectorBuilder

    known = _codes()
    if len(codes) == 1:  # which lingua refuses, having nothing to decide
        codes |= {next(code for code in sorted(known) if code not in codes)}
    return LanguageDetectorBuilder.from_languages(*(known[code] for code in sorted(codes))).build()


def _free_memory() -> int | None:
    """Bytes; None where the system does not tell."""
    try:
        for line in _MEMORY_INFO.read_text().splitlines():
            name, _, value = line.partition(":")
            if name == "MemAvailable":
                return int(value.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None
