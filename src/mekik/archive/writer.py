"""Appends exchanges to the job's WARC files: step 4, the only truth."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from mekik.archive.cdxj import Sidecar
from mekik.archive.conversion import conversion_notes, conversion_record
from mekik.archive.digest import EMPTY, base32, sha1
from mekik.archive.disk import storage_error, storage_errors, sync_directory, write_all
from mekik.archive.exchanges import plain_type
from mekik.archive.names import Position, next_file, safe_job_name, sidecar_name
from mekik.archive.reader import record_id
from mekik.archive.record import (
    IDENTICAL,
    NOT_MODIFIED,
    Ids,
    info_record,
    member,
    mended,
    metadata_record,
    request_record,
    response_head,
    response_record,
    safe_url,
    warc_date,
)
from mekik.archive.recover import recover
from mekik.failpoints import fail_at
from mekik.page import Capture, Exchange
from mekik.settings import ArchiveSettings

Known = Callable[[bytes], tuple[str, str] | None]
"""From a payload's digest to address and WARC-Date of its earlier capture."""
_MAX_PENDING = 2000


class ArchiveWriter:
    """One job's writer. Mends what a crash left and goes on in the job's last file while there is room in it.

    All methods belong to one thread, but `sync` may be called from another.
    """

    def __init__(self, directory: Path, job: str, settings: ArchiveSettings, info: Mapping[str, object]) -> None:
        self.directory, self._job, self._settings, self._info = directory, job, settings, info
        self._ids = Ids()
        self._lock = Lock()
        self._fd = -1
        self._sidecar: Sidecar | None = None
        self._preamble = b""
        self._uncut = False
        with storage_errors(directory):
            directory.mkdir(parents=True, exist_ok=True)
        self.position = recover(directory, job)
        """The end of what was written."""
        if 0 < self.position.offset < settings.max_file_size:
            self._open(self.position)

    def write(self, exchange: Exchange, *, via: str = "", path: str = "", known: Known | None = None) -> Capture:
        """Response (or revisit), request and metadata, in one write. Where there was no answer, the rest."""
        ids, level = self._ids, self._settings.compression
        date = warc_date(exchange.started_at)
        address = safe_url(exchange.url)
        url = address.encode()
        head = response_head(exchange.response_head)
        number = ids.next()
        parts = []
        digest, printed, revisit = EMPTY, b"", b""
        if head:
            if exchange.status != 304:
                digest = sha1(exchange.body)
                printed = base32(digest)
            revisit = self._revisit(exchange, digest, known)
            # Of what is not HTTP, others take the whole block for the payload: no digest of it could be right for all.
            told = printed if revisit or address.startswith("http") else b""
            response = response_record(ids, number, date, url, exchange, head, told, revisit)
            parts.append(member(response, level))
        if exchange.request_head:
            request = mended(exchange.request_head)
            parts.append(member(request_record(ids, ids.next(), date, url, exchange, request, number), level))
        parts.append(member(metadata_record(ids, ids.next(), date, url, exchange, via, path, number), level))
        offset = self._append(b"".join(parts))
        capture = Capture(self.position.file, offset, len(parts[0]), digest, bool(revisit))
        if head and self._sidecar is not None:
            mime = plain_type(exchange.headers.get("content-type", ""))
            self._sidecar.add((address, date, mime, exchange.status, printed, capture))
        return capture

    def write_rendered(self, exchange: Exchange, original: Capture | None, *, via: str = "", path: str = "") -> None:
        """The document that a browser made of an archived answer, as the body of `exchange`."""
        ids, level = self._ids, self._settings.compression
        date, url = warc_date(exchange.started_at), safe_url(exchange.url).encode()
        number = ids.next()
        source = record_id(self.directory, original) if original else ""
        record = conversion_record(ids, number, date, url, exchange.body, source)
        notes = conversion_notes(exchange.headers)
        metadata = metadata_record(ids, ids.next(), date, url, exchange, via, path, number, notes)
        self._append(member(record, level) + member(metadata, level))

    def _revisit(self, exchange: Exchange, digest: bytes, known: Known | None) -> bytes:
        """The fields of a revisit record; empty when the response has something new to say."""
        if exchange.status == 304:
            return b"WARC-Profile: %b\r\n" % NOT_MODIFIED
        if known is None or not exchange.body or not self._settings.revisit:
            return b""
        original = known(digest)
        if original is None:
            return b""
        url, date = (safe_url(part).encode() for part in original)
        # "length" tells readers that the payload was left out on purpose.
        return b"WARC-Profile: %b\r\nWARC-Refers-To-Target-URI: %b\r\nWARC-Refers-To-Date: %b\r\n%b" % (
            IDENTICAL, url, date, b"WARC-Truncated: length\r\n"
        )  # fmt: skip

    def _append(self, data: bytes) -> int:
        """Writes whole or not at all; returns the offset of `data`."""
        start = self.position.offset
        if self._fd < 0 or (start and start + len(data) > self._settings.max_file_size):
            self._roll()
        elif self._sidecar is not None and self._sidecar.pending >= _MAX_PENDING:
            self.flush()
        start, lead = self.position.offset, len(self._preamble)
        whole = self._preamble + data
        fail_at("warc.before_write")
        fail_at("warc.half_written", lambda: os.pwrite(self._fd, whole[: len(whole) // 2], start))
        try:
            if self._uncut:
                os.ftruncate(self._fd, start)
                self._uncut = False
            write_all(self._fd, whole, start)
        except OSError as error:
            self._cut(start)
            raise storage_error(self.directory / self.position.file, error) from error
        fail_at("warc.after_write")
        self._preamble = b""
        self.position = Position(self.position.file, start + len(whole))
        return start + lead

    def _cut(self, end: int) -> None:
        try:
            os.ftruncate(self._fd, end)
        except OSError:
            self._uncut = True  # tried again before the next write

    def _roll(self) -> None:
        """Closes the file and begins the next one."""
        self._finish()
        self._open(Position(next_file(self._job, self.position.file or None), 0))

    def _open(self, position: Position) -> None:
        path = self.directory / position.file
        with storage_errors(path):
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                sidecar = Sidecar(self.directory / sidecar_name(position.file), position.offset)
                sync_directory(self.directory)
            except OSError:
                os.close(fd)
                raise
        info = info_record(self._ids, warc_date(time.time()), position.file, safe_job_name(self._job), self._info)
        self._preamble = member(info, self._settings.compression)
        with self._lock:
            self._fd, self._sidecar, self.position = fd, sidecar, position

    def _finish(self) -> None:
        """Makes the file durable, sorts its CDXJ, closes both."""
        if self._fd < 0 or self._sidecar is None:
            return
        path = self.directory / self.position.file
        with storage_errors(path):
            if self._uncut:
                os.ftruncate(self._fd, self.position.offset)
                self._uncut = False
            os.fdatasync(self._fd)
            self._sidecar.finish(self.position.offset)
            with self._lock:
                os.close(self._fd)
                self._fd, self._sidecar = -1, None
            if self.position.offset == 0:
                path.unlink()
                (self.directory / sidecar_name(path.name)).unlink()

    def sync(self) -> Position:
        """Waits until all that was written is on the disk; returns how far that is. Safe from any thread."""
        with self._lock:
            position, sidecar = self.position, self._sidecar
            if self._fd < 0 or sidecar is None:
                return position
            fd, lines = os.dup(self._fd), sidecar.pending
        try:
            with storage_errors(self.directory / position.file):
                os.fdatasync(fd)
                sidecar.flush(lines)
        finally:
            os.close(fd)
        return position

    def flush(self) -> None:
        """Makes the CDXJ lines of what was written visible to others."""
        if self._sidecar is not None:
            with storage_errors(self.directory / self.position.file):
                self._sidecar.flush()

    def close(self) -> None:
        self._finish()
