"""Which translator: the one that the settings name, or the best of those that are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from mekik.errors import TranslationError
from mekik.settings import TranslationSettings
from mekik.translation import argos
from mekik.translation.freedict import FreeDict
from mekik.translation.libretranslate import LibreTranslate
from mekik.translation.protocol import Translated, TranslatedText, Translator

T = TypeVar("T")


def _nobody_waits(name: str) -> None:
    pass


def make_translator(settings: TranslationSettings, loading: Callable[[str], None] | None = None) -> Translator:
    """Raises UsageError or TranslationError for one that is named and cannot be used."""
    loading = loading or _nobody_waits
    match settings.translator:
        case "freedict":
            return FreeDict(settings.folders, loading)
        case "libretranslate":
            return LibreTranslate(settings)
        case "argos":
            return argos.Argos()
    found: list[Translator] = []
    if settings.server:
        found.append(LibreTranslate(settings))
    if argos.is_installed():
        found.append(argos.Argos())
    found.append(FreeDict(settings.folders, loading))
    return found[0] if len(found) == 1 else FirstOf(found)


class FirstOf:
    """The first that knows the two languages; when it fails, the next."""

    def __init__(self, translators: Sequence[Translator]) -> None:
        self._translators = translators

    def knows(self, source: str, target: str) -> bool:
        return any(one.knows(source, target) for one in self._translators)

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        return self._first(source, target, lambda one: one.query(words, source, target))

    def text(self, text: str, source: str, target: str) -> TranslatedText:
        return self._first(source, target, lambda one: one.text(text, source, target))

    def _first(self, source: str, target: str, ask: Callable[[Translator], T]) -> T:
        failure = TranslationError(f"nobody here translates from {source} to {target}")
        for one in self._translators:
            if one.knows(source, target):
                try:
                    return ask(one)
                except TranslationError as error:
                    failure = error
        raise failure
