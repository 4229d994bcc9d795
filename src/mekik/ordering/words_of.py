"""The words of links: of anchors and addresses, in every spelling and root under which they may be looked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

from mekik.analysis import word_analyser
from mekik.analysis.stop_words import STOP_WORDS
from mekik.settings import AnalysisSettings, OrderingSettings

Forms = tuple[str, ...]

_WORD = re.compile(r"[^\W\d_]{2,40}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONGEST_ADDRESS = 500
_MOST_WORDS = 60
_REMEMBERED = 50_000
_FILE_TYPES = {"html", "htm", "php", "asp", "aspx", "jsp", "shtml", "xhtml"}


class Words:
    """Cuts texts and addresses into words and tells the forms of each: as it is written and its roots, without accents,
    because addresses rarely have any (/saglik/ is sağlık)."""

    def __init__(self, settings: OrderingSettings) -> None:
        known = AnalysisSettings(languages=settings.languages)
        # Without roots a word is known by its folded spelling only.
        languages = settings.languages or ("",)
        self._analysers = [word_analyser(language, known) for language in languages]
        self._stems = settings.stems
        self._memory: dict[str, Forms] = {}
        stop = (word.decode() for language in settings.languages for word in STOP_WORDS.get(language, ()))
        self.stop = frozenset(map(plain, stop))

    def forms(self, word: str) -> Forms:
        """The first is the word itself."""
        found = self._memory.get(word)
        if found is None:
            if len(self._memory) >= _REMEMBERED:
                self._memory.clear()
            forms: dict[str, None] = {}
            for analyser in self._analysers:
                exact, root, _ = analyser.forms(word)
                forms[plain(exact)] = None
                if self._stems:
                    forms[plain(root)] = None
            found = self._memory[word] = tuple(forms)
        return found

    def of_text(self, text: str) -> list[Forms]:
        words = [self.forms(word) for word in _WORD.findall(text)[:_MOST_WORDS]]
        return [forms for forms in words if forms[0] not in self.stop]

    def of_address(self, url: str) -> list[Forms]:
        """The words of path and query. Those of the host say what a site is about, not the page."""
        start = url.find("/", url.find("://") + 3)
        if start < 0:
            return []
        path = unquote(url[start : start + _LONGEST_ADDRESS], errors="replace")
        words = _WORD.findall(_HUMP.sub(" ", path))[:_MOST_WORDS]
        if words and words[-1].lower() in _FILE_TYPES:
            words.pop()
        return [self.forms(word) for word in words]

    @staticmethod
    def cut(text: str) -> list[str]:
        """The words of a text as they stand there."""
        return _WORD.findall(text)[:_MOST_WORDS]

    def spelled(self, word: str) -> tuple[str, str]:
        """A word and its roots, as the analysis writes those of pages."""
        forms = [analyser.forms(word) for analyser in self._analysers]
        return " ".join(exact for exact, _, _ in forms), " ".join(root for _, root, _ in forms)

    def wanted(self, words: Iterable[str]) -> frozenset[str]:
        """Every form that counts as one of the words."""
        return frozenset(form for text in words for word in _WORD.findall(text) for form in self.forms(word))

    def spellings(self, words: Iterable[str]) -> frozenset[str]:
        """How the words and their roots are written in the texts of pages, as the analysis gives them."""
        found = (analyser.forms(word) for text in words for word in _WORD.findall(text) for analyser in self._analysers)
        return frozenset(form for exact, root, _ in found for form in ((exact, root) if self._stems else (exact,)))


def plain(word: str) -> str:
    """Without accents; ı is i."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word.replace("ı", "i"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
