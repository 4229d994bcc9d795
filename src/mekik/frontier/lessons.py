"""The table `lesson`: what orders were told of pages that were read, and what they made of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection

import msgspec

from mekik.frontier.around import column_and_join
from mekik.ordering import Grade, Lesson
from mekik.page import Links

SCHEMA = "CREATE TABLE lesson (address INTEGER PRIMARY KEY, links BLOB NOT NULL, grade REAL, model TEXT);"

Row = tuple[int, bytes, float | str | None, str]
"""Id of the page, keys of its links, the grade, and by which order; several grades are JSON."""

_Grades = msgspec.json.Decoder(dict[str, float])


def row_of(lesson: Lesson, grade: Grade, order: str) -> Row:
    kept = msgspec.json.encode(grade).decode() if isinstance(grade, dict) else grade
    return lesson.id, lesson.links.keys, kept, order


def write(db: Connection, rows: list[Row]) -> None:
    db.executemany("INSERT OR REPLACE INTO lesson VALUES (?, ?, ?, ?)", rows)


def lessons(db: Connection, order: str, *, texts: bool = False) -> Iterator[Lesson]:
    around, join = column_and_join(db)
    cursor = db.execute(
        "SELECT a.id, a.host, a.key, a.url, a.depth, l.links, l.grade, l.model, a.anchor, a.found_on,"  # noqa: S608 - ours
        f" {around} FROM lesson l JOIN address a ON a.id = l.address{join} ORDER BY l.address"
    )
    found_on: Iterator[tuple[int, str]] = iter(())
    if texts:
        found_on = db.execute("SELECT found_on, anchor FROM address WHERE found_on > 0 ORDER BY found_on, id")
    by_page = groupby(found_on, key=itemgetter(0))
    page, found = next(by_page, (0, iter(())))
    for id, host, key, url, depth, links, kept, model, anchor, source, words in cursor:
        while page and page < id:
            page, found = next(by_page, (0, iter(())))
        anchors = [name for _, name in found] if page == id else []
        told = Links(keys=links, anchors=anchors)
        grade, grades = _grades(kept, model, order)
        yield Lesson(
            id, host, key, url, depth, told, grade=grade, anchor=anchor, found_on=source, grades=grades, around=words
        )  # fmt: skip


def _grades(kept: float | str | None, model: str, order: str) -> tuple[float | None, dict[str, float]]:
    """What this order may know of a grade: its own, also as a part of several; a mix knows those of its parts."""
    if isinstance(kept, str):
        several = _Grades.decode(kept)
        return (None, several) if model == order else (several.get(order), {})
    if kept is None or model == order:
        return kept, {}
    return None, {model: kept}


def graded(db: Connection, order: str, judge: str, sure: float, most: int) -> Iterator[tuple[str, float]]:
    """Address and grade of pages that this order found to be wanted, or not, that surely; in an order of several
    models `judge` is the one that did."""
    for least, greatest in ((sure, 1.0), (0.0, 1 - sure)):
        yield from db.execute(
            "SELECT url, grade FROM (SELECT a.url AS url, l.address AS address, CASE typeof(l.grade)"
            " WHEN 'text' THEN json_extract(l.grade, '$.' || ?) ELSE l.grade END AS grade"
            " FROM lesson l JOIN address a ON a.id = l.address WHERE l.model = ?)"
            " WHERE grade BETWEEN ? AND ? ORDER BY address LIMIT ?",
            (judge, order, least, greatest, most),
        )
