"""What a language looks like, learned from a text: its most frequent n-grams in order, and its letters.

The profiles that come with Mekik are in `profiles.json`. Those that somebody trained are in files of the same shape
in `$XDG_DATA_HOME/mekik/languages`, by default `~/.local/share/mekik/languages`; one of them replaces a built-in one.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

import msgspec

from mekik.errors import StorageError, UsageError

LENGTHS = (1, 2, 3, 4)
KEPT = 300
"""Cavnar and Trenkle: what comes later tells more about the subject than about the language."""
MARK = "_"
"""Where a word begins and ends."""
_RARE = 3e-4
"""A letter that is rarer is in the text by a foreign name."""
FEWEST_LETTERS = 2000
"""Less text gives ranks by chance."""
_LARGEST = 1_000_000
"""Bytes of a file of profiles."""
_CODE = re.compile(r"[a-z]{2,3}")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LONGEST_WORD = 100
_WORDS_AT_ONCE = 100_000


class Profile(msgspec.Struct, frozen=True):
    letters: str
    ngrams: str
    """The most frequent first, with blanks between them."""


def lowered(text: str) -> str:
    """Lower case in which ß stays ß; no language is known yet, so İ becomes i."""
    return text.lower().replace("i\u0307", "i")


def ranked(text: str) -> list[str]:
    """The most frequent n-grams of a text, the first first; equally frequent ones by alphabet."""
    return _most(_ngrams(Counter(word[:_LONGEST_WORD] for word in _WORDS.findall(lowered(text)))))


def _ngrams(words: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word, times in words.items():
        marked = f"{MARK}{word}{MARK}"
        for length in LENGTHS:
            for start in range(len(marked) - length + 1):
                found[marked[start : start + length]] += times
    del found[MARK]  # every word has two
    return found


def _most(ngrams: Counter[str]) -> list[str]:
    return sorted(ngrams, key=lambda ngram: (-ngrams[ngram], ngram))[:KEPT]


def train(lines: Iterable[str]) -> Profile:
    """Learns from any amount of text, a piece at a time."""
    ngrams: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    words = (word[:_LONGEST_WORD] for line in lines for word in _WORDS.findall(lowered(line)))
    while batch := Counter(islice(words, _WORDS_AT_ONCE)):
        ngrams.update(_ngrams(batch))
        for word, times in batch.items():
            for letter in word:
                letters[letter] += times
    total = letters.total()
    if total < FEWEST_LETTERS:
        raise UsageError(f"{total} letters are too few to learn a language from; {FEWEST_LETTERS:,} are needed.")
    usual = sorted(letter for letter, times in letters.items() if times >= _RARE * total and letter.isalpha())
    return Profile(letters="".join(usual), ngrams=" ".join(_most(ngrams)))


def checked_code(code: str) -> str:
    if not _CODE.fullmatch(code):
        raise UsageError(f"{code!r} is no code of a language: two or three small letters, such as tr.")
    return code


def own_folder() -> Path:
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "share") / "mekik" / "languages"


def save(code: str, profile: Profile) -> Path:
    path = own_folder() / f"{checked_code(code)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.part")
        unfinished.write_bytes(msgspec.json.encode({code: profile}))
        unfinished.replace(path)
    except OSError as error:
        raise StorageError(f"{error.filename}: {error.strerror}") from None
    return path


def read(data: bytes, name: str) -> dict[str, Profile]:
    try:
        found = msgspec.json.decode(data, type=dict[str, Profile])
    except msgspec.DecodeError as error:
        raise StorageError(f"{name} is no profile of a language: {error}. Train it again, or remove it.") from None
    return {checked_code(code): profile for code, profile in found.items()}


@lru_cache(maxsize=1)
def built_in() -> dict[str, Profile]:
    return read(files(__package__).joinpath("profiles.json").read_bytes(), "profiles.json")


def own() -> dict[str, Profile]:
    """Those that were trained on this machine."""
    found: dict[str, Profile] = {}
    try:
        for path in sorted(own_folder().glob("*.json")):
            with path.open("rb") as file:
                data = file.read(_LARGEST + 1)
            if len(data) > _LARGEST:
                raise StorageError(f"{path} is no profile of a language: it is too large. Remove it.")
            found |= read(data, str(path))
    except OSError as error:
        raise StorageError(f"{error.filename}: {error.strerror}") from None
    except RuntimeError:  # somebody without a home
        return {}
    return found


def all_profiles() -> dict[str, Profile]:
    return built_in() | own()
