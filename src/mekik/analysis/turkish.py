"""The root of a Turkish word: a dictionary of forms first, then what suffixes and spelling habits tell.

1. The word as simplemma's dictionary has it, also with â, î, û written plainly.
2. Written without Turkish letters, or with I for İ: the spelling that the dictionary knows (cozum is çözüm).
3. Spoken spellings of verbs (geliyo is geliyor).
4. The longest beginning that the dictionary knows, if all that follows is a chain of suffixes.
5. A plural and what may follow it, after a stem that nobody knows (hostlardan is host).
6. An unknown word that begins with ı and has no other Turkish letter was written in capitals (IPHONE is iphone).

Nothing found leaves the word as it is. Roots lose â, î, û, which many leave out in writing, but for the shortest: `kâr`
and `kar` are two words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from mekik.analysis.stems import Dictionary
from mekik.analysis.suffixes import agrees, is_chain

SHORTEST = 3
"""Letters of a beginning that counts."""
_PLAIN = str.maketrans("âîû", "aiu")
_TOLD_APART = 4
"""Letters of the longest roots that a circumflex tells apart."""
_SPELLINGS = {"c": "çc", "g": "ğg", "i": "ıi", "o": "oö", "s": "şs", "u": "uü", "ı": "iı"}
"""Of one letter the likelier first: many more words differ in ş than are told apart by ö."""
MOST_SPELLINGS = 256
_SPOKEN = re.compile("yo(?=$|du|mu[sş]|sun|lar|m$|z$)")
_PLURAL = re.compile("l[ae]r(?=$|[ıiuüdtyn])")
_VERBAL_NOUNS = {"ma": "mak", "me": "mek"}


class TurkishRoots:
    """`Stemmer` of Turkish, on a dictionary of forms."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._known = dictionary.known

    def __call__(self, word: str) -> str:
        return self.explained(word)[0]

    def explained(self, word: str) -> tuple[str, str]:
        """The root, and what told it: dictionary, spelling, spoken, suffixes, plural; empty where nothing did."""
        root, by = self._found(word)
        return root if root.isascii() or len(root) <= _TOLD_APART else root.translate(_PLAIN), by

    def _found(self, word: str) -> tuple[str, str]:
        root = self._look_up(word)
        if root is not None:
            return self._without_verbal_noun(root or word), "dictionary"
        for by, way in (
            ("spelling", self._respelled),
            ("spoken", self._written),
            ("suffixes", self._by_suffixes),
            ("plural", _singular),
            ("spelling", _dotted),
        ):
            root = way(word)
            if root is not None:
                return self._without_verbal_noun(root), by
        return word, ""

    def prepare(self, loading: Callable[[], None]) -> None:
        self._dictionary.prepare(loading)

    def _look_up(self, word: str) -> str | None:
        root = self._known(word)
        if root is None and not word.isascii():
            plain = word.translate(_PLAIN)
            if plain != word:
                root = self._known(plain)
                return root or plain if root is not None else None
        return root

    def _respelled(self, word: str) -> str | None:
        """Of several words that may be meant, the one with the longest root: the simplest reading."""
        best: str | None = None
        for spelling in spellings(word):
            root = self._known(spelling)
            if root is not None and (best is None or len(root or spelling) > len(best)):
                best = root or spelling
        return best

    def _written(self, word: str) -> str | None:
        found = _SPOKEN.search(word)
        if found is None:
            return None
        whole = f"{word[: found.end()]}r{word[found.end() :]}"
        root = self._known(whole)
        return root or whole if root is not None else None

    def _by_suffixes(self, word: str) -> str | None:
        for end in range(len(word) - 1, SHORTEST - 1, -1):
            chain = word[end:]
            if not is_chain(chain):
                continue
            beginning = word[:end]
            root = self._look_up(beginning)
            if root is not None and agrees(beginning, chain):
                return root or beginning
        return None

    def _without_verbal_noun(self, root: str) -> str:
        """karşılaşma is karşılaş, where that is a verb."""
        infinitive = _VERBAL_NOUNS.get(root[-2:])
        if infinitive and len(root) > SHORTEST + 1 and self._known(root[:-2] + infinitive) == root[:-2]:
            return root[:-2]
        return root


def spellings(word: str) -> Iterator[str]:
    """The words that may be meant by one without Turkish letters, the likelier first; not itself."""
    letters = [_SPELLINGS.get(letter, letter) for letter in word]
    if sum(len(choice) > 1 for choice in letters) > MOST_SPELLINGS.bit_length() - 1:
        return
    for found in product(*letters):
        spelling = "".join(found)
        if spelling != word:
            yield spelling


def _singular(word: str) -> str | None:
    for found in _PLURAL.finditer(word):
        stem, chain = word[: found.start()], word[found.start() :]
        if found.start() >= SHORTEST and is_chain(chain) and agrees(stem, chain):
            return stem
    return None


def _dotted(word: str) -> str | None:
    plain = word.replace("ı", "i")
    return plain if word[0] == "ı" and plain.isascii() else None
