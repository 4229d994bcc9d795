"""Who links to whom: broken links and orphan pages.

Only the links that matter are kept: those to addresses that are known to be broken, and for orphans one bit for
each page that only a sitemap named.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mekik.archive import Archived
from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import UNREAD, Bench, Note, Row, Table
from mekik.outcome import OUTCOME_BY_NUMBER, Status
from mekik.page import NOFOLLOW, LinkKind, Links, Page

_BROKEN = ("page", "anchor", "target", "code", "outcome", "reason", "ends_at")
_ORPHANS = ("url", "sitemap", "code", "bytes", "visited_at")
_NO_LINK = {LinkKind.SITEMAP, LinkKind.CANONICAL}
"""Ways of naming an address that a visitor cannot follow."""


class Targets:
    """A set of keys of addresses, and which of a page's links lead to one."""

    def __init__(self, bench: Bench, sql: str, arguments: Row = ()) -> None:
        self.keys: npt.NDArray[np.int64] = np.fromiter((key for (key,) in bench.rows(sql, arguments)), dtype=np.int64)
        self.keys.sort()

    def hits(self, links: Links) -> list[tuple[int, int]]:
        """(place among the links, place among the keys)."""
        if not len(self.keys) or not links.keys:
            return []
        asked = np.frombuffer(links.keys, dtype="<i8")
        places = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        found = np.nonzero(self.keys[places] == asked)[0]
        return list(zip(found.tolist(), places[found].tolist(), strict=True))


class BrokenLinks:
    """Wants the table `chain` of the redirects: a link to one that ends nowhere is broken too."""

    pages, text = True, False

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        bench.db.execute(
            "CREATE TABLE broken AS SELECT a.key, a.id, v.code, a.outcome, a.reason, '' AS ends_at FROM job.address a"
            " LEFT JOIN job.visit v ON v.address = a.id WHERE a.status = ? AND NOT (a.outcome >= ? AND a.outcome < ?)",
            (Status.ERROR.value, *UNREAD),
        )
        bench.db.execute(
            "INSERT INTO broken SELECT h.key, h.id, coalesce(c.code, h.code), c.outcome, '', c.ends_at"
            " FROM chain c JOIN hop h ON h.id = c.id WHERE c.broken AND h.key NOT IN (SELECT key FROM broken)"
        )
        bench.db.execute("CREATE UNIQUE INDEX broken_key ON broken (key)")
        bench.db.execute("CREATE TABLE link (page, target, anchor)")
        self._targets = Targets(bench, "SELECT key FROM broken")

    def exchange(self, id: int, archived: Archived) -> None:
        """Answers without links do not matter here."""

    def page(self, id: int, page: Page) -> None:
        assert page.document is not None
        links = page.document.links
        rows = [
            (id, int(self._targets.keys[at]), links.anchors[place])
            for place, at in self._targets.hits(links)
            if links.kinds[place] & ~NOFOLLOW not in _NO_LINK
        ]
        self._bench.db.executemany("INSERT INTO link VALUES (?, ?, ?)", rows)

    def table(self, job: Job, name: str) -> Table:
        """Also what no page links to: seeds and what a sitemap names. What only a redirect leads to stands with it."""
        bench = self._bench
        bench.db.execute("CREATE INDEX link_target ON link (target)")
        bench.db.execute(
            "CREATE TEMP VIEW listed AS SELECT p.url AS page, l.anchor, t.url AS target, b.code, b.outcome, b.reason,"
            " b.ends_at FROM link l JOIN broken b ON b.key = l.target JOIN job.address t ON t.key = b.key"
            " JOIN job.address p ON p.id = l.page"
            " UNION ALL SELECT coalesce(s.url, ''), t.anchor, t.url, b.code, b.outcome, b.reason, b.ends_at"
            " FROM broken b JOIN job.address t ON t.key = b.key LEFT JOIN job.address s ON s.id = t.found_on"
            " WHERE t.path NOT LIKE '%R' AND NOT EXISTS (SELECT 1 FROM link l WHERE l.target = b.key)"
        )
        return Table(
            report=name, job=job.name, columns=_BROKEN, total=bench.one("SELECT count(*) FROM listed"),
            rows=(
                (*row[:4], _label(row[4]), row[5] or "", row[6] or "")
                for row in bench.rows("SELECT * FROM listed ORDER BY target, page")
            ),
            notes=[Note("broken_targets", {"n": bench.one("SELECT count(DISTINCT target) FROM listed")})],
        )  # fmt: skip


class Orphans:
    """Pages that a sitemap named and no page, feed or redirect leads to."""

    pages, text = True, False

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._targets = Targets(
            bench,
            "SELECT key FROM page WHERE path LIKE ? AND NOT EXISTS"
            " (SELECT 1 FROM job.hint h WHERE h.address = page.id AND h.role != '')",  # sitemaps are no pages
            ("%" + LinkKind.SITEMAP.letter,),
        )
        self._linked = np.zeros(len(self._targets.keys), dtype=bool)
        for (key,) in bench.rows("SELECT target_key FROM hop WHERE target_key IS NOT NULL"):
            place = int(np.searchsorted(self._targets.keys, key))
            if place < len(self._linked) and self._targets.keys[place] == key:
                self._linked[place] = True

    def exchange(self, id: int, archived: Archived) -> None:
        """Answers without links do not matter here."""

    def page(self, id: int, page: Page) -> None:  # noqa: ARG002 - as every reader
        assert page.document is not None
        links = page.document.links
        for place, at in self._targets.hits(links):
            itself = links.urls[place] == page.address.url
            if not itself and links.kinds[place] & ~NOFOLLOW not in _NO_LINK:
                self._linked[at] = True

    def table(self, job: Job, name: str) -> Table:
        bench = self._bench
        bench.db.execute("CREATE TABLE orphan (key INTEGER PRIMARY KEY)")
        alone: Any = self._targets.keys[~self._linked]
        bench.db.executemany("INSERT INTO orphan VALUES (?)", ((int(key),) for key in alone))
        return Table(
            report=name, job=job.name, columns=_ORPHANS, total=len(alone),
            rows=bench.rows(
                "SELECT a.url, coalesce(s.url, ''), v.code, v.bytes, v.at FROM orphan o"
                " JOIN job.address a ON a.key = o.key LEFT JOIN job.visit v ON v.address = a.id"
                " LEFT JOIN job.address s ON s.id = a.found_on ORDER BY 1"
            ),
            notes=[Note("sitemap_pages", {"n": len(self._targets.keys)})],
        )  # fmt: skip


def _label(outcome: int | str | None) -> str:
    """From the number in the state, or as it is."""
    if isinstance(outcome, int):
        return OUTCOME_BY_NUMBER[outcome].label
    return outcome or ""
