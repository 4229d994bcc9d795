"""Printing: harmless text from the web, JSON documents, sizes and times as people read them.

Titles, addresses and snippets come from strangers. `harmless` takes away what could steer a terminal or turn
the reading direction round; everything printed from the web goes through it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from calendar import timegm
from collections.abc import Sequence
from typing import IO, Any

from mekik.cli.catalogue import say

# Whatever moves the cursor, changes colours, ends a line or rings: C0, DEL, C1, line and paragraph separator,
# and halves of surrogate pairs, which no terminal encoding can carry.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# Turns the reading direction round or hides text: bidi marks, embeddings and isolates, invisible tags, BOM.
_HIDING = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
_SPACES = re.compile(r"[\t\n\r\f\v ]+")


def harmless(text: str) -> str:
    """One line of text that cannot steer a terminal: white space made plain, control characters visible."""
    return _STEERING.sub("\ufffd", _HIDING.sub("", _SPACES.sub(" ", text)))


def print_out(text: str = "") -> None:
    """A line of the answer."""
    sys.stdout.write(text + "\n")


def print_note(text: str) -> None:
    """A line beside the answer: to stderr."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def print_json(value: Any) -> None:
    """One JSON document on one line; indented when a person looks at it."""
    document = encode_json(value)
    if sys.stdout.isatty():
        import msgspec

        document = msgspec.json.format(document, indent=2)
    sys.stdout.write(document + "\n")


def encode_json(value: Any) -> str:
    """A JSON document without line breaks; paths and the like as text."""
    import msgspec

    try:
        document = msgspec.json.encode(value, enc_hook=str).decode()
    except UnicodeEncodeError:  # half of a surrogate pair, such as in an argument that is not UTF-8
        import json

        return json.dumps(msgspec.to_builtins(value, enc_hook=str))
    # Only strings can hold such characters, so an escape means the same to every reader of JSON.
    return _HIDING.sub(_escape, _STEERING.sub(_escape, document))


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def styled(stream: IO[str]) -> bool:
    """May `stream` have colours? As on https://no-color.org."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if styled(sys.stdout) else text


def dim(text: str) -> str:
    return f"\x1b[2m{text}\x1b[0m" if styled(sys.stdout) else text


def marked(text: str) -> str:
    """A word that was searched for: bold yellow, or in brackets where there are no colours."""
    return f"\x1b[1;33m{text}\x1b[0m" if styled(sys.stdout) else f"[{text}]"


def width() -> int:
    return max(40, min(110, shutil.get_terminal_size().columns))


def table(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> list[str]:
    """Lines with the columns aligned; the last column is as long as it is."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=False)]
        lines.append((indent + "  ".join([*cells, row[-1]])).rstrip())
    return lines


def size_text(count: float) -> str:
    """1234567 → 1.2 MB."""
    value = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 999.5:
            return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} TB"


def number_text(count: int) -> str:
    """1234567 → 1 234 567, with narrow spaces that no locale misreads."""
    return f"{count:,}".replace(",", "\u202f")


class Count(int):
    """A number in a sentence: `{n}` shows it, `{n:page|pages}` shows it with the word that fits."""

    def __format__(self, words: str) -> str:
        one, bar, many = words.partition("|")
        shown = number_text(int(self))
        return f"{shown} {one if self == 1 else many}" if bar else shown


def duration_text(seconds: float) -> str:
    """3725 → 1 h 2 min."""
    if seconds < 10:
        return say("unit.seconds", n=f"{seconds:.1f}")
    whole = round(seconds)
    if whole < 60:
        return say("unit.seconds", n=whole)
    if whole < 3600:
        return say("unit.minutes", n=whole // 60, s=whole % 60)
    if whole < 172_800:
        return say("unit.hours", n=whole // 3600, m=whole % 3600 // 60)
    return say("unit.days", n=whole // 86_400, h=whole % 86_400 // 3600)


def date_text(value: object) -> str:
    """A day and minute in the zone of the reader, from seconds since the epoch or from a text in UTC: ISO 8601 or
    the fourteen digits of an archive."""
    try:
        if isinstance(value, str) and len(value) == 14 and value.isdecimal():
            value = timegm(time.strptime(value, "%Y%m%d%H%M%S"))
        elif isinstance(value, str) and value:
            from datetime import UTC, datetime

            moment = datetime.fromisoformat(value)
            value = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        if isinstance(value, (int, float)):
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    except (OverflowError, ValueError, OSError):
        return harmless(str(value))[:32]
    return ""
