"""A list of sites by country, such as the top sites of every country: CSV with a line of names first."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mekik.errors import UsageError
from mekik.urls import Normaliser, host, registrable_domain

_MOST_LINES = 1_000_000
_LONGEST_CELL = 4096
_NAMES = {
    "site": ("site", "url", "address", "domain", "host", "adres"),
    "country": ("country", "ülke", "ulke", "country_code"),
    "rank": ("rank", "sıra", "sira"),
    "inlinks": ("inlinks", "linking_sites", "sites_linking_in"),
    "outlinks": ("outlinks", "links_out"),
}


class Listed(msgspec.Struct, frozen=True):
    """A line of the list."""

    url: str
    """The site's home page."""
    domain: str
    country: str
    rank: int | None = None
    inlinks: int | None = None
    """Sites that name it."""
    outlinks: int | None = None
    """Its links to other domains."""


def read_listing(path: Path) -> tuple[list[Listed], int]:
    """The list, and how many lines name no site."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            return _read(file, str(path))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from None
    except csv.Error as error:
        raise UsageError(f"{path} is not a CSV file: {error}.") from None


def _read(lines: Iterator[str], name: str) -> tuple[list[Listed], int]:
    head = next(lines, "")
    marks = ";" if head.count(";") > head.count(",") else "\t" if "\t" in head and "," not in head else ","
    names = [cell.strip().lower() for cell in next(csv.reader([head], delimiter=marks), [])]
    places = {field: place for field, known in _NAMES.items() for place, cell in enumerate(names) if cell in known}
    if "site" not in places:
        raise UsageError(f"The first line of {name} must name its columns, one of them site: site,country,rank")
    normaliser = Normaliser()
    listed, bad = [], 0
    for number, cells in enumerate(csv.reader(lines, delimiter=marks)):
        if number >= _MOST_LINES:
            break
        if not any(cells):
            continue
        cell = {field: cells[place].strip()[:_LONGEST_CELL] for field, place in places.items() if place < len(cells)}
        site = cell.get("site", "")
        url = normaliser.normalise(site if "://" in site else f"https://{site}/") if site else None
        if url is None or not host(url):
            bad += 1
            continue
        counts = {field: _number(cell.get(field, "")) for field in ("rank", "inlinks", "outlinks")}
        listed.append(Listed(url, registrable_domain(host(url)), cell.get("country", "").upper(), **counts))
    return listed, bad


def _number(text: str) -> int | None:
    digits = text.replace(",", "").replace(" ", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None
