"""A dictionary in flat arrays: a form of a word to its lemma, and to its root as the index has it.

The arrays are used where they lie, in a file that all processes map, so that opening costs nothing and memory is
shared. A form is known by 64 bits of its hash alone: of a million million strangers' words, fewer than one is taken
for a form of this dictionary, and then it has a wrong root. After the header come

    starts   u32  where the keys with the same first bits begin
    texts    u32  where each text begins: a lemma, then its root, then the next lemma
    keys     u64  the forms' hashes, in order, and one more that is no form
    lemmas   u32  the form's lemma, and in the two highest bits who may see it
    letters       all texts, in UTF-8
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from mmap import mmap
from typing import Any

import xxhash

FORMAT = 1
"""Another number for another layout, and for another way of making roots."""
_HEADER = struct.Struct("=8s6Q")
"""Magic, checksum of all that follows it, format, bits that choose a start, forms, texts, letters."""
_CHECKED = 16
_MAGIC = b"mekiklem"

_BY_RULE = 1 << 31
"""simplemma does not have this form, but finds it by its capital."""
_BY_FORM = 1 << 30
"""simplemma has this form, but may answer by other means before it looks."""
_LEMMA = _BY_FORM - 1
_NO_FORM = (1 << 64) - 1
_APOSTROPHES = ("'", "’", "ʼ")
_BEAT = 200_000
"""Forms between two signs of life: well under a second."""

_hash: Callable[[str], int] = xxhash.xxh3_64_intdigest


class Lemmas(Mapping[str, str]):
    """The dictionary as simplemma wants it, and `root`, which is all that most words need."""

    __slots__ = ("_data", "_keys", "_lemmas", "_letters", "_shift", "_starts", "_texts")

    def __init__(self, data: mmap | bytes) -> None:
        """ValueError when the data are not whole."""
        if len(data) < _HEADER.size:
            raise ValueError("cut off")
        magic, checksum, layout, bits, forms, texts, letters = _HEADER.unpack_from(data)
        if (magic, layout) != (_MAGIC, FORMAT):
            raise ValueError("another format")
        view = memoryview(data)
        if xxhash.xxh3_64_intdigest(view[_CHECKED:]) != checksum:
            raise ValueError("damaged")
        lengths = [4 * _even((1 << bits) + 1), 4 * _even(texts + 1), 8 * (forms + 1), 4 * (forms + 1)]
        places = [_HEADER.size]
        for length in lengths:
            places.append(places[-1] + length)
        if places[-1] + letters != len(data):
            raise ValueError("cut off")
        parts = [view[place : place + length] for place, length in zip(places, lengths, strict=False)]
        self._starts, self._texts, self._keys, self._lemmas = map(memoryview.cast, parts, "IIQI")
        self._data = data
        self._letters = places[-1]
        self._shift = 64 - bits

    def root(self, word: str) -> str | None:
        """What simplemma makes of a word, in the index's spelling; empty when that is the word itself.

        None when simplemma needs to be asked, because the word is unknown or not simple.
        """
        key = _hash(word)
        bucket = key >> self._shift
        keys = self._keys
        place = bisect_left(keys, key, self._starts[bucket], self._starts[bucket + 1])
        if keys[place] != key:
            return None
        lemma = self._lemmas[place]
        if lemma & _BY_FORM:
            return None
        text = 2 * (lemma & _LEMMA) + 1
        return self._data[self._letters + self._texts[text] : self._letters + self._texts[text + 1]].decode()

    def get(self, form: str, default: Any = None) -> Any:
        key = _hash(form)
        bucket = key >> self._shift
        keys = self._keys
        place = bisect_left(keys, key, self._starts[bucket], self._starts[bucket + 1])
        if keys[place] != key:
            return default
        lemma = self._lemmas[place]
        if lemma & _BY_RULE:
            return default
        text = 2 * (lemma & _LEMMA)
        return self._data[self._letters + self._texts[text] : self._letters + self._texts[text + 1]].decode()

    def __getitem__(self, form: str) -> str:
        lemma: str | None = self.get(form)
        if lemma is None:
            raise KeyError(form)
        return lemma

    def __iter__(self) -> Iterator[str]:
        raise TypeError("The forms themselves are not kept.")

    def __len__(self) -> int:
        return sum(not lemma & _BY_RULE for lemma in self._lemmas)


def compiled(dictionary: Mapping[str, str], root: Callable[[str], str], alive: Callable[[], None]) -> bytes:
    """The arrays for a dictionary. `root` gives the index's spelling of a lemma; `alive` is called now and then."""
    import numpy as np  # here: only who compiles needs it

    keys, lemmas = array("Q"), array("I")
    numbers: dict[str, int] = {}
    for turn, (form, lemma) in enumerate(dictionary.items()):
        if not turn % _BEAT:
            alive()
        number = numbers.setdefault(lemma, len(numbers))
        simple = _simple(form, lemma)
        keys.append(_hash(form))
        lemmas.append(number if simple else number | _BY_FORM)
        if simple and form[0].isupper():
            lower = form.lower()
            if lower.capitalize() == form and not lower[0].isupper() and dictionary.get(lower) is None:
                keys.append(_hash(lower))
                lemmas.append(number | _BY_RULE)
    alive()
    keys.append(_NO_FORM)
    lemmas.append(_BY_FORM | _BY_RULE)
    hashes = np.frombuffer(keys, np.uint64)
    order = np.argsort(hashes, kind="stable")
    hashes = hashes[order]
    bits = max(1, len(keys).bit_length() - 2)
    firsts = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
    # The last key is no form: no search may go beyond it.
    starts = np.append(np.searchsorted(hashes, firsts), len(keys) - 1).astype(np.uint32)
    letters = [text.encode() for lemma in numbers for text in (lemma, root(lemma))]
    texts = np.cumsum([0, *map(len, letters)], dtype=np.uint64).astype(np.uint32)
    body = b"".join([
        _padded(starts.tobytes()), _padded(texts.tobytes()), hashes.tobytes(),
        np.frombuffer(lemmas, np.uint32)[order].tobytes(), *letters,
    ])  # fmt: skip
    counts = struct.pack("=5Q", FORMAT, bits, len(keys) - 1, len(letters), sum(map(len, letters)))
    return _MAGIC + struct.pack("=Q", xxhash.xxh3_64_intdigest(counts + body)) + counts + body


def _simple(form: str, lemma: str) -> bool:
    """Whether simplemma's first answer for the form is this lemma."""
    return bool(form and lemma) and not form.isnumeric() and not any(mark in form for mark in _APOSTROPHES)


def _even(count: int) -> int:
    return count + count % 2


def _padded(numbers: bytes) -> bytes:
    """So that the keys begin at a multiple of eight bytes."""
    return numbers + bytes(-len(numbers) % 8)
