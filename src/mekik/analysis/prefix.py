"""The prefix-match stemmer for Turkish, as Kılıç describes it.

A place or a person is left as it is. Else the longest beginning of at least three letters that is a root stands for
the word. Roots are what the dictionary has as lemmas, without nouns that are made of verbs (karşılaşma is no root,
karşılaş is); a root that changes before suffixes maps back (adağ to adak, boyn to boyun, beyn to beyin). The job's own
table of synonyms and misspellings counts as roots too (`own_words.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from mekik.analysis.names import PERSONS, PLACES
from mekik.analysis.stems import Dictionary

SHORTEST = 3
_HARDENED = {"b": "p", "c": "ç", "d": "t", "ğ": "k", "g": "k"}
_CLOSE = "ıiuü"
_VOWELS = "aeıioöuüâîû"


class PrefixRoots:
    def __init__(self, dictionary: Dictionary, own: Callable[[str], str | None] = lambda _: None) -> None:
        """`own` maps a beginning to what the job's table has for it."""
        self._dictionary = dictionary
        self._own = own

    def __call__(self, word: str) -> str:
        return self.explained(word)[0]

    def explained(self, word: str) -> tuple[str, str]:
        for names, kind in ((PLACES, "place"), (PERSONS, "person")):
            if word in names:
                return word, kind
        for end in range(len(word), SHORTEST - 1, -1):
            beginning = word[:end]
            found = self._own(beginning)
            if found is not None:
                return found, "own"
            if self._is_root(beginning):
                return beginning, "prefix"
            found = self._changed(beginning)
            if found is not None:
                return found, "changed"
        return word, ""

    def prepare(self, loading: Callable[[], None]) -> None:
        self._dictionary.prepare(loading)

    def _is_root(self, word: str) -> bool:
        known = self._dictionary.known
        if known(word) not in ("", word):
            return False
        infinitive = {"ma": "mak", "me": "mek"}.get(word[-2:])
        return not (infinitive and known(word[:-2] + infinitive) == word[:-2])

    def _changed(self, word: str) -> str | None:
        """The root that becomes this before a suffix that begins with a vowel: softened, or without its last vowel."""
        known, last = self._dictionary.known, word[-1]
        if last in _VOWELS:
            return None
        candidates = []
        if last in _HARDENED:
            candidates.append(word[:-1] + _HARDENED[last])
        if word[-2] not in _VOWELS:
            candidates += [word[:-1] + vowel + last for vowel in _CLOSE]
        for root in candidates:
            # The dictionary tells that the root does change: it has the changed one with a suffix.
            if self._is_root(root) and any(known(word + vowel) == root for vowel in _CLOSE):
                return root
        return None
