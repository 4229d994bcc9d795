"""What an experiment gives: a table, what was asked, and what the numbers say."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Result(msgspec.Struct):
    experiment: str
    question: str
    columns: list[str]
    rows: list[list[str | float]]
    notes: list[str] = []


def markdown(result: Result) -> str:
    lines = [_line(result.columns), _line(["---"] * len(result.columns))]
    return "\n".join([*lines, *(_line([_text(cell) for cell in row]) for row in result.rows)])


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _text(cell: str | float) -> str:
    return cell if isinstance(cell, str) else f"{cell:g}"
