"""The endless parts of the demo web: a calendar, folders inside folders, a redirect that counts.

They are made when asked for, so nothing but a crawler's own judgement ends them.
"""

from __future__ import annotations

import re

from mekik.lab.demo.entries import Entry
from mekik.lab.demo.truth import Kind

TRAP_HOST = "arsiv.gazete.localhost"
CALENDAR, FOLDERS, COUNTER = "/takvim", "/belgeler/resimler/", "/say?n=1"
ENTRANCES = (CALENDAR, FOLDERS, COUNTER)

_MONTHS = ("Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
           "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık")  # fmt: skip
_CALENDAR = re.compile(r"/takvim(?:\?ay=(\d{4})-(0[1-9]|1[0-2]))?")
_FOLDERS = re.compile(r"(?:/belgeler/resimler)+/")
_COUNTER = re.compile(r"/say\?n=(\d{1,9})")


def is_trap(host: str, path: str) -> bool:
    return host == TRAP_HOST and any(pattern.fullmatch(path) for pattern in (_CALENDAR, _FOLDERS, _COUNTER))


def trap_entry(path: str, months: int | None) -> Entry | None:
    """The page or redirect behind an address of a trap; `months` ends the calendar after so many."""
    if match := _CALENDAR.fullmatch(path):
        return _calendar(path, int(match[1] or 2024), int(match[2] or 1), months)
    if _FOLDERS.fullmatch(path):
        body = "Bu klasörde tarama görüntüleri saklanıyor.\n\n- [Alt klasör](belgeler/resimler/)"
        return _entry(path, title="Resim klasörü", body=body)
    if match := _COUNTER.fullmatch(path):
        return _entry(path, redirect=f"302 /say?n={int(match[1]) + 1}")
    return None


def _calendar(path: str, year: int, month: int, months: int | None) -> Entry | None:
    position = (year - 2024) * 12 + month - 1
    if months is not None and position >= months:
        return None
    lines = [f"{_MONTHS[month - 1]} {year} için arşive eklenen sayıların takvimi aşağıdadır."]
    rows = ["| Hafta | Sayı |"] + [f"| {week} | {position * 4 + week}. sayı |" for week in range(1, 5)]
    lines.append("\n".join(rows))
    after = position + 1
    if (months is None or after < months) and after < 12 * 7000:
        lines.append(f"[Sonraki ay](/takvim?ay={2024 + after // 12}-{after % 12 + 1:02})")
    return _entry(path, title=f"Takvim: {_MONTHS[month - 1]} {year}", body="\n\n".join(lines))


def _entry(path: str, *, title: str = "", body: str = "", redirect: str = "") -> Entry:
    return Entry(
        host=TRAP_HOST, path=path, body=body, title=title, kind=Kind.TRAP.label, redirect=redirect,
        language="tr", topic="trap",
    )  # fmt: skip
