"""A frontier of a million known addresses: memory and disk of one, and how soon a restart makes its first request."""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import measure
import report
from mekik.crawl.catalogue import Catalogue, State
from mekik.crawl.folder import Folder
from mekik.frontier import Batch, ChangeRow, ClockBook, Found, Frontier, Settled, SqliteStore, Visit
from mekik.outcome import Outcome, Status
from mekik.settings import FrontierSettings, build
from mekik.urls import key
from web import WORK, address

JOB = "restart"
HOSTS = 200
PORT = 8766
CHUNK = 50_000
VISITED = 10  # one known address in so many has been fetched
WAITING = 2  # one in so many waits at the restart


def run(known: int) -> dict[str, float]:
    folder = Folder(WORK / "data-restart")
    shutil.rmtree(folder.path, ignore_errors=True)
    folder.create()
    settings = build(
        {
            "seeds": [f"http://{address(0)}:{PORT}/"],
            "scope.kind": "any",
            "frontier.delay": 0,
            "fetch.allow_addresses": ["127.0.0.0/8"],
        }
    )
    catalogue = Catalogue(folder.jobs_database)
    catalogue.save(JOB, settings)
    catalogue.set_state(JOB, State.INTERRUPTED)
    catalogue.close()
    folder.job(JOB).mkdir(parents=True)
    _prepare(folder)
    empty = _loaded(folder)
    text = _fill(folder, 0, known // 2)
    half = _loaded(folder)
    text += _fill(folder, known // 2, known)
    full = _loaded(folder)
    disk = (_size(folder.frontier(JOB)) - text) / known
    # The database's page cache fills early and then stays: what grows is the second half's difference.
    memory = (full - half) / (known - known // 2)
    _wait_again(folder, known)
    seconds = _first_request(folder)
    shutil.rmtree(folder.path)
    print(
        f"\nrestart: {known:,} known addresses, {known // WAITING:,} waiting: first request after {seconds:.2f} s; "
        f"{disk:.0f} bytes of disk beside its text for each known one"
    )
    sizes = {"none": empty, f"{known // 2:,}": half, f"{known:,}": full}
    print("memory by known:   " + "  ".join(f"{count} {size / 1e6:.1f} MB" for count, size in sizes.items()))
    report.keep("restart", {"known": known, "first_request": seconds, "memory": memory, "disk": disk, "sizes": sizes})
    return {"restart.time": seconds, "frontier.memory": memory, "frontier.disk": disk}


def _hosts() -> list[tuple[int, str]]:
    return [(number + 1, f"{address(number)}:{PORT}") for number in range(HOSTS)]


def _prepare(folder: Folder) -> None:
    store = SqliteStore(folder.frontier(JOB))
    store.write(Batch(hosts=_hosts(), names=[(1, "text/html"), (2, "restart-00001.warc.gz")]))
    store.close()


def _fill(folder: Folder, first: int, end: int) -> int:
    """Writes addresses that are done; the bytes of their text."""
    store = SqliteStore(folder.frontier(JOB))
    hosts = _hosts()
    now, text = int(time.time()), 0
    for start in range(first, end, CHUNK):
        found, visits, changes = [], [], []
        for number in range(start, min(start + CHUNK, end)):
            host = number % HOSTS
            url = f"http://{hosts[host][1]}/haber/{number % 97}/{number * 2654435761 % 2**32:08x}-{number}.html"
            anchor = f"haber {number % 1013}"
            text += len(url) + len(anchor) + 3
            found.append(
                Found(
                    id=number + 1, key=_signed(key(url)), host=host + 1, status=Status.COMPLETED.value, depth=2,
                    found_on=max(1, number // 20), outcome=Outcome.OK.number, found_at=now, url=url, path="SLL",
                    anchor=anchor, reason=None,
                )
            )  # fmt: skip
            if number % VISITED == 0:
                visits.append(
                    Visit(
                        address=number + 1, at=now, code=200, type=1, bytes=19_000, ms=3, digest=number, file=2,
                        offset=number * 9000, length=8700, etag=None, last_modified=None, language="tr",
                        duplicate_of=None, indexed=1,
                    )
                )  # fmt: skip
                changes.append(ChangeRow(number + 1, _signed(key(anchor)), now, now, rate=3.86e-07))
        store.write(Batch(found=found, visits=visits, changes=changes))
    store.write(Batch(meta={"pages": end // VISITED, "bytes": end}))
    store.close()
    return text


def _signed(number: int) -> int:
    """A 64-bit key as SQLite keeps it."""
    return number - 2**64 if number >= 2**63 else number


def _wait_again(folder: Folder, known: int) -> None:
    store = SqliteStore(folder.frontier(JOB))
    waiting = [Settled(Status.WAITING.value, None, None, 0, None, id) for id in range(2, known + 1, WAITING)]
    for start in range(0, len(waiting), CHUNK):
        store.write(Batch(settled=waiting[start : start + CHUNK]))
    store.close()


def _first_request(folder: Folder) -> float:
    """Seconds from the start of `mekik resume` to its first connection to one of the hosts."""
    with _listen() as listeners:
        started = time.monotonic()
        arrived: list[float] = []

        def knocked() -> bool:
            if select.select(listeners, [], [], 0)[0]:
                arrived.append(time.monotonic() - started)
            return bool(arrived) or time.monotonic() - started > 120

        command = [sys.executable, "-m", "mekik.cli", "resume", JOB, "--data", str(folder.path), "--quiet", "--json"]
        measured = measure.run(command, watch=knocked)
    if not arrived:
        raise SystemExit(f"The restart made no request:\n{measured.errors[-3000:]}\n{measured.output[-1000:]}")
    return arrived[0]


@contextmanager
def _listen() -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_server((address(host), PORT), backlog=64)) for host in range(HOSTS)]


def _size(database: Path) -> int:
    return sum(path.stat().st_size for path in database.parent.glob(database.name + "*"))


def _loaded(folder: Folder) -> int:
    """Anonymous memory of a fresh process that has loaded the frontier."""
    command = [sys.executable, str(Path(__file__).resolve()), str(folder.path)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    folder = Folder(Path(sys.argv[1]))
    store, clocks = SqliteStore(folder.frontier(JOB)), ClockBook(folder.hosts_database)
    frontier = Frontier(store, clocks, FrontierSettings(), "breadth", time.monotonic())
    print(measure.anonymous_memory(os.getpid()))
    assert frontier.known() >= 0


if __name__ == "__main__":
    main()
