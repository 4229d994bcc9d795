"""What came when: new addresses and visits in days, or in hours or minutes where a job is younger."""

from __future__ import annotations

import time

from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.outcome import Status

_STEPS = (
    (86_400, "day", "%Y-%m-%d"), (3_600, "hour", "%Y-%m-%d %H:00"), (60, "minute", "%Y-%m-%d %H:%M"),
    (1, "second", "%Y-%m-%d %H:%M:%S"),
)  # fmt: skip
_FEW = 3
"""Periods that are too few to see anything."""
_COLUMNS = ("period", "found", "visited", "errors")


class Periods:
    """Cuts the time between two moments (UTC) into periods of one length."""

    def __init__(self, first: int, last: int) -> None:
        self.seconds, self.name, self._format = next(
            (step for step in _STEPS if last // step[0] - first // step[0] + 1 > _FEW), _STEPS[-1]
        )

    def label(self, number: int) -> str:
        return time.strftime(self._format, time.gmtime(number * self.seconds))


def days(bench: Bench, job: Job, name: str) -> Table:
    """How many addresses were new, visited and in error in each period."""
    first, last = bench.rows("SELECT min(found_at), max(found_at) FROM job.address").fetchone()
    if first is None:
        return Table(report=name, job=job.name, columns=_COLUMNS, total=0, rows=[])
    visited = bench.one("SELECT max(at) FROM job.visit")
    periods = Periods(first, max(last, visited or 0))
    rows = bench.rows(
        "SELECT number, sum(found), sum(visited), sum(errors) FROM ("
        " SELECT found_at / ?1 AS number, count(*) AS found, 0 AS visited, 0 AS errors FROM job.address GROUP BY 1"
        " UNION ALL SELECT v.at / ?1, 0, count(*), sum(a.status = ?2) FROM job.visit v"
        " JOIN job.address a ON a.id = v.address GROUP BY 1) GROUP BY 1 ORDER BY 1",
        (periods.seconds, Status.ERROR.value),
    )
    labelled: list[Row] = [(periods.label(row[0]), *row[1:]) for row in rows]
    notes = [Note("period", {"period": periods.name})]
    return Table(report=name, job=job.name, columns=_COLUMNS, total=len(labelled), rows=labelled, notes=notes)
