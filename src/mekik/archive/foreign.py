"""WARC and WACZ files that others wrote. Nothing in them is believed, nothing is unpacked to the disk."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO, cast

import msgspec

from mekik.archive.digest import agrees, sha1
from mekik.archive.exchanges import (
    ANSWERS,
    Archived,
    archived,
    epoch,
    group_records,
    parse_headers,
    split_http,
    status_of,
)
from mekik.archive.record import response_head, safe_url
from mekik.archive.records import Record, is_warc, read_records
from mekik.errors import StorageError

MAX_RECORD = 100_000_000
MAX_URL = 8192
_MAX_ENTRIES = 10_000
_MAX_RATIO = 200
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError, NotImplementedError)


class Rejected(msgspec.Struct, frozen=True):
    """A record, or a whole file, that was not taken."""

    file: str
    offset: int
    reason: str


def import_warc(path: Path, *, max_record: int = MAX_RECORD) -> Iterator[Archived | Rejected]:
    """Every exchange in a WARC file (compressed or not) or in the WARC files of a WACZ."""
    try:
        with path.open("rb") as file:
            start = file.read(8)
            file.seek(0)
            if start.startswith(b"PK\x03\x04"):
                yield from _from_zip(file, path.name, max_record)
            else:
                yield from _from_warc(file, start, path.name, max_record, rewind=True)
    except OSError as error:
        raise StorageError(f"Cannot read {path}: {error.strerror}.") from error


def _from_zip(file: BinaryIO, name: str, max_record: int) -> Iterator[Archived | Rejected]:
    try:
        bundle = zipfile.ZipFile(file)
    except _ZIP_ERRORS:
        yield Rejected(name, 0, "not a proper zip file")
        return
    with bundle:
        entries = bundle.infolist()
        if len(entries) > _MAX_ENTRIES:
            yield Rejected(name, 0, f"{len(entries)} files in one bundle")
            return
        for entry in entries:
            inner = entry.filename
            if not inner.endswith((".warc", ".warc.gz")):
                continue
            if inner.startswith("/") or "\\" in inner or ".." in inner.split("/") or ":" in inner.split("/")[0]:
                yield Rejected(name, entry.header_offset, "a name that leads out of the bundle")
            elif entry.file_size > (1 << 20) + _MAX_RATIO * entry.compress_size:
                yield Rejected(f"{name}/{inner}", 0, "unpacks to far more than its size")
            else:
                yield from _from_entry(bundle, entry, f"{name}/{inner}", max_record)


def _from_entry(
    bundle: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, max_record: int
) -> Iterator[Archived | Rejected]:
    try:
        with bundle.open(entry) as first:
            start = first.read(8)
        with bundle.open(entry) as file:
            yield from _from_warc(file, start, name, max_record, rewind=False)
    except _ZIP_ERRORS as error:
        yield Rejected(name, 0, f"cannot be read from its bundle: {error}"[:200])


def _from_warc(
    file: IO[bytes], start: bytes, name: str, max_record: int, *, rewind: bool
) -> Iterator[Archived | Rejected]:
    if not is_warc(start):
        yield Rejected(name, 0, "not a WARC file")
        return
    rejected: list[Rejected] = []

    def flaw(offset: int, what: str) -> None:
        rejected.append(Rejected(name, offset, what))

    def sound() -> Iterator[Record]:
        records = read_records(cast(BinaryIO, file), flaw=flaw, limit=max_record, rewind=rewind, max_ratio=_MAX_RATIO)
        for record in records:
            problem = _problem(record)
            if record.url.startswith("dns:"):
                continue  # a crawler's note of a name look-up
            if problem:
                flaw(record.offset, problem)
            else:
                yield record

    for group in group_records(sound()):
        yield from rejected
        rejected.clear()
        if group.answer is not None:
            yield _tidy(archived(group, name))
    yield from rejected


def _problem(record: Record) -> str:
    """Why a record cannot be taken; empty when it can."""
    if record.type not in ANSWERS:
        return ""
    url = record.url
    if not url.lower().startswith(("http://", "https://")):
        return "not the answer of a web server"
    if len(url) > MAX_URL or safe_url(url) != url:
        return "not a proper address"
    if epoch(record.fields.get("warc-date", "")) <= 0:
        return "no proper date"
    if not agrees(record.fields.get("warc-block-digest", ""), record.block):
        return "the block does not have its digest"
    head, body = split_http(record.block)
    if record.type == "response":
        if not status_of(head):
            return "no HTTP status line"
        if not _payload_agrees(record.fields.get("warc-payload-digest", ""), head, body):
            return "the payload does not have its digest"
    return ""


def _payload_agrees(digest: str, head: bytes, body: bytes) -> bool:
    """Some writers take the digest before the chunks are joined, some after."""
    return not digest or agrees(digest, body) or (_is_chunked(head) and agrees(digest, join_chunks(body)))


def _is_chunked(head: bytes) -> bool:
    return "chunked" in parse_headers(head).get("transfer-encoding", "").lower()


def _tidy(found: Archived) -> Archived:
    """As if we had fetched it: without chunks."""
    exchange = found.exchange
    if "chunked" in exchange.headers.get("transfer-encoding", "").lower():
        exchange.body = join_chunks(exchange.body)
        exchange.response_head = response_head(exchange.response_head)
        exchange.headers = parse_headers(exchange.response_head)
        if not found.capture.revisit:
            found.capture = msgspec.structs.replace(found.capture, digest=sha1(exchange.body))
    return found


def join_chunks(body: bytes) -> bytes:
    """The content of a chunked body; the body itself when it is not in chunks after all."""
    parts: list[bytes] = []
    position = 0
    while True:
        end = body.find(b"\n", position, position + 100)
        size = body[position:end].partition(b";")[0].strip() if end >= 0 else b""
        if not size or len(size) > 12 or size.strip(b"0123456789abcdefABCDEF"):
            return b"".join(parts) if parts else body
        length = int(size, 16)
        if length == 0:
            return b"".join(parts)
        parts.append(body[end + 1 : end + 1 + length])
        position = end + 1 + length
        position += 2 if body[position : position + 2] == b"\r\n" else body[position : position + 1] == b"\n"
