"""Redirects: where each leads, hop by hop, whether for good, and whether it ever arrives.

The state knows that an address redirects; where to stands in the archived answer, which is looked up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from mekik.archive import read_capture
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import signed
from mekik.crawl.reports.bench import UNREAD, Bench, Row, Table
from mekik.errors import StorageError
from mekik.outcome import OUTCOME_BY_NUMBER, Outcome, Status
from mekik.page import Capture
from mekik.urls import Normaliser, key

PERMANENT = {301, 308}
_COLUMNS = ("url", "hops", "kind", "ends_at", "code", "outcome", "loop", "chain")
_LONGEST = 100


def follow_redirects(archive: Path, bench: Bench, job: Job) -> None:
    """Fills two tables: `hop`, one row a redirect, and `chain`, where each of them ends in the end."""
    bench.db.execute(
        "CREATE TABLE hop (id INTEGER PRIMARY KEY, key INTEGER UNIQUE, url, code, outcome, target, target_key)"
    )
    bench.db.execute(
        "CREATE TABLE chain (id INTEGER PRIMARY KEY, hops, kind, ends_at, code, outcome, loop, broken, chain)"
    )
    bench.db.executemany("INSERT OR IGNORE INTO hop VALUES (?, ?, ?, ?, ?, ?, ?)", _hops(archive, bench, job))
    bench.db.execute("CREATE INDEX hop_target ON hop (target_key)")
    bench.db.executemany("INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _chains(bench))


def redirects(bench: Bench, job: Job, name: str) -> Table:
    """Chains from their first address on; those in a circle, which has no first, from each."""
    where = (
        "FROM chain c JOIN hop h ON h.id = c.id"
        " WHERE c.loop OR NOT EXISTS (SELECT 1 FROM hop p WHERE p.target_key = h.key)"
    )
    rows = (
        (*row[:6], bool(row[6]), json.loads(row[7]))
        for row in bench.rows(
            f"SELECT h.url, c.hops, c.kind, c.ends_at, c.code, c.outcome, c.loop, c.chain {where}"
            " ORDER BY c.loop DESC, c.hops DESC, h.url"
        )
    )
    total = bench.one(f"SELECT count(*) {where}")
    return Table(report=name, job=job.name, columns=_COLUMNS, total=total, rows=rows)


def _hops(archive: Path, bench: Bench, job: Job) -> Iterator[Row]:
    normaliser = Normaliser(job.settings.urls)
    for id, number, url, outcome, code, file, offset, length in bench.rows(
        "SELECT r.id, r.key, r.url, r.outcome, r.code, n.text, r.offset, r.length FROM redirecting r"
        " LEFT JOIN job.name n ON n.number = r.file ORDER BY r.file, r.offset"
    ):
        target = _location(archive, file, offset, length, normaliser) or _found_there(bench, id)
        yield id, number, url, code, outcome, target, signed(key(target)) if target else None


def _location(archive: Path, file: str, offset: int, length: int, normaliser: Normaliser) -> str:
    if not file:
        return ""
    try:
        exchange = read_capture(archive, Capture(file, offset, length, b"")).exchange
    except StorageError:
        return ""
    return normaliser.normalise(exchange.headers.get("location", ""), exchange.url) or ""


def _found_there(bench: Bench, id: int) -> str:
    """Without an archive: the address that was first met by following this one."""
    row = bench.db.execute(
        "SELECT url FROM job.address WHERE found_on = ? AND path LIKE '%R' LIMIT 1", (id,)
    ).fetchone()
    return row[0] if row else ""


def _chains(bench: Bench) -> Iterator[Row]:
    for id, url, code, outcome, target, target_key in bench.rows(
        "SELECT id, url, code, outcome, target, target_key FROM hop"
    ):
        codes, shown, seen = [code], [f"{code} {url}"], {url}
        loop = False
        while target and len(shown) < _LONGEST:
            if target in seen:
                loop = True
                break
            onward = bench.db.execute(
                "SELECT url, code, outcome, target, target_key FROM hop WHERE key = ?", (target_key,)
            ).fetchone()
            if onward is None:
                break
            url, code, outcome, target, target_key = onward
            seen.add(url)
            codes.append(code)
            shown.append(f"{code} {url}")
        end = None if loop else _end(bench, target_key)
        if loop:
            outcome = Outcome.TOO_MANY_REDIRECTS.number
        ended = OUTCOME_BY_NUMBER.get(end[1] if end and end[1] else outcome)
        broken = outcome == Outcome.TOO_MANY_REDIRECTS.number or (end is not None and _is_broken(end[1], end[2]))
        kinds = {one in PERMANENT for one in codes}
        kind = "mixed" if len(kinds) > 1 else "permanent" if True in kinds else "temporary"
        yield (
            id, len(shown), kind, target, end[0] if end else None, ended.label if ended else "", loop, broken,
            json.dumps([*shown, target]),
        )  # fmt: skip


def _is_broken(outcome: int | None, status: int) -> bool:
    return status == Status.ERROR and not UNREAD[0] <= (outcome or 0) < UNREAD[1]


def _end(bench: Bench, target_key: int | None) -> tuple[int | None, int | None, int] | None:
    """(code, outcome, status) of the address where a chain ends, when the job knows it."""
    row = bench.db.execute(
        "SELECT v.code, a.outcome, a.status FROM job.address a LEFT JOIN job.visit v ON v.address = a.id"
        " WHERE a.key = ?",
        (target_key,),
    ).fetchone()
    return tuple(row) if row else None
