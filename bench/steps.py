"""CPU of each step of a page: every room's own function on the same pages, one after the other, in one thread.

Caches are as warm as they are some way into a crawl: `WARM` other pages of the same hosts go first.
"""

from __future__ import annotations

import dataclasses
import shutil
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

import measure
import report
from mekik import __version__
from mekik.analysis import Analyser, FastTextIdentifier
from mekik.archive import ArchiveWriter
from mekik.crawl.rules import Rules
from mekik.fetch import Fetcher, Poller, Request, Resolver
from mekik.frontier import ClockBook, Frontier, SqliteStore, Visit, links_of
from mekik.index import TantivyWriter, entry_of
from mekik.outcome import Outcome
from mekik.page import Address, Capture, Exchange, LinkKind, Page, Parsed, Source
from mekik.parse import parse
from mekik.settings import Settings, build
from mekik.urls import Normaliser, authority, keys
from samples import Sample, sample
from server import serve
from web import WORK, Web

T = TypeVar("T")

PAGES, WARM = 500, 1500
AT_ONCE = 64
COMMIT_EVERY = 200
START, END = "<!-- steps: begin -->", "<!-- steps: end -->"
DOCUMENT = report.ROOT / "docs" / "performance.md"


def run(web: Web) -> None:
    pages = sample(web, PAGES + WARM, hosts=100)
    folder = WORK / "data-steps"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = build(
        {
            "seeds": web.seeds,
            "scope.kind": "host",
            "frontier": {"delay": 0, "response_factor": 0, "connections_per_host": 1000},
            "fetch.allow_addresses": ["127.0.0.0/8"],
        }
    )
    with serve(web):
        costs, exchanges = _fetch(settings, pages)
    neighbours = measure.Neighbours()
    costs |= _archive(settings, exchanges, folder)
    costs |= _parse(settings, pages)
    sources = [_source(number, page) for number, page in enumerate(pages)]
    normaliser = Normaliser(settings.urls)
    read = [_read(source, settings, normaliser) for source in sources]
    costs |= _settle(settings, read, exchanges, folder)
    costs |= _analyse(settings, read)
    costs |= _hand_over(sources, read)
    costs |= _index(settings, read, exchanges, folder)
    shutil.rmtree(folder)
    _tell(costs, neighbours.share())


def _cost(items: Sequence[T], work: Callable[[T], object]) -> float:
    """CPU microseconds an item, after the first ones have warmed the caches."""
    for item in items[:WARM]:
        work(item)
    started = time.process_time()
    for item in items[WARM:]:
        work(item)
    return 1e6 * (time.process_time() - started) / (len(items) - WARM)


# 3


def _fetch(settings: Settings, pages: list[Sample]) -> tuple[dict[str, float], list[Exchange]]:
    poller = Poller()
    egress = Rules(settings).egress
    fetcher = Fetcher(settings.fetch, poller, egress, Resolver(poller), version=__version__)
    answers: dict[str, Exchange] = {}

    def answered(request: Request, exchange: Exchange) -> None:
        if exchange.outcome is not Outcome.OK:
            raise SystemExit(f"{request.url}: {exchange.outcome.label} {exchange.reason}")
        answers[request.url] = exchange

    def fetch(some: Iterable[Sample]) -> None:
        waiting = list(some)[::-1]
        while waiting or fetcher.active:
            while waiting and fetcher.active < AT_ONCE:
                fetcher.start(Request(waiting.pop().url), answered)
            poller.run_once(0.1)

    fetch(pages[:WARM])
    started = time.process_time()
    fetch(pages[WARM:])
    spent = time.process_time() - started
    fetcher.close()
    poller.close()
    return {"fetch": 1e6 * spent / PAGES}, [answers[page.url] for page in pages]


# 4


def _archive(settings: Settings, exchanges: list[Exchange], folder: Path) -> dict[str, float]:
    writer = ArchiveWriter(folder / "archive", "steps", settings.archive, {})
    cost = _cost(exchanges, lambda exchange: writer.write(exchange, via="http://127.0.1.1/", path="SL"))
    writer.close()
    return {"archive": cost}


# 5


def _parse(settings: Settings, pages: list[Sample]) -> dict[str, float]:
    """The links are what a page costs more than the same page without them."""
    whole, bare, alone = Normaliser(settings.urls), Normaliser(settings.urls), Normaliser(settings.urls)
    size = settings.fetch.max_size
    with_links = [_source(0, page) for page in pages]
    without = [_source(0, dataclasses.replace(page, body=_unlinked(page.body))) for page in pages]
    everything = _cost(with_links, lambda source: parse(source, settings.parse, whole, size, with_details=False))
    only_text = _cost(without, lambda source: parse(source, settings.parse, bare, size, with_details=False))
    normalise = _cost(pages, lambda page: alone.links(page.url, page.hrefs))
    return {"parse": only_text, "links": everything - only_text - normalise, "normalise": normalise}


def _unlinked(body: bytes) -> bytes:
    return body.replace(b"<a href=", b"<b name=").replace(b"</a>", b"</b>")


def _source(token: int, page: Sample) -> Source:
    return Source(
        token=token, url=page.url, content_type="text/html; charset=utf-8", content_encoding="", body=page.body
    )


def _read(source: Source, settings: Settings, normaliser: Normaliser) -> Parsed:
    outcome, reason, document = parse(source, settings.parse, normaliser, settings.fetch.max_size, with_details=False)
    return Parsed(source.token, outcome.label, reason, document)


# 6


