"""From a WARC file to its records, one at a time, whatever the file holds.

A damaged stretch is told to `flaw(offset, what)` and the reader goes on with the next record it can find. Files
with a gzip member per record, with one member for all, and without compression are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO

import msgspec

from mekik.archive.members import Members
from mekik.bytestream import GZIP_MAGIC

MAX_BLOCK = 1 << 30
"""Larger records are not ours."""
MAX_HEAD = 1 << 17
_READ = 1 << 18
_END = b"\r\n\r\n"
_NEXT = b"\nWARC/"
_FIELD = re.compile(r"\n([^:\r\n]+):[ \t]*([^\r\n]*)")

Flaw = Callable[[int, str], None]


class Record(msgspec.Struct):
    offset: int
    """Where it begins in the file: with its gzip member, if it has one of its own."""
    length: int
    fields: dict[str, str]
    """Of the WARC head, by lower-case name."""
    block: bytes

    @property
    def type(self) -> str:
        return self.fields.get("warc-type", "")

    @property
    def url(self) -> str:
        url = self.fields.get("warc-target-uri", "")
        return url[1:-1] if url[:1] == "<" else url


def read_records(
    file: BinaryIO, offset: int = 0, *, flaw: Flaw, limit: int = MAX_BLOCK, rewind: bool = True,
    max_ratio: int | None = None,
) -> Iterator[Record]:  # fmt: skip
    """Every whole record from `offset` on. `rewind` says whether going back in the file is cheap."""
    members = Members(file, offset, rewind=rewind, max_ratio=max_ratio)
    while not members.at_end():
        start = members.offset
        if not members.at_member():
            if members.window(start, 5) == b"WARC/":
                yield from _plain_records(members, flaw, limit)
                return
            zeros = not members.window(start, 64).strip(b"\0")
            members.skip()
            gap = members.offset - start
            flaw(start, f"{gap} zero bytes" if zeros else f"{gap} bytes that are no record")
            continue
        pieces = members.pieces()
        first, second = next(pieces, b""), next(pieces, None)
        if second is None and not members.problem:
            record = _sole_record(first, start, members.offset - start, limit)
            if record is not None:
                yield record
                continue
        yield from _member_records(members, start, chain((first, second or b""), pieces), flaw, limit)


def _sole_record(data: bytes, offset: int, length: int, limit: int) -> Record | None:
    """The usual case: the member is one record, no more and no less."""
    end = data.find(_END)
    fields = parse_fields(data[:end]) if end >= 0 else None
    size = len(data) - end - 8
    if fields is None or _block_length(fields) != size or size > limit or not data.endswith(_END):
        return None
    return Record(offset, length, fields, data[end + 4 : -4])


def _member_records(members: Members, start: int, pieces: Iterator[bytes], flaw: Flaw, limit: int) -> Iterator[Record]:
    """All records of one member. The last waits until the member's own checksum has been seen."""
    flaws: list[str] = []
    held: Record | None = None
    for _, _, fields, block in _split(pieces, lambda _, what: flaws.append(what), limit):
        if held is not None:
            yield held
        held = Record(start, 0, fields, block)
    if members.problem:
        flaw(start, members.problem)
        members.skip()
        return
    if held is not None:
        held.length = members.offset - start
        yield held
    for what in flaws:
        flaw(start, what)


def _plain_records(members: Members, flaw: Flaw, limit: int) -> Iterator[Record]:
    base = members.offset

    def pieces() -> Iterator[bytes]:
        position = base
        while data := members.window(position, _READ):
            position += len(data)
            yield data

    for start, end, fields, block in _split(pieces(), lambda at, what: flaw(base + at, what), limit):
        yield Record(base + start, end - start, fields, block)


def _split(pieces: Iterator[bytes], flaw: Flaw, limit: int) -> Iterator[tuple[int, int, dict[str, str], bytes]]:
    """(begin, end, fields, block) of each record in a run of bytes; places count from its beginning.

    Bytes leave the front of the buffer only when they are done with, so a length that lies costs a look at one
    place and not a copy.
    """
    buffer = bytearray()
    base = 0

    def fill(size: int) -> bool:
        while len(buffer) < size:
            piece = next(pieces, None)
            if piece is None:
                return False
            buffer.extend(piece)
        return True

    def drop(size: int) -> None:
        nonlocal base
        base += size
        del buffer[:size]

    while True:
        while fill(1) and buffer[0] in b"\r\n":
            drop(len(buffer) - len(buffer.lstrip(b"\r\n")))
        if not buffer:
            return
        end = buffer.find(_END)
        while end < 0 and len(buffer) < MAX_HEAD and fill(len(buffer) + 1):
            end = buffer.find(_END, max(0, len(buffer) - _READ * 4))
        fields = parse_fields(bytes(buffer[:end])) if 0 <= end <= MAX_HEAD else None
        what = "not the head of a record"
        if fields is not None:
            length = _block_length(fields)
            size = end + 4 + (length or 0)
            if length is None:
                what = "a record without a proper Content-Length"
            elif length > limit:
                what = f"a record of {length} bytes, which is more than {limit}"
            elif not fill(size):
                what = f"the block is shorter than its Content-Length {length}"
            else:
                fill(size + 4)
                ending = bytes(buffer[size : size + 4])
                if ending == _END or (not ending.strip(b"\r\n") and len(buffer) <= size + 4):
                    block = bytes(memoryview(buffer)[end + 4 : size])
                    yield base, base + size + len(ending), fields, block
                    drop(size + len(ending))
                    continue
                what = f"the block does not end at its Content-Length {length}"
        flaw(base, what)
        found = buffer.find(_NEXT)
        while found < 0:
            drop(max(0, len(buffer) - len(_NEXT)))
            if not fill(len(buffer) + 1):
                return
            found = buffer.find(_NEXT)
        drop(found + 1)


def parse_fields(head: bytes) -> dict[str, str] | None:
    """The named fields of a record's head, the first where one comes twice; None when it is no head."""
    if not head.startswith(b"WARC/"):
        return None
    lines = _FIELD.findall(head.decode("utf-8", "replace"))
    return {name.lower(): value.rstrip() for name, value in reversed(lines)}


def parse_lines(text: str) -> dict[str, str]:
    """The fields of an application/warc-fields block."""
    pairs = (line.partition(":") for line in text.splitlines())
    return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}


def _block_length(fields: dict[str, str]) -> int | None:
    value = fields.get("content-length", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else None


def is_warc(start: bytes) -> bool:
    return start.startswith((GZIP_MAGIC, b"WARC/"))
