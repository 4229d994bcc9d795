"""A whole page, the quick way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import xxhash

from mekik.analysis import stuffing
from mekik.analysis.analysers import word_analyser
from mekik.analysis.keywords import keywords
from mekik.analysis.languages import SURE, LanguageIdentifier, make
from mekik.analysis.languages.habits import Habits
from mekik.analysis.languages.parts import WORTH_CUTTING, Part, divided, shares_of
from mekik.analysis.languages.protocol import IN_DOUBT
from mekik.analysis.memory import Forms, TextForms
from mekik.analysis.outward import outward
from mekik.analysis.sketch import Outline, outline
from mekik.analysis.words import primary
from mekik.page import Analysis, Document, Keyword, LanguageShare, Traits
from mekik.settings import AnalysisSettings
from mekik.urls import host
from mekik.utf8 import text_of

_FEW_CHARACTERS = 200
"""A text that is no longer is read as a title is."""


class Columns(NamedTuple):
    """An `Analysis` whose words are still UTF-8, as a worker sends it."""

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
    headings: bytes = b""
    anchors: bytes = b""
    text: bytes = b""
    traits: Traits = Traits()
    keywords: tuple[Keyword, ...] = ()
    languages: tuple[LanguageShare, ...] = ()

    def decoded(self) -> Analysis:
        return Analysis(
            self.language, self.confidence, self.fingerprint, text_of(self.title_exact), text_of(self.title_root),
            text_of(self.content_exact), text_of(self.content_root), text_of(self.content_short),
            text_of(self.rest_exact), text_of(self.rest_root), text_of(self.headings), text_of(self.anchors),
            self.text, self.traits, self.keywords, self.languages,
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
        self._identifier = identifier or make(settings.identifier, dictionaries=settings.languages, loading=loading)
        self._loading = loading
        self._forms: dict[str, TextForms] = {}
        self._habits = Habits()
        self._short: LanguageIdentifier | None = None

    def analyse(self, document: Document, url: str) -> Analysis:
        return self.columns(document, url).decoded()

    def columns(self, document: Document, url: str, anchors: str = "") -> Columns:
        """`anchors` is what links to the page call it."""
        if self._settings.analyser == "none":
            return self._plain(document, url)
        main, rest = parts_of(document)
        language, confidence, parts = self.languages(main, document, url)
        most = self._settings.keywords
        short = [document.title, document.strong, anchors, rest]
        if len(parts) > 1:
            title, bold, named, other = self._forms_of(language).parts(short)
            content = self._in_parts(main, parts)
        else:
            title, bold, named, other, content = self._forms_of(language).parts([*short, main])
        said = keywords(content[:2], title[:2], bold[:2], language, most) if most else ()
        found = outline(content.exact)
        # Words of menus are looked for by what they are; their first letters would find more noise than pages.
        return Columns(
            language, confidence, fingerprint(found.letters, main), title.exact, title.root, *content, other.exact,
            other.root, bold.root or bold.exact, named.root or named.exact, document.text.encode("utf-8", "replace"),
            traits_of(found, content.exact, title.exact, document, url), said,
            tuple(LanguageShare(code, round(share, 3)) for code, share in shares_of(parts).items()),
        )  # fmt: skip

    def languages(self, main: str, document: Document, url: str) -> tuple[str, float, list[Part]]:
        """The language of a page and how sure it is; and the parts of a page in several."""
        declared, site = primary(document.language), host(url)
        own = self._habits.own_word(site, declared)
        language, confidence = self._identifier.identify(main or document.title, own)
        if confidence > IN_DOUBT:
            if len(main) >= WORTH_CUTTING:
                self._habits.learn(site, declared, language, confidence)
            return language, confidence, []
        if len(main) >= WORTH_CUTTING:
            parts = divided(main, self._identifier, language)
            if len(parts) > 1:
                language, share = next(iter(shares_of(parts).items()))
                return language, max(SURE, round(share, 4)), parts
        if confidence < SURE:
            language, confidence = self._by_few_words(main or document.title, own, language, confidence)
        return language if confidence >= SURE else "", confidence, []

    def _by_few_words(self, text: str, own: str, language: str, confidence: float) -> tuple[str, float]:
        """A title, or a page with hardly more: another identifier may tell what the one for pages cannot."""
        if self._settings.identifier != "fast" or not text or len(text) > _FEW_CHARACTERS:
            return language, confidence
        if self._short is None:
            self._short = make("short", dictionaries=self._settings.languages, loading=self._loading)
        found, sure = self._short.identify(text, own)
        return (found, sure) if sure >= IN_DOUBT else (language, confidence)

    def _in_parts(self, text: str, parts: list[Part]) -> Forms:
        """The words of a text whose parts are in different languages, each by the habits of its own."""
        found = [self._forms_of(part.language).of(text[part.start : part.end]) for part in parts]
        exact, root, short = zip(*found, strict=True)
        # A part whose analyser finds no roots has its words there, so that both columns go side by side.
        roots = [own or words for own, words in zip(root, exact, strict=True)] if any(root) else []
        return Forms(*(b" ".join(filter(None, column)) for column in (exact, roots, short)))

    def language_of(self, text: str) -> str:
        """What a text that does not say so is written in, where that is sure."""
        language, confidence = self._identifier.identify(text, "")
        return language if confidence >= SURE else ""

    def _plain(self, document: Document, url: str) -> Columns:
        main, rest = parts_of(document)
        title, other, content = self._forms_of("").parts([document.title, rest, main])
        found = outline(content.exact)
        return Columns(
            primary(document.language), 0.0, fingerprint(found.letters, main), title.exact, content_exact=content.exact,
            rest_exact=other.exact, text=document.text.encode("utf-8", "replace"),
            traits=traits_of(found, content.exact, title.exact, document, url),
        )  # fmt: skip

    def _forms_of(self, language: str) -> TextForms:
        forms = self._forms.get(language)
        if forms is None:
            analyser = word_analyser(language, self._settings)
            analyser.prepare(self._loading)
            forms = self._forms[language] = TextForms(analyser)
        return forms


def parts_of(document: Document) -> tuple[str, str]:
    """The main content and the rest of the text."""
    text, main = document.text, document.main
    return (text, "") if main is None else (text[:main], text[main + 1 :])


def traits_of(found: Outline, exact: bytes, title: bytes, document: Document, url: str) -> Traits:
    score, reasons = stuffing.judge(found, exact, title, document.description, document.unseen)
    return Traits(found.words, found.sketch, score, reasons, *outward(document.links, url))


def fingerprint(letters: bytes, text: str) -> int:
    """Equal for texts that differ in white space, case and punctuation only; 0 for no text at all."""
    if letters:
        return xxhash.xxh3_64_intdigest(letters)
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")) if text else 0
