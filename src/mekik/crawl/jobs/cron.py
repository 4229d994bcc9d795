"""When a schedule falls due: `every 6 hours`, `@daily`, or the five fields of cron.

Cron's fields are minute, hour, day of month, month, day of week (0 or 7 is Sunday); each is `*`, a number, a name, a
range `a-b`, a step `*/n` or `a-b/n`, or several of these with commas. When both days are given either is enough, as in
cron. Local times that a change of clocks skips come an hour later; those that it repeats come once.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from mekik.errors import UsageError

_LONGEST = 200
_DAYS_AHEAD = 366 * 8 + 3
"""29 February may be eight years away."""
_SHORTEST_EVERY = 60.0
_EVERY = re.compile(r"every (?:(\d{1,4}) )?(minute|hour|day|week)s?")
_SECONDS = {"minute": 60, "hour": 3600, "day": 86400, "week": 604_800}
_NICKNAMES = {
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *",
}  # fmt: skip
_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
    "dec": 12,
}  # fmt: skip
_WEEKDAYS = {"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}
_FIELDS: tuple[tuple[str, int, int, dict[str, int]], ...] = (
    ("minute", 0, 59, {}), ("hour", 0, 23, {}), ("day", 1, 31, {}), ("month", 1, 12, _MONTHS),
    ("weekday", 0, 7, _WEEKDAYS),
)  # fmt: skip
_PART = re.compile(r"(\*|[0-9a-z]{1,3})(?:-([0-9a-z]{1,3}))?(?:/(\d{1,2}))?")


class Cron(msgspec.Struct, frozen=True):
    """Either a period in seconds, or the five sets."""

    period: float | None = None
    minutes: frozenset[int] = frozenset()
    hours: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()
    """0 is Sunday."""
    either_day: bool = False
    """Both kinds of day are limited: one of them is enough."""

    def next_after(self, at: float, zone: str, last: float | None = None) -> float | None:
        """The first moment after `at`; None when there is none for years, such as 30 February. A period counts from
        the last run."""
        if self.period is not None:
            return max((last or at) + self.period, at + 1.0)
        where = zone_of(zone)
        day = datetime.fromtimestamp(at, where).date() - timedelta(days=1)  # a change of clocks may reach over midnight
        for _ in range(_DAYS_AHEAD):
            if self._holds(day.month, day.day, day.isoweekday() % 7):
                moments = (
                    datetime(day.year, day.month, day.day, hour, minute, tzinfo=where).timestamp()
                    for hour in self.hours
                    for minute in self.minutes
                )
                first = min((moment for moment in moments if moment > at), default=None)
                if first is not None:
                    return first
            if day.year >= 9998:
                return None
            day += timedelta(days=1)
        return None

    def _holds(self, month: int, day: int, weekday: int) -> bool:
        if month not in self.months:
            return False
        by_day, by_weekday = day in self.days, weekday in self.weekdays
        return by_day or by_weekday if self.either_day else by_day and by_weekday


def parse(text: str) -> Cron:
    """Raises UsageError that says what is wrong."""
    plain = " ".join(text.lower().split())
    if len(plain) > _LONGEST:
        raise UsageError(f"A schedule has at most {_LONGEST} characters.")
    every = _EVERY.fullmatch(plain)
    if every:
        period = float(every[1] or 1) * _SECONDS[every[2]]
        if period < _SHORTEST_EVERY:
            raise UsageError("A schedule is at least a minute apart.")
        return Cron(period=period)
    fields = _NICKNAMES.get(plain, plain).split()
    if len(fields) != len(_FIELDS):
        raise UsageError(
            f"{text[:80]!r} is no schedule. Write 'every 6 hours', '@daily', or five fields: "
            "minute hour day month weekday, such as '30 4 * * mon-fri'."
        )
    sets = [_field(field, *what) for field, what in zip(fields, _FIELDS, strict=True)]
    weekdays = frozenset(number % 7 for number in sets[4])
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    return Cron(None, sets[0], sets[1], sets[2], sets[3], weekdays, either)


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(
            f"There is no time zone {name[:60]!r}. They are called UTC, Europe/Istanbul and so on."
        ) from None


def _field(text: str, what: str, least: int, most: int, names: dict[str, int]) -> frozenset[int]:
    found: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise UsageError(f"{part[:40]!r} is no {what} of a schedule.")
        first, last, step = match[1], match[2], int(match[3] or 1)
        if first == "*":
            begin, end = least, most
        else:
            begin = _number(first, what, least, most, names)
            end = _number(last, what, least, most, names) if last else (most if match[3] else begin)
        if (first == "*" and last) or begin > end or step < 1:
            raise UsageError(f"{part[:40]!r} is no {what} of a schedule.")
        found.update(range(begin, end + 1, step))
    return frozenset(found)


def _number(text: str, what: str, least: int, most: int, names: dict[str, int]) -> int:
    number = int(text) if text.isdigit() else names.get(text, -1)
    if not least <= number <= most:
        raise UsageError(f"{text!r} is no {what} of a schedule: {least} to {most}.")
    return number
