"""Dates as pages, sitemaps and feeds write them, as seconds since the epoch.

ISO 8601 in its looser spellings, the dates of mail and news with their mistakes, and days with the month's name in
English, Turkish or German. A time without a zone is taken for UTC: nobody knows better.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_tz

_LONGEST = 80
_FIRST, _LAST = 0, 7_258_118_400
"""1970 to 2200: what lies outside is a mistake, not a date."""
_ISO = re.compile(
    r"(\d{4})(?:-?(\d{2})(?:-?(\d{2})"
    r"(?:[T\s]\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?)?)?(?!\d)",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})(?:\D+(\d{1,2}):(\d{2}))?")
_YEAR_FIRST = re.compile(r"(\d{4})[./](\d{1,2})[./](\d{1,2})(?:\D+(\d{1,2}):(\d{2}))?")
_NAMED = re.compile(
    r"(?:(\d{1,2})\.?\s+)?([^\W\d_]{3,12})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b(?:\D+(\d{1,2}):(\d{2}))?"
)
_ZONED = re.compile(r":\d\d\s*\(?(?:[+-]\d{4}|[A-Z]{1,4})\b")
_WORD = re.compile(r"[^\W\d_]{3,12}")
_SECONDS = re.compile(r"\d{9,10}(?:\d{3})?")


def _dotted(name: str) -> str:
    """In lower case, with every kind of i the same."""
    return name.replace("İ", "i").lower().replace("ı", "i")


_ENGLISH = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {
    _dotted(name): number
    for number, names in enumerate(
        (
            "jan january oca ocak januar", "feb february şub sub şubat subat februar", "mar march mart märz",
            "apr april nis nisan", "may mayıs mai", "jun june haz haziran juni", "jul july tem temmuz juli",
            "aug august ağu agu ağustos agustos", "sep sept september eyl eylül eylul", "oct october eki ekim oktober",
            "nov november kas kasım", "dec december ara aralık dezember",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip


def read_date(text: str) -> int | None:
    """None when it is no date, or one that cannot be."""
    text = text.strip()[:_LONGEST]
    try:
        moment = _read(text)
        seconds = None if moment is None else int(moment.timestamp())
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return seconds if seconds is not None and _FIRST <= seconds <= _LAST else None


def _read(text: str) -> datetime | None:
    if found := _ISO.match(text):
        year, month, day, hour, minute, second, zone = found.groups()
        if day or found.end() == len(text):
            return _moment(year, month or 1, day or 1, hour, minute, second, _zone(zone))
    if _SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC)
    if found := _YEAR_FIRST.match(text):
        year, month, day, hour, minute = found.groups()
        return _moment(year, month, day, hour, minute)
    if found := _DAY_FIRST.match(text):
        day, month, year, hour, minute = found.groups()
        if int(month) > 12:  # as in America
            day, month = month, day
        return _moment(year, month, day, hour, minute)
    if not _ZONED.search(text):
        for found in _NAMED.finditer(text):
            first, name, second_place, year, hour, minute = found.groups()
            number, day = _MONTHS.get(_dotted(name)), first or second_place
            if number and day:
                return _moment(year, number, day, hour, minute)
    return _mail(text)


def _mail(text: str) -> datetime | None:
    """As in mail, which knows names of zones; months in other languages are put into English first."""

    def english(word: re.Match[str]) -> str:
        number = _MONTHS.get(_dotted(word[0]))
        return _ENGLISH[number - 1] if number else word[0]

    text = _WORD.sub(english, text)
    found = parsedate_tz(text) or parsedate_tz(text + " 00:00:00")
    if found is None:
        return None
    year, month, day, hour, minute, second = found[:6]
    return _moment(year, month, day, hour, minute, second) - timedelta(seconds=found[9] or 0)


def _moment(
    year: str | int, month: str | int, day: str | int, hour: str | int | None = None, minute: str | int | None = None,
    second: str | int | None = None, zone: timezone = UTC,
) -> datetime:  # fmt: skip
    return datetime(
        int(year), int(month), int(day), int(hour or 0) % 24, int(minute or 0), min(int(second or 0), 59), tzinfo=zone
    )


def _zone(text: str | None) -> timezone:
    if not text or text[0] not in "+-":
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]))
    return timezone(-offset if text[0] == "-" else offset)
