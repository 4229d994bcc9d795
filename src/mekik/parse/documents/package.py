"""A zip file whose parts are read one by one, in pieces, and never to the disk.

Nothing that the file says of itself is believed: sizes are counted while unpacking, and together all parts may not
give more than the limits. Names are only looked up, never used as paths.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from mekik.outcome import Outcome
from mekik.parse.documents.draft import Trouble

_PIECE = 1 << 16
_MAX_RATIO = 500
"""Of all that is unpacked to the whole file. Text of office programs packs to a tenth, seldom to a hundredth."""
_RATIO_FREE = 8_000_000
"""Bytes that may always be unpacked."""
_ENCRYPTED = 0x1
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError, struct.error,
    KeyError, IndexError, OverflowError,
)  # fmt: skip


class Package:
    def __init__(self, body: bytes, *, max_parts: int, max_unpacked: int) -> None:
        self._room = min(max_unpacked, max(_RATIO_FREE, len(body) * _MAX_RATIO))
        self._size = len(body)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
            entries = self._zip.infolist()
        except _BROKEN as error:
            raise Trouble(Outcome.UNREADABLE, f"not a whole zip file: {error}"[:200]) from None
        if len(entries) > max_parts:
            raise Trouble(Outcome.PARSE_LIMIT, f"{len(entries)} parts, {max_parts} are allowed")
        self._entries = {entry.filename: entry for entry in reversed(entries)}
        """The first of a name counts, as for most programs."""
        self._by_lower = {name.lower(): name for name in self._entries}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._by_lower

    def names(self) -> list[str]:
        return list(reversed(self._entries))

    def pieces(self, name: str) -> Iterator[bytes]:
        """A part as it unpacks. Names are told apart without regard to case, as office programs do."""
        entry = self._entries.get(self._by_lower.get(name.lower(), name))
        if entry is None:
            raise Trouble(Outcome.UNREADABLE, f"the part {name[:100]!r} is missing")
        if entry.flag_bits & _ENCRYPTED:
            raise Trouble(Outcome.ENCRYPTED, "its parts are encrypted")
        try:
            with self._zip.open(entry) as file:
                while piece := file.read(_PIECE):
                    self._room -= len(piece)
                    if self._room < 0:
                        raise Trouble(Outcome.DECODE_LIMIT, f"{self._size} bytes unpack to far more than allowed")
                    yield piece
        except _BROKEN as error:
            raise Trouble(Outcome.UNREADABLE, f"the part {name[:100]!r} is damaged: {error}"[:300]) from None

    def read(self, name: str, most: int) -> bytes:
        """The beginning of a small part."""
        found = bytearray()
        for piece in self.pieces(name):
            found += piece
            if len(found) >= most:
                break
        return bytes(found[:most])
