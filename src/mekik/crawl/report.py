"""What a job did, in tables: for `mekik report` and the API."""

from __future__ import annotations

import time

import msgspec

from mekik.crawl.fresh_copies import FreshCopies, fresh_copies
from mekik.crawl.judged import Repetition, SpamCounts, repetition, spam_counts
from mekik.crawl.progress import Counts, Snapshot
from mekik.crawl.traps import Trap, stored_traps
from mekik.frontier import SqliteStore
from mekik.index.entry import LOCAL
from mekik.outcome import OUTCOME_BY_NUMBER, Status

_HOSTS = 100


class TypeRow(msgspec.Struct):
    type: str
    documents: int
    bytes: int


class HostRow(msgspec.Struct):
    host: str
    documents: int
    bytes: int
    waiting: int
    errors: int
    last_visit: int | None


class FindRow(msgspec.Struct):
    """What was picked out of pages, by kind."""

    kind: str
    finds: int
    values: int
    pages: int


class Report(msgspec.Struct):
    job: str
    state: str
    counts: Counts
    pages_per_s: float
    elapsed: float
    pages: int
    bytes: int
    outcomes: dict[str, int]
    codes: dict[str, int]
    types: list[TypeRow]
    languages: dict[str, int]
    depths: dict[str, int]
    hosts: list[HostRow]
    """The largest ones."""
    finds: list[FindRow] = []
    traps: list[Trap] = []
    harvest: float | None = None
    """Share of the pages read that are what the order looks for."""
    freshness: FreshCopies | None = None
    """Now; None for a job that does not come back to pages."""
    repetition: Repetition | None = None
    spam: SpamCounts | None = None


def make_report(store: SqliteStore, snapshot: Snapshot) -> Report:
    outcomes = store.query("SELECT outcome, count(*) FROM address WHERE outcome IS NOT NULL GROUP BY 1 ORDER BY 2 DESC")
    codes = store.query("SELECT code, count(*) FROM visit GROUP BY 1 ORDER BY 2 DESC")
    types = store.query(
        "SELECT n.text, count(*), sum(v.bytes) FROM visit v JOIN name n ON n.number = v.type GROUP BY 1 ORDER BY 2 DESC"
    )
    languages = store.query(
        "SELECT language, count(*) FROM visit WHERE language IS NOT NULL GROUP BY 1 ORDER BY 2 DESC"
    )
    depths = store.query("SELECT depth, count(*) FROM address WHERE status = 2 GROUP BY 1 ORDER BY 1")
    hosts = store.query(
        "SELECT h.authority, count(v.address), coalesce(sum(v.bytes), 0), sum(a.status IN (0, 1)), sum(a.status = 3),"
        " max(v.at) FROM address a JOIN host h ON h.number = a.host LEFT JOIN visit v ON v.address = a.id"
        " WHERE a.status != 4 GROUP BY a.host ORDER BY 2 DESC LIMIT ?",
        (_HOSTS,),
    )
    meta = store.meta()
    return Report(
        job=snapshot.job,
        state=snapshot.state,
        counts=snapshot.counts,
        pages_per_s=snapshot.mean_pages_per_s,
        elapsed=snapshot.elapsed,
        pages=meta.get("pages", 0),
        bytes=meta.get("bytes", 0),
        outcomes={OUTCOME_BY_NUMBER[number].label: count for number, count in outcomes},
        codes={str(code): count for code, count in codes},
        types=[TypeRow(kind or "(none)", count, size) for kind, count, size in types],
        languages={language or "(unknown)": count for language, count in languages},
        depths={str(depth): count for depth, count in depths},
        hosts=[HostRow(row[0] or LOCAL, *row[1:]) for row in hosts],
        finds=[FindRow(kind, *counts) for kind, counts in store.find_counts().items()],
        traps=stored_traps(store),
        harvest=snapshot.harvest,
        freshness=fresh_copies(store, time.time()),
        repetition=repetition(store),
        spam=spam_counts(store),
    )


def stored_counts(store: SqliteStore) -> Counts:
    by_status = store.counts()
    return Counts(known=sum(by_status.values()), **{status.label: by_status.get(status.value, 0) for status in Status})
