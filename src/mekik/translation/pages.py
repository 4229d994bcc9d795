"""A page in the pivot language: words for the index, and a glossary that says where they come from.

The glossary makes it possible to show a reader the words of the page that were meant, in the page's own language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from mekik.analysis.analysers import word_analyser
from mekik.analysis.memory import TextForms
from mekik.errors import TranslationError
from mekik.page import PageTranslation
from mekik.settings import AnalysisSettings, TranslationSettings
from mekik.translation.choosing import make_translator
from mekik.translation.protocol import RenderedWord, Translator

LONGEST = 20_000
"""Characters of a page that are translated, from its start."""
_KEPT = 50_000


def _nobody_waits() -> None:
    pass


class PageTranslator:
    """Translates page after page. `loading` is called now and then while a dictionary is made ready.

    Raises UsageError or TranslationError where the settings name a translator that cannot be used.
    """

    def __init__(
        self, settings: TranslationSettings, analysis: AnalysisSettings, loading: Callable[[], None] = _nobody_waits,
        translator: Translator | None = None,
    ) -> None:  # fmt: skip
        self.pivot = settings.pivot
        self._translator = translator or make_translator(settings, lambda _name: loading())
        analyser = word_analyser(self.pivot, analysis)
        analyser.prepare(loading)
        self._forms = TextForms(analyser)
        self._roots_of_all = lru_cache(maxsize=_KEPT)(self._all_roots)

    def of(self, language: str, title: str, text: str) -> PageTranslation | None:
        """None where there is nothing to translate. Raises TranslationError where it cannot be done."""
        whole = f"{title}\n{text}"[:LONGEST].strip()
        if not language or language == self.pivot or not whole:
            return None
        if not self._translator.knows(language, self.pivot):
            raise TranslationError(f"nothing translates from {language} to {self.pivot}")
        said = self._translator.text(whole, language, self.pivot)
        if said.words:
            return self._from_words(said.words)
        line = " ".join(said.text[: 4 * LONGEST].split())
        return PageTranslation(self.pivot, self._roots_of(line).decode(), b"\t" + line.encode("utf-8", "replace"))

    def _from_words(self, words: tuple[RenderedWord, ...]) -> PageTranslation:
        column: list[bytes] = []
        lines: dict[str, bytes] = {}
        for one in words:
            roots = self._roots_of_all(one.renderings or (one.word,))
            column.append(roots)
            if one.renderings and one.root not in lines:
                lines[one.root] = one.word.encode("utf-8", "replace") + b"\t" + roots
        return PageTranslation(self.pivot, b" ".join(column).decode(), b"\n".join(lines.values()))

    def _all_roots(self, renderings: tuple[str, ...]) -> bytes:
        return b" ".join(dict.fromkeys(self._roots_of(" ".join(renderings)).split()))

    def _roots_of(self, text: str) -> bytes:
        exact, root, _ = self._forms.of(text)
        return (root or exact).strip()


def read_glossary(glossary: bytes) -> list[tuple[str, str]]:
    """Words of a page with the roots that stand for them; a machine's sentences stand beside nothing."""
    lines = glossary.decode("utf-8", "replace").split("\n")
    return [(word, said) for word, tab, said in (line.partition("\t") for line in lines) if tab]
