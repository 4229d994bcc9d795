"""The members of a gzip file, one after another, with their places in the file, also past damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from mekik.bytestream import GZIP_MAGIC, DamagedStream, inflater

_READ = 1 << 18
_FEED = 1 << 14
"""What the unpacker is given at a time. It copies what it did not need, so not much more than a usual member."""
_PIECE = 1 << 20
_RATIO_FREE = 1 << 25
_PATIENCE = 1 << 26
"""Bytes that may be looked at twice in search of sound members: a hostile file does not buy hours with them."""


class Members:
    """Reads forwards from `offset`.

    `pieces()` unpacks the member at `offset` and moves `offset` behind it. When the member is damaged it stops,
    says why in `problem` and leaves `offset` where the member begins; `skip()` then looks for the next one.
    """

    def __init__(self, file: BinaryIO, offset: int = 0, *, rewind: bool = True, max_ratio: int | None = None) -> None:
        self._max_ratio = max_ratio
        self.offset = offset
        self.problem = ""
        self._file, self._rewind = file, rewind
        self._buffer, self._base = b"", offset
        self._reached = offset
        self._patience = _PATIENCE
        if rewind:
            file.seek(offset)

    def window(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes at `offset`; fewer only at the end of the file."""
        start = self._ready(offset, size)
        return self._buffer[start : start + size]

    def at_member(self) -> bool:
        return self._buffer.startswith(GZIP_MAGIC, self._ready(self.offset, 3))

    def at_end(self) -> bool:
        return self._ready(self.offset, 1) >= len(self._buffer)

    def pieces(self) -> Iterator[bytes]:
        stream = inflater()
        position, piece, size = self.offset, b"", 0
        self.problem = ""
        while True:
            data = self.window(position, _FEED)
            if not data and len(piece) < _PIECE:
                self.problem = "ends too early"
                break
            try:
                piece = stream.decompress(data, _PIECE)
            except DamagedStream as error:
                self.problem = f"damaged gzip member: {error}"
                break
            if stream.eof:
                # Set before the last piece is handed out, so that who takes only that one may go on.
                self.offset = position + len(data) - len(stream.unused_data)
                if piece:
                    yield piece
                return
            position += len(data) - len(stream.unconsumed_tail)
            size += len(piece)
            if self._max_ratio and size > _RATIO_FREE + self._max_ratio * (position - self.offset):
                self.problem = "unpacks to far more than its size"
                break
            if piece:
                yield piece
        self._reached = position

    def skip(self) -> None:
        """Goes to the next member that unpacks to a record, or to the end of the file."""
        start = self.offset + 1
        self._patience -= self._reached - self.offset
        if not self._rewind or self._patience < 0:
            start = max(start, self._reached)
        while True:
            index = self._ready(start, 512)
            if index >= len(self._buffer):
                self.offset = self._base + len(self._buffer)
                break
            found = self._buffer.find(GZIP_MAGIC, index)
            if found < 0:
                start = max(start + 1, self._base + len(self._buffer) - 2)
                continue
            start = self._base + found
            if _begins_record(self.window(start, 512)):
                self.offset = start
                break
            start += 1
        self._reached = max(self._reached, self.offset)

    def _ready(self, offset: int, size: int) -> int:
        """Where `offset` is in the buffer, with `size` bytes there if the file has them."""
        start = offset - self._base
        if start < 0 or start > len(self._buffer):
            self._file.seek(offset)
            self._buffer, self._base, start = b"", offset, 0
        if len(self._buffer) - start < size:
            fresh = self._file.read(_READ)
            if fresh:
                self._buffer = self._buffer[start:] + fresh
                self._base, start = offset, 0
        return start


def _begins_record(data: bytes) -> bool:
    try:
        return inflater().decompress(data, 5) == b"WARC/"
    except DamagedStream:
        return False
