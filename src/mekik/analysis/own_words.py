"""A job's own table of words: synonyms, misspellings, roots that the dictionaries do not have, names.

A line of the file has a root, a colon and the words that stand for it; `#` begins a remark:

    araba: otomobil oto
    yalnız: yanlız yalınız
    mekik:
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from mekik.analysis.stems import Stemmer
from mekik.errors import SettingError

LARGEST = 4_000_000
"""Bytes of a table."""


def read_own_words(path: str, fold: Callable[[str], str]) -> dict[str, str]:
    """The word of each entry to its root. SettingError for a file that cannot be read."""
    file = Path(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise SettingError(f"The table of words {path} cannot be read: {error}") from None
    if len(data) > LARGEST:
        raise SettingError(f"The table of words {path} is larger than {LARGEST:,} bytes.")
    table: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0]
        if not told.strip():
            continue
        root, colon, words = told.partition(":")
        entries = [fold(word) for word in (root.strip(), *words.replace(",", " ").split())]
        if not colon or not all(entry.isalnum() for entry in entries):
            raise SettingError(f"{path}, line {number}: not a root, a colon and words, each of letters only.")
        table.update(dict.fromkeys(entries, entries[0]))
    return table


Stamp = tuple[int, int]


def stamp(path: str) -> Stamp:
    """Changes when the file does."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


def synonyms(path: str, fold: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """The words that the table has for each root; none where it can no longer be read."""
    return _synonyms(path, stamp(path), fold) if path else {}


@lru_cache(maxsize=16)
def _synonyms(path: str, at: Stamp, fold: Callable[[str], str]) -> dict[str, tuple[str, ...]]:  # noqa: ARG001 - the key
    found: dict[str, list[str]] = {}
    with suppress(SettingError):
        for word, root in read_own_words(path, fold).items():
            found.setdefault(root, []).append(word)
    return {root: tuple(words) for root, words in found.items()}


class OwnWords:
    """Another stemmer, and the table before it (the word) and behind it (its root)."""

    def __init__(self, table: dict[str, str], stemmer: Stemmer) -> None:
        self._table = table
        self._stemmer = stemmer

    def __call__(self, word: str) -> str:
        return self.explained(word)[0]

    def explained(self, word: str) -> tuple[str, str]:
        found = self._table.get(word)
        if found is not None:
            return found, "own"
        root, by = self._stemmer.explained(word)
        found = self._table.get(root)
        return (root, by) if found is None else (found, "own")

    def prepare(self, loading: Callable[[], None]) -> None:
        self._stemmer.prepare(loading)
