"""The traps: each goes on for ever and says nothing that was not said before."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from itertools import product
from urllib.parse import parse_qsl, urlencode

from mekik.lab.maze.real import Real, chance_number, links, page, words

_MONTHS = ("Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
           "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık")  # fmt: skip
_LAST_YEAR = 3000
_FACETS = {
    "renk": ("al", "mor", "yeşil", "sarı", "kara"),
    "beden": ("dar", "orta", "bol", "uzun"),
    "marka": ("mese", "gurgen", "kavak", "sogut"),
    "sirala": ("ucuz", "pahali", "yeni"),
    "gorunum": ("liste", "kutu"),
}


def _calendar(_path: str, match: re.Match[str]) -> bytes:
    year, month = int(match[1]), int(match[2])
    after = (year - 2024) * 12 + month
    onward = links((f"/takvim?ay={2024 + after // 12}-{after % 12 + 1:02}", "Sonraki ay")) if year < _LAST_YEAR else ""
    days = "".join(f"<td>{day}</td>" for day in range(1, 29))
    return page(f"{_MONTHS[month - 1]} {year}", f"<table><tr>{days}</tr></table><p>Kayıt yok.</p>{onward}")


def _agenda(_path: str, match: re.Match[str]) -> bytes | None:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3] or 1))
    except ValueError:
        return None
    name = _MONTHS[day.month - 1]
    following = day + timedelta(days=1)
    month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    onward = links((f"/ajanda/{following:%Y/%m/%d}", "Yarın"), (f"/ajanda/{month:%Y/%m}", "Gelecek ay"))
    return page("Ajanda", f"<p>{day.day} {name} {day.year} günü için bir kayıt bulunmuyor.</p>{onward}")


def _session(real: Real) -> Callable[[str, re.Match[str]], bytes | None]:
    """The first articles once more, under an id that changes with every page."""

    def answer(path: str, match: re.Match[str]) -> bytes | None:
        root = f"/o/{chance_number(path)}"
        if not match[2]:
            return page("Haberler", links(*((root + found, title) for found, title in real.first_articles())))
        article = real.answer(f"/{match[2]}")
        return article and article.replace(b'href="/', f'href="{root}/'.encode())

    return answer


def _folder(path: str, _match: re.Match[str]) -> bytes:
    depth = path.count("/")
    return page("Dosyalar", f"<p>{depth}. katta klasörler.</p>" + links(("ekler/dosya/", "Alt klasör"), ("../", "Üst")))


def _shop(path: str, _match: re.Match[str]) -> bytes | None:
    chosen = dict(parse_qsl(path.partition("?")[2]))
    if any(value not in _FACETS.get(name, ()) for name, value in chosen.items()):
        return None
    found = [" ".join(item) for item in product(*list(_FACETS.values())[:3])]
    wanted = [value for name, value in chosen.items() if name in ("renk", "beden", "marka")]
    shown = [item for item in found if all(value in item.split() for value in wanted)]
    filters = [
        (f"/magaza?{urlencode({**chosen, name: value})}", value)
        for name, values in _FACETS.items() for value in values if chosen.get(name) != value
    ]  # fmt: skip
    return page("Mağaza", "<ul>" + "".join(f"<li>{item}</li>" for item in shown[:20]) + "</ul>" + links(*filters))


def _walk(path: str, match: re.Match[str]) -> bytes:
    step = int(match[1]) + 1
    onward = [(f"/gez?adim={step}&iz={chance_number(path, turn)}", "İleri") for turn in range(2)]
    return page("Gezinti", f"<p>{step}. adımdasınız, gezinti sürüyor.</p>" + links(*onward))


def _missing(path: str, _match: re.Match[str]) -> bytes:
    onward = [
        (f"/eski/{words(f'{path}{turn}', 1).encode('ascii', 'ignore').decode()}-{turn}", "Benzer") for turn in (1, 2)
    ]
    return page("Sayfa bulunamadı", "<p>Aradığınız sayfa taşınmış ya da silinmiş olabilir.</p>" + links(*onward))


class TrapParts:
    def __init__(self, real: Real) -> None:
        self._real = real
        self._parts: tuple[tuple[str, re.Pattern[str], Callable[[str, re.Match[str]], bytes | None]], ...] = (
            ("calendar", re.compile(r"/takvim\?ay=(\d{4})-(\d\d)"), _calendar),
            ("agenda", re.compile(r"/ajanda/(\d{4})/(\d\d)(?:/(\d\d))?"), _agenda),
            ("session in the path", re.compile(r"/o/([0-9a-f]{16})/(haber/[^?]+)?"), _session(real)),
            ("folders", re.compile(r"/dosya/(?:(?:ekler|dosya)/)*"), _folder),
            ("filters", re.compile(r"/magaza\?.*"), _shop),
            ("endless query", re.compile(r"/gez\?adim=(\d{1,9})&iz=\w+"), _walk),
            ("soft 404", re.compile(r"/eski/[^/]+"), _missing),
            ("view", re.compile(r"(/haber/[^?]+)\?gorunum=\w+"), self._same),
            ("session in the query", re.compile(r"(/urun/\d+)\?oturum=\w+"), self._same),
        )

    def name(self, path: str) -> str:
        """Which trap an address belongs to, or nothing."""
        if re.fullmatch(r"/say\?n=\d+", path):
            return "counter"
        return next((name for name, pattern, _ in self._parts if pattern.fullmatch(path)), "")

    def answer(self, path: str) -> bytes | None:
        for _, pattern, make in self._parts:
            if match := pattern.fullmatch(path):
                return make(path, match)
        return None

    def _same(self, _path: str, match: re.Match[str]) -> bytes | None:
        """Another view of a real page: the same words, other bytes."""
        found = self._real.answer(match[1])
        return found and found.replace(b"<body>", b"<body><!-- " + chance_number(match[0]).encode() + b" -->")
