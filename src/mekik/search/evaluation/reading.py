"""Files of test collections: as text, in bounded pieces, with mistakes named by file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from mekik.errors import UsageError

LONGEST_RECORD = 32_000_000
"""Characters of a line or of a document. Longer ones are no text collection."""
_PIECE = 1 << 20
_BOM = "\ufeff"


@contextmanager
def opened(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """The file as text. Whatever cannot be read is the mistake of who named the file or its encoding."""
    try:
        with path.open(encoding=encoding) as file:
            yield file
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not in {encoding}. Name its encoding, such as: --encoding windows-1254") from None
    except LookupError:
        raise UsageError(f"There is no encoding {encoding!r}.") from None


def first_sign(path: Path, encoding: str = "utf-8") -> str:
    """The first character that is no white space: by it formats are told apart."""
    with opened(path, encoding) as file:
        for _ in range(64):
            piece = file.read(1024)
            found = piece.lstrip(_BOM).strip()
            if found or not piece:
                return found[:1]
    return ""


def lines(path: Path, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers."""
    with opened(path, encoding) as file:
        number = 0
        while line := file.readline(LONGEST_RECORD):
            number += 1
            if len(line) >= LONGEST_RECORD:
                raise wrong(path, number, f"longer than {LONGEST_RECORD:,} characters")
            line = line.strip().lstrip(_BOM)
            if line:
                yield number, line


def between(path: Path, tag: str, encoding: str = "utf-8") -> Iterator[str]:
    """What stands between `<tag>` and `</tag>`, record after record; the rest is passed over."""
    start, end = (re.compile(f"<{mark}{tag}>", re.IGNORECASE) for mark in ("", "/"))
    with opened(path, encoding) as file:
        kept, inside, seen = "", False, 0
        while piece := file.read(_PIECE):
            kept += piece
            begin = 0
            while found := (end if inside else start).search(kept, seen):
                if inside:
                    yield kept[begin : found.start()]
                begin = seen = found.end()
                inside = not inside
            # A mark may be cut by the end of the piece; what is before that is not looked at again.
            seen = max(begin, len(kept) - len(tag) - 3)
            begin = begin if inside else seen
            kept, seen = kept[begin:], seen - begin
            if len(kept) > LONGEST_RECORD:
                raise UsageError(f"{path}: a <{tag}> is longer than {LONGEST_RECORD:,} characters.")
    if inside:
        raise UsageError(f"{path}: the last <{tag}> has no end.")


def wrong(path: Path, number: int, what: str) -> UsageError:
    return UsageError(f"{path}, line {number}: {what}.")
