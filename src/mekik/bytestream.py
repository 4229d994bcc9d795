"""Unpacking bytes from strangers: the one place where compressed data grows.

`decode` undoes a Content-Encoding in bounded pieces: what comes out never takes more room than the caller
allows, and it never raises, whatever the bytes are. `inflater` gives the same library to who reads gzip files.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import Protocol, cast

import brotli
import msgspec
from isal import isal_zlib

CHUNK = 1 << 16
MAX_RATIO = 1100
"""gzip reaches 1,032 at most; more is a bomb in brotli or in layers."""
RATIO_FREE = 1 << 20
"""Small results may have any ratio: a short run of blanks is no bomb."""
MAX_LAYERS = 3
MAX_MEMBERS = 1024

DamagedStream = cast("type[Exception]", isal_zlib.error)

_GZIP, _ZLIB, _RAW = 31, 15, -15
GZIP_MAGIC = b"\x1f\x8b\x08"
_CAREFUL = 256
"""Input that is lost with its output when a stream breaks in the middle of it."""

_ALIASES = {"x-gzip": "gzip", "x-deflate": "deflate", "brotli": "br"}
_KNOWN = {"gzip", "deflate", "br"}
_UNREADABLE = {"zstd", "compress", "x-compress", "dcb", "dcz", "exi", "aes128gcm", "pack200-gzip", "bzip2", "xz"}


class Inflater(Protocol):
    eof: bool
    unused_data: bytes
    unconsumed_tail: bytes

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


def inflater() -> Inflater:
    """Unpacks one gzip member; `decompress` raises `DamagedStream`."""
    stream: Inflater = isal_zlib.decompressobj(_GZIP)
    return stream


class Decoded(msgspec.Struct, frozen=True):
    data: bytes
    complete: bool = True
    """Nothing is missing at the end."""
    problem: str = ""
    """What was wrong with it, for people; there may be data all the same."""


def decode(body: bytes, content_encoding: str, max_size: int) -> Decoded:
    """What the body says without its encoding, at most `max_size` bytes of it."""
    if not content_encoding:
        return _whole(body, max_size)
    layers = [_ALIASES.get(name, name) for name in content_encoding[:200].lower().replace(" ", "").split(",")]
    layers = [name for name in layers if name and name != "identity"]
    unknown = [name for name in layers if name not in _KNOWN]
    if unknown:
        problem = f"unknown encoding {unknown[0][:40]!r}"
        if unknown[0] in _UNREADABLE or len(layers) > 1:
            return Decoded(b"", False, problem)
        # A word that is no encoding at all, such as "utf-8": the body is what it is.
        return msgspec.structs.replace(_whole(body, max_size), problem=problem)
    if not layers or not body:
        return _whole(body, max_size)
    if len(layers) > MAX_LAYERS:
        return Decoded(b"", False, f"{len(layers)} encodings on top of each other")
    limit = min(max_size, max(RATIO_FREE, len(body) * MAX_RATIO))
    if len(layers) == 1 and layers[0] != "br":
        quick = _at_once(body, layers[0], limit)
        if quick is not None:
            return quick
    return _in_pieces(body, layers, limit)


def _whole(body: bytes, max_size: int) -> Decoded:
    if len(body) <= max_size:
        return Decoded(body)
    return Decoded(body[:max_size], False, _too_much(max_size))


def _too_much(limit: int) -> str:
    return f"more than {limit} bytes"


def _at_once(body: bytes, layer: str, limit: int) -> Decoded | None:
    """The usual case in one call: one sound stream. None when it is anything else."""
    kind = _GZIP if layer == "gzip" else _deflate_kind(body)
    stream = isal_zlib.decompressobj(kind)
    try:
        data = stream.decompress(body, limit)
        if not stream.eof and len(data) == limit and stream.decompress(stream.unconsumed_tail, 1):
            return Decoded(data, False, _too_much(limit))
    except DamagedStream:
        return None
    if not stream.eof:
        return Decoded(data, False, "ends too early")
    if stream.unused_data[:3] == GZIP_MAGIC and kind == _GZIP:
        return None
    return Decoded(data)


def _deflate_kind(start: bytes) -> int:
    """Servers send either of two formats under the name deflate; a zlib header gives itself away."""
    zlib_header = len(start) >= 2 and start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0
    return _ZLIB if zlib_header else _RAW


class _Notes:
    """What the layers of one body found out on the way."""

    def __init__(self) -> None:
        self.complete = True
        self.problem = ""

    def broken(self, problem: str) -> None:
        self.complete = False
        self.problem = self.problem or problem


def _in_pieces(body: bytes, layers: list[str], limit: int) -> Decoded:
    notes = _Notes()
    pieces: Iterator[bytes] = (body[at : at + CHUNK] for at in range(0, len(body), CHUNK))
    for place, layer in enumerate(reversed(layers)):
        if layer == "br":
            pieces = _unbrotli(pieces, notes, body if place == 0 else b"")
        else:
            pieces = (_gunzip if layer == "gzip" else _inflate)(pieces, notes)
    out = io.BytesIO()  # hands out its buffer without a copy
    room = limit
    for piece in pieces:
        if len(piece) > room:
            out.write(memoryview(piece)[:room])
            notes.broken(_too_much(limit))
            break
        room -= out.write(piece)
    return Decoded(out.getvalue(), notes.complete, notes.problem)


def _slices(pieces: Iterator[bytes], size: int = _CAREFUL) -> Iterator[bytes]:
    return (piece[at : at + size] for piece in pieces for at in range(0, len(piece), size))


def _drain(stream: Inflater, data: bytes) -> Iterator[bytes]:
    """All that `data` makes the stream give, a chunk at a time."""
    piece = stream.decompress(data, CHUNK)
    while piece:
        yield piece
        if stream.eof or len(piece) < CHUNK:
            return
        piece = stream.decompress(stream.unconsumed_tail, CHUNK)


def _first_bytes(pieces: Iterator[bytes], count: int) -> bytes:
    start = b""
    for piece in pieces:
        start += piece
        if len(start) >= count:
            break
    return start


def _gunzip(pieces: Iterator[bytes], notes: _Notes) -> Iterator[bytes]:
    """One or several gzip members; what follows them is ignored."""
    start = _first_bytes(pieces, 3)
    if not GZIP_MAGIC.startswith(start[:3]):
        # Servers name an encoding that they did not apply, or name it twice.
        notes.problem = notes.problem or "says gzip and is not"
        yield start
        yield from pieces
        return
    stream = inflater()
    members, produced = 1, False
    for data in _slices(chain([start], pieces)):
        while data:
            if stream.eof:
                if not GZIP_MAGIC.startswith(data[:3]) or members == MAX_MEMBERS:
                    return
                stream = inflater()
                members, produced = members + 1, False
            try:
                for piece in _drain(stream, data):
                    produced = True
                    yield piece
            except DamagedStream:
                if members == 1 or produced:
                    notes.broken("damaged gzip")
                return
            data = stream.unused_data if stream.eof else b""
    if not stream.eof and (members == 1 or produced):
        notes.broken("ends too early")


def _inflate(pieces: Iterator[bytes], notes: _Notes) -> Iterator[bytes]:
    start = _first_bytes(pieces, 2)
    kind = _deflate_kind(start)
    stream: Inflater = isal_zlib.decompressobj(kind)
    produced = False
    for number, data in enumerate(_slices(chain([start], pieces))):
        try:
            for piece in _drain(stream, data):
                produced = True
                yield piece
        except DamagedStream:
            if produced or number or kind == _RAW:
                notes.broken("damaged deflate")
                return
            kind = _RAW  # it only looked like a zlib header
            stream = isal_zlib.decompressobj(kind)
            try:
                for piece in _drain(stream, data):
                    produced = True
                    yield piece
            except DamagedStream:
                notes.broken("damaged deflate")
                return
        if stream.eof:
            return
    notes.broken("ends too early")


def _unbrotli(pieces: Iterator[bytes], notes: _Notes, whole: bytes) -> Iterator[bytes]:
    """`whole` is all of the input where it is at hand: then a piece that fails is tried again byte by byte,
    because the library gives nothing of a piece that goes on after the end of the stream."""
    stream = brotli.Decompressor()
    done = 0
    for data in _slices(pieces, 1024):
        try:
            yield from _drain_brotli(stream, data)
        except brotli.error:
            yield from _last_of_brotli(whole, done, notes)
            return
        done += len(data)
        if stream.is_finished():
            return
    notes.broken("ends too early")


def _last_of_brotli(whole: bytes, done: int, notes: _Notes) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    for piece in _slices(iter([whole[:done]]), CHUNK):
        for _ in _drain_brotli(stream, piece):
            pass  # has been given out already
    for at in range(done, min(done + 1024, len(whole))):
        try:
            yield from _drain_brotli(stream, whole[at : at + 1])
        except brotli.error:
            break
        if stream.is_finished():
            return
    notes.broken("damaged brotli")


def _drain_brotli(stream: brotli.Decompressor, data: bytes) -> Iterator[bytes]:
    yield stream.process(data, output_buffer_limit=CHUNK)
    while not stream.can_accept_more_data() and not stream.is_finished():
        yield stream.process(b"", output_buffer_limit=CHUNK)
