"""Argos Translate, where it and its language packages are installed: sentences, on this machine."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from mekik.errors import TranslationError
from mekik.translation.protocol import Translated, TranslatedText

LONGEST_TEXT = 20_000
"""Characters of a text that are translated: a second or more of work."""


def is_installed() -> bool:
    return importlib.util.find_spec("argostranslate") is not None


class Argos:
    def __init__(self) -> None:
        if not is_installed():
            raise TranslationError("Argos Translate is not installed. Get it with: pip install argostranslate")
        self._between = lru_cache(maxsize=64)(_translation)

    def knows(self, source: str, target: str) -> bool:
        return source != target and self._between(source, target) is not None

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        return Translated(sentence=self._sentences(" ".join(words), source, target))

    def text(self, text: str, source: str, target: str) -> TranslatedText:
        return TranslatedText(self._sentences(text, source, target))

    def _sentences(self, text: str, source: str, target: str) -> str:
        between = self._between(source, target)
        if between is None:
            raise TranslationError(f"Argos Translate has no package from {source} to {target}")
        try:
            return str(between.translate(text[:LONGEST_TEXT]))
        except Exception as error:  # whatever its models raise must not cost a page or a search
            raise TranslationError(f"Argos Translate failed: {type(error).__name__}") from error


def _translation(source: str, target: str) -> Any:
    """Its own object for the pair; None where no package is installed for it."""
    translate = importlib.import_module("argostranslate.translate")  # here: slow to import, and rarely installed

    languages = {language.code: language for language in translate.get_installed_languages()}
    if source not in languages or target not in languages:
        return None
    return languages[source].get_translation(languages[target])
