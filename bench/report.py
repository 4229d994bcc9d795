"""Judges what was measured by the floors of quality.toml, prints the table and keeps the results."""

from __future__ import annotations

import json
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web import WORK

ROOT = Path(__file__).resolve().parent.parent
RESULTS = WORK / "results.json"
NOISE = 0.10
"""Share of the machine that others may take before seconds mean little."""


@dataclass(frozen=True)
class Floor:
    name: str
    what: str
    unit: str
    aim: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def text(self) -> str:
        return f"≥ {number(self.at_least)}" if self.at_least is not None else f"≤ {number(self.at_most)}"

    def judge(self, value: float) -> str:
        if self.at_least is not None:
            held, reached = value >= self.at_least, value >= self.aim
        else:
            assert self.at_most is not None
            held, reached = value <= self.at_most, value <= self.aim
        return "aim" if reached else "ok" if held else "FAILS"


def floors() -> dict[str, Floor]:
    tables = tomllib.loads((ROOT / "quality.toml").read_text(encoding="utf-8"))
    return {
        name: Floor(name=name, **row)
        for part in ("speed", "content", "stemming", "language", "retrieval", "crosslanguage", "revisit")
        for name, row in tables[part].items()
    }


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(rows: list[list[str]]) -> str:
    """Columns padded, the first row underlined."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def judge(values: dict[str, float]) -> list[str]:
    """Prints each value beside its floor; the names of those that fail."""
    known = floors()
    rows = [["measure", "value", "floor", "aim", "unit", ""]]
    failed = []
    for name, value in values.items():
        floor = known[name]
        verdict = floor.judge(value)
        if verdict == "FAILS":
            failed.append(name)
        rows.append([name, number(value), floor.text, number(floor.aim), floor.unit, verdict])
    if len(rows) > 1:
        print("\n" + table(rows))
    return failed


def keep(part: str, values: dict[str, Any]) -> None:
    """The latest results of each part of the benchmark."""
    WORK.mkdir(parents=True, exist_ok=True)
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results[part] = {"at": time.strftime("%Y-%m-%d %H:%M:%S"), **values}
    RESULTS.write_text(json.dumps(results, indent=1))
