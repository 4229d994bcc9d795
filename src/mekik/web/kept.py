"""A report that was made, on disk: paged through by people, exported for programs."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from mekik.crawl.reports import Note, Table
from mekik.crawl.tables import Columns, open_table

MOST_ROWS = 2_000_000
_EVERY = 1_000

Row = list[Any]
_decode = msgspec.json.Decoder(list[Any]).decode
_encode = msgspec.json.Encoder().encode


class KeptTable:
    """The rows are in a temporary file without a name that others could guess; it goes with the last who uses it."""

    def __init__(self, table: Table, progress: Callable[[int], None] = lambda count: None) -> None:
        self.report, self.job = table.report, table.job
        self.columns: tuple[str, ...] = table.columns
        self.notes: list[Note] = list(table.notes)
        self.made_at = time.time()
        self.count = 0
        self.types: Columns = {}
        self._folder = tempfile.TemporaryDirectory(prefix="mekik-report-")
        self._path = Path(self._folder.name) / "rows.jsonl"
        with self._path.open("wb") as out:
            for row in islice(table.rows, MOST_ROWS):
                self._note_types(row)
                out.write(_encode(row) + b"\n")
                self.count += 1
                if self.count % _EVERY == 0:
                    progress(self.count)
        self.total = max(table.total, self.count)

    def rows(self, offset: int = 0, limit: int | None = None) -> Iterator[Row]:
        with self._path.open("rb") as lines:
            yield from map(_decode, islice(lines, offset, None if limit is None else offset + limit))

    def write(self, format: str, target: Path) -> int:
        """As CSV, JSON lines or Parquet."""
        columns: Columns = {name: self.types.get(name, str) for name in self.columns}
        with open_table(format, target, columns) as table:
            for row in self.rows():
                table.add(dict(zip(self.columns, map(_plain, row, columns.values()), strict=True)))
        return self.count

    def close(self) -> None:
        self._folder.cleanup()

    def _note_types(self, row: Iterable[Any]) -> None:
        for name, value in zip(self.columns, row, strict=True):
            if value is None:
                continue
            kind = type(value) if isinstance(value, bool | int | float) else str
            known = self.types.get(name, kind)
            self.types[name] = kind if known is kind else float if {known, kind} == {int, float} else str


def _plain(value: Any, kind: type) -> Any:
    """A cell of a table, which has no lists."""
    if isinstance(value, list):
        return " > ".join(map(str, value))
    return str(value) if kind is str and value is not None else value
