"""Reports as people read them: a heading, a table that fits the terminal, and what there is to know about it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from mekik.cli.catalogue import find, say
from mekik.cli.terminal import (
    Count,
    bold,
    date_text,
    dim,
    duration_text,
    harmless,
    number_text,
    size_text,
    table,
    width,
)

if TYPE_CHECKING:
    from mekik.crawl.reports import Table

_NUMBERS = {"hops", "ms", "pages", "documents", "addresses", "waiting", "errors", "hosts", "times", "depth", "found",
            "visited", "attempts", "visits", "new", "set_aside", "place", "found_place", "changes"}  # fmt: skip
_SHARES = {"expected_freshness", "measured_freshness"}
_SPANS = {"changes_within", "interval", "expected_age", "measured_age"}
_SIZES = {"bytes", "from", "below"}
_DATES = {"last_visit", "visited_at", "since"}
_LONG = {"url", "page", "target", "ends_at", "reason", "chain", "sitemap", "anchor", "found_on", "duplicate_of", "why"}
_HIDDEN = {"redirects": ("chain",), "tree": ("url", "branch"), "broken": ("reason",)}
"""Columns of the CSV and JSON that a person does without."""
ROWS_SHOWN = 40
BRANCHES_SHOWN = 200
_LONGEST = 70
_BAR = 30


def table_lines(one: Table, limit: int | None) -> list[str]:
    """At most `limit` rows; where none is given as many as one looks through."""
    if limit is None:
        limit = BRANCHES_SHOWN if one.report == "tree" else ROWS_SHOWN
    title = say(f"report.title.{one.report}")
    lines = [bold(f"{title} · {harmless(one.job)}" + (f" · {number_text(one.total)}" if one.total else ""))]
    for note in one.notes:
        values = {name: _note_value(name, value) for name, value in note.values.items()}
        lines.append("  " + say(f"report.note.{note.note}", **values))
    rows = list(islice(iter(one.rows), limit))
    lines += [""] if rows else ["  " + say("report.nothing")]
    lines += _tree(rows) if one.report == "tree" else _table(one, rows)
    if one.total > len(rows):
        lines.append(dim("  " + say("report.rest", n=Count(one.total - len(rows)), limit=one.total)))
    return lines


def _note_value(name: str, value: str | int) -> object:
    if not isinstance(value, int):
        return value
    return duration_text(value) if name == "age" else Count(value)


def _table(one: Table, rows: list[tuple[Any, ...]]) -> list[str]:
    hidden = _HIDDEN.get(one.report, ())
    shown = [place for place, column in enumerate(one.columns) if column not in hidden]
    # The last column may be as long as it is, so a long one goes there.
    shown.sort(key=lambda place: one.columns[place] in _LONG)
    if not rows:
        return []
    cells = [tuple(_cell(one.columns[place], row[place], last=place == shown[-1]) for place in shown) for row in rows]
    head = tuple(say(f"report.column.{one.columns[place]}") for place in shown)
    bars = _bars(one, rows)
    if bars:
        cells = [(*line, bar) for line, bar in zip(cells, bars, strict=True)]
        head = (*head, "")
    first, *rest = table([head, *cells])
    return [dim(first), *rest]


def _tree(rows: list[tuple[Any, ...]]) -> list[str]:
    room = max(30, width() - 24)
    lines = []
    for branch, name, pages, size, _ in rows:
        text = (branch + harmless(name))[:room]
        lines.append(f"  {text:<{room}} {number_text(pages):>8}  {size_text(size):>9}")
    return lines


def _cell(column: str, value: Any, *, last: bool) -> str:
    if value is None and column == "changes_within":
        return say("report.slower")
    if value is None or value == "" or value == []:
        return "-"
    if column in _NUMBERS:
        return number_text(value)
    if column in _SHARES:
        return f"{value:.1%}"
    if column in _SPANS:
        return duration_text(value)
    if column in _SIZES:
        return size_text(value)
    if column in _DATES:
        return date_text(value)
    if isinstance(value, bool):
        return say("report.yes") if value else "-"
    if column == "kind":
        return find(f"report.kind.{value}") or str(value)
    text = harmless(", ".join(value) if isinstance(value, list) else str(value))
    return text if last or len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _bars(one: Table, rows: list[tuple[Any, ...]]) -> list[str]:
    """For counts: how much that is, to see at a glance."""
    counted = {"sizes": "pages", "codes": "addresses", "languages": "documents", "countries": "pages"}.get(one.report)
    if counted is None:
        return []
    place = one.columns.index(counted)
    most = max((row[place] for row in rows), default=0) or 1
    return ["█" * max(1, round(_BAR * row[place] / most)) if row[place] else "" for row in rows]
