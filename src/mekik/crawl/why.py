"""Everything that is known about one address: for `mekik why` and the API."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from mekik.archive import captures, warc_files
from mekik.crawl.catalogue import ORDER, Job, State
from mekik.crawl.examples import examples_of
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.judged import Judged, SpamAnswer, judged
from mekik.crawl.rules import Rules
from mekik.crawl.traps import OUTCOMES, reason_for
from mekik.crawl.why_revisit import RevisitAnswer, revisit_answer
from mekik.errors import StorageError
from mekik.fetch import RobotsState
from mekik.frontier import ClockBook, Record, SqliteStore
from mekik.index import TantivyReader
from mekik.ordering import explain_among, make, weighs_all
from mekik.outcome import Status
from mekik.urls import key, split


class RobotsAnswer(msgspec.Struct):
    allowed: bool
    line: int | None
    rule: str


class CaptureRow(msgspec.Struct):
    time: str
    file: str
    offset: int
    length: int
    code: int
    digest: str


class HintAnswer(msgspec.Struct):
    """What a sitemap, a feed or a form said about it."""

    said_by: str | None
    role: str
    """sitemap or feed, where it was named as one."""
    priority: float | None
    changefreq: str
    lastmod: int | None
    published: int | None
    author: str
    topics: tuple[str, ...]
    query: str
    title: str
    categories: tuple[str, ...]
    guid: str
    enclosures: tuple[str, ...]


class Why(msgspec.Struct):
    url: str
    status: str
    """waiting, running, completed, error, refused; unknown when nobody ever named it."""
    outcome: str | None
    reason: str
    found_on: str | None
    depth: int | None
    score: float | None
    robots: RobotsAnswer | None
    next_visit: int | None
    duplicate_of: str | None
    captures: list[CaptureRow]
    indexed: bool
    job: str | None = None
    path: str | None = None
    anchor: str | None = None
    score_text: str | None = None
    attempts: int = 0
    found_at: int | None = None
    visited_at: int | None = None
    code: int | None = None
    content_type: str | None = None
    bytes: int | None = None
    ms: int | None = None
    language: str | None = None
    hint: HintAnswer | None = None
    likeness: float | None = None
    """To `duplicate_of`: 1 for the same text, else about the share of word pairs in common."""
    group: str | None = None
    similar: list[str] = []
    """Pages whose texts are like this one's."""
    spam: SpamAnswer | None = None
    keywords: tuple[str, ...] = ()
    """What it is about, by the index."""
    revisit: RevisitAnswer | None = None


def why(folder: Folder, jobs: list[Job], asked: str, *, alone: bool = False) -> Why:
    """Looks in the jobs in turn; the first that knows the address answers. `alone`: what other jobs fetched is not
    told, not even that they did."""
    answer = None
    for job in jobs:
        rules = Rules(job.settings)
        url = rules.normaliser.normalise(asked)
        record = hint = revisit = None
        text = Judged()
        if folder.frontier(job.name).exists():
            store = SqliteStore(folder.frontier(job.name), read_only=True)
            try:
                record = store.record(signed(key(url or asked)))
                if record is not None:
                    hint, text = _hint(store, record.id), judged(store, record.id, record.url)
                    revisit = revisit_answer(store, job.settings, record)
                    if record.outcome in OUTCOMES and not record.reason:
                        record.reason = reason_for(store, record.url)
            finally:
                store.close()
        if record is not None:
            answer = _known(folder, job, rules, record, hint, text, fetchable=url is not None)
            answer.revisit = revisit
            break
        if answer is None:
            answer = _unknown(folder, job, rules, asked, url)
            answer.robots = None if alone or url is None else _robots(folder, job, url)
    if alone and answer is not None:
        files = {name for job in jobs for name in warc_files(folder.archive, job.name)}
        answer.captures = [row for row in answer.captures if row.file in files]
    return answer or _blank(asked, "unknown", "There is no job yet.")


def _hint(store: SqliteStore, id: int) -> HintAnswer | None:
    hint = store.hint(id)
    if hint is None:
        return None
    return HintAnswer(
        said_by=store.address(hint.source).url if hint.source else None, role=hint.role, priority=hint.priority,
        changefreq=hint.changefreq, lastmod=hint.lastmod, published=hint.published, author=hint.author,
        topics=hint.topics, query=hint.query, title=hint.title, categories=hint.categories, guid=hint.guid,
        enclosures=hint.enclosures,
    )  # fmt: skip


