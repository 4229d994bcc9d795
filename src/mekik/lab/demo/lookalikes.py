"""Honest pages whose addresses look like traps: a calendar with empty months, lists of many pages, combined filters,
folders of dates. A crawler that sets such patterns aside too soon loses them.

They are made here because they are many and alike in form; `lookalike_texts.py` has what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.lookalike_texts import EVENTS, GOODS, KINDS, MINUTES, MONTHS, NOTICES, THINGS, VILLAGES, Texts
from mekik.lab.demo.truth import Kind

NOTICE_HOST, EVENT_HOST = "semt.localhost", "etkinlik.semt.localhost"
GOODS_HOST, MINUTES_HOST = "pazar.semt.localhost", "tutanak.semt.localhost"

LISTS = "lists"
"""Topic of pages that only lead on; some of them are alike, as empty months are."""

_NOTICES, _LISTED = 90, 18
_YEARS = (2023, 2024)
_EMPTY = {(2023, 2), (2023, 8), (2023, 9), (2024, 2), (2024, 8)}
"""Months without an event; one of them is the first that a link "next month" leads to."""


def sites() -> Iterator[tuple[Site, list[Entry]]]:
    yield _site(NOTICE_HOST, "Semt Panosu", "Komşunun ilanı", "15"), list(_notices())
    yield _site(EVENT_HOST, "Semtte Ne Var", "Ay ay etkinlikler"), list(_events())
    yield _site(GOODS_HOST, "Semt Pazarı", "Köyden kapıya"), list(_goods())
    yield _site(MINUTES_HOST, "Semt Meclisi", "Toplantı tutanakları"), list(_minutes())


def _site(host: str, name: str, motto: str, seed: str = "") -> Site:
    return Site(
        host=host, name=name, language="tr", layout="library", motto=motto, footer=f"{name}, gönüllülerce hazırlanır.",
        related="", seed=seed,
    )  # fmt: skip


def _notices() -> Iterator[Entry]:
    """A list of several pages, each of which names the next."""
    others = ((EVENT_HOST, "etkinlikler"), (GOODS_HOST, "pazar"), (MINUTES_HOST, "tutanaklar"))
    links = ", ".join(f"[{text}](http://{host}/)" for host, text in others)
    yield _entry(NOTICE_HOST, "/", "Semt Panosu", f"[Bütün ilanlar](/ilanlar?sayfa=1). Öteki sayfalarımız: {links}.")
    texts = _texts(NOTICES, _NOTICES)
    notices = [_entry(NOTICE_HOST, f"/ilan/{1000 + 7 * n}", *text) for n, text in enumerate(texts)]
    for start in range(0, _NOTICES, _LISTED):
        number = start // _LISTED + 1
        onward = [(f"/ilanlar?sayfa={number + 1}", "Sonraki ilanlar")] if start + _LISTED < _NOTICES else []
        body = _list(notices[start : start + _LISTED], onward)
        yield _entry(NOTICE_HOST, f"/ilanlar?sayfa={number}", f"İlanlar, {number}. sayfa", body)
    yield from notices


def _events() -> Iterator[Entry]:
    """A calendar: from every fourth month on a link leads from month to month."""
    months = [(year, month) for year in _YEARS for month in range(1, 13)]
    texts = iter(_texts(EVENTS, 3 * len(months)))
    begins = [(_month_path(year, month), f"{MONTHS[month - 1]} {year}") for year, month in months if month % 4 == 1]
    yield _entry(EVENT_HOST, "/", "Semtte Ne Var", _links(begins))
    for place, (year, month) in enumerate(months):
        events = []
        if (year, month) not in _EMPTY:
            days = sorted(Random(f"{year}{month}").sample(range(1, 29), 3))  # noqa: S311 - the same on every machine
            events = [_entry(EVENT_HOST, f"/{year}/{month:02}/{day:02}", *next(texts)) for day in days]
        after = months[place + 1 : place + 2] if month % 4 else []
        onward = [(_month_path(*found), "Sonraki ay") for found in after]
        body = _list(events, onward) if events else f"Bu ay için yazılmış bir etkinlik yok.\n\n{_links(onward)}"
        yield _entry(EVENT_HOST, _month_path(year, month), f"{MONTHS[month - 1]} {year}", body)
        yield from events


def _month_path(year: int, month: int) -> str:
    return f"/takvim?ay={year}-{month:02}"


def _goods() -> Iterator[Entry]:
    """Filters that can be combined, and only the combination shows what there is."""
    kinds = [(f"/liste?tur={key}", name) for key, name in KINDS.items()]
    yield _entry(GOODS_HOST, "/", "Semt Pazarı", _links(kinds))
    texts = iter(_texts(GOODS, len(KINDS) * len(VILLAGES)))
    for key, name in KINDS.items():
        filters = [(f"/liste?koy={village}&tur={key}", called) for village, called in VILLAGES.items()]
        yield _entry(GOODS_HOST, f"/liste?tur={key}", name, _links(filters))
        for village, called in VILLAGES.items():
            title, body = next(texts)
            item = _entry(GOODS_HOST, f"/urun/{key}-{village}", f"{called} {THINGS[key]}: {title.lower()}", body)
            yield _entry(GOODS_HOST, f"/liste?koy={village}&tur={key}", f"{name}, {called}", _list([item], []))
            yield item


def _minutes() -> Iterator[Entry]:
    """Folders of years and months, whose names repeat."""
    years = (2019, 2020, 2021)
    yield _entry(MINUTES_HOST, "/", "Semt Meclisi", _links((f"/{year}/", f"{year} yılı") for year in years))
    texts = iter(_texts(MINUTES, 12 * len(years)))
    for year in years:
        months = [(f"/{year}/{month:02}/", MONTHS[month - 1]) for month in range(1, 13)]
        yield _entry(MINUTES_HOST, f"/{year}/", f"{year} tutanakları", _links(months))
        for path, name in months:
            text = next(texts)
            day = 1 + sum(map(ord, path)) % 28
            yield _entry(MINUTES_HOST, path, f"{name} {year}", _links([(f"{path}{day:02}", f"{day} {name}")]))
            yield _entry(MINUTES_HOST, f"{path}{day:02}", f"{text[0]}, {day} {name} {year}", text[1])


def _texts(texts: Texts, count: int) -> list[tuple[str, str]]:
    """So many titles and bodies; no title comes twice, and no two bodies are nearly the same."""
    made: dict[str, str] = {}
    used: list[set[str]] = []
    chance = Random(texts.titles[0])  # noqa: S311 - the same on every machine
    while len(made) < count:
        slots = {name: chance.choice(words) for name, words in texts.slots.items()}
        title = chance.choice(texts.titles).format_map(slots)
        title = title[0].upper() + title[1:]
        sentences = chance.sample(texts.sentences, 4)
        if title not in made and all(len(before.intersection(sentences)) <= 2 for before in used):
            used.append(set(sentences))
            made[title] = " ".join(sentence.format_map(slots) for sentence in sentences)
    return list(made.items())


def _links(links: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- [{text}]({path})" for path, text in links)


def _list(entries: list[Entry], onward: list[tuple[str, str]]) -> str:
    """Each with its first words, as such lists are."""
    items = "\n".join(f"- [{entry.title}]({entry.path}) {' '.join(entry.body.split()[:4])}…" for entry in entries)
    return f"{items}\n\n{_links(onward)}" if onward else items


def _entry(host: str, path: str, title: str, body: str) -> Entry:
    topic = LISTS if body.startswith("-") or "\n\n" in body else "semt"
    return Entry(host=host, path=path, title=title, body=body, kind=Kind.LOOKALIKE.label, language="tr", topic=topic)
