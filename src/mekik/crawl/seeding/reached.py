"""What a crawl from seeds reached: pages, home pages, countries, errors by kind."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mekik.frontier import SqliteStore
from mekik.ordering import is_home
from mekik.outcome import OUTCOME_BY_NUMBER, Status
from mekik.urls import host, registrable_domain


class Reached(msgspec.Struct):
    job: str
    pages: int
    home_pages: int
    domains: int
    countries: dict[str, int]
    """Pages by country: of the listed site, else of the ending of its name; ? where neither tells."""
    errors: dict[str, int]
    """By outcome."""
    error_percent: float


def reached(job: str, store: SqliteStore, country_of_domain: Mapping[str, str]) -> Reached:
    pages = homes = 0
    domains: set[str] = set()
    countries: dict[str, int] = {}
    for (url,) in store.query("SELECT url FROM address WHERE status = ?", (Status.COMPLETED.value,)):
        pages += 1
        homes += is_home(url)
        domain = registrable_domain(host(url))
        domains.add(domain)
        country = country_of_domain.get(domain) or _by_ending(domain)
        countries[country] = countries.get(country, 0) + 1
    found = store.query(
        "SELECT outcome, count(*) FROM address WHERE status = ? GROUP BY 1 ORDER BY 2 DESC", (Status.ERROR.value,)
    )
    errors = {OUTCOME_BY_NUMBER[number].label: count for number, count in found}
    failed = sum(errors.values())
    return Reached(
        job=job, pages=pages, home_pages=homes, domains=len(domains),
        countries=dict(sorted(countries.items(), key=lambda pair: (-pair[1], pair[0]))), errors=errors,
        error_percent=round(100 * failed / (pages + failed), 2) if pages + failed else 0.0,
    )  # fmt: skip


def _by_ending(domain: str) -> str:
    ending = domain.rpartition(".")[2]
    return ending.upper() if len(ending) == 2 and ending.isalpha() else "?"
