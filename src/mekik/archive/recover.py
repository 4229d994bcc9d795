"""After a crash: the last file ends with its last whole record again, and its CDXJ file agrees with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from mekik.archive.cdxj import META_LENGTH, Meta, Sidecar, parse_line, read_meta, sort_sidecar
from mekik.archive.disk import storage_errors
from mekik.archive.exchanges import cdx_of
from mekik.archive.names import Position, sidecar_name, warc_files
from mekik.archive.records import read_records

_WINDOW = 8_000_000
"""Bytes at the end of the file that are read again; what the CDXJ file tells of those before is believed."""
_TAIL = 1 << 18


class _Anchor(msgspec.Struct):
    """A place up to which both files are sound."""

    offset: int
    sidecar_offset: int


def recover(directory: Path, job: str) -> Position:
    """Mends the end of the job's last WARC file. Returns where to go on."""
    with storage_errors(directory):
        return _recover(directory, warc_files(directory, job))


def _recover(directory: Path, names: list[str]) -> Position:
    for name in names[:-1]:  # a crash may have come between the last record of a file and its closing
        if not _closed(directory / sidecar_name(name), directory / name):
            size = _mend(directory, name)
            if size:
                sort_sidecar(directory / sidecar_name(name), size)
    while names:
        name = names.pop()
        size = (directory / name).stat().st_size
        if not _closed(directory / sidecar_name(name), directory / name):
            size = _mend(directory, name)
        if size:
            return Position(name, size)
        (directory / name).unlink()  # nothing whole was ever written to it
        (directory / sidecar_name(name)).unlink(missing_ok=True)
    return Position()


def _closed(sidecar: Path, warc: Path) -> bool:
    """Whether the WARC file was closed in peace and has not changed since."""
    meta = _meta_of(sidecar)
    return meta is not None and meta.closed and meta.size == warc.stat().st_size and meta.size > 0


def _meta_of(sidecar: Path) -> Meta | None:
    try:
        with sidecar.open("rb") as file:
            return read_meta(file.read(META_LENGTH))
    except FileNotFoundError:
        return None


def _mend(directory: Path, name: str) -> int:
    """Cuts the WARC file behind its last whole record and rewrites the end of its CDXJ; returns the size."""
    warc, sidecar = directory / name, directory / sidecar_name(name)
    with warc.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        anchor = _anchor(sidecar, size) or _Anchor(0, META_LENGTH)
        end, lines, sound = _scan(file, name, anchor.offset)
        if not sound and anchor.offset:  # the CDXJ file does not fit this file
            anchor = _Anchor(0, META_LENGTH)
            end, lines, _ = _scan(file, name, 0)
        if end < size:
            os.ftruncate(file.fileno(), end)
            os.fdatasync(file.fileno())
    if not end:
        return 0
    meta = _meta_of(sidecar)
    if sidecar.exists():
        os.truncate(sidecar, anchor.sidecar_offset if meta else 0)
    writing = Sidecar(sidecar, meta.size if meta and anchor.offset and not meta.closed else 0)
    for line in lines:
        writing.add(line)
    writing.release()
    return end


def _anchor(sidecar: Path, size: int) -> _Anchor | None:
    """The record to read on from: near the end, and known from a line that was appended in order."""
    meta = _meta_of(sidecar)
    if meta is None or meta.closed or meta.size > size:
        return None
    with sidecar.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        place = max(META_LENGTH, end - _TAIL)
        file.seek(place)
        lines = file.read().splitlines(keepends=True)
    if place > META_LENGTH:
        place += len(lines.pop(0))  # it may begin in the middle
    best: _Anchor | None = None
    for line in lines:
        entry = parse_line(line) if line.endswith(b"\n") else None
        if entry is not None and meta.size <= entry.offset < size:
            if best is not None and entry.offset < best.offset:
                return None
            if best is None or entry.offset <= size - _WINDOW:
                best = _Anchor(entry.offset, place)
        elif not line.endswith(b"\n"):
            break
        place += len(line)
    # Nothing was appended since the file was opened again: what was sorted then is sound.
    return best or (_Anchor(meta.size, place) if meta.size else None)


def _scan(file: BinaryIO, name: str, offset: int) -> tuple[int, list[bytes], bool]:
    """(end of the last whole record, CDXJ lines, whether a record begins at `offset`)."""
    end, lines, sound = offset, [], offset == os.fstat(file.fileno()).st_size
    for record in read_records(file, offset, flaw=lambda at, what: None):
        sound = sound or record.offset == offset
        end = record.offset + record.length
        line = cdx_of(record, name)
        if line is not None:
            lines.append(line)
    return end, lines, sound
