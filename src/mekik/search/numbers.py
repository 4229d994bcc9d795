"""Numbers and dates of a query as pages may write them: 1250000 and 1.250.000, 29.10.1923 and 29 Ekim 1923."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")
_WHOLE = re.compile(r"\d{5,15}")
_DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})|(\d{4})-(\d{2})-(\d{2})")
_MONTHS = {
    "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "en": "january february march april may june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
_MOST_LANGUAGES = 3


def number_readings(text: str, languages: Sequence[str]) -> Iterator[str]:
    """Other ways to write a number or a date; nothing for other words. The day comes before the month."""
    if not text[:1].isdigit():
        return
    if _GROUPED.fullmatch(text):
        yield re.sub(r"\D", "", text)
    elif _WHOLE.fullmatch(text):
        yield f"{int(text):,}".replace(",", ".") if text[0] != "0" else text
    elif found := _DATE.fullmatch(text):
        day, month, year = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
        yield from _dates(int(day), int(month), year, languages)


def _dates(day: int, month: int, year: str, languages: Sequence[str]) -> Iterator[str]:
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return
    yield f"{day}.{month}.{year}"
    yield f"{day:02}.{month:02}.{year}"
    yield f"{year}-{month:02}-{day:02}"
    for language in languages[:_MOST_LANGUAGES]:
        if language in _MONTHS:
            name = _MONTHS[language].split()[month - 1]
            yield f"{day} {name} {year}"
            if language == "en":
                yield f"{name} {day} {year}"