def _analyse(settings: Settings, read: list[Parsed]) -> dict[str, float]:
    """Tokens are the analysis without stems; stems are what the whole costs more. Leaves the analyses in `read`."""
    identifier = FastTextIdentifier()
    plain = Analyser(msgspec.structs.replace(settings.analysis, analyser="none"))
    full = Analyser(settings.analysis)

    def analyse(parsed: Parsed) -> None:
        assert parsed.document is not None
        parsed.analysis = full.analyse(parsed.document, "")

    documents = [parsed.document for parsed in read if parsed.document is not None]
    language = _cost(documents, lambda document: identifier.identify(document.text, document.language))
    tokens = _cost(documents, lambda document: plain.analyse(document, ""))
    whole = _cost(read, analyse)
    return {"language": language, "tokens": tokens, "stems": whole - language - tokens}


def _hand_over(sources: list[Source], read: list[Parsed]) -> dict[str, float]:
    """To a worker and back: both sides' packing, and the copies through the pipe."""
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 21)
    encode = msgspec.msgpack.Encoder().encode
    as_source, as_parsed = msgspec.msgpack.Decoder(Source).decode, msgspec.msgpack.Decoder(Parsed).decode

    def carry(data: bytes, sender: socket.socket, receiver: socket.socket) -> bytes:
        received = bytearray()
        unsent = memoryview(data)
        while len(received) < len(data):
            if unsent:
                unsent = unsent[sender.send(unsent[:100_000]) :]
            received += receiver.recv(100_000)
        return bytes(received)

    def there_and_back(pair: tuple[Source, Parsed]) -> None:
        source, parsed = pair
        as_source(carry(encode(source), ours, theirs))
        as_parsed(carry(encode(parsed), theirs, ours))

    cost = _cost(list(zip(sources, read, strict=True)), there_and_back)
    ours.close()
    theirs.close()
    return {"hand-over": cost}


# 7


def _index(settings: Settings, read: list[Parsed], exchanges: list[Exchange], folder: Path) -> dict[str, float]:
    writer = TantivyWriter(folder / "index", settings.index)

    def put(pair: tuple[Parsed, Exchange]) -> None:
        parsed, exchange = pair
        address = Address(parsed.token, exchange.url, 0, authority(exchange.url))
        page = Page(address, exchange, _CAPTURE, document=parsed.document, analysis=parsed.analysis)
        entry = entry_of(page, "local", "steps")
        assert entry is not None
        writer.put(entry, replace=False)

    pairs = list(zip(read, exchanges, strict=True))
    for pair in pairs[:WARM]:
        put(pair)
    writer.commit_in_background()
    writer.wait()
    started = time.process_time()
    for pair in pairs[WARM:]:
        put(pair)
    writer.commit_in_background()
    writer.wait()
    spent = time.process_time() - started
    writer.close()
    return {"index": 1e6 * spent / PAGES}


# 8


def _settle(settings: Settings, read: list[Parsed], exchanges: list[Exchange], folder: Path) -> dict[str, float]:
    """Handing out an address, taking up a page's links (scope included), its new state, and the commits."""
    store, clocks = SqliteStore(folder / "frontier.sqlite"), ClockBook(folder / "hosts.sqlite")
    frontier = Frontier(store, clocks, settings.frontier, settings.order, time.monotonic())
    rules = Rules(settings)
    frontier.offer(links_of(rules.seeds, keys(rules.seeds), LinkKind.SEED), None, rules.judge, time.time(), 0.0)
    since_commit = 0

    def settle(pair: tuple[Parsed, Exchange]) -> None:
        nonlocal since_commit
        parsed, exchange = pair
        now, at = time.monotonic(), time.time()
        address = frontier.next(now)
        assert address is not None
        assert parsed.document is not None
        frontier.release(address, now, response_time=0.001)
        if frontier.same_payload(parsed.token) is None:
            frontier.first_payload(parsed.token, address, int(at))
        frontier.offer(parsed.document.links, address, rules.judge, at, now)
        visit = Visit(
            address=address.id, at=int(at), code=200, type=frontier.numbers.type("text/html"), bytes=len(exchange.body),
            ms=1, digest=parsed.token, file=frontier.numbers.file("steps.warc.gz"), offset=0, length=1,
            etag='"1234567890"', last_modified=exchange.headers.get("last-modified"), language="tr", duplicate_of=None,
            indexed=1,
        )  # fmt: skip
        frontier.settle(address, Outcome.OK, "", visit, at, now)
        since_commit += 1
        if since_commit == COMMIT_EVERY:
            since_commit = 0
            batch = frontier.take_batch()
            store.write(batch)
            frontier.written(batch)
            frontier.write_clocks(now)

    cost = _cost(list(zip(read, exchanges, strict=True)), settle)
    clocks.close()
    store.close()
    return {"settle": cost}


_CAPTURE = Capture(file="steps.warc.gz", offset=0, length=1, digest=bytes(20))
_ORDER = (
    "fetch", "archive", "parse", "links", "normalise", "settle", "language", "tokens", "stems", "index", "hand-over",
)  # fmt: skip


def _tell(costs: dict[str, float], others: float) -> None:
    """Prints the table, keeps it, and puts it into the documentation."""
    total = sum(costs.values())
    rows = [["step", "CPU µs a page", "share"]]
    rows += [[step, f"{costs[step]:,.0f}", f"{costs[step] / total:.0%}"] for step in _ORDER]
    rows.append(["all", f"{total:,.0f}", ""])
    print("\n" + report.table(rows))
    report.keep("steps", {**costs, "all": total, "others": others, "yardstick": measure.yardstick()})
    if others > report.NOISE:
        print(f"Other programs took {others:.0%} of the machine: not put into {DOCUMENT.name}.")
        return
    if not DOCUMENT.exists():
        return
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "| --- | ---: | ---: |")
    text = DOCUMENT.read_text(encoding="utf-8")
    before, begin, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if begin and end:
        DOCUMENT.write_text("\n".join([before + START, "", *lines, "", END + after]), encoding="utf-8")
