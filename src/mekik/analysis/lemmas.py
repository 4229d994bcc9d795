"""A dictionary in flat arrays: a form of a word to its lemma, and to its root as the index has it.

The arrays are used where they lie, in a file that all processes map, so that opening costs nothing and memory is
shared. A form is known by 64 bits of its hash alone: of a million million strangers' words, fewer than one is taken
for a form of this dictionary, and then it has a wrong root. After the header come

    starts   u32  where the keys with the same first bits begin, and where the last of them end
    keys     u64  the forms' hashes, in order, and one more that is no form
    entries  u32  where the form's texts are, and in the two highest bits who may see them
    texts         of each lemma two lengths of one byte, then its root and itself in UTF-8
"""

from __future__ import annotations

import re
import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise
from mmap import mmap
from typing import Any

import xxhash

FORMAT = 2
"""Another number for another layout, and for another way of making roots."""
_HEADER = struct.Struct("=8s6Q")
"""Magic, checksum of all that follows it, format, bits that choose a start, starts, keys, bytes of texts."""
_CHECKED = 16
_MAGIC = b"mekiklem"
_LONGEST = 255
"""Bytes of a lemma; forms of longer ones are left out."""

_BY_RULE = 1 << 31
"""simplemma does not have this form, but finds it by its capital."""
_BY_FORM = 1 << 30
"""simplemma has this form, but may answer by other means before it looks."""
_PLACE = _BY_FORM - 1
_NO_FORM = (1 << 64) - 1
_APOSTROPHE = re.compile("['’ʼ]")
_BEAT = 200_000
"""Forms between two signs of life: well under a second."""

_hash: Callable[[bytes], int] = xxhash.xxh3_64_intdigest


class Lemmas(Mapping[str, str]):
    """The dictionary as simplemma wants it, and `root`, which is all that most words need."""

    __slots__ = ("_data", "_entries", "_keys", "_shift", "_starts", "_texts")

    def __init__(self, data: mmap | bytes) -> None:
        """ValueError when the data are not whole."""
        if len(data) < _HEADER.size:
            raise ValueError("cut off")
        magic, checksum, layout, bits, starts, keys, texts = _HEADER.unpack_from(data)
        if (magic, layout) != (_MAGIC, FORMAT):
            raise ValueError("another format")
        view = memoryview(data)
        if xxhash.xxh3_64_intdigest(view[_CHECKED:]) != checksum:
            raise ValueError("damaged")
        ends = list(accumulate([4 * starts, 8 * keys, 4 * keys, texts], initial=_HEADER.size))
        if ends[-1] != len(data):
            raise ValueError("cut off")
        parts = [view[start:end] for start, end in pairwise(ends)]
        self._starts, self._keys, self._entries = parts[0].cast("I"), parts[1].cast("Q"), parts[2].cast("I")
        self._data = data
        self._texts = ends[-2]
        self._shift = 64 - bits

    def root(self, word: str) -> str | None:
        """What simplemma makes of a word, in the index's spelling; empty when that is the word itself.

        None when simplemma needs to be asked, because the word is unknown or not simple.
        """
        key = _hash(word.encode())
        bucket = key >> self._shift
        starts, keys = self._starts, self._keys
        place = bisect_left(keys, key, starts[bucket], starts[bucket + 1])
        if keys[place] != key:
            return None
        entry = self._entries[place]
        if entry & _BY_FORM:
            return None
        data = self._data
        start = self._texts + (entry & _PLACE)
        return data[start + 2 : start + 2 + data[start]].decode()

    def hashes(self) -> memoryview:
        """The forms as 64 bits each, in order, and one more that is no form."""
        return self._keys

    def get(self, form: str, default: Any = None) -> Any:
        key = _hash(form.encode())
        bucket = key >> self._shift
        starts, keys = self._starts, self._keys
        place = bisect_left(keys, key, starts[bucket], starts[bucket + 1])
        if keys[place] != key:
            return default
        entry = self._entries[place]
        if entry & _BY_RULE:
            return default
        data = self._data
        start = self._texts + (entry & _PLACE)
        root_end = start + 2 + data[start]
        return data[root_end : root_end + data[start + 1]].decode()

    def __getitem__(self, form: str) -> str:
        lemma: str | None = self.get(form)
        if lemma is None:
            raise KeyError(form)
        return lemma

    def __iter__(self) -> Iterator[str]:
        raise TypeError("The forms themselves are not kept.")

    def __len__(self) -> int:
        return sum(not entry & _BY_RULE for entry in self._entries)


def compiled(dictionary: Mapping[str, str], root: Callable[[str], str], alive: Callable[[], None]) -> bytes:
    """The arrays for a dictionary. `root` gives the index's spelling of a lemma; `alive` is called now and then."""
    import numpy as np  # here: only who compiles needs it

    has_apostrophe = _APOSTROPHE.search
    keys, entries, texts = array("Q"), array("I"), bytearray()
    places: dict[str, int] = {}
    for turn, (form, lemma) in enumerate(dictionary.items()):
        if not turn % _BEAT:
            alive()
        place = places.get(lemma)
        if place is None:
            spellings = root(lemma).encode(), lemma.encode()
            lengths = list(map(len, spellings))
            if max(lengths) > _LONGEST:
                continue
            place = places[lemma] = len(texts)
            texts += bytes(lengths) + b"".join(spellings)
        # Whether simplemma's first answer for the form is this lemma.
        simple = bool(form and lemma) and not form.isnumeric() and not has_apostrophe(form)
        keys.append(_hash(form.encode()))
        entries.append(place if simple else place | _BY_FORM)
        if simple and form[0].isupper():
            lower = form.lower()
            if lower.capitalize() == form and not lower[0].isupper() and dictionary.get(lower) is None:
                keys.append(_hash(lower.encode()))
                entries.append(place | _BY_RULE)
    alive()
    keys.append(_NO_FORM)
    entries.append(_BY_FORM | _BY_RULE)
    order = np.argsort(np.frombuffer(keys, np.uint64), kind="stable")
    hashes = np.frombuffer(keys, np.uint64)[order]
    bits = max(1, len(keys).bit_length() - 2)
    firsts = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
    # The last start is at the last key, which is no form. The one after it lets the keys begin at eight bytes.
    starts = np.append(np.searchsorted(hashes, firsts), [len(keys) - 1] * 2).astype(np.uint32)
    counts = struct.pack("=5Q", FORMAT, bits, len(starts), len(keys), len(texts))
    checked = b"".join(
        [counts, starts.tobytes(), hashes.tobytes(), np.frombuffer(entries, np.uint32)[order].tobytes(), texts]
    )
    return _MAGIC + _hash(checked).to_bytes(8, sys.byteorder) + checked
