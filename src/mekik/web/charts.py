"""Pictures of tables as SVG, made here so that they need no script. Colours are in `static/reports.css`."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from markupsafe import Markup, escape

WIDTH = 760
_LABEL = 190
_ROW = 26
_HEIGHT = 260
_LEFT, _BOTTOM, _TOP = 64, 34, 12


def bars(rows: Sequence[tuple[str, float]], title: str, most: int = 20) -> Markup:
    """A row for each, the longest bar for the largest."""
    shown = rows[:most]
    if not shown:
        return Markup()
    largest = max(value for _, value in shown) or 1
    room = WIDTH - _LABEL - 90
    parts = []
    for place, (label, value) in enumerate(shown):
        y = place * _ROW
        length = max(2.0, room * value / largest) if value else 0.0
        parts.append(
            _text(_LABEL - 8, y + 17, _short(label, 26), "end", title=label)
            + f'<rect class="bar-{place % 6}" x="{_LABEL}" y="{y + 4}" width="{length:.1f}" height="{_ROW - 8}"/>'
            + _text(_LABEL + length + 6, y + 17, number(value))
        )
    return _svg("".join(parts), title, len(shown) * _ROW + 4)


def columns(labels: Sequence[str], series: Sequence[tuple[str, Sequence[float]]], title: str) -> Markup:
    """Side by side, a group for each label: what came when."""
    if not labels:
        return Markup()
    top = _nice(max((max(values) for _, values in series if values), default=1) or 1)
    width = (WIDTH - _LEFT - 10) / len(labels)
    each = max(1.0, width * 0.8 / len(series))
    parts = [_grid(top)]
    for order, (_, values) in enumerate(series):
        for place, value in enumerate(values):
            height = (_HEIGHT - _TOP - _BOTTOM) * value / top
            x = _LEFT + place * width + width * 0.1 + order * each
            parts.append(
                f'<rect class="bar-{order}" x="{x:.1f}" y="{_HEIGHT - _BOTTOM - height:.1f}" width="{each:.1f}"'
                f' height="{height:.1f}"><title>{escape(labels[place])}: {number(value)}</title></rect>'
            )
    parts.append(_under(labels, width))
    return _svg("".join(parts) + _legend([name for name, _ in series]), title, _HEIGHT + 22)


def line(labels: Sequence[str], values: Sequence[float], title: str, top: float) -> Markup:
    if not labels:
        return Markup()
    width = (WIDTH - _LEFT - 10) / max(1, len(labels))
    places = [
        (_LEFT + place * width + width / 2, _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / top)
        for place, value in enumerate(values)
    ]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle class="bar-0" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{escape(label)}: {value:g}</title></circle>'
        for (x, y), label, value in zip(places, labels, values, strict=True)
    )
    return _svg(
        _grid(top) + f'<polyline class="line" points="{drawn}"/>' + dots + _under(labels, width), title, _HEIGHT
    )


def scatter(points: Sequence[tuple[float, float]], title: str, across: str, up: str) -> Markup:
    """Many small dots: one order against another."""
    if not points:
        return Markup()
    right, top = _nice(max(x for x, _ in points) or 1), _nice(max(y for _, y in points) or 1)
    room, height = WIDTH - _LEFT - 10, _HEIGHT - _TOP - _BOTTOM
    path = "".join(f"M{_LEFT + room * x / right:.1f} {_HEIGHT - _BOTTOM - height * y / top:.1f}h0" for x, y in points)
    ticks = "".join(
        _text(_LEFT + room * step / 4, _HEIGHT - 16, number(right * step / 4), "middle") for step in range(5)
    )
    names = _text(WIDTH - 10, _HEIGHT - 2, across, "end") + _text(_LEFT, 10, up)
    return _svg(_grid(top) + f'<path class="dots" d="{path}"/>' + ticks + names, title, _HEIGHT)


def icicle(rows: Sequence[tuple[int, str, int]], title: str, deepest: int = 5, most: int = 400) -> Markup:
    """A tree given in its order as (depth, name, weight): folders to the right of what holds them, as high as heavy."""
    if not rows:
        return Markup()
    deepest = min(deepest, 1 + max(depth for depth, _, _ in rows))
    total = sum(weight for depth, _, weight in rows if depth == 0) or 1
    height, width = 420.0, WIDTH / deepest
    next_y = [0.0] * (deepest + 1)
    parts: list[str] = []
    for depth, name, weight in rows:
        if depth >= deepest:
            continue
        y, tall = next_y[depth], height * weight / total
        next_y[depth] = y + tall
        next_y[depth + 1] = y
        if tall < 2 or len(parts) >= most:
            continue
        label = _text(depth * width + 6, y + 14, _short(name, int(width / 8)), title=f"{name} · {number(weight)}")
        box = f'<rect class="leaf-{depth % 6}" x="{depth * width:.1f}" y="{y:.1f}" width="{width - 1:.1f}"'
        shape = f'{box} height="{max(tall - 1, 1):.1f}"><title>{escape(name)} · {number(weight)}</title></rect>'
        parts.append(shape + (label if tall >= 18 else ""))
    return _svg("".join(parts), title, round(height))


def number(value: float) -> str:
    """For people: 1,234 or 12.5."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.2f}".rstrip("0").rstrip(".")


def _svg(inside: str, title: str, height: int) -> Markup:
    return Markup(  # noqa: S704 - everything inside is escaped above
        f'<svg class="chart" role="img" viewBox="0 0 {WIDTH} {height}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


def _text(x: float, y: float, words: str, anchor: str = "start", title: str = "") -> str:
    more = f"<title>{escape(title)}</title>" if title and title != words else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}{more}</text>'


def _grid(top: float) -> str:
    room = _HEIGHT - _TOP - _BOTTOM
    return "".join(
        f'<path class="grid" d="M{_LEFT} {_TOP + room * step / 4:.1f}H{WIDTH - 10}"/>'
        + _text(_LEFT - 6, _TOP + room * step / 4 + 4, number(top * (4 - step) / 4), "end")
        for step in range(5)
    )


def _under(labels: Sequence[str], width: float) -> str:
    """As many as there is room for."""
    every = max(1, ceil(len(labels) * max(map(len, labels)) * 7.5 / (WIDTH - _LEFT)))
    return "".join(
        _text(_LEFT + place * width + width / 2, _HEIGHT - 16, labels[place], "middle")
        for place in range(0, len(labels), every)
    )


def _legend(names: Sequence[str]) -> str:
    parts, x = [], float(_LEFT)
    for place, name in enumerate(names):
        parts.append(f'<rect class="bar-{place}" x="{x}" y="{_HEIGHT}" width="12" height="12" rx="2"/>')
        parts.append(_text(x + 18, _HEIGHT + 11, name))
        x += 40 + 9 * len(name)
    return "".join(parts)


def _nice(value: float) -> float:
    """The next of 1, 2, 4, 5 or 10 times a power of ten."""
    power = 10 ** floor(log10(value)) if value > 0 else 1
    return float(next(step * power for step in (1, 2, 4, 5, 10, 20) if step * power >= value))


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: max(1, most - 1)] + "…"
