"""The other forms of words that came before, in flat arrays: a whole page is looked up in a few passes of numpy.

A word is known by 64 bits of a hash of its bytes. A slot holds the hash and the number of a row; a row says where in a
long run of bytes the word's root and its first letters stand, each with a blank after it. Taking a column out is then
one gathering of bytes. A loop over the words of a page in Python would cost more than all other steps of its analysis.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import xxhash

from mekik.analysis.prints import Numbers, mixed

MOST = 150_000
"""Words in each of the two generations: about 10 MB of Turkish."""
LONG = 64
"""Bytes of a word beyond which it is hashed alone."""
ROOM = 100
"""Room for the forms of a word, on average."""
_PROBES = 12
"""Slots that a word may be away from its first. Who makes up words that all want one slot finds no place in here."""
_STEP = 8
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_STEP)] + [(1 << 64) - 1], dtype=np.uint64)
_LENGTH = np.uint64(56)
_ODD = np.uint64(0x9E3779B97F4A7C15)
_BLANK = 32

Places = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]


class Cut(NamedTuple):
    """Words in a run of bytes."""

    data: bytes
    starts: Places
    sizes: Places


class Column(NamedTuple):
    """Forms of words, each with a blank after it; `ends` says where that of each word ends."""

    text: bytes
    ends: Places


_NOTHING = Column(b"", np.zeros(0, dtype=np.int64))


def cut(words: bytes) -> Cut:
    """`words` is UTF-8 with one or more blanks between them; `data` has a blank before them and some after."""
    data = b" " + words + b" " * _STEP
    blank = np.frombuffer(data, dtype=np.uint8) == _BLANK
    edges = np.flatnonzero(blank[:-1] != blank[1:])
    starts = edges[0::2]
    return Cut(data, starts + 1, edges[1::2] - starts)


def hashes(found: Cut) -> Numbers:
    """A number for each word, never 0; equal words have equal ones."""
    data, starts, sizes = found
    eight = np.ndarray((len(data) - _STEP + 1,), dtype="<u8", buffer=data, strides=(1,))
    numbers: Numbers = eight.take(starts) & _MASKS.take(sizes, mode="clip")
    numbers += sizes.view(np.uint64) << _LENGTH
    # The last eight bytes, which for most words are all that is left; then those between, eight by eight.
    longer = np.flatnonzero(sizes > _STEP)
    if len(longer):
        first, size = starts.take(longer), sizes.take(longer)
        combined = numbers.take(longer) * _ODD + eight.take(first + size - _STEP)
        for offset in range(_STEP, LONG - _STEP, _STEP):
            more = np.flatnonzero(size > offset + _STEP)
            if not len(more):
                break
            combined[more] = combined[more] * _ODD + eight.take(first[more] + offset)
        numbers[longer] = combined
        for place in longer[size > LONG].tolist():
            start = starts[place]
            numbers[place] = xxhash.xxh3_64_intdigest(data[start : start + sizes[place]])
    numbers = mixed(numbers)
    numbers |= np.uint64(1)
    return numbers


class _Generation:
    """An open-addressed table that only grows."""

    def __init__(self, most: int) -> None:
        bits = max(4, (2 * most).bit_length())
        self._shift = 64 - bits
        self._last = (1 << bits) - 1
        self._keys: Numbers = np.zeros(1 << bits, dtype=np.uint64)
        self._rows = np.zeros(1 << bits, dtype=np.int32)
        # A row's root ends where its short form begins, and that where the next row's root begins.
        self._roots = np.zeros(most + 1, dtype=np.int64)
        self._shorts = np.zeros(most, dtype=np.int64)
        self._texts = np.zeros(1 << 16, dtype=np.uint8)
        self._room = ROOM * most
        self.count = 0

    def has_room(self, words: int) -> bool:
        return self.count + words <= len(self._shorts) and int(self._roots[self.count]) < self._room

    def rows(self, wanted: Numbers) -> Rows:
        """The row of each; -1 for those that are not here."""
        firsts = (wanted >> np.uint64(self._shift)).astype(np.int64)
        found = np.where(self._keys.take(firsts) == wanted, self._rows.take(firsts), np.int32(-1))
        left = np.flatnonzero(found < 0)
        for probe in range(1, _PROBES):
            if not len(left):
                break
            slots = (firsts[left] + probe) & self._last
            keys = self._keys.take(slots)
            same = keys == wanted[left]
            found[left[same]] = self._rows.take(slots[same])
            left = left[~same & (keys != 0)]
        return found

    def add(self, key: int, root: bytes, short: bytes) -> int | None:
        """The new row; None when all its slots are taken."""
        first = key >> self._shift
        for probe in range(_PROBES):
            slot = (first + probe) & self._last
            if not self._keys[slot]:
                break
        else:
            return None
        row, text = self.count, root + short
        start = int(self._roots[row])
        end = start + len(text)
        if end > len(self._texts):
            self._texts = np.append(self._texts, np.zeros(len(self._texts) + len(text), dtype=np.uint8))
        self._texts[start:end] = np.frombuffer(text, dtype=np.uint8)
        self._shorts[row], self._roots[row + 1] = start + len(root), end
        self._keys[slot], self._rows[slot] = key, row
        self.count += 1
        return row

    def texts(self, row: int) -> tuple[bytes, bytes]:
        start, middle, end = self._roots[row], self._shorts[row], self._roots[row + 1]
        return self._texts[start:middle].tobytes(), self._texts[middle:end].tobytes()

    def root_column(self, rows: Rows) -> Column:
        starts = self._roots.take(rows)
        return self._column(starts, self._shorts.take(rows) - starts)

    def short_column(self, rows: Rows) -> Column:
        starts = self._shorts.take(rows)
        return self._column(starts, self._roots.take(rows + 1) - starts)

    def _column(self, starts: Places, sizes: Places) -> Column:
        ends = np.cumsum(sizes)
        places = np.repeat(starts - (ends - sizes), sizes)
        places += np.arange(len(places))
        return Column(self._texts.take(places).tobytes(), ends)


class WordTable:
    """Fills itself. When it is full it becomes the older generation, from which what is used again comes back."""

    def __init__(self, work_out: Callable[[str], tuple[bytes, bytes]], most: int = MOST) -> None:
        """`work_out` gives the root and the short form of a word, each with a blank after it or empty."""
        self._work_out = work_out
        self._most = most
        self._newer = _Generation(most)
        self._older: _Generation | None = None

    def __len__(self) -> int:
        return self._newer.count

    def columns(self, words: bytes, short: bool) -> tuple[Places, Column, Column]:
        """Of words with blanks between them: where each begins, the roots, and the short forms if wanted."""
        found = cut(words)
        keys = hashes(found)
        rows = self._newer.rows(keys)
        missing = np.flatnonzero(rows < 0)
        if len(missing) and not self._newer.has_room(len(missing)):
            self._older, self._newer = self._newer, _Generation(self._most)
            rows[:], missing = -1, np.arange(len(keys))
        if len(missing) and not self._remember(found, keys, rows, missing):
            return found.starts - 1, *self._word_by_word(found)
        return found.starts - 1, self._newer.root_column(rows), self._newer.short_column(rows) if short else _NOTHING

    def _remember(self, found: Cut, keys: Numbers, rows: Rows, missing: Places) -> bool:
        """Fills in the rows that are missing; False when there is no place for a word."""
        if not self._newer.has_room(len(missing)):
            return False
        older = self._older.rows(keys[missing]).tolist() if self._older is not None else [-1] * len(missing)
        new: dict[int, int] = {}
        for place, key, before in zip(missing.tolist(), keys[missing].tolist(), older, strict=True):
            row = new.get(key)
            if row is None:
                texts = (
                    self._older.texts(before) if self._older is not None and before >= 0 else self._ask(found, place)
                )
                row = self._newer.add(key, *texts)
                if row is None:
                    return False
                new[key] = row
            rows[place] = row
        return True

    def _ask(self, found: Cut, place: int) -> tuple[bytes, bytes]:
        start = found.starts[place]
        return self._work_out(found.data[start : start + found.sizes[place]].decode("utf-8", "replace"))

    def _word_by_word(self, found: Cut) -> tuple[Column, Column]:
        """For a text with more words than the table has room for, or with words that were made up to fill one slot."""
        pairs: dict[bytes, tuple[bytes, bytes]] = {}
        columns: tuple[list[bytes], list[bytes]] = [], []
        for word in found.data.split():
            pair = pairs.get(word)
            if pair is None:
                pair = pairs[word] = self._work_out(word.decode("utf-8", "replace"))
            columns[0].append(pair[0])
            columns[1].append(pair[1])
        ends = [np.cumsum(np.array([len(text) for text in texts], dtype=np.int64)) for texts in columns]
        return Column(b"".join(columns[0]), ends[0]), Column(b"".join(columns[1]), ends[1])
