"""The frontier's store on SQLite: the default.

Write-ahead log, one writer, `synchronous=NORMAL`: a killed process loses nothing committed, and after a power
cut the database is whole, at worst a moment older than the archive, from which it is caught up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from mekik.errors import OldFormat
from mekik.failpoints import fail_at
from mekik.frontier import anchors as anchor_table
from mekik.frontier import around as around_table
from mekik.frontier import changes as change_table
from mekik.frontier import finds as find_table
from mekik.frontier import forms as form_table
from mekik.frontier import judged
from mekik.frontier import lessons as lesson_table
from mekik.frontier.database import connect as connect
from mekik.frontier.database import writing as writing
from mekik.frontier.finds import FoundThing
from mekik.frontier.forms import FormRow
from mekik.frontier.hints import hint_of, percent
from mekik.frontier.keyset import Keys
from mekik.frontier.records import read_records
from mekik.frontier.store import Batch, ChangeRow, JudgementRow, PatternRow, Rates, Record, TextRow, TombstoneRow, Visit
from mekik.ordering import Lesson, Waiting
from mekik.outcome import Outcome, Status
from mekik.page import Address, Hint
from mekik.revisit import Evidence, Watched

FORMAT = 7
_STEPS = {3: change_table.SCHEMA, 4: change_table.CLAIMS, 5: anchor_table.SCHEMA, 6: around_table.SCHEMA}
"""What leads from an older format to the next: pages visited before begin their history at their next visit."""

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE host (number INTEGER PRIMARY KEY, authority TEXT NOT NULL UNIQUE);
CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE address (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL, host INTEGER NOT NULL, status INTEGER NOT NULL,
    depth INTEGER NOT NULL, found_on INTEGER, outcome INTEGER, found_at INTEGER NOT NULL,
    url TEXT NOT NULL, path TEXT NOT NULL, anchor TEXT NOT NULL, reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0, next_visit INTEGER
);
CREATE UNIQUE INDEX address_key ON address (key);
CREATE TABLE visit (
    address INTEGER PRIMARY KEY, at INTEGER NOT NULL, code INTEGER NOT NULL, type INTEGER NOT NULL,
    bytes INTEGER NOT NULL, ms INTEGER NOT NULL, digest INTEGER, file INTEGER, offset INTEGER, length INTEGER,
    etag TEXT, last_modified TEXT, language TEXT, duplicate_of INTEGER, indexed INTEGER NOT NULL
);
CREATE INDEX visit_digest ON visit (digest) WHERE digest IS NOT NULL;
CREATE TABLE hint (
    address INTEGER PRIMARY KEY, source INTEGER, role TEXT, priority REAL, changefreq TEXT, lastmod INTEGER,
    published INTEGER, author TEXT, topics TEXT, query TEXT, item TEXT, interval INTEGER
);
CREATE INDEX hint_role ON hint (role) WHERE role IS NOT NULL;
CREATE INDEX address_due ON address (next_visit) WHERE next_visit IS NOT NULL AND status > 1;
CREATE TABLE pattern (
    pattern TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, visits INTEGER NOT NULL, new INTEGER NOT NULL,
    set_aside INTEGER NOT NULL, credit INTEGER NOT NULL, since REAL NOT NULL, why TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE lease (address INTEGER PRIMARY KEY, since REAL NOT NULL);
"""  # and those of judged.py, finds.py, forms.py, changes.py, lessons.py and anchors.py


