"""A whole page, the quick way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import xxhash

from mekik.analysis import stuffing
from mekik.analysis.keywords import keywords
from mekik.analysis.language import SURE, FastTextIdentifier, LanguageIdentifier
from mekik.analysis.memory import TextForms
from mekik.analysis.outward import outward
from mekik.analysis.prints import word_numbers
from mekik.analysis.sketch import sketch, sorted_pairs
from mekik.analysis.words import primary, word_analyser
from mekik.page import Analysis, Document, Keyword, Traits
from mekik.settings import AnalysisSettings

WORDS = ("title_exact", "title_root", "content_exact", "content_root", "content_short", "rest_exact", "rest_root")
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
    rest_exact: bytes = b""
    rest_root: bytes = b""
    text: bytes = b""
    traits: Traits = Traits()
    keywords: tuple[Keyword, ...] = ()

    def decoded(self) -> Analysis:
        words = {name: getattr(self, name).decode() for name in WORDS}
        return Analysis(
            self.language, self.confidence, self.fingerprint, **words, text=self.text, traits=self.traits,
            keywords=self.keywords,
        )  # fmt: skip


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

    def columns(self, document: Document, url: str) -> Columns:
        if self._settings.analyser == "none":
            return self._plain(document, url)
        main, rest = parts_of(document)
        language, confidence = self._identifier.identify(main or document.title, document.language)
        if confidence < SURE:
            language = ""
        forms = self._forms_of(language)
        exact, root, short = forms.columns(main)
        title_exact, title_root, _ = forms.columns(document.title)
        # Words of menus are looked for by what they are; their first letters would find more noise than pages.
        rest_exact, rest_root, _ = forms.columns(rest) if rest else (b"", b"", b"")
        most = self._settings.keywords
        found: tuple[Keyword, ...] = ()
        if most:
            strong = forms.columns(document.strong)[:2] if document.strong else (b"", b"")
            found = keywords((exact, root), (title_exact, title_root), strong, language, most)
        return Columns(
            language, confidence, fingerprint(exact, main), title_exact, title_root, exact, root, short,
            rest_exact, rest_root,
            document.text.encode("utf-8", "replace"), traits_of(exact, title_exact, document, url), found,
        )  # fmt: skip

    def language_of(self, text: str) -> str:
        """What a text that does not say so is written in, where that is sure."""
        language, confidence = self._identifier.identify(text, "")
        return language if confidence >= SURE else ""

    def _plain(self, document: Document, url: str) -> Columns:
        forms = self._forms_of("", only_exact=True)
        main, rest = parts_of(document)
        exact, title = forms.columns(main)[0], forms.columns(document.title)[0]
        return Columns(
            primary(document.language), 0.0, fingerprint(exact, main), title, content_exact=exact,
            rest_exact=forms.columns(rest)[0] if rest else b"", text=document.text.encode("utf-8", "replace"),
            traits=traits_of(exact, title, document, url),
        )  # fmt: skip

    def _forms_of(self, language: str, *, only_exact: bool = False) -> TextForms:
        forms = self._forms.get(language)
        if forms is None:
            analyser = word_analyser(language, self._settings)
            analyser.prepare(self._loading)
            named = self._settings.analyser
            forms = TextForms(analyser, language if named == "auto" else named, only_exact=only_exact)
            self._forms[language] = forms
        return forms


def parts_of(document: Document) -> tuple[str, str]:
    """The main content and the rest of the text."""
    text, main = document.text, document.main
    return (text, "") if main is None else (text[:main], text[main + 1 :])


def traits_of(exact: bytes, title: bytes, document: Document, url: str) -> Traits:
    numbers = word_numbers(exact)
    pairs = sorted_pairs(numbers)
    score, reasons = stuffing.judge(numbers, pairs, exact, title, document.description, document.unseen)
    return Traits(len(numbers), sketch(pairs), score, reasons, *outward(document.links, url))


def fingerprint(exact: bytes, text: str) -> int:
    """Equal for texts that differ in white space, case and punctuation only; 0 for no text at all."""
    if letters := exact.translate(None, b" "):
        return xxhash.xxh3_64_intdigest(letters)
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")) if text else 0
