"""A log read from its end: a page at a time, so that a long one costs no more than a short one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from mekik.crawl.log import LogEntry, is_error, parse_entry
from mekik.outcome import Outcome

_BLOCK = 1 << 18
MOST_READ = 32_000_000
"""Bytes that one page looks through for what it is asked for."""


class Wanted(msgspec.Struct, frozen=True):
    """Which entries: all that is given must hold."""

    outcome: str = ""
    """One of the outcomes, or `errors` for all that are one."""
    code: str = ""
    """The first digits of the HTTP code: 4 takes 404."""
    text: str = ""
    """Part of the address, in any case of letters."""

    def takes(self, entry: LogEntry) -> bool:
        if self.outcome == "errors":
            if not is_error(entry):
                return False
        elif self.outcome and entry.outcome != self.outcome:
            return False
        if self.code and not str(entry.code).startswith(self.code):
            return False
        return not self.text or self.text.casefold() in entry.url.casefold()


OUTCOMES = tuple(outcome.label for outcome in Outcome)


class LogPage(msgspec.Struct):
    entries: list[LogEntry]
    """Newest first."""
    older: int | None
    """Where the next page begins, counted in bytes from the first line that there is; None at the end."""


def files(path: Path) -> list[Path]:
    """The log and the one that was rolled away before it, oldest first."""
    return [one for one in (path.with_suffix(".1.jsonl"), path) if one.exists()]


def read_page(path: Path, wanted: Wanted, limit: int, before: int | None = None) -> LogPage:
    """The last `limit` entries that end before a place, or before the end."""
    found: list[LogEntry] = []
    read = 0
    for place, line in _backwards(path, before):
        if len(found) == limit or read > MOST_READ:
            return LogPage(found, place + len(line))
        read += len(line)
        entry = parse_entry(line)
        if entry is not None and wanted.takes(entry):
            found.append(entry)
    return LogPage(found, None)


def read_all(path: Path, wanted: Wanted) -> Iterator[LogEntry]:
    """Every entry, oldest first, as it is asked for."""
    for one in files(path):
        with one.open("rb") as lines:
            for line in lines:
                entry = parse_entry(line)
                if entry is not None and wanted.takes(entry):
                    yield entry


def read_new(path: Path, wanted: Wanted, place: int, most: int = 500) -> tuple[list[LogEntry], int]:
    """What was written behind `place` in the newest file, and where to go on. A shorter file is a new one."""
    found: list[LogEntry] = []
    try:
        with path.open("rb") as lines:
            end = lines.seek(0, 2)
            place = lines.seek(place if place <= end else 0)
            while len(found) < most and (line := lines.readline()).endswith(b"\n"):
                place += len(line)
                entry = parse_entry(line)
                if entry is not None and wanted.takes(entry):
                    found.append(entry)
    except FileNotFoundError:
        return [], 0
    return found, place


def _backwards(path: Path, before: int | None) -> Iterator[tuple[int, bytes]]:
    """Lines from the end, with where they begin, counted through all files."""
    parts = [(one, one.stat().st_size) for one in files(path)]
    start = sum(size for _, size in parts)
    for one, size in reversed(parts):
        start -= size
        end = size if before is None else min(size, before - start)
        if end <= 0:
            continue
        with one.open("rb") as file:
            rest = b""
            while end > 0:
                begin = max(0, end - _BLOCK)
                file.seek(begin)
                lines = (file.read(end - begin) + rest).splitlines(keepends=True)
                rest = lines.pop(0) if begin and lines else b""
                place = begin + len(rest) + sum(map(len, lines))
                for line in reversed(lines):
                    place -= len(line)
                    yield start + place, line
                end = begin