def _known(
    folder: Folder, job: Job, rules: Rules, record: Record, hint: HintAnswer | None, text: Judged, *, fetchable: bool
) -> Why:
    status = Status.RUNNING if record.running and record.status is Status.WAITING else record.status
    reason = record.reason
    if not reason and record.status is Status.REFUSED:
        explained = rules.explain(record.url, record.depth) if fetchable else rules.normaliser.explain(record.url)
        reason = explained or (record.outcome.sentence if record.outcome else "")
    if not reason and record.outcome is not None:
        reason = record.outcome.sentence
    answer = _blank(record.url, status.label, reason)
    if status is Status.WAITING:
        answer.score, answer.score_text = _score(folder, job, record.id)
    answer.outcome = record.outcome.label if record.outcome else None
    answer.found_on = record.found_on_url or None
    answer.depth = record.depth
    answer.robots = _robots(folder, job, record.url) if fetchable else None
    answer.next_visit = record.next_visit
    answer.duplicate_of = record.duplicate_of or text.duplicate_of
    answer.likeness = 1.0 if record.duplicate_of else text.likeness
    answer.group, answer.similar, answer.spam = text.group, text.similar, text.spam
    answer.captures = _captures(folder, record.url)
    answer.indexed = record.indexed
    answer.job, answer.path, answer.anchor = job.name, record.path, record.anchor
    answer.attempts, answer.found_at, answer.visited_at = record.attempts, record.found_at, record.visited_at
    answer.code, answer.content_type, answer.bytes = record.code, record.content_type or None, record.bytes
    answer.ms, answer.language = record.ms, record.language or None
    answer.hint = hint
    answer.keywords = _keywords(folder, job, record) if record.indexed else ()
    return answer


def _keywords(folder: Folder, job: Job, record: Record) -> tuple[str, ...]:
    try:
        entry = TantivyReader(folder.index).entry(job.settings.owner, record.url)
    except StorageError:  # an index that must be made anew is told about elsewhere
        return ()
    return tuple(keyword.text for keyword in entry.keywords) if entry else ()


def _score(folder: Folder, job: Job, id: int) -> tuple[float | None, str | None]:
    """As the model sees the address now. Scores are not stored: the model is told its lessons again, and of what waits
    only this address, unless it weighs one against all others."""
    store = SqliteStore(folder.frontier(job.name), read_only=True)
    try:
        # A running job may have another order than it was given meanwhile.
        running = job.state in (State.RUNNING, State.PAUSED) and store.meta().get(ORDER)
        order, settings = running or job.settings.order, job.settings.for_ordering
        found = next((waiting for waiting, _ in store.waiting(texts=True, only=id)), None)
        if found is None:
            return None, None
        if order == "popularity":
            return explain_among(found, (waiting for waiting, _ in store.waiting(texts=True)), settings)
        ordering = make(order, settings, examples_of(folder, job.settings, store))
        if ordering.learns:
            for lesson in store.lessons(ordering.name, texts=ordering.texts):
                ordering.learn(lesson)
        everything = store.waiting(texts=True) if weighs_all(ordering) else [(found, None)]
        ordering.add([waiting for waiting, _ in everything])
        return ordering.explain(found)
    finally:
        store.close()


def _unknown(folder: Folder, job: Job, rules: Rules, asked: str, url: str | None) -> Why:
    if url is None:
        return _blank(asked, "unknown", f"This cannot be fetched: {rules.normaliser.explain(asked)}")
    refusal = rules.explain(url, 0)
    if refusal:
        answer = _blank(url, "unknown", f"No page named it so far, and it would be refused: {refusal}")
    else:
        answer = _blank(url, "unknown", f"No page or seed of the job {job.name} named it so far.")
    answer.captures = _captures(folder, url)
    return answer


def _blank(url: str, status: str, reason: str) -> Why:
    return Why(
        url=url, status=status, outcome=None, reason=reason, found_on=None, depth=None, score=None, robots=None,
        next_visit=None, duplicate_of=None, captures=[], indexed=False,
    )  # fmt: skip


def _robots(folder: Folder, job: Job, url: str) -> RobotsAnswer | None:
    """By the robots.txt that we have; None when it was never asked for."""
    if not folder.hosts_database.exists():
        return None
    clocks = ClockBook(folder.hosts_database, read_only=True)
    try:
        record: Any = clocks.robots(split(url).root, time.time() - 86400)
    finally:
        clocks.close()
    if record is None:
        return None
    state = RobotsState.decode(record)
    if state.closed:
        return RobotsAnswer(False, None, state.reason)
    verdict = state.verdict(job.settings.robots.agent, url)
    return RobotsAnswer(verdict.allowed, verdict.line, verdict.rule)


def _captures(folder: Folder, url: str) -> list[CaptureRow]:
    return [
        CaptureRow(entry.timestamp, entry.filename, entry.offset, entry.length, entry.status, entry.digest)
        for entry in captures(folder.archive, url)
    ]
