"""Reading our own archive: from a position on, or one capture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from mekik.archive.cdxj import CdxEntry, captures
from mekik.archive.exchanges import Archived, archived, group_records
from mekik.archive.names import Position, inside, warc_files
from mekik.archive.records import Record, read_records
from mekik.errors import Corruption, StorageError
from mekik.page import Capture, Exchange


class Damage(msgspec.Struct, frozen=True):
    """Something wrong with an archive file."""

    path: Path
    offset: int
    record: int
    """Which record of the file it is, or the one before the damage; counts from 1."""
    what: str

    def __str__(self) -> str:
        return f"{self.path} at byte {self.offset}, record {self.record}: {self.what}"


def read_from(
    directory: Path, job: str, position: Position | None = None, *,
    damage: Callable[[Damage], None] | None = None,
) -> Iterator[Archived]:  # fmt: skip
    """Every exchange of the job behind `position`, in the order of writing. Damaged parts are left out and told."""
    start = position or Position()
    for name in warc_files(directory, job):
        if name < start.file:
            continue
        offset = start.offset if name == start.file else 0
        try:
            yield from _read_file(directory / name, offset, damage)
        except FileNotFoundError:
            continue  # deleted meanwhile
        except OSError as error:
            if damage:
                damage(Damage(directory / name, offset, 0, f"cannot be read: {error.strerror}"))


def _read_file(path: Path, offset: int, damage: Callable[[Damage], None] | None) -> Iterator[Archived]:
    count = 0

    def flaw(at: int, what: str) -> None:
        if damage:
            damage(Damage(path, at, count + 1, what))

    with path.open("rb", buffering=0) as file:

        def counted() -> Iterator[Record]:
            nonlocal count
            for record in read_records(file, offset, flaw=flaw):
                count += 1
                yield record

        for group in group_records(counted(), conversions=True):
            if group.answer or group.metadata:
                yield archived(group, path.name)


def read(directory: Path, capture: Capture) -> Exchange:
    """One capture; of a revisit with the payload of its original, where the archive has it."""
    found = read_capture(directory, capture)
    if not found.capture.revisit:
        return found.exchange
    original = _original(directory, found)
    if original is None:
        reason = found.exchange.reason or "the original of this revisit is not in the archive"
        return msgspec.structs.replace(found.exchange, reason=reason)
    # An answer "not modified" says nothing of type and encoding: those are the original's.
    headers = original.headers | found.exchange.headers
    return msgspec.structs.replace(found.exchange, body=original.body, headers=headers)


def read_capture(directory: Path, capture: Capture) -> Archived:
    """As it stands in the file. Raises `Corruption` when there is no whole record."""
    try:
        path = inside(directory, capture.file)
    except ValueError as error:
        raise StorageError(f"{error}.") from None
    problems: list[str] = []
    try:
        with path.open("rb", buffering=0) as file:
            records = read_records(file, capture.offset, flaw=lambda _, what: problems.append(what))
            for group in group_records(records, conversions=True):
                if group.start != capture.offset:
                    break
                return archived(group, capture.file)
    except FileNotFoundError:
        raise StorageError(f"{path} is missing from the archive. Bring it back, or: mekik repair") from None
    except OSError as error:
        raise StorageError(f"Cannot read {path}: {error.strerror}.") from error
    raise Corruption(path, capture.offset, problems[0] if problems else "no record begins there")


def record_id(directory: Path, capture: Capture) -> str:
    """The WARC-Record-ID of a capture, empty when it cannot be read."""
    try:
        with inside(directory, capture.file).open("rb", buffering=0) as file:
            record = next(read_records(file, capture.offset, flaw=lambda _, what: None), None)
    except (OSError, ValueError):
        return ""
    return record.fields.get("warc-record-id", "") if record and record.offset == capture.offset else ""


def _original(directory: Path, revisit: Archived) -> Exchange | None:
    """The capture whose payload a revisit repeats: named by its record, or the last one before it."""
    exchange = revisit.exchange
    unchanged = exchange.status == 304
    entries = captures(directory, revisit.original_url or exchange.url)
    digest = revisit.capture.digest
    fitting = [
        entry for entry in entries
        if not entry.revisit and (entry.status < 300 if unchanged else entry.capture.digest == digest)
    ]  # fmt: skip
    own = next((entry for entry in entries if _same(entry, revisit)), None)
    wanted = _stamp(revisit.original_date) or (own.timestamp if own and unchanged else "")
    exact = [entry for entry in fitting if entry.timestamp == wanted]
    before = [entry for entry in fitting if not wanted or entry.timestamp <= wanted]
    for entry in (*exact[-1:], *before[-1:], *fitting[:1]):
        try:
            return read_capture(directory, entry.capture).exchange
        except StorageError:
            continue  # a damaged one may have a sound twin
    return _revisited(directory, entries, revisit) if unchanged else None


def _revisited(directory: Path, entries: list[CdxEntry], revisit: Archived) -> Exchange | None:
    """ "Not modified" of a page that was itself stored as a repetition of another."""
    for entry in reversed(entries):
        if entry.revisit and entry.status < 300 and not _same(entry, revisit):
            try:
                earlier = read_capture(directory, entry.capture)
            except StorageError:
                continue
            if earlier.exchange.status != 304:
                return _original(directory, earlier)
    return None


def _same(entry: CdxEntry, found: Archived) -> bool:
    return (entry.filename, entry.offset) == (found.capture.file, found.capture.offset)


def _stamp(date: str) -> str:
    return "".join(letter for letter in date if letter.isdigit())[:14]
