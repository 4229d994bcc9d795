"""A whole page, the quick way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import xxhash

from mekik.analysis.language import SURE, FastTextIdentifier, LanguageIdentifier
from mekik.analysis.memory import TextForms
from mekik.analysis.prints import word_numbers
from mekik.analysis.sketch import sketch
from mekik.analysis.words import primary, word_analyser
from mekik.page import Analysis, Document, Traits
from mekik.settings import AnalysisSettings

WORDS = ("title_exact", "title_root", "content_exact", "content_root", "content_short")
"""Columns of words with blanks between them."""


class Columns(NamedTuple):
    """An `Analysis` whose words are still UTF-8: ready to be sent without being decoded and encoded again."""

    language: str = ""
    confidence: float = 0.0
    fingerprint: int = 0
    title_exact: bytes = b""
    title_root: bytes = b""
    content_exact: bytes = b""
    content_root: bytes = b""
    content_short: bytes = b""
    text: bytes = b""
    traits: Traits = Traits()

    def decoded(self) -> Analysis:
        words = {name: getattr(self, name).decode() for name in WORDS}
        return Analysis(self.language, self.confidence, self.fingerprint, **words, text=self.text, traits=self.traits)


def _nobody_waits() -> None:
    pass


class Analyser:
    """Analyses page after page. `loading` is called now and then while a dictionary is made, which takes seconds.

    That happens once for a language on a machine; after that, dictionaries cost nothing to open.
    """

    def __init__(
        self,
        settings: AnalysisSettings,
        identifier: LanguageIdentifier | None = None,
        loading: Callable[[], None] = _nobody_waits,
    ) -> None:
        self._settings = settings
        self._identifier = identifier or FastTextIdentifier()
        self._loading = loading
        self._forms: dict[str, TextForms] = {}

    def analyse(self, document: Document, url: str) -> Analysis:
        return self.columns(document, url).decoded()

    def columns(self, document: Document, url: str) -> Columns:  # noqa: ARG002 - other analysers may want it
        if self._settings.analyser == "none":
            return self._plain(document)
        language, confidence = self._identifier.identify(document.text or document.title, document.language)
        if confidence < SURE:
            language = ""
        forms = self._forms_of(language)
        exact, root, short = forms.columns(document.text)
        title_exact, title_root, _ = forms.columns(document.title)
        print_of = fingerprint(exact, document.text)
        text = document.text.encode("utf-8", "replace")
        traits = traits_of(exact)
        return Columns(language, confidence, print_of, title_exact, title_root, exact, root, short, text, traits)

    def _plain(self, document: Document) -> Columns:
        forms = self._forms_of("", only_exact=True)
        exact, title = forms.columns(document.text)[0], forms.columns(document.title)[0]
        print_of, text = fingerprint(exact, document.text), document.text.encode("utf-8", "replace")
        return Columns(
            primary(document.language), 0.0, print_of, title, content_exact=exact, text=text, traits=traits_of(exact)
        )

    def _forms_of(self, language: str, *, only_exact: bool = False) -> TextForms:
        forms = self._forms.get(language)
        if forms is None:
            analyser = word_analyser(language, self._settings)
            analyser.prepare(self._loading)
            named = self._settings.analyser
            forms = TextForms(analyser, language if named == "auto" else named, only_exact=only_exact)
            self._forms[language] = forms
        return forms


def traits_of(exact: bytes) -> Traits:
    numbers = word_numbers(exact)
    return Traits(len(numbers), sketch(numbers))


def fingerprint(exact: bytes, text: str) -> int:
    """Equal for texts that differ in white space, case and punctuation only; 0 for no text at all."""
    if letters := exact.translate(None, b" "):
        return xxhash.xxh3_64_intdigest(letters)
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")) if text else 0
