"""The log of a job: one JSON line for every fetch and every refusal at the door."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mekik.crawl.facts import content_type_of
from mekik.outcome import Outcome, Status
from mekik.page import Page

_ROLL = 256_000_000
_KEPT = 10_000
"""Lines that wait for room on a full disk."""


class LogEntry(msgspec.Struct, omit_defaults=True):
    time: float
    outcome: str
    url: str
    code: int = 0
    bytes: int = 0
    type: str = ""
    ms: int = 0
    depth: int = 0
    found_on: str = ""
    reason: str = ""
    retry: bool = False


def log_entry(page: Page, at: float, *, retry: bool) -> LogEntry:
    exchange, address = page.exchange, page.address
    return LogEntry(
        time=at, outcome=page.outcome.label, url=address.url, code=exchange.status, bytes=len(exchange.body),
        type=content_type_of(exchange), ms=int(exchange.elapsed * 1000), depth=address.depth, found_on=address.via,
        reason=page.reason, retry=retry,
    )  # fmt: skip


_encode_lines = msgspec.json.Encoder().encode_lines
_decode = msgspec.json.Decoder(LogEntry).decode

_ERRORS = {outcome.label for outcome in Outcome if outcome.status is Status.ERROR}


class LogWriter:
    """Lines are gathered and written with each commit; a line is never cut."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("ab", buffering=0)
        self._entries: list[LogEntry] = []

    def add(self, entry: LogEntry) -> None:
        self._entries.append(entry)

    def flush(self) -> None:
        if not self._entries:
            return
        data = _encode_lines(self._entries)
        end = self._file.tell()
        try:
            if self._file.write(data) != len(data):
                raise OSError("cut short")
        except OSError:  # a full disk: whole lines or none, and another try with the next commit
            self._file.truncate(end)
            self._entries = self._entries[-_KEPT:]
            return
        self._entries = []
        if self._file.tell() > _ROLL:
            self._file.close()
            self._path.replace(self._path.with_suffix(".1.jsonl"))
            self._file = self._path.open("ab", buffering=0)

    def close(self) -> None:
        self.flush()
        self._file.close()


def read_log(path: Path, *, limit: int | None = None, follow: bool = False, errors: bool = False) -> Iterator[LogEntry]:
    """The last `limit` entries, oldest first; with `follow`, then each new one as it comes."""
    if not path.exists():
        return
    with path.open("rb") as file:
        entries = (entry for entry in map(parse_entry, file) if entry and (not errors or is_error(entry)))
        yield from entries if limit is None else deque(entries, limit)
        while follow:
            line = file.readline()
            if not line.endswith(b"\n"):
                file.seek(-len(line), 1)
                time.sleep(0.3)
                continue
            entry = parse_entry(line)
            if entry and (not errors or is_error(entry)):
                yield entry


def is_error(entry: LogEntry) -> bool:
    return entry.outcome in _ERRORS


def parse_entry(line: bytes) -> LogEntry | None:
    try:
        return _decode(line)
    except msgspec.DecodeError:  # the last line of a killed engine
        return None
