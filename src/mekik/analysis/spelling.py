"""Spelling mistakes, judged by the hunspell dictionaries that are installed on the machine.

Only plain words in lower case are judged: names, abbreviations, numbers, addresses and code are nobody's mistake.
In a language that writes its nouns with a capital letter those are left out too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

LONGEST = 40
SHORTEST = 3
_USUAL = {"en": "en_US", "de": "de_DE", "pt": "pt_PT", "fr": "fr_FR", "es": "es_ES", "sr": "sr_RS"}
"""Where a language has several dictionaries, the one that is asked first."""
_PACKAGES = {"en": "hunspell-en-us", "de": "hunspell-de-de", "pt": "hunspell-pt-pt", "fr": "hunspell-fr"}
# A chunk between blanks. What clings to a word is cut; what then holds anything but letters is code or a number.
_AROUND = "\"'’‘“”„«»‹›()[]{}<>.,;:!?…–—-·•*/\u00ad"
_PLAIN = str.maketrans("âîû", "aiu")
_MOST = 3
"""Dictionaries of one language that are loaded."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def package_of(language: str) -> str:
    """The Debian package that most likely has its dictionary."""
    return _PACKAGES.get(language, f"hunspell-{language}")


def plain_words(text: str) -> Counter[str]:
    """The words of a text that can be judged, and how often each stands there."""
    words: Counter[str] = Counter()
    for chunk, times in Counter(text.split()).items():
        word = chunk.strip(_AROUND)
        if SHORTEST <= len(word) <= LONGEST and word.islower() and _WORD.fullmatch(word):
            words[word.replace("’", "'")] += times
    return words


class Speller:
    """The dictionaries of one language: what one of them has is right. Verdicts are remembered; `looked_up` counts the
    questions to them."""

    def __init__(self, paths: Sequence[Path], own_words: Iterable[str] = ()) -> None:
        from hunspell import Hunspell

        self._dictionaries: list[Any] = [Hunspell(path.stem, hunspell_data_dir=str(path.parent)) for path in paths]
        self._known: dict[str, bool] = dict.fromkeys(own_words, True)
        self.looked_up = 0

    def is_right(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            self.looked_up += 1
            known = self._judge(word)
            if len(self._known) > 500_000:
                self._known.clear()
            self._known[word] = known
        return known

    def _judge(self, word: str) -> bool:
        # An ending behind an apostrophe is right when the word before it is, and a circumflex may be left out: few
        # dictionaries list all of these.
        spellings = {word, word.partition("'")[0], word.translate(_PLAIN)}
        return any(_has(dictionary, spelling) for dictionary in self._dictionaries for spelling in spellings)

    def suggest(self, word: str, most: int = 3) -> list[str]:
        """By the first dictionary. Takes a tenth of a second and more."""
        try:
            return list(self._dictionaries[0].suggest(word)[:most])
        except UnicodeError:
            return []


def _has(dictionary: Any, word: str) -> bool:
    try:
        return bool(dictionary.spell(word))
    except UnicodeError:  # letters that the dictionary's own character set does not have
        return True


def dictionaries_of(language: str, folders: Sequence[str]) -> list[Path]:
    """The .dic files of a language, the usual one first; from the first folder that has any."""
    if not re.fullmatch(r"[a-z]{2,3}", language):
        return []
    for folder in folders:
        found = _dictionaries(folder).get(language, [])
        if found:
            return sorted(found, key=lambda path: path.stem != _USUAL.get(language))[:_MOST]
    return []


def _dictionaries(folder: str) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    seen: set[Path] = set()
    for path in sorted(Path(folder).glob("*.dic")):
        # One dictionary may go by the names of several countries.
        if path.with_suffix(".aff").exists() and path.resolve() not in seen:
            seen.add(path.resolve())
            found.setdefault(re.split(r"[_-]", path.stem)[0].lower(), []).append(path)
    return found


def is_available() -> bool:
    """Whether the package that reads dictionaries is installed."""
    try:
        import hunspell  # noqa: F401 - asked for
    except ImportError:
        return False
    return True
