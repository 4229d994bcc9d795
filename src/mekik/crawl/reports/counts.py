"""Reports that the state alone answers: how many of what."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.outcome import OUTCOME_BY_NUMBER

_STEPS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000)


def _counted(columns: tuple[str, ...], sql: str) -> Callable[[Bench, Job, str], Table]:
    def report(bench: Bench, job: Job, name: str) -> Table:
        return table(name, job, columns, bench.rows(sql))

    return report


def table(name: str, job: Job, columns: tuple[str, ...], rows: Iterable[Row], notes: Iterable[Note] = ()) -> Table:
    """For the few rows of a count."""
    kept = list(rows)
    return Table(report=name, job=job.name, columns=columns, total=len(kept), rows=kept, notes=list(notes))


codes = _counted(
    ("code", "addresses", "bytes"),
    "SELECT code, count(*), sum(bytes) FROM job.visit GROUP BY 1 ORDER BY 2 DESC, 1",
)
types = _counted(
    ("content_type", "documents", "bytes"),
    "SELECT iif(n.text = '', '(none)', n.text), count(*), sum(v.bytes) FROM job.visit v"
    " JOIN job.name n ON n.number = v.type GROUP BY 1 ORDER BY 2 DESC, 1",
)
languages = _counted(
    ("language", "documents", "bytes"),
    "SELECT iif(language = '', '(unknown)', language), count(*), sum(bytes) FROM job.visit"
    " WHERE language IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1",
)
depths = _counted(
    ("depth", "addresses"),
    "SELECT depth, count(*) FROM job.address WHERE status = 2 GROUP BY 1 ORDER BY 1",
)
hosts = _counted(
    ("host", "documents", "bytes", "waiting", "errors", "last_visit"),
    "SELECT h.authority, count(v.address), coalesce(sum(v.bytes), 0), sum(a.status IN (0, 1)), sum(a.status = 3),"
    " max(v.at) FROM job.address a JOIN job.host h ON h.number = a.host LEFT JOIN job.visit v ON v.address = a.id"
    " WHERE a.status != 4 GROUP BY a.host ORDER BY 2 DESC, 1",
)


def outcomes(bench: Bench, job: Job, name: str) -> Table:
    rows = bench.rows(
        "SELECT outcome, count(*) FROM job.address WHERE outcome IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    named = [(OUTCOME_BY_NUMBER[number].label, count) for number, count in rows]
    return table(name, job, ("outcome", "addresses"), named)


def sizes(bench: Bench, job: Job, name: str) -> Table:
    """How many pages are how large: half a power of ten a step."""
    bench.db.execute("CREATE TABLE step (low INTEGER PRIMARY KEY, high INTEGER)")
    bench.db.executemany("INSERT INTO step VALUES (?, ?)", zip((0, *_STEPS), (*_STEPS, None), strict=True))
    rows = list(
        bench.rows(
            "SELECT s.low, s.high, count(p.id), coalesce(sum(p.bytes), 0) FROM step s"
            " LEFT JOIN page p ON p.bytes >= s.low AND (s.high IS NULL OR p.bytes < s.high) GROUP BY 1 ORDER BY 1"
        )
    )
    used = [place for place, row in enumerate(rows) if row[2]]
    return table(name, job, ("from", "below", "pages", "bytes"), rows[used[0] : used[-1] + 1] if used else [])


def slow(bench: Bench, job: Job, name: str) -> Table:
    """Pages that took long, the slowest first, and what is usual for the job."""
    least = int(job.settings.report.slow * 1000)
    pages = bench.one("SELECT count(*) FROM page")
    notes = [Note("slow_limit", {"ms": least})]
    if pages:
        places = {percent: (pages - 1) * percent // 100 for percent in (50, 90, 99)}
        usual = {
            f"p{percent}": bench.one("SELECT ms FROM page ORDER BY ms LIMIT 1 OFFSET ?", (place,))
            for percent, place in places.items()
        }
        notes.append(Note("slow_usual", usual))
    return Table(
        report=name, job=job.name, columns=("url", "ms", "bytes", "content_type", "visited_at"),
        total=bench.one("SELECT count(*) FROM page WHERE ms >= ?", (least,)),
        rows=bench.rows(
            "SELECT url, ms, bytes, (SELECT text FROM job.name WHERE number = type), at FROM page WHERE ms >= ?"
            " ORDER BY ms DESC, url",
            (least,),
        ),
        notes=notes,
    )  # fmt: skip
