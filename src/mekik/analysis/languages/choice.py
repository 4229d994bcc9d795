"""Identifiers by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mekik.analysis.languages.protocol import LanguageIdentifier
from mekik.errors import UsageError

NAMES = ("fast", "short", "ngram", "lingua")


def make(
    name: str,
    languages: Iterable[str] = (),
    dictionaries: Iterable[str] | None = None,
    loading: Callable[[], None] = lambda: None,
) -> LanguageIdentifier:
    """`languages`: the only ones that count; `fast` always knows all of its own. `dictionaries`: see `short.py`."""
    # Each is loaded when it is asked for: a crawl needs one of them.
    match name:
        case "fast":
            from mekik.analysis.languages.fast import FastTextIdentifier

            return FastTextIdentifier()
        case "short":
            from mekik.analysis.languages.short import ShortIdentifier

            return ShortIdentifier(languages, dictionaries, loading)
        case "ngram":
            from mekik.analysis.languages.ngram import NgramIdentifier

            return NgramIdentifier(None, languages)
        case "lingua":
            from mekik.analysis.languages.by_lingua import LinguaIdentifier

            return LinguaIdentifier(languages)
    raise UsageError(f"There is no identifier {name!r}: {', '.join(NAMES)}.")


def available() -> list[str]:
    """Those that can work here."""
    from mekik.analysis.languages.by_lingua import installed

    return [name for name in NAMES if name != "lingua" or installed()]
