"""The analysers that a job can choose by `analysis.analyser`.

    auto        by the page's language: `turkish` for Turkish, else its dictionary or rules, without accents
    none        one field of plain words, in no language
    words       the words of the page's language, without roots
    turkish     dictionary, spelling and chains of suffixes, for every page; first letters as a field of their own
    prefix      for Turkish the longest beginning that is a root; other languages as `auto`
    f5          the first five letters of a word
    snowball    PyStemmer's rules for the page's language
    simplemma   simplemma's dictionary of the page's language

The code of a language (`de`) is `auto` for pages in that language, whatever language a page is in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from mekik.analysis.accents import WithoutAccents, accent_folding
from mekik.analysis.casing import folding
from mekik.analysis.own_words import OwnWords, Stamp, read_own_words, stamp
from mekik.analysis.prefix import PrefixRoots
from mekik.analysis.stems import (
    Dictionary,
    FirstLetters,
    Snowball,
    Stemmer,
    has_dictionary,
    knows,
    rule_languages,
)
from mekik.analysis.turkish import TurkishRoots
from mekik.analysis.words import LONGEST, SHORT, LanguageWords, WordAnalyser, primary
from mekik.errors import SettingError
from mekik.settings import AnalysisSettings

ANALYSERS = ("auto", "none", "words", "turkish", "prefix", "f5", "snowball", "simplemma")


def word_analyser(language: str, settings: AnalysisSettings) -> WordAnalyser:
    """For a page or a query in `language`, as the settings want it."""
    name, language = settings.analyser, primary(language)
    if name == "none":
        return _analyser(name, "", False)
    if name not in ANALYSERS:
        name, language = "auto", primary(name)
    if name == "turkish":
        language = "tr"
    dictionary = language in settings.languages
    if not settings.own_words:
        return _analyser(name, language, dictionary)
    return _with_own_words(name, language, dictionary, settings.own_words, stamp(settings.own_words))


def check_analyser(settings: AnalysisSettings) -> None:
    """Raises SettingError for an analyser that there is not, or a table that cannot be read."""
    name = settings.analyser
    if name not in ANALYSERS and not knows(name):
        raise SettingError(
            f"There is no analyser {name!r}: {', '.join(ANALYSERS)}, or the code of a language such as tr."
        )
    if settings.own_words:
        read_own_words(settings.own_words, folding("tr"))


@lru_cache(maxsize=256)
def _analyser(name: str, language: str, dictionary: bool) -> WordAnalyser:
    return LanguageWords(language, _stemmer(name, language, dictionary), _shortens(name, language))


@lru_cache(maxsize=64)
def _with_own_words(name: str, language: str, dictionary: bool, path: str, at: Stamp) -> WordAnalyser:  # noqa: ARG001
    """`at` is there for the memory: another state of the file is another analyser."""
    table = read_own_words(path, folding(language))
    stemmer = _stemmer(name, language, dictionary, table.get) or FirstLetters(LONGEST)
    return LanguageWords(language, OwnWords(table, stemmer), _shortens(name, language))


def _shortens(name: str, language: str) -> bool:
    """Where first letters are worth a field of their own."""
    return language == "tr" and name in ("auto", "turkish")


@lru_cache(maxsize=64)
def _dictionary(language: str) -> Dictionary:
    return Dictionary(language)


def _stemmer(
    name: str, language: str, dictionary: bool, own: Callable[[str], str | None] = lambda _: None
) -> Stemmer | None:
    """None where words stay as they are."""
    if name in ("none", "words") or not language:
        return None
    if name == "f5":
        return FirstLetters(SHORT)
    if name == "snowball":
        return Snowball(language) if language in rule_languages() else None
    if name == "simplemma":
        return _dictionary(language) if dictionary and has_dictionary(language) else None
    if language == "tr" and dictionary:
        return PrefixRoots(_dictionary("tr"), own) if name == "prefix" else TurkishRoots(_dictionary("tr"))
    return _by_language(language, dictionary)


def _by_language(language: str, dictionary: bool) -> Stemmer | None:
    """The best that there is for a language."""
    stemmer: Stemmer | None = None
    if dictionary and has_dictionary(language):
        stemmer = _dictionary(language)
    elif language in rule_languages():
        stemmer = Snowball(language)
    fold = accent_folding(language)
    return stemmer if fold is None else WithoutAccents(fold, stemmer)
