"""How a crawl went over time: a bounded number of points, closer together the shorter it runs."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from mekik.crawl.progress import Snapshot

MOST = 600
_WRITE = 5
"""Points are written every so many snapshots."""


Row = tuple[float, float, float, int, int, int]
"""A point by place, as the file and the chart of a page have it: a third of the bytes."""


class Point(msgspec.Struct, frozen=True):
    at: float
    """Seconds since the epoch."""
    pages_per_s: float
    bytes_per_s: float
    done: int
    waiting: int
    error: int

    def row(self) -> Row:
        return self.at, self.pages_per_s, self.bytes_per_s, self.done, self.waiting, self.error


class Points(msgspec.Struct):
    every: int = 1
    """Snapshots to a point."""
    points: list[Row] = []


class History:
    """Goes on where an earlier run of the job ended. When there are too many points every second one goes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _read(path)
        self._count = 0

    def add(self, snapshot: Snapshot) -> None:
        self._count += 1
        known = self._known
        ended = snapshot.state not in ("running", "paused")
        if self._count % known.every == 0 or ended:
            counts = snapshot.counts
            known.points.append(
                (round(time.time(), 1), snapshot.pages_per_s, snapshot.bytes_per_s, counts.completed,
                 counts.waiting, counts.error)
            )  # fmt: skip
            if len(known.points) > MOST:
                del known.points[::2]
                known.every *= 2
        if self._count % _WRITE == 0 or self._count < _WRITE or ended:
            self._write()

    def _write(self) -> None:
        draft = self._path.with_suffix(".new.json")
        try:
            draft.write_bytes(msgspec.json.encode(self._known))
            draft.replace(self._path)
        except OSError:  # a full disk must not stop a crawl for a chart
            pass


def read_history(path: Path) -> list[Point]:
    return [Point(*row) for row in _read(path).points]


def _read(path: Path) -> Points:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Points)
    except (OSError, msgspec.DecodeError):
        return Points()
