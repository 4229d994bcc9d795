"""Visiting hours: times of day and days of the week at which something holds."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from mekik.errors import SettingError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)")
_WEEK = 7 * 24 * 60


class Hours:
    """`Hours("22:00-06:00", "mon-fri")`. A span that goes past midnight belongs to the day on which it begins. What is
    left out does not limit."""

    def __init__(self, hours: str | None, days: str | None) -> None:
        self._spans = _spans(hours or "0:00-24:00")
        self._days = _days(days) if days else frozenset(range(7))

    def holds(self, at: datetime) -> bool:
        minute = at.hour * 60 + at.minute
        today, yesterday = at.weekday() in self._days, (at.weekday() - 1) % 7 in self._days
        for start, end in self._spans:
            if today and start <= minute < end:
                return True
            if yesterday and minute < end - 24 * 60:
                return True
        return False

    def changes_in(self, at: datetime) -> float:
        """Seconds until it holds no longer, or again; a week at most."""
        now = self.holds(at)
        minute = at.replace(second=0, microsecond=0)
        edges = sorted({edge % (24 * 60) for span in self._spans for edge in span} | {0})
        for day in range(8):
            midnight = (minute + timedelta(days=day)).replace(hour=0, minute=0)
            for edge in edges:
                moment = midnight + timedelta(minutes=edge)
                if moment > at and self.holds(moment) != now:
                    return (moment - at).total_seconds()
        return float(_WEEK * 60)


def _spans(text: str) -> list[tuple[int, int]]:
    spans = []
    for part in text.split(","):
        found = _SPAN.fullmatch(part.strip())
        if not found:
            raise SettingError(f"{text!r} are no hours. Write them as 22:00-06:00, several with commas.")
        first_hour, first_minute, last_hour, last_minute = map(int, found.groups())
        start, end = first_hour * 60 + first_minute, last_hour * 60 + last_minute
        if start > 24 * 60 or end > 24 * 60 or start == end:
            raise SettingError(f"{part.strip()!r} is no span of hours.")
        spans.append((start, end if end > start else end + 24 * 60))
    return spans


def _days(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in text.lower().split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if first not in DAYS or (dash and last not in DAYS):
            raise SettingError(f"{text!r} are no days. Write them as mon-fri or sat,sun.")
        start, end = DAYS.index(first), DAYS.index(last) if dash else DAYS.index(first)
        found |= {day % 7 for day in range(start, end + 1 if end >= start else end + 8)}
    return frozenset(found)
