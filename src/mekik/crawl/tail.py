"""The end of a job's log, and then what comes: reads no more than a bounded piece, however long the log is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from mekik.crawl.log import LogEntry

_PIECE = 65_536

_decode = msgspec.json.Decoder(LogEntry).decode


def tail(path: Path, position: int | None, limit: int) -> tuple[list[LogEntry], int]:
    """The last `limit` entries after `position` (None: from wherever they begin), and the position to go on from."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, 2)
            if position is None or position > end:  # a new look, or a log that was begun anew
                position = max(0, end - _PIECE)
                skip = position > 0
            else:
                skip = end - position > _PIECE
                position = max(position, end - _PIECE)
            file.seek(position)
            data = file.read(_PIECE)
    except OSError:
        return [], 0
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[skip:-1]
    entries = []
    for line in lines[-limit:]:
        try:
            entries.append(_decode(line))
        except msgspec.DecodeError:
            continue
    return entries, position + whole
