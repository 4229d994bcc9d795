"""Which picture a report has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import cos, sin
from typing import Any

from markupsafe import Markup

from mekik.web import charts
from mekik.web.kept import KeptTable
from mekik.web.pages.base import size
from mekik.web.texts import Say

_BARS = {
    "codes": ("code", "addresses"), "types": ("content_type", "documents"), "languages": ("language", "documents"),
    "countries": ("country", "pages"), "hosts": ("host", "documents"), "outcomes": ("outcome", "addresses"),
    "popularity": ("root", "addresses"), "traps": ("pattern", "set_aside"), "slow": ("url", "ms"),
}  # fmt: skip
"""Label and length of a bar a row, the first rows."""
_KINDS = {
    "errors": "outcome", "duplicates": "kind", "spam": "reasons", "redirects": "kind", "broken": "outcome",
    "spelling": "language",
}  # fmt: skip
"""Rows counted by this column."""
_MOST_ROWS = 200_000
_MOST_DOTS = 3_000


def picture(kept: KeptTable, say: Say) -> Markup:
    title = say(f"reports.title.{kept.report}")
    if not kept.count:
        return Markup()
    if kept.report in _BARS:
        label, length = _BARS[kept.report]
        return charts.bars([(str(row[label]), row[length] or 0) for row in _rows(kept, 20)], title)
    if kept.report in _KINDS:
        counted = Counter(str(row[_KINDS[kept.report]]) for row in _rows(kept, _MOST_ROWS))
        return charts.bars(counted.most_common(), title)
    special = _SPECIAL.get(kept.report)
    return special(kept, title, say) if special else Markup()


def _rows(kept: KeptTable, most: int) -> list[dict[str, Any]]:
    return [dict(zip(kept.columns, row, strict=True)) for row in kept.rows(0, most)]


def _sizes(kept: KeptTable, title: str, say: Say) -> Markup:
    rows = _rows(kept, 50)
    pages = [float(row["pages"]) for row in rows]
    return charts.columns([f"≥ {size(row['from'])}" for row in rows], [(say("reports.column.pages"), pages)], title)


def _depths(kept: KeptTable, title: str, say: Say) -> Markup:
    rows = _rows(kept, 60)
    found = [float(row["addresses"]) for row in rows]
    return charts.columns([str(row["depth"]) for row in rows], [(say("reports.column.addresses"), found)], title)


def _days(kept: KeptTable, title: str, say: Say) -> Markup:
    rows = list(kept.rows(max(0, kept.count - 180)))
    series = [
        (say(f"reports.column.{name}"), [float(row[place] or 0) for row in rows])
        for place, name in enumerate(kept.columns)
        if place
    ]
    return charts.columns([str(row[0]) for row in rows], series, title)


def _time_scores(kept: KeptTable, title: str, say: Say) -> Markup:  # noqa: ARG001 - as all
    rows = _rows(kept, 400)
    return charts.line([row["period"] for row in rows], [row["time_score"] for row in rows], title, 100.0)


def _assignment(kept: KeptTable, title: str, say: Say) -> Markup:
    every = max(1, -(-kept.count // _MOST_DOTS))
    dots = [(float(row[0]), float(row[1])) for place, row in enumerate(kept.rows()) if place % every == 0]
    return charts.scatter(dots, title, say("reports.column.place"), say("reports.column.found_place"))


def _tree(kept: KeptTable, title: str, say: Say) -> Markup:  # noqa: ARG001 - as all
    rows = [(len(row["branch"]) // 4, row["name"], row["pages"]) for row in _rows(kept, 20_000)]
    return charts.icicle(rows, title)


def _points(kept: KeptTable, title: str, say: Say) -> Markup:  # noqa: ARG001 - as all
    """The cube seen from one side, for those without scripts; `points.js` turns it."""
    turn, tilt = 0.6, 0.45
    dots = []
    for x, y, z, *_ in kept.rows(0, _MOST_DOTS):
        across, away = (x - 0.5) * cos(turn) + (z - 0.5) * sin(turn), (z - 0.5) * cos(turn) - (x - 0.5) * sin(turn)
        dots.append((across + 1, (y - 0.5) * cos(tilt) + away * sin(tilt) + 1))
    return charts.scatter(dots, title, "x · z", "y")


_SPECIAL: dict[str, Callable[[KeptTable, str, Say], Markup]] = {
    "sizes": _sizes, "depths": _depths, "days": _days, "time-scores": _time_scores, "assignment": _assignment,
    "tree": _tree, "points": _points,
}  # fmt: skip
