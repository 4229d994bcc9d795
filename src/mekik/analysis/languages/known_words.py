"""Whether a language has a word, in three bytes a word.

A dictionary of lemmas, as the index uses it, takes sixteen bytes a form. Here only the question counts whether it has
the form: sixteen bits of its hash stand behind those that choose its place. Of 20,000 strange words, one is taken for a
form.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np
import xxhash

from mekik.analysis.lemma_files import open_lemmas
from mekik.analysis.stems import has_dictionary

_OTHER_NAMES = {"no": "nb", "hr": "hbs", "bs": "hbs", "sh": "hbs"}
"""Codes of dictionaries that are others than those of languages."""
_PRINT = 16
_FEWEST = 4
"""Forms at one place, about."""


def dictionary_of(language: str) -> str:
    """The code of the dictionary for a language; empty when there is none."""
    code = _OTHER_NAMES.get(language, language)
    return code if has_dictionary(code) else ""


def key_of(word: str) -> int:
    return xxhash.xxh3_64_intdigest(word.encode("utf-8", "replace"))


class KnownWords:
    """The forms of one dictionary. Opening it takes seconds the first time on a machine; `loading` is called then."""

    __slots__ = ("_prints", "_shift", "_starts")

    def __init__(self, dictionary: str, loading: Callable[[], None] = lambda: None) -> None:
        keys = np.frombuffer(open_lemmas(dictionary, loading).hashes(), np.uint64)
        bits = max(1, (len(keys) // _FEWEST).bit_length())
        self._shift = 64 - bits
        places = np.arange(1 << bits, dtype=np.uint64) << np.uint64(self._shift)
        # The last key is no form, see `lemmas.py`.
        self._starts = np.append(np.searchsorted(keys[:-1], places), len(keys) - 1).astype(np.uint32).data
        self._prints = (keys[:-1] >> np.uint64(self._shift - _PRINT)).astype(np.uint16).data

    def has(self, key: int) -> bool:
        place = key >> self._shift
        print_ = key >> (self._shift - _PRINT) & 0xFFFF
        end = self._starts[place + 1]
        found = bisect_left(self._prints, print_, self._starts[place], end)
        return found < end and self._prints[found] == print_

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return self._starts.nbytes + self._prints.nbytes
