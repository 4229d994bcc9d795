"""Mending damage: a damaged file is written anew with all its whole records, and the damaged one is kept.

A stretch that is lost is filled with a record that says so and is exactly as long, so that every other record
keeps its place and whoever remembers an offset still finds it.
"""

from __future__ import annotations

import os
import shutil
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from mekik.archive.cdxj import write_sorted
from mekik.archive.check import Survey, check_sidecar, survey_file
from mekik.archive.disk import storage_errors, sync_directory
from mekik.archive.names import sidecar_name, warc_files
from mekik.archive.record import Ids, filler_record, warc_date


class Repair(msgspec.Struct, frozen=True):
    """What was done to one file."""

    path: Path
    kept: int
    """Whole records."""
    lost: int
    """Damaged stretches."""
    what: str
    moved: bool = False
    """Records had to leave their places, so offsets that were noted elsewhere no longer hold."""


def repair(directory: Path) -> Iterator[Repair]:
    """Mends every file that `check` finds fault with. What is sound is not touched."""
    names = warc_files(directory)
    for name in names:
        path = directory / name
        survey = survey_file(path)
        if survey.damage and not survey.whole:
            with storage_errors(path):
                path.rename(_aside(path))
                (directory / sidecar_name(name)).unlink(missing_ok=True)
            yield Repair(path, 0, len(survey.damage), "holds no whole record; put aside")
            continue
        if survey.damage:
            lost = len(survey.damage)
            with storage_errors(path):
                moved = _rewrite(path, survey)
                survey = survey_file(path)
                write_sorted(directory / sidecar_name(name), survey.lines, survey.size)
            yield Repair(path, len(survey.whole), lost, "written anew; the damaged file was kept", moved)
        elif any(check_sidecar(directory, name, survey)):
            sidecar = directory / sidecar_name(name)
            with storage_errors(sidecar):
                write_sorted(sidecar, survey.lines, survey.size)
            yield Repair(sidecar, len(survey.lines), 0, "written anew from the WARC file")
    for path in sorted(directory.glob("*.cdxj")):
        if path.name not in {sidecar_name(name) for name in names}:
            with storage_errors(path):
                path.rename(_aside(path))
            yield Repair(path, 0, 0, "belongs to no WARC file; put aside")


def _aside(path: Path) -> Path:
    """A free name for the damaged file."""
    place, number = path.with_name(path.name + ".damaged"), 1
    while place.exists():
        number += 1
        place = path.with_name(f"{path.name}.damaged-{number}")
    return place


def _rewrite(path: Path, survey: Survey) -> bool:
    """Puts a sound file in the place of a damaged one; at every moment one of them has the name."""
    fresh = path.with_name(path.name + ".new")
    ids, moved = Ids(), False
    with path.open("rb") as source, fresh.open("wb") as target:
        end = 0
        for offset, length in survey.whole:
            if offset > end:
                filler = _filler(ids, offset - end)
                moved = moved or len(filler) != offset - end
                target.write(filler)
            _copy(source, target, offset, length)
            end = offset + length
        target.flush()
        os.fsync(target.fileno())
    aside = _aside(path)
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copyfile(path, aside)
    fresh.replace(path)
    sync_directory(path.parent)
    return moved


def _copy(source: BinaryIO, target: BinaryIO, offset: int, length: int) -> None:
    source.seek(offset)
    while length > 0:
        data = source.read(min(length, 1 << 20))
        if not data:
            return
        target.write(data)
        length -= len(data)


def _filler(ids: Ids, size: int) -> bytes:
    """A gzip member of exactly `size` bytes with a record that tells of the loss; empty when `size` is too small.

    The length is made up with the comment that a gzip head may have.
    """
    record = filler_record(ids, warc_date(time.time()), size)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(record) + packer.flush()
    packed += zlib.crc32(record).to_bytes(4, "little") + len(record).to_bytes(4, "little")
    padding = size - 10 - len(packed)
    if padding < 0:
        return b""
    if padding == 0:
        return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + packed
    return b"\x1f\x8b\x08\x10\0\0\0\0\0\xff" + b" " * (padding - 1) + b"\0" + packed
