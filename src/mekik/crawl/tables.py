"""Rows as files for other programs: CSV, JSON lines, Parquet."""

from __future__ import annotations

import csv
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec

from mekik.errors import UsageError

FORMATS = ("csv", "jsonl", "parquet")

Columns = dict[str, type]
"""Names in their order: str, int, float or bool each; a value may also be None."""
Row = dict[str, Any]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_GROUP = 5_000
"""Rows, or"""
_GROUP_SIZE = 32_000_000
"""characters of text, that are gathered before they are written as one group of a Parquet file."""


class Table(Protocol):
    def add(self, row: Row) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_table(format: str, target: Path, columns: Columns) -> Table:
    makers: dict[str, type[_Csv] | type[_Jsonl] | type[_Parquet]] = {"csv": _Csv, "jsonl": _Jsonl, "parquet": _Parquet}
    if format not in makers:
        raise UsageError(f"There is no format {format!r}. There are: {', '.join(FORMATS)}.")
    return makers[format](target, columns)


def harmless_cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return "" if value is None else value


class _File:
    """What the three have in common: a file that is closed in the end."""

    def __init__(self, target: Path) -> None:
        self._out = target.open("wb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            self._out.close()

    def _finish(self) -> None:
        return


class _Jsonl(_File):
    def __init__(self, target: Path, columns: Columns) -> None:
        super().__init__(target)
        self._columns = tuple(columns)
        self._encode = msgspec.json.Encoder().encode

    def add(self, row: Row) -> None:
        self._out.write(self._encode({name: row[name] for name in self._columns}) + b"\n")


class _Csv(_File):
    def __init__(self, target: Path, columns: Columns) -> None:
        super().__init__(target)
        self._columns = tuple(columns)
        self._writer = csv.writer(self)
        self._writer.writerow(self._columns)

    def write(self, line: str) -> int:
        """What `csv` writes to."""
        return self._out.write(line.encode("utf-8", "replace"))

    def add(self, row: Row) -> None:
        self._writer.writerow([harmless_cell(row[name]) for name in self._columns])


class _Parquet(_File):
    def __init__(self, target: Path, columns: Columns) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UsageError("A Parquet file needs pyarrow. Install it with: pip install 'mekik[parquet]'") from None
        super().__init__(target)
        types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
        self._arrow = pyarrow
        self._schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
        self._writer = pyarrow.parquet.ParquetWriter(self._out, self._schema, compression="zstd")
        self._rows: list[Row] = []
        self._size = 0

    def add(self, row: Row) -> None:
        self._rows.append(row)
        self._size += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= _GROUP or self._size >= _GROUP_SIZE:
            self._write()

    def _write(self) -> None:
        columns = {name: [_text(row[name]) for row in self._rows] for name in self._schema.names}
        self._writer.write_table(self._arrow.table(columns, schema=self._schema))
        self._rows, self._size = [], 0

    def _finish(self) -> None:
        if self._rows:
            self._write()
        self._writer.close()


def _text(value: object) -> object:
    """Half of a pair of surrogates is no text to others."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
