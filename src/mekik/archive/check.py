"""Finding damage: every byte of every WARC file is read, every digest computed, every CDXJ line compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from mekik.archive.cdxj import META_LENGTH, parse_line, read_meta
from mekik.archive.digest import agrees
from mekik.archive.exchanges import cdx_of, split_http
from mekik.archive.names import sidecar_name, warc_files
from mekik.archive.reader import Damage
from mekik.archive.records import Record, read_records


class Survey(msgspec.Struct):
    """What a WARC file holds."""

    size: int = 0
    whole: list[tuple[int, int]] = []
    """(offset, length) of each sound record, in order."""
    lines: list[bytes] = []
    """The CDXJ lines it should have."""
    damage: list[Damage] = []


def check(directory: Path) -> Iterator[Damage]:
    """Everything that is wrong with the archive, file by file."""
    for name in warc_files(directory):
        survey = survey_file(directory / name)
        yield from survey.damage
        yield from check_sidecar(directory, name, survey)
    names = {sidecar_name(name) for name in warc_files(directory)}
    for path in sorted(directory.glob("*.cdxj")):
        if path.name not in names:
            yield Damage(path, 0, 0, "its WARC file is missing")


def survey_file(path: Path) -> Survey:
    """Reads a WARC file from end to end."""
    survey = Survey()
    number = 0

    def flaw(offset: int, what: str) -> None:
        survey.damage.append(Damage(path, offset, number + 1, what))

    try:
        survey.size = path.stat().st_size
        with path.open("rb", buffering=0) as file:
            for record in read_records(file, flaw=flaw):
                what = wrong_digest(record)
                if what:
                    flaw(record.offset, what)
                else:
                    survey.whole.append((record.offset, record.length))
                    line = cdx_of(record, path.name)
                    if line is not None:
                        survey.lines.append(line)
                number += 1
    except OSError as error:
        flaw(0, f"cannot be read: {error.strerror}")
    if not survey.whole and not survey.damage:
        flaw(0, "an empty file")
    return survey


def wrong_digest(record: Record) -> str:
    """What is wrong with a record whose gzip member is sound; empty when nothing is."""
    if not agrees(record.fields.get("warc-block-digest", ""), record.block):
        return f"the block of {record.type} {record.url} does not have its digest"
    payload = record.fields.get("warc-payload-digest", "")
    if payload and record.type == "response" and not agrees(payload, split_http(record.block)[1]):
        return f"the payload of {record.url} does not have its digest"
    return ""


def check_sidecar(directory: Path, name: str, survey: Survey) -> Iterator[Damage]:
    """Compares the CDXJ file with what its WARC file holds."""
    path = directory / sidecar_name(name)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        yield Damage(path, 0, 0, "missing")
        return
    except OSError as error:
        yield Damage(path, 0, 0, f"cannot be read: {error.strerror}")
        return
    meta = read_meta(data[:META_LENGTH])
    if meta is None:
        yield Damage(path, 0, 0, "has no proper first line")
    elif meta.closed and meta.size != survey.size:
        yield Damage(path, 0, 0, f"was closed for {meta.size} bytes and the WARC file has {survey.size}")
    lines = data[META_LENGTH if meta else 0 :].splitlines(keepends=True)
    if meta is not None and meta.closed and any(a > b for a, b in pairwise(lines)):
        yield Damage(path, META_LENGTH, 0, "is not in order")
    expected = {_essence(line) for line in survey.lines}
    still_open = meta is not None and not meta.closed
    if still_open and lines and not lines[-1].endswith(b"\n"):
        lines.pop()  # being written, or left so by a crash: `recover` cuts it
    last = max((essence[0] for essence in map(_essence, lines) if essence), default=-1)
    place = META_LENGTH if meta else 0
    for number, line in enumerate(lines, 1):
        essence = _essence(line) if line.endswith(b"\n") else None
        if essence not in expected:
            yield Damage(path, place, number, "a line that no record of the WARC file stands behind")
        else:
            expected.discard(essence)
        place += len(line)
    for essence in sorted(entry for entry in expected if entry):
        if still_open and essence[0] > last:
            continue  # lines follow their records by a moment
        yield Damage(path, len(data), 0, f"no line for the record at byte {essence[0]} of {name}")


def _essence(line: bytes) -> tuple[int, int, str, str, str, str, str] | None:
    """What must be right in a line for the record to be found."""
    entry = parse_line(line)
    if entry is None:
        return None
    return (entry.offset, entry.length, entry.key, entry.timestamp, entry.url, entry.digest, entry.filename)
