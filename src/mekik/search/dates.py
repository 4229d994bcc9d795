"""Dates as people type them: 2024, 2024-05, 2024-05-17, 17.05.2024, an ISO time, or 7d (days back) and 12h."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_BACK = re.compile(r"(\d{1,5})([hdwmy])")
_HOURS = {"h": 1, "d": 24, "w": 24 * 7, "m": 24 * 30, "y": 24 * 365}


def read_date(text: str, now: datetime | None = None) -> datetime | None:
    """The moment at which that time begins, in UTC; None when it is no date."""
    text = text.strip()[:40]
    try:
        if found := _BACK.fullmatch(text):
            return (now or datetime.now(UTC)) - timedelta(hours=int(found[1]) * _HOURS[found[2]])
        if found := _DATE.fullmatch(text):
            year, month, day = found.groups(default="1")
            return datetime(int(year), int(month), int(day), tzinfo=UTC)
        if found := _DOTTED.fullmatch(text):
            day, month, year = found.groups()
            return datetime(int(year), int(month), int(day), tzinfo=UTC)
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
