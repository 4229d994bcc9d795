"""Pages by the country of the server that sent them: the network address is in the archive, the country in an mmdb
file that the settings name."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Any

from mekik.archive import Archived
from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.crawl.reports.counts import table
from mekik.errors import SettingError, UsageError
from mekik.page import Page

_COLUMNS = ("country", "name", "hosts", "pages", "bytes")
PRIVATE = "(private)"
UNKNOWN = "(unknown)"


class Countries:
    pages = text = False

    def __init__(self, bench: Bench, job: Job) -> None:
        self._bench = bench
        self._database = _open(job.settings.report.countries)
        self._country: dict[str, tuple[str, str]] = {}
        bench.db.execute("CREATE TABLE server (id INTEGER PRIMARY KEY, country TEXT)")
        self._names: dict[str, str] = {}

    def exchange(self, id: int, archived: Archived) -> None:
        address = archived.exchange.address
        if address:
            self._bench.db.execute("INSERT OR REPLACE INTO server VALUES (?, ?)", (id, self._code(address)))

    def page(self, id: int, page: Page) -> None:
        """What it says does not matter here."""

    def table(self, job: Job, name: str) -> Table:
        self._database.close()
        rows: list[Row] = [
            (code, self._names.get(code, ""), hosts, pages, size)
            for code, hosts, pages, size in self._bench.rows(
                "SELECT coalesce(s.country, ?), count(DISTINCT p.host), count(*), sum(p.bytes) FROM page p"
                " LEFT JOIN server s ON s.id = p.id GROUP BY 1 ORDER BY 3 DESC, 1",
                (UNKNOWN,),
            )
        ]
        unknown = sum(row[3] for row in rows if row[0] == UNKNOWN)
        return table(name, job, _COLUMNS, rows, [Note("country_unknown", {"n": unknown})] if unknown else ())

    def _code(self, address: str) -> str:
        known = self._country.get(address)
        if known is None:
            known = self._look_up(address)
            if len(self._country) < 100_000:
                self._country[address] = known
            self._names.setdefault(*known)
        return known[0]

    def _look_up(self, address: str) -> tuple[str, str]:
        try:
            parsed = ip_address(address.partition("%")[0])
            return country_of(self._database.get(str(parsed))) or (UNKNOWN if parsed.is_global else PRIVATE, "")
        except ValueError:
            return UNKNOWN, ""


def country_of(record: Any) -> tuple[str, str] | None:
    """Code and name, in the shapes that the usual databases have."""
    if not isinstance(record, dict):
        return None
    country = record.get("country")
    if isinstance(country, dict):
        names = country.get("names")
        return _pair(country.get("iso_code"), names.get("en") if isinstance(names, dict) else "")
    return _pair(record.get("country_code") or country, record.get("country_name"))


def _pair(code: Any, name: Any) -> tuple[str, str] | None:
    return (code[:40], name[:80] if isinstance(name, str) else "") if isinstance(code, str) and code else None


def _open(path: str | None) -> Any:
    if path is None:
        raise UsageError("Which file knows the countries? Name an mmdb file: --set report.countries=FILE")
    try:
        import maxminddb
    except ImportError:
        raise UsageError("The report countries needs a package more: pip install 'mekik[reports]'") from None
    try:
        return maxminddb.open_database(Path(path))
    except OSError as error:
        raise SettingError(f"Cannot read {path} (report.countries): {error.strerror}.") from None
    except (maxminddb.InvalidDatabaseError, ValueError) as error:
        raise SettingError(f"{path} (report.countries) is not an mmdb file: {error}.") from None
