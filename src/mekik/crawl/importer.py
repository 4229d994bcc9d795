"""Documents from elsewhere: JSONL, WARC and WACZ into the archive, the state and the index."""

from __future__ import annotations

import html
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from mekik.archive import Archived, ArchiveWriter, Rejected, import_warc
from mekik.crawl.catalogue import Catalogue, State
from mekik.crawl.facts import content_type_of, short_digest
from mekik.crawl.folder import Folder, job_name
from mekik.crawl.reindex import ArchiveIndexer
from mekik.crawl.rules import Rules
from mekik.crawl.translation_file import with_translation
from mekik.crawl.trust import Trust
from mekik.errors import UsageError
from mekik.fetch import Poller
from mekik.frontier import ClockBook, Frontier, SqliteStore, Visit, links_of
from mekik.index import TantivyWriter
from mekik.outcome import Outcome
from mekik.page import Exchange, LinkKind
from mekik.settings import Settings, build, redacted
from mekik.urls import keys

JOB = "import"

_COMMIT = 500
_LINE = 20_000_000
_LATEST = 253_402_300_799
"""The end of the year 9999."""


class Imported(msgspec.Struct):
    documents: int
    rejected: int
    reasons: dict[str, int]
    job: str = JOB


class _Line(msgspec.Struct):
    """A document of a JSONL file: `url`, or an `id` that becomes one."""

    text: str
    url: str = ""
    id: str | int = ""
    title: str = ""
    language: str = ""
    fetched_at: float = 0.0
    description: str = ""
    author: str = ""
    published: float | None = None


def import_files(
    folder: Folder, catalogue: Catalogue, paths: Sequence[Path], progress: Callable[[int], None] | None = None
) -> Imported:
    for path in paths:
        if not path.is_file():
            raise UsageError(f"There is no file {path}.")
    before = catalogue.get(JOB)
    settings = before.settings if before else build({"name": JOB, "scope.kind": "any"})
    job = catalogue.save(JOB, settings)
    folder.job(JOB).mkdir(parents=True, exist_ok=True)
    importer = _Importer(folder, job.settings)
    try:
        for path in paths:
            for exchange in _exchanges(path, importer.reject):
                importer.take(exchange)
                if progress is not None:
                    progress(importer.result.documents)
    finally:
        importer.close()
        catalogue.ended(JOB, State.FINISHED, "imported", 0.0)
    return importer.result


class _Importer:
    """Takes one answer after the other: archive, then state, then index, as a crawl does."""

    def __init__(self, folder: Folder, settings: Settings) -> None:
        self.result = Imported(0, 0, {})
        self._rules = Rules(settings)
        self._store = SqliteStore(folder.frontier(JOB))
        self._clocks = ClockBook(folder.hosts_database)
        self._frontier = Frontier(self._store, self._clocks, settings.frontier, settings.order, time.monotonic())
        self._archive = ArchiveWriter(folder.archive, JOB, settings.archive, redacted(settings))
        self._poller = Poller()
        self._index = TantivyWriter(folder.index, settings.index)
        self._trust = Trust(settings, self._store, self._frontier.id_of)
        self._indexer = ArchiveIndexer(
            with_translation(folder, settings), JOB, self._rules, self._index, self._poller, self._trust
        )

    def reject(self, reason: str) -> None:
        self.result.rejected += 1
        self.result.reasons[reason] = self.result.reasons.get(reason, 0) + 1

    def take(self, exchange: Exchange) -> None:
        url = self._rules.normaliser.normalise(exchange.url)
        if url is None:
            self.reject("not a web address")
            return
        at, now = time.time(), time.monotonic()
        packed = keys([url])
        self._frontier.offer(links_of([url], packed, LinkKind.SEED), None, lambda url, depth: None, at, now)
        id = self._frontier.id_of(int.from_bytes(packed, "little", signed=True))
        assert id is not None
        address = self._frontier.lease(id)
        capture = self._archive.write(exchange, path=address.path, known=lambda digest: None)
        self._indexer.feed(
            Archived(exchange, capture, "", address.path, exchange.outcome.label, self._archive.position)
        )
        visit = Visit(
            address=id, at=int(exchange.started_at), code=exchange.status, bytes=len(exchange.body), ms=0,
            type=self._frontier.numbers.type(content_type_of(exchange)),
            digest=short_digest(capture.digest) if exchange.body else None,
            file=self._frontier.numbers.file(capture.file), offset=capture.offset, length=capture.length, etag=None,
            last_modified=None, language=None, duplicate_of=None, indexed=1,
        )  # fmt: skip
        self._frontier.settle(address, exchange.outcome, "", visit, at, now)
        self.result.documents += 1
        if self.result.documents % _COMMIT == 0:
            self._commit()

    def _commit(self) -> None:
        self._archive.sync()
        self._indexer.drain()
        self._index.commit()
        batch = self._frontier.take_batch()
        self._trust.give(batch)
        self._store.write(batch)
        self._frontier.written(batch)

    def close(self) -> None:
        self._commit()
        self._indexer.close()
        self._index.close()
        self._archive.close()
        self._poller.close()
        self._clocks.close()
        self._store.close()


def _exchanges(path: Path, reject: Callable[[str], None]) -> Iterator[Exchange]:
    if path.suffix in (".jsonl", ".json", ".ndjson"):
        yield from _documents(path, reject)
        return
    for item in import_warc(path):
        if isinstance(item, Rejected):
            reject(item.reason)
        elif not item.exchange.body or item.exchange.status != 200:
            reject("not an answer with a document")
        else:
            item.exchange.outcome = Outcome.IMPORTED
            yield item.exchange


def _documents(path: Path, reject: Callable[[str], None]) -> Iterator[Exchange]:
    """Each document becomes the page that a server would have sent, so that the archive stays the truth."""
    decode = msgspec.json.Decoder(_Line).decode
    with path.open("rb") as file:
        while line := file.readline(_LINE):
            if not line.strip():
                continue
            try:
                document = decode(line)
            except msgspec.DecodeError:
                reject("not a document: a JSON object with text and url or id is wanted on each line")
                continue
            if not 0 <= document.fetched_at <= _LATEST:
                reject("an impossible time in fetched_at")
                continue
            url = document.url or f"http://{job_name(path.stem)}.invalid/{document.id}"
            body = _page_of(document)
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
            yield Exchange(
                url=url, outcome=Outcome.IMPORTED, started_at=document.fetched_at or time.time(), status=200,
                request_head=f"GET {url} HTTP/1.1\r\n\r\n".encode(), response_head=head.encode(), body=body,
                headers={"content-type": "text/html; charset=utf-8"},
            )  # fmt: skip


def _page_of(document: _Line) -> bytes:
    language = f' lang="{html.escape(document.language)}"' if document.language else ""
    told = {"description": document.description, "author": document.author}
    if document.published is not None:
        told["date"] = str(int(document.published)).zfill(9) if 0 <= document.published <= _LATEST else ""
    meta = "".join(f'<meta name={name} content="{html.escape(text)}">' for name, text in told.items() if text)
    page = (
        f"<!doctype html><html{language}><meta charset=utf-8><title>{html.escape(document.title)}</title>{meta}"
        f"<body><p>{html.escape(document.text)}</p></html>"
    )
    return page.encode("utf-8", "replace")
