"""Numbers, days and addresses as people read them: filters of the templates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from mekik.web.texts import sayer

_LONGEST_ADDRESS = 100


def number(value: float, locale: str) -> str:
    text = f"{value:,.0f}"
    return text.replace(",", ".") if locale == "tr" else text


def long_day(iso: str, locale: str) -> str:
    """17 May 2024."""
    try:
        day = datetime.fromisoformat(iso)
    except ValueError:
        return iso[:10]
    return f"{day.day} {sayer(locale)(f'month.{day.month}')} {day.year}"


def is_web(url: str) -> bool:
    """Whether a page may lead there. What others wrote never becomes a `javascript:` link."""
    return url.startswith(("http://", "https://"))


def shown_address(url: str) -> str:
    """host › folder › page, unescaped where that is readable."""
    parts = urlsplit(url) if is_web(url) else None
    if parts is None:
        return url[:_LONGEST_ADDRESS]
    path = unquote(parts.path)
    if not path.isprintable():
        path = parts.path
    pieces = [parts.netloc, *(piece for piece in path.split("/") if piece)]
    text = " › ".join(pieces) + (f" ? {unquote(parts.query)}" if parts.query else "")
    text = text if text.isprintable() else url
    return text if len(text) <= _LONGEST_ADDRESS else text[: _LONGEST_ADDRESS - 1] + "…"


FILTERS: dict[str, Callable[..., Any]] = {
    "number": number,
    "long_day": long_day,
    "is_web": is_web,
    "shown_address": shown_address,
}
