"""Karaca's pictures as tables: popularity by domain, the order of assignment, the time score, addresses as points.

They tell of the addresses that wait; where none does, of all that waited once.
"""

from __future__ import annotations

from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.crawl.reports.periods import Periods
from mekik.ordering.popularity.formula import Weights, splitter, standing
from mekik.outcome import Status
from mekik.urls import key, split

_POPULARITY = ("root", "addresses", "share", "score", "path_share", "query_share", "time_score", "url")
_ASSIGNMENT = ("place", "found_place", "url", "depth", "visited_at")
_TIME = ("period", "addresses", "time_score")
_POINTS = ("x", "y", "z", "state", "url")
MOST_POINTS = 5_000
_STATES = {status.value: status.label for status in Status}


def popularity(bench: Bench, job: Job, name: str) -> Table:
    """A row for each root: its share of all addresses and its best address by the formula of the order `popularity`."""
    where, waiting = _subject(bench)
    cut, weights = splitter(job.settings.for_ordering), Weights.of(job.settings.for_ordering)
    db = bench.db
    db.execute("CREATE TEMP TABLE part (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, z INTEGER, t INTEGER)")
    hashed = (
        (id, *(_number(part) for part in cut(url)), found_at)
        for id, url, found_at in db.execute(f"SELECT id, url, found_at FROM job.address WHERE {where}")  # noqa: S608 - ours
    )
    db.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?)", hashed)
    for letter in "xyz":
        db.execute(
            f"CREATE TEMP TABLE of_{letter} AS SELECT {letter} AS part, count(*) AS n FROM part GROUP BY 1"  # noqa: S608 - ours
        )
        db.execute(f"CREATE UNIQUE INDEX temp.by_{letter} ON of_{letter} (part)")
    total, oldest, newest = db.execute("SELECT count(*), min(t), max(t) FROM part").fetchone()
    spread = max((newest or 0) - (oldest or 0), 1)
    # The bare columns of a group are those of the row with its maximum: that is a promise of SQLite.
    best = db.execute(
        "SELECT p.x, a.n, max(?1 * a.n + ?2 * b.n + ?3 * c.n - ?4 * p.t), b.n, c.n, p.t, p.id FROM part p"
        " JOIN of_x a ON a.part = p.x JOIN of_y b ON b.part = p.y JOIN of_z c ON c.part = p.z"
        " GROUP BY p.x ORDER BY a.n DESC, 3 DESC",
        (weights.root, weights.path, weights.query, weights.time * total / spread),
    ).fetchall()
    rows: list[Row] = []
    for _, of_root, _, of_path, of_query, found_at, id in best:
        parts = standing((of_root, of_path, of_query), total, found_at, oldest, newest)
        url = bench.one("SELECT url FROM job.address WHERE id = ?", (id,))
        told = (parts.root, parts.score(weights), parts.path, parts.query, parts.time)
        rows.append((split(url).root, of_root, *(round(value, 3) for value in told), url))
    return Table(report=name, job=job.name, columns=_POPULARITY, total=len(rows), rows=rows, notes=_notes(waiting))


def assignment(bench: Bench, job: Job, name: str) -> Table:
    """In which order addresses were visited, beside the order in which they were found."""
    rows = bench.rows(
        "SELECT row_number() OVER (ORDER BY v.at, v.offset, v.address), a.id, a.url, a.depth, v.at"
        " FROM job.visit v JOIN job.address a ON a.id = v.address ORDER BY v.at, v.offset, v.address"
    )
    total = bench.one("SELECT count(*) FROM job.visit")
    return Table(report=name, job=job.name, columns=_ASSIGNMENT, total=total, rows=rows)


def time_scores(bench: Bench, job: Job, name: str) -> Table:
    """How the part of the score that grows with waiting stands, by when an address was found."""
    where, waiting = _subject(bench)
    oldest, newest = bench.rows(f"SELECT min(found_at), max(found_at) FROM job.address WHERE {where}").fetchone()  # noqa: S608 - ours
    if oldest is None:
        return Table(report=name, job=job.name, columns=_TIME, total=0, rows=[], notes=_notes(waiting))
    periods = Periods(oldest, newest)
    counted = bench.rows(
        f"SELECT found_at / ?, count(*), avg(found_at) FROM job.address WHERE {where} GROUP BY 1 ORDER BY 1",  # noqa: S608 - ours
        (periods.seconds,),
    )
    rows: list[Row] = [
        (periods.label(number), count, round(standing((0, 0, 0), 1, found_at, oldest, newest).time, 3))
        for number, count, found_at in counted
    ]
    notes = [*_notes(waiting), Note("period", {"period": periods.name})]
    return Table(report=name, job=job.name, columns=_TIME, total=len(rows), rows=rows, notes=notes)


def points(bench: Bench, job: Job, name: str) -> Table:
    """Every address, or evenly some of them, at the place that the hashes of its root, path and query give it."""
    known = bench.one("SELECT coalesce(max(id), 0) FROM job.address")
    step = max(1, -(-known // MOST_POINTS))
    rows: list[Row] = [
        (*(round(_number(part) / (1 << 60), 6) for part in split(url)), _STATES[status], url)
        for url, status in bench.rows("SELECT url, status FROM job.address WHERE id % ? = 0 ORDER BY id", (step,))
    ]
    notes = [Note("points_sample", {"n": len(rows), "of": known})] if step > 1 else []
    return Table(report=name, job=job.name, columns=_POINTS, total=len(rows), rows=rows, notes=notes)


def _subject(bench: Bench) -> tuple[str, bool]:
    """Which addresses are told of, and whether they wait."""
    if bench.rows("SELECT 1 FROM job.address WHERE status IN (0, 1) LIMIT 1").fetchone():
        return "status IN (0, 1)", True
    return f"status != {Status.REFUSED.value}", False


def _notes(waiting: bool) -> list[Note]:
    return [] if waiting else [Note("nothing_waits")]


def _number(part: str) -> int:
    return key(part) >> 4
