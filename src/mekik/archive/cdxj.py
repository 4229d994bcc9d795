"""The CDXJ file beside each WARC file: which address was captured when, and where the record stands.

A line is `SURT timestamp {json}`. While its WARC file grows the lines are appended; when it is closed they are
sorted, so that a look-up is a binary search. The first line, `!meta`, says which of the two it is, and how long
the WARC file was then: what it says of the bytes before is certain.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Literal

import msgspec

from mekik.archive.digest import EMPTY, base32, parse_digest
from mekik.archive.disk import sync_directory, write_all
from mekik.archive.names import sidecar_name
from mekik.archive.surt import surt
from mekik.page import Capture

_META = b'!meta {"format":"cdxj","state":%-9b"size":%15d}\n'
META_LENGTH = len(_META % (b"", 0))


class CdxEntry(msgspec.Struct, frozen=True):
    key: str
    timestamp: str
    """14 digits, UTC."""
    url: str
    mime: str
    status: int
    digest: str
    length: int
    offset: int
    filename: str

    @property
    def revisit(self) -> bool:
        return self.mime == "warc/revisit"

    @property
    def capture(self) -> Capture:
        digest = parse_digest(self.digest) or EMPTY
        return Capture(self.filename, self.offset, self.length, digest, self.revisit)


class _Fields(msgspec.Struct):
    url: str
    mime: str
    status: str
    digest: str
    length: str
    offset: str
    filename: str


_decode = msgspec.json.Decoder(_Fields).decode
_encode = msgspec.json.Encoder().encode


Fresh = tuple[str, bytes, str, int, bytes, Capture]
"""What `cdx_line` makes a line of."""


def cdx_line(url: str, date: bytes, mime: str, status: int, digest: bytes, capture: Capture) -> bytes:
    """`digest` is in base32, or empty where there is none."""
    return b'%b %b {"url":%b,"mime":%b,"status":"%d","digest":%b,"length":"%d","offset":"%d","filename":"%b"}\n' % (
        surt(url).encode(), date.translate(None, b"-:T.Z")[:14], _encode(url),
        b'"warc/revisit"' if capture.revisit else _encode(mime), status,
        b'"sha1:%b"' % digest if digest else b'"-"', capture.length, capture.offset, capture.file.encode(),
    )  # fmt: skip


def line_of(url: str, date: str, mime: str, status: int, capture: Capture, has_digest: bool = True) -> bytes:
    """The same from a record that was read."""
    return cdx_line(
        url, date.encode("ascii", "replace"), mime, status, base32(capture.digest) if has_digest else b"", capture
    )


def parse_line(line: bytes) -> CdxEntry | None:
    """None for a line that is none of ours, such as one that was torn."""
    key, _, rest = line.partition(b" ")
    stamp, _, fields = rest.partition(b" ")
    try:
        found = _decode(fields)
        return CdxEntry(
            key.decode(), stamp.decode("ascii"), found.url, found.mime, int(found.status), found.digest,
            int(found.length), int(found.offset), found.filename,
        )  # fmt: skip
    except (msgspec.DecodeError, ValueError):
        return None


class Meta(msgspec.Struct, frozen=True):
    state: Literal["open", "closed"]
    size: int

    @property
    def closed(self) -> bool:
        return self.state == "closed"


def read_meta(start: bytes) -> Meta | None:
    if not start.startswith(b"!meta ") or len(start) < META_LENGTH:
        return None
    try:
        return msgspec.json.decode(start[6:META_LENGTH], type=Meta)
    except msgspec.DecodeError:
        return None


def _meta(state: str, size: int) -> bytes:
    return _META % (f'"{state}",'.encode(), size)


class Sidecar:
    """The CDXJ file of a WARC file that is being written. Lines may be added and flushed in different threads."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._lock = Lock()
        self._lines: list[bytes | Fresh] = []
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._end = max(os.fstat(self._fd).st_size, META_LENGTH)
        os.pwrite(self._fd, _meta("open", size), 0)

    @property
    def pending(self) -> int:
        return len(self._lines)

    def add(self, line: bytes | Fresh) -> None:
        """What was just written is spelled out when it is flushed: many at once take a fraction of the time."""
        self._lines.append(line)

    def flush(self, count: int | None = None) -> None:
        """Appends the first `count` lines that wait, or all. Lines that found no room go on waiting."""
        with self._lock:
            if self._fd < 0:
                return
            lines = self._lines[:count]
            data = b"".join([line if isinstance(line, bytes) else cdx_line(*line) for line in lines])
            try:
                write_all(self._fd, data, self._end)
            except OSError:
                os.ftruncate(self._fd, self._end)
                raise
            self._end += len(data)
            del self._lines[: len(lines)]

    def finish(self, size: int) -> None:
        """Sorts and closes. May be called again when it failed for want of room."""
        self.flush()
        if self._fd >= 0:
            sort_sidecar(self._path, size)
        self.release()

    def release(self) -> None:
        """Closes as it is; the WARC file may grow again."""
        self.flush()
        with self._lock:
            if self._fd >= 0:
                os.close(self._fd)
                self._fd = -1


def write_sorted(path: Path, lines: list[bytes], size: int) -> None:
    """A closed CDXJ file in the place of what is there."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(_meta("closed", size))
        file.writelines(sorted(lines))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_directory(path.parent)


def sort_sidecar(path: Path, size: int) -> None:
    """Closes a CDXJ file that belongs to a WARC file of `size` bytes."""
    write_sorted(path, path.read_bytes()[META_LENGTH:].splitlines(keepends=True), size)


def captures(directory: Path, url: str) -> list[CdxEntry]:
    """Every capture of an address in the archive, oldest first."""
    key = surt(url).encode() + b" "
    found = []
    for path in sorted(directory.glob("*.cdxj")):
        for line in _lines_with(path, key):
            entry = parse_line(line)
            if entry is not None and entry.url == url and sidecar_name(entry.filename) == path.name:
                found.append(entry)
    return sorted(found, key=lambda entry: (entry.timestamp, entry.filename, entry.offset))


def _lines_with(path: Path, key: bytes) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            meta = read_meta(file.read(META_LENGTH))
            if meta is not None and meta.closed:
                with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    yield from _sorted_lines_with(data, key)
            else:
                file.seek(0)
                yield from (line for line in file if line.startswith(key))
    except FileNotFoundError:
        return


def _sorted_lines_with(data: mmap.mmap, key: bytes) -> Iterator[bytes]:
    low, high = 0, len(data)
    while low < high:  # `low` and `high` are beginnings of lines
        middle = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = data.find(b"\n", middle) + 1 or len(data)
        if data[middle : middle + len(key)] < key:
            low = end
        else:
            high = middle
    while low < len(data) and data[low : low + len(key)] == key:
        end = data.find(b"\n", low) + 1 or len(data)
        yield data[low:end]
        low = end