class SqliteStore:
    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._path = path
        schema = _SCHEMA + judged.SCHEMA + find_table.SCHEMA + form_table.SCHEMA + change_table.SCHEMA
        schema += change_table.CLAIMS + lesson_table.SCHEMA + anchor_table.SCHEMA + around_table.SCHEMA
        try:
            self._db = connect(path, schema, FORMAT, read_only=read_only, steps=_STEPS)
        except OldFormat:
            if not read_only:
                raise
            SqliteStore(path).close()  # which leads it on, if there is a way
            self._db = connect(path, schema, FORMAT, read_only=True)
        self._finds: int | None = None

    def close(self) -> None:
        self._db.close()

    def write(self, batch: Batch) -> None:
        db = self._db
        with writing(db, self._path):
            db.executemany("INSERT INTO host VALUES (?, ?)", batch.hosts)
            db.executemany("INSERT INTO name VALUES (?, ?)", batch.names)
            db.executemany(
                "INSERT INTO address (id, key, host, status, depth, found_on, outcome, found_at, url, path,"
                " anchor, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                batch.found,
            )
            db.executemany(
                "UPDATE address SET status = 0, outcome = NULL, reason = NULL, anchor = ?, found_on = ? WHERE id = ?",
                batch.renamed,
            )
            db.executemany(
                "UPDATE address SET status = 0, attempts = 0, next_visit = NULL WHERE id = ?", batch.reopened
            )
            db.executemany(
                "UPDATE address SET status = ?, outcome = ?, reason = ?, attempts = ?, next_visit = ? WHERE id = ?",
                batch.settled,
            )
            db.executemany(
                "INSERT OR REPLACE INTO visit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", batch.visits
            )
            db.executemany("INSERT OR REPLACE INTO hint VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", batch.hints)
            lesson_table.write(db, batch.lessons)
            around_table.write(db, batch.around)
            judged.write(db, batch)
            more = find_table.write_finds(db, batch.finds)
            db.executemany("INSERT OR REPLACE INTO pattern VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", batch.patterns)
            form_table.write_forms(db, batch.forms)
            change_table.write(db, batch)
            anchor_table.write(db, batch.anchors)
            db.executemany("DELETE FROM lease WHERE address = ?", batch.returned)
            db.executemany("INSERT OR REPLACE INTO lease VALUES (?, ?)", batch.leased)
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", batch.meta.items())
            fail_at("state.before_commit")
        if self._finds is not None:
            self._finds += more
        fail_at("state.after_commit")

    # what a frontier needs to start

    def return_leases(self) -> None:
        self._db.execute("DELETE FROM lease")

    def meta(self) -> dict[str, Any]:
        return dict(self._db.execute("SELECT name, value FROM meta"))

    def keys(self, refused: Outcome | None = None) -> Keys:
        where, values = ("WHERE status = 4 AND outcome = ?", (refused.number,)) if refused else ("", ())
        count = self._db.execute(f"SELECT count(*) FROM address {where}", values).fetchone()[0]  # noqa: S608 - ours
        cursor = self._db.execute(f"SELECT key FROM address {where} ORDER BY key", values)  # noqa: S608 - ours
        return np.fromiter((key for (key,) in cursor), dtype=np.int64, count=count)

    def waiting(self, *, texts: bool = False, only: int | None = None) -> Iterator[tuple[Waiting, int | None]]:
        more, join, one = "0, '', '', 0.0, 0", "", "" if only is None else " AND a.id = ?"
        if texts:
            around, beside = around_table.column_and_join(self._db)
            more = f"a.key, a.url, a.anchor, coalesce(c.rate, 0), CAST(coalesce(c.seen_at, 0) AS INTEGER), {around}"
            join = f" LEFT JOIN change c ON c.address = a.id{beside}"
        cursor = self._db.execute(
            f"SELECT a.next_visit, h.priority, a.id, a.host, a.depth, a.found_on, a.found_at, {more} FROM address a"  # noqa: S608 - ours
            f" LEFT JOIN hint h ON h.address = a.id{join} WHERE a.status IN (0, 1){one} ORDER BY a.id",
            () if only is None else (only,),
        )
        for next_visit, priority, id, host, depth, found_on, *rest in cursor:
            yield Waiting(id, host, depth, found_on, percent(priority), *rest), next_visit

    def lessons(self, order: str, *, texts: bool = False) -> Iterator[Lesson]:
        return lesson_table.lessons(self._db, order, texts=texts)

    def graded(self, order: str, judge: str, sure: float, most: int) -> Iterator[tuple[str, float]]:
        return lesson_table.graded(self._db, order, judge, sure, most)

    def returning(self, most: int, *, listings: bool = False) -> Iterator[tuple[Waiting, int, int]]:
        # The few listings are found by their role, the many pages in the order of their time.
        tables, condition = (
            ("hint h CROSS JOIN address a ON a.id = h.address", "h.role IN ('feed', 'sitemap')")
            if listings
            else ("address a LEFT JOIN hint h ON h.address = a.id", "coalesce(h.role, '') NOT IN ('feed', 'sitemap')")
        )
        cursor = self._db.execute(
            "SELECT a.next_visit, a.status, h.priority, a.id, a.host, a.depth, a.found_on, a.found_at, a.key, a.url,"  # noqa: S608
            f" a.anchor, coalesce(c.rate, 0), CAST(coalesce(c.seen_at, 0) AS INTEGER) FROM {tables}"
            " LEFT JOIN change c ON c.address = a.id"
            f" WHERE a.next_visit IS NOT NULL AND a.status > 1 AND {condition} ORDER BY a.next_visit LIMIT ?",
            (most,),
        )
        for next_visit, status, priority, id, host, depth, found_on, *rest in cursor:
            yield Waiting(id, host, depth, found_on, percent(priority), *rest), next_visit, status

    def sitemaps_by_host(self) -> dict[str, int]:
        return dict(
            self._db.execute(
                "SELECT n.authority, count(*) FROM hint h JOIN address a ON a.id = h.address"
                " JOIN host n ON n.number = a.host WHERE h.role = 'sitemap' GROUP BY a.host"
            )
        )

    def counts(self) -> dict[int, int]:
        return dict(self._db.execute("SELECT status, count(*) FROM address GROUP BY status"))

    def last_id(self) -> int:
        return int(self._db.execute("SELECT coalesce(max(id), 0) FROM address").fetchone()[0])

    def last_host(self) -> int:
        return int(self._db.execute("SELECT coalesce(max(number), 0) FROM host").fetchone()[0])

    def host_number(self, authority: str) -> int | None:
        row = self._db.execute("SELECT number FROM host WHERE authority = ?", (authority,)).fetchone()
        return row[0] if row else None

    def host_authority(self, number: int) -> str:
        return str(self._db.execute("SELECT authority FROM host WHERE number = ?", (number,)).fetchone()[0])

    def forms(self) -> list[FormRow]:
        return form_table.forms(self._db)

    def last_tombstone(self) -> int:
        return change_table.last_tombstone(self._db)

    def tombstones(self, after: int = 0) -> Iterator[tuple[TombstoneRow, str]]:
        return change_table.tombstones(self._db, after)

    def rates(self) -> Rates:
        return change_table.rates(self._db)

    def evidence_by_host(self) -> Iterator[tuple[int, Evidence]]:
        return change_table.evidence_by_host(self._db)

    def watched(self) -> Watched:
        return change_table.watched(self._db)

    def claims(self) -> Iterator[tuple[int, float, float]]:
        return iter(self._db.execute("SELECT host, gained, possible FROM claim"))

    def return_of(self, id: int) -> tuple[int, Status] | None:
        row = self._db.execute(
            "SELECT next_visit, status FROM address WHERE id = ? AND status > 1 AND next_visit IS NOT NULL", (id,)
        ).fetchone()
        return (row[0], Status(row[1])) if row else None

    def patterns(self) -> list[PatternRow]:
        return [PatternRow(*row) for row in self._db.execute("SELECT * FROM pattern")]

    def names(self) -> dict[str, int]:
        return dict(self._db.execute("SELECT text, number FROM name"))

    def pages_by_host(self, since: int) -> dict[str, int]:
        return dict(
            self._db.execute(
                "SELECT h.authority, count(*) FROM visit v JOIN address a ON a.id = v.address"
                " JOIN host h ON h.number = a.host LEFT JOIN hint i ON i.address = a.id"
                " WHERE v.at >= ? AND coalesce(i.role, '') NOT IN ('sitemap', 'guess') GROUP BY a.host",
                (since,),
            )
        )

    def reopen(
        self, outcomes: Iterable[Outcome], *, scheduled: bool = True, meta: Mapping[str, object] | None = None
    ) -> int:
        where = "" if scheduled else " AND next_visit IS NULL AND id NOT IN (SELECT address FROM tombstone)"
        with writing(self._db, self._path):
            reopened = self._db.execute(
                "UPDATE address SET status = 0, attempts = 0, next_visit = NULL"  # noqa: S608 - ours
                f" WHERE status != 0 AND outcome IN (SELECT value FROM json_each(?)){where}",
                (json.dumps([outcome.number for outcome in outcomes]),),
            )
            fail_at("state.half_reopened")
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", (meta or {}).items())
        return reopened.rowcount

    def reopen_addresses(self, ids: Iterable[int]) -> None:
        """These wait again."""
        self._db.execute(
            "UPDATE address SET status = 0, outcome = NULL, reason = NULL, attempts = 0, next_visit = NULL"
            " WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )

    # one address

    def address(self, id: int) -> Address:
        row = self._db.execute(
            "SELECT a.id, a.url, a.key, h.authority, a.depth, a.path, a.found_on, s.url, a.anchor, a.attempts,"
            " CASE WHEN v.duplicate_of IS NULL THEN v.etag END,"
            " CASE WHEN v.duplicate_of IS NULL THEN v.last_modified END, v.digest, i.address, a.found_at,"
            " v.indexed, c.rate, c.seen_at FROM address a JOIN host h ON h.number = a.host"
            " LEFT JOIN address s ON s.id = a.found_on LEFT JOIN visit v ON v.address = a.id"
            " LEFT JOIN hint i ON i.address = a.id LEFT JOIN change c ON c.address = a.id WHERE a.id = ?",
            (id,),
        ).fetchone()
        return Address(
            id=row[0], url=row[1], key=row[2], authority=row[3], depth=row[4], path=row[5], found_on=row[6],
            via=row[7] or "", anchor=row[8], attempts=row[9], etag=row[10], last_modified=row[11], digest=row[12],
            hint=self.hint(id) if row[13] else None, found_at=row[14], indexed=bool(row[15]), rate=row[16] or 0.0,
            seen_at=int(row[17] or 0),
        )  # fmt: skip

    def hint(self, id: int) -> Hint | None:
        row = self._db.execute("SELECT * FROM hint WHERE address = ?", (id,)).fetchone()
        return hint_of(row[1:]) if row else None

    def indexed_since(self, at: int) -> tuple[Keys, Keys]:
        cursor = self._db.execute(
            "SELECT a.id, a.key FROM visit v JOIN address a ON a.id = v.address WHERE v.indexed AND v.at >= ?", (at,)
        )
        both = np.fromiter(chain.from_iterable(cursor), dtype=np.int64)
        return both[::2], both[1::2]

    def around(self, id: int) -> str:
        return around_table.words(self._db, id)

    def said_of(self, key: int) -> tuple[Hint | None, str]:
        row = self._db.execute(
            "SELECT a.id, a.anchor, h.* FROM address a LEFT JOIN hint h ON h.address = a.id WHERE a.key = ?", (key,)
        ).fetchone()
        if row is None:
            return None, ""
        id, anchor, address, *said = row
        return None if address is None else hint_of(said), "\n".join((anchor, *self.other_anchors(id)))

    def other_anchors(self, id: int) -> tuple[str, ...]:
        return anchor_table.others_of(self._db, id)

    def id_of(self, key: int) -> int | None:
        row = self._db.execute("SELECT id FROM address WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def visit(self, id: int) -> Visit | None:
        row = self._db.execute("SELECT * FROM visit WHERE address = ?", (id,)).fetchone()
        return Visit(*row) if row else None

    def status(self, id: int) -> Status:
        return Status(self._db.execute("SELECT status FROM address WHERE id = ?", (id,)).fetchone()[0])

    def change(self, id: int) -> ChangeRow | None:
        return change_table.change(self._db, id)

    def tombstone(self, id: int) -> TombstoneRow | None:
        return change_table.tombstone(self._db, id)

    def same_payload(self, digest: int) -> tuple[int, str, int] | None:
        row = self._db.execute(
            "SELECT v.address, a.url, v.at FROM visit v JOIN address a ON a.id = v.address"
            " WHERE v.digest = ? AND v.duplicate_of IS NULL LIMIT 1",
            (digest,),
        ).fetchone()
        return tuple(row) if row else None

    # what pages repeat

    def texts(self) -> Iterator[tuple[int, int, bytes]]:
        return judged.texts(self._db)

    def last_text(self) -> int:
        return judged.last_text(self._db)

    def text(self, number: int) -> TextRow | None:
        return judged.text(self._db, number)

    def judgement(self, id: int) -> JudgementRow | None:
        return judged.judgement(self._db, id)

    def alike(self, number: int) -> list[judged.Alike]:
        return judged.alike(self._db, number)

    def site_links(self, site: int) -> set[int]:
        return judged.site_links(self._db, site)

    def outward(self) -> list[tuple[int, str]]:
        return judged.outward(self._db)

    def forget_texts(self) -> None:
        with writing(self._db, self._path):
            judged.forget(self._db)

    def record(self, key: int) -> Record | None:
        return next(self.records("WHERE a.key = ?", (key,)), None)

    def records(self, where: str = "", arguments: tuple[Any, ...] = ()) -> Iterator[Record]:
        return read_records(self._db, where, arguments)

    # what was picked out of pages

    def finds(self, *, after: int = 0, kind: str | None = None, limit: int | None = None) -> Iterator[FoundThing]:
        return find_table.read_finds(self._db, after=after, kind=kind, limit=limit)

    def find_count(self) -> int:
        """Counted once; after that only what is written counts."""
        if self._finds is None:
            self._finds = int(self._db.execute("SELECT count(*) FROM find").fetchone()[0])
        return self._finds

    def find_counts(self) -> dict[str, tuple[int, int, int]]:
        return find_table.count_finds(self._db)

    def drop_gone_finds(self, gone_after: int) -> None:
        with writing(self._db, self._path):
            find_table.drop_gone(self._db, gone_after)
        self._finds = None

    def query(self, sql: str, arguments: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """A report's question to the tables."""
        return self._db.execute(sql, arguments).fetchall()
