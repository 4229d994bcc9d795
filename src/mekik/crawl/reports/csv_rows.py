"""CSV for spreadsheets: a cell that one of them would take for a formula is made harmless."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from mekik.crawl.reports.bench import Row
from mekik.crawl.tables import harmless_cell

_BETWEEN = " > "


def harmless(value: object) -> object:
    """As a cell. Numbers stay numbers; lists become one text."""
    if isinstance(value, list | tuple):
        value = _BETWEEN.join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return harmless_cell(value)


def write_csv(out: TextIO, columns: Iterable[str], rows: Iterable[Row], *, head: bool = True) -> int:
    """How many rows were written."""
    writer = csv.writer(out)
    if head:
        writer.writerow(columns)
    count = 0
    for row in rows:
        writer.writerow([harmless(value) for value in row])
        count += 1
    return count
