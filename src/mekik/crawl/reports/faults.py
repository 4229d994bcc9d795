"""What went wrong or brought nothing new, address by address: errors, duplicates, traps, spam."""

from __future__ import annotations

from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Table
from mekik.outcome import OUTCOME_BY_NUMBER, Outcome, Status

_ERRORS = ("outcome", "code", "url", "found_on", "reason", "attempts", "visited_at")
_DUPLICATES = ("url", "duplicate_of", "kind", "likeness")
_TRAPS = ("pattern", "kind", "state", "visits", "new", "set_aside", "since", "why")
_SPAM = ("url", "score", "action", "reasons")


def errors(bench: Bench, job: Job, name: str) -> Table:
    """By kind, the commonest first."""
    bench.db.execute(
        "CREATE TEMP TABLE fault_kind AS SELECT outcome, count(*) AS n FROM job.address WHERE status = ? GROUP BY 1",
        (Status.ERROR.value,),
    )
    rows = bench.rows(
        "SELECT a.outcome, v.code, a.url, coalesce(s.url, ''), coalesce(a.reason, ''), a.attempts, v.at"
        " FROM job.address a JOIN fault_kind k ON k.outcome = a.outcome LEFT JOIN job.visit v ON v.address = a.id"
        " LEFT JOIN job.address s ON s.id = a.found_on WHERE a.status = ? ORDER BY k.n DESC, a.outcome, a.url",
        (Status.ERROR.value,),
    )
    total = bench.one("SELECT coalesce(sum(n), 0) FROM fault_kind")
    labelled = ((OUTCOME_BY_NUMBER[row[0]].label, *row[1:]) for row in rows)
    return Table(report=name, job=job.name, columns=_ERRORS, total=total, rows=labelled)


def duplicates(bench: Bench, job: Job, name: str) -> Table:
    """Addresses whose bytes or whose text came before, and where."""
    bench.db.execute("INSERT INTO meaning VALUES (?, 'copy')", (Outcome.DUPLICATE.number,))
    bench.db.execute(
        "CREATE TEMP VIEW repeated AS"
        " SELECT a.url, o.url AS original, 'bytes' AS kind, 1.0 AS likeness FROM job.address a"
        " JOIN job.visit v ON v.address = a.id JOIN job.address o ON o.id = v.duplicate_of"
        " WHERE a.outcome = (SELECT number FROM meaning WHERE view = 'copy') UNION ALL"
        " SELECT a.url, o.url, iif(j.likeness = 1, 'text', 'near'), j.likeness FROM job.judgement j"
        " JOIN job.text t ON t.number = j.text JOIN job.address a ON a.id = j.address"
        " JOIN job.address o ON o.id = t.address WHERE j.likeness IS NOT NULL AND t.address != j.address"
    )
    rows = bench.rows("SELECT url, original, kind, round(likeness, 3) FROM repeated ORDER BY original, url")
    total = bench.one("SELECT count(*) FROM repeated")
    return Table(report=name, job=job.name, columns=_DUPLICATES, total=total, rows=rows)


def traps(bench: Bench, job: Job, name: str) -> Table:
    rows = bench.rows(
        "SELECT pattern, kind, state, visits, new, set_aside, cast(since AS INTEGER), why FROM job.pattern"
        " WHERE state IN ('suspected', 'lifted') ORDER BY set_aside DESC, pattern"
    ).fetchall()
    return Table(report=name, job=job.name, columns=_TRAPS, total=len(rows), rows=rows)


def spam(bench: Bench, job: Job, name: str) -> Table:
    rows = bench.rows(
        "SELECT a.url, round(j.spam, 3), coalesce(j.action, ''), replace(coalesce(j.reasons, ''), char(10), ', ')"
        " FROM job.judgement j JOIN job.address a ON a.id = j.address WHERE j.spam > 0 ORDER BY j.spam DESC, a.url"
    )
    total = bench.one("SELECT count(*) FROM job.judgement WHERE spam > 0")
    return Table(report=name, job=job.name, columns=_SPAM, total=total, rows=rows)
