"""The real pages: every one of them says something that no other page says."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from hashlib import blake2b
from html import escape

_SYLLABLES = [a + b for a in "bcdfgklmnprstvyz" for b in "aeıioöuü"]
_LISTED = 20
MENU = (
    "Ana sayfa Haberler Ürünler Forum Etkinlikler Galeri Ölçümler Hakkımızda İletişim Yardım Künye Gizlilik Çerezler "
    "Abonelik Reklam Arşiv Site haritası Uygulamalar Bülten"
)


@lru_cache(maxsize=20_000)
def words(seed: str, count: int) -> str:
    """Made-up words that this seed alone brings together."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret about it
    return " ".join("".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(count))


def chance_number(*parts: object) -> str:
    """Looks made by chance, and is always the same: 16 letters and digits."""
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def page(title: str, body: str) -> bytes:
    return (
        f'<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        f"<body><nav>{MENU}</nav><h1>{escape(title)}</h1>{body}<footer>{MENU}</footer></body></html>"
    ).encode()


def links(*targets: tuple[str, str]) -> str:
    return "<ul>" + "".join(f'<li><a href="{escape(href)}">{escape(text)}</a></li>' for href, text in targets) + "</ul>"


class Real:
    """Counts of each part grow with `size`; 1.0 is about 5,000 pages."""

    def __init__(self, size: float) -> None:
        self.articles, self.products = max(40, int(3600 * size)), max(20, int(800 * size))
        self.topics, self.captions, self.stations = max(10, int(200 * size)), max(8, int(60 * size)), 40
        self.months = 24
        self._days = {
            f"/etkinlik/{2024 + month // 12}/{month % 12 + 1:02}/{day:02}"
            for month in range(self.months)
            for day in range(1, 29)
            if int(chance_number("event", month, day), 16) % 5 == 0
        }

    def paths(self) -> set[str]:
        """Of every page that a crawl must find."""
        found = {"/", "/hakkinda", *self._days}
        found |= {f"/haber/{number}-{_slug(number)}" for number in range(self.articles)}
        found |= {f"/urun/{number}" for number in range(self.products)}
        found |= {f"/konu?id={number}" for number in range(self.topics)}
        found |= {f"/galeri/{number}" for number in range(self.captions)}
        found |= {f"/istasyon/{number}" for number in range(self.stations)}
        found |= {f"/etkinlik/{2024 + month // 12}/{month % 12 + 1:02}" for month in range(self.months)}
        found |= {"/istasyonlar"}
        for name, count in (("arsiv", self.articles), ("urunler", self.products), ("forum", self.topics)):
            found |= {f"/{name}?sayfa={number}" for number in range(1, -(-count // _LISTED) + 1)}
        return found

    def first_articles(self) -> list[tuple[str, str]]:
        return [(f"/haber/{number}-{_slug(number)}", words(f"h{number}", 6)) for number in range(_LISTED)]

    def answer(self, path: str) -> bytes | None:
        if path == "/":
            return page("Ana sayfa", self._home())
        if path == "/hakkinda":
            return page("Hakkında", f"<p>{words('about', 80)}</p>")
        if path == "/istasyonlar":
            stations = [(f"/istasyon/{number}", f"İstasyon {number}") for number in range(self.stations)]
            return page("İstasyonlar", links(*stations))
        if path in self._days:
            return page("Etkinlik", f"<p>{words(path, 40)}</p>")
        for pattern, make in _PARTS:
            if match := pattern.fullmatch(path):
                return make(self, path, *map(int, match.groups()))
        return None

    def _home(self) -> str:
        return links(
            ("/hakkinda", "Hakkında"), ("/arsiv?sayfa=1", "Haberler"), ("/urunler?sayfa=1", "Ürünler"),
            ("/forum?sayfa=1", "Forum"), ("/galeri/0", "Galeri"), ("/istasyonlar", "Ölçümler"),
            ("/etkinlik/2024/01", "Etkinlikler"), ("/takvim?ay=2024-01", "Takvim"), ("/ajanda/2024/01/01", "Ajanda"),
            ("/dosya/", "Dosyalar"), ("/magaza?renk=al", "Mağaza"), ("/gez?adim=1&iz=a1", "Gezinti"),
            ("/eski/yol-1", "Eski adres"), ("/say?n=1", "Kayıtlar"), ("/o/5f3a9c1e77d20b48/", "Mobil"),
        )  # fmt: skip

    def _article(self, path: str, number: int) -> bytes | None:
        if number >= self.articles or path != f"/haber/{number}-{_slug(number)}":
            return None
        others = [(number + step) % self.articles for step in (1, 7, 131)]
        more = links(*((f"/haber/{other}-{_slug(other)}", words(f"h{other}", 4)) for other in others))
        views = links((f"{path}?gorunum=yazdir", "Yazdır"), (f"{path}?gorunum=mobil", "Mobil"))
        return page(words(f"h{number}", 6), f"<p>{words(path, 90)}</p>{more}{views}")

    def _product(self, path: str, number: int) -> bytes | None:
        if number >= self.products:
            return None
        text = f"<p>Ürün {number}: {words(path, 12)}. Fiyatı {number * 7 % 900} lira.</p>"
        return page(words(f"u{number}", 2), text)

    def _topic(self, path: str, number: int) -> bytes | None:
        onward = links((f"/konu?id={number + 1}", "Sonraki konu")) if number + 1 < self.topics else ""
        return page(words(f"k{number}", 5), f"<p>{words(path, 50)}</p>{onward}") if number < self.topics else None

    def _caption(self, path: str, number: int) -> bytes | None:
        onward = links((f"/galeri/{number + 1}", "Sonraki")) if number + 1 < self.captions else ""
        return page(f"Resim {number}", f"<p>{words(path, 9)}</p>{onward}") if number < self.captions else None

    def _station(self, path: str, number: int) -> bytes | None:
        cells = "".join(f"<tr><td>{int(chance_number(path, hour), 16) % 40}</td></tr>" for hour in range(24))
        return page("İstasyon ölçümleri", f"<table>{cells}</table>") if number < self.stations else None

    def _month(self, _path: str, year: int, month: int) -> bytes | None:
        position = (year - 2024) * 12 + month - 1
        if not 0 <= position < self.months:
            return None
        days = [
            (day, f"{words(day, 3)}") for day in sorted(self._days) if day.startswith(f"/etkinlik/{year}/{month:02}/")
        ]
        after = position + 1
        onward = (
            links((f"/etkinlik/{2024 + after // 12}/{after % 12 + 1:02}", "Sonraki ay")) if after < self.months else ""
        )
        return page(f"Etkinlikler {month}.{year}", links(*days) + onward)

    def _articles(self, path: str, number: int) -> bytes | None:
        items = [(f"/haber/{n}-{_slug(n)}", words(f"h{n}", 6)) for n in _slice(number, self.articles)]
        return _listing(path, "Haberler", number, self.articles, items)

    def _products(self, path: str, number: int) -> bytes | None:
        items = [(f"/urun/{n}", words(f"u{n}", 2)) for n in _slice(number, self.products)]
        sessions = [(f"/urun/{n}?oturum={chance_number('session', number, n)[:10]}", "Sepet")
                    for n in _slice(number, self.products)]  # fmt: skip
        return _listing(path, "Ürünler", number, self.products, items + sessions)

    def _topics(self, path: str, number: int) -> bytes | None:
        items = [(f"/konu?id={n}", words(f"k{n}", 5)) for n in _slice(number, self.topics)]
        return _listing(path, "Forum", number, self.topics, items)


def _slug(number: int) -> str:
    return words(f"h{number}", 3).replace(" ", "-").translate(str.maketrans("ıöü", "iou"))


def _slice(number: int, count: int) -> range:
    return range((number - 1) * _LISTED, min(number * _LISTED, count))


def _listing(path: str, title: str, number: int, count: int, items: list[tuple[str, str]]) -> bytes | None:
    if not 1 <= number <= -(-count // _LISTED):
        return None
    onward = links((f"{path.partition('=')[0]}={number + 1}", "Sonraki sayfa")) if number * _LISTED < count else ""
    return page(f"{title}, sayfa {number}", links(*items) + onward)


_PARTS = (
    (re.compile(r"/haber/(\d+)-[a-z-]+"), Real._article),
    (re.compile(r"/urun/(\d+)"), Real._product),
    (re.compile(r"/konu\?id=(\d+)"), Real._topic),
    (re.compile(r"/galeri/(\d+)"), Real._caption),
    (re.compile(r"/istasyon/(\d+)"), Real._station),
    (re.compile(r"/etkinlik/(\d{4})/(\d\d)"), Real._month),
    (re.compile(r"/arsiv\?sayfa=(\d+)"), Real._articles),
    (re.compile(r"/urunler\?sayfa=(\d+)"), Real._products),
    (re.compile(r"/forum\?sayfa=(\d+)"), Real._topics),
)
