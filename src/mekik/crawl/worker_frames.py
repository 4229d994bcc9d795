"""What engine and workers say to each other: a length in four bytes, then a msgpack value. Both ends use this."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import msgspec

_ROOM = 1 << 20
_LARGEST = 1 << 28
"""No page and no answer comes near this; a longer frame means that the other end has lost its mind."""
_encoder = msgspec.msgpack.Encoder()


class Nonsense(Exception):
    """The other end does not keep to the protocol."""


class Frames:
    """Receives into one buffer and hands out views of it: pages are long, and every copy of them counts."""

    def __init__(self) -> None:
        self._buffer = bytearray(_ROOM)
        self._start = self._end = 0

    def receive(self, channel: socket.socket) -> int:
        """What has arrived, in bytes; 0 at the end. Raises as `recv_into` does. Earlier views end here."""
        self._make_room()
        with memoryview(self._buffer) as view:
            received = channel.recv_into(view[self._end :])
        self._end += received
        return received

    def __iter__(self) -> Iterator[memoryview]:
        """The whole frames, each a view that lasts until the next `receive`."""
        while self._end - self._start >= 4:
            start = self._start + 4
            end = start + self._length()
            if end > self._end:
                return
            self._start = end
            with memoryview(self._buffer) as view, view[start:end] as payload:
                yield payload

    def _length(self) -> int:
        return int.from_bytes(self._buffer[self._start : self._start + 4], "little")

    def _make_room(self) -> None:
        held = self._end - self._start
        if not held:
            self._start = self._end = 0
            if len(self._buffer) > 4 * _ROOM:
                self._buffer = bytearray(_ROOM)
            return
        needed = 4 + self._length() if held >= 4 else 4
        if needed > _LARGEST:
            raise Nonsense(f"a frame of {needed} bytes")
        if self._start + needed > len(self._buffer) or self._end == len(self._buffer):
            rest = self._buffer[self._start : self._end]
            if needed > len(self._buffer):
                self._buffer = bytearray(needed)
            self._buffer[:held] = rest
            self._start, self._end = 0, held


def frame(value: Any, into: bytearray | None = None) -> bytearray:
    """`into` is a frame that was sent: its memory is at hand, and new memory for a long one is dear."""
    buffer = bytearray(4) if into is None else into
    _encoder.encode_into(value, buffer, 4)
    buffer[:4] = (len(buffer) - 4).to_bytes(4, "little")
    return buffer
