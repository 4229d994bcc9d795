"""Dictionaries of dictd, as Debian's dict-freedict packages bring them: an index of words and a packed text.

A line of the index has a word and where its entry lies, as numbers in base 64. The text is gzip with marks for
random access, which are not needed here: entries are read once, in the order in which they lie.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from mekik.errors import StorageError

MOST_ENTRIES = 2_000_000
MOST_TEXT = 1 << 30
"""Bytes of unpacked text that are read of one dictionary."""
LONGEST_ENTRY = 20_000
_NAME = re.compile(r"freedict-([a-z]{3})-([a-z]{3})\.index")
_DIGITS = {sign: value for value, sign in enumerate(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
)}  # fmt: skip
CODES = {
    "afr": "af", "ara": "ar", "ast": "ast", "bre": "br", "bul": "bg", "cat": "ca", "ces": "cs", "ckb": "ckb",
    "cym": "cy", "dan": "da", "deu": "de", "ell": "el", "eng": "en", "epo": "eo", "fin": "fi", "fra": "fr", "gla": "gd",
    "gle": "ga", "hin": "hi", "hrv": "hr", "hun": "hu", "ind": "id", "isl": "is", "ita": "it", "jpn": "ja",
    "kmr": "ku", "kur": "ku", "lat": "la", "lit": "lt", "mkd": "mk", "nld": "nl", "nno": "nn", "nob": "no",
    "nor": "no", "oci": "oc", "pol": "pl", "por": "pt", "rom": "rom", "rus": "ru", "san": "sa", "slk": "sk",
    "slv": "sl", "spa": "es", "srp": "sr", "swe": "sv", "swh": "sw", "tur": "tr",
}  # fmt: skip
"""FreeDict names languages by three letters, pages by two."""


class DictionaryFile(msgspec.Struct, frozen=True):
    """One dictionary on this machine."""

    source: str
    target: str
    places: Path
    """Its index."""

    @property
    def text(self) -> Path:
        packed = self.places.with_suffix(".dict.dz")
        return packed if packed.is_file() else self.places.with_suffix(".dict")


def installed(folders: tuple[str, ...]) -> list[DictionaryFile]:
    """Dictionaries in these folders; the first of a pair wins. Folders that are not there hold none."""
    found: dict[tuple[str, str], DictionaryFile] = {}
    for folder in folders:
        for path in sorted(Path(folder).glob("freedict-*.index")):
            named = _NAME.fullmatch(path.name)
            if named and named[1] in CODES and named[2] in CODES:
                file = DictionaryFile(CODES[named[1]], CODES[named[2]], path)
                if file.text.is_file():
                    found.setdefault((file.source, file.target), file)
    return list(found.values())


def entries(file: DictionaryFile) -> Iterator[str]:
    """Every entry once, though several words of the index may lead to it. Raises StorageError for a damaged file."""
    try:
        with _opened(file.text) as text:
            at = 0
            for offset, length in _places(file.places):
                if offset < at or length > LONGEST_ENTRY:
                    continue
                if offset + length > MOST_TEXT:
                    return
                _skip(text, offset - at)
                yield text.read(length).decode("utf-8", "replace")
                at = offset + length
    except (OSError, EOFError, zlib.error) as error:
        raise StorageError(f"The dictionary {file.text} cannot be read: {error}.") from error


def _opened(path: Path) -> BinaryIO:
    return gzip.open(path, "rb") if path.suffix == ".dz" else path.open("rb")  # type: ignore[return-value]


def _skip(text: BinaryIO, length: int) -> None:
    while length > 0:
        read = len(text.read(min(length, 1 << 16)))
        if not read:
            return
        length -= read


def _places(index: Path) -> list[tuple[int, int]]:
    """Where entries lie, in order and without repetitions."""
    found: set[tuple[int, int]] = set()
    with index.open("rb") as lines:
        for line in lines:
            parts = line.rstrip(b"\r\n").split(b"\t")
            if len(parts) < 3 or parts[0].startswith((b"00database", b"00-database")):
                continue
            place = _number(parts[1]), _number(parts[2])
            if place[0] is not None and place[1]:
                found.add((place[0], place[1]))
            if len(found) >= MOST_ENTRIES:
                break
    return sorted(found)


def _number(digits: bytes) -> int | None:
    number = 0
    for digit in digits[:10]:
        value = _DIGITS.get(digit)
        if value is None:
            return None
        number = number * 64 + value
    return number
