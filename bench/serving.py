"""People who search while a crawl runs: `mekik serve` as a process, fifty of them on loopback, how long they wait.

Each asks, reads for about a second, asks the next; every request on a connection that stays open. The same once more
without a crawl, and once without reading: as fast as the answers come.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import measure
import report
from mekik.web.people import SCOPES, Role
from mekik.web.site import Site
from mekik.workspace import Workspace
from server import serve
from web import WORK, Web

PEOPLE = 50
SECONDS = 20.0
READING = 1.0
FIRST = 2_000
"""Pages that are there before anybody searches."""


def run(web: Web) -> dict[str, float]:
    data = WORK / "data-serve"
    shutil.rmtree(data, ignore_errors=True)
    with serve(web) as server:
        words = _first_pages(web, data)
        token = _token(data)
        with serving(data) as (port, process):
            asyncio.run(_people(port, words, 5, 2.0, 0.0))  # dictionaries are loaded with the first of each language
            quiet = asyncio.run(_people(port, words, PEOPLE, SECONDS, READING))
            _ask(port, token, "POST", "/api/v1/jobs", _job(web))
            _until_running(port, token)
            neighbours = measure.Neighbours(server)
            before = measure.cpu_of(process)
            busy = asyncio.run(_people(port, words, PEOPLE, SECONDS, READING))
            cpu = measure.cpu_of(process) - before
            eager = asyncio.run(_people(port, words, PEOPLE, SECONDS / 2, 0.0))
            others = neighbours.share()
            pages = _status(port, token)
    rows = [["fifty people", "requests/s", "p50 ms", "p99 ms", "worst ms", "errors"]]
    for what, one in (("no crawl", quiet), ("a crawl beside", busy), ("without reading", eager)):
        rows.append(
            [what, f"{one.rate:,.0f}", *(f"{1000 * one.at(share):,.0f}" for share in (0.5, 0.99, 1)), f"{one.errors}"]
        )
    print("\n" + report.table(rows))
    print(f"CPU of the server: {1000 * cpu / len(busy.times):.1f} ms a search.")
    print(f"The crawl fetched {pages:,} pages meanwhile. The machine was busy with the crawl and others: {others:.0%}.")
    report.keep("serve", {"quiet": quiet.times, "busy": busy.times, "eager": eager.times, "pages": pages})
    return {
        "serve.cpu": 1000 * cpu / len(busy.times),
        "serve.p99": 1000 * busy.at(0.99),
        "serve.errors": float(quiet.errors + busy.errors + eager.errors),
        "serve.slowdown": busy.at(0.5) / quiet.at(0.5),
    }


class Waited:
    """How long each request took."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.errors = 0
        self.seconds = 1.0

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    def at(self, share: float) -> float:
        ordered = sorted(self.times)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _first_pages(web: Web, data: Path) -> list[str]:
    """A small crawl; words of the pages that it found."""
    workspace = Workspace(data)
    workspace.crawl(web.seeds, {
        "name": "first", "scope.max_pages": FIRST, "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0,
        "frontier.response_factor": 0, "fetch.connections": 32,
    })  # fmt: skip
    hits = [hit for offset in (0, 400, 800) for hit in workspace.search("type:html", limit=100, offset=offset).hits]
    return sorted({word for hit in hits for word in re.findall(r"\w{4,}", hit.snippet.text)})[:2000]


def _token(data: Path) -> str:
    site = Site.open(data)
    try:
        site.accounts.add("root", "correct horse battery", Role.ADMINISTRATOR)
        return site.accounts.add_token("root", "bench", list(SCOPES))
    finally:
        site.close()


def _job(web: Web) -> dict[str, Any]:
    return {
        "settings": {
            "name": "crawl", "seeds": web.seeds, "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0,
            "frontier.response_factor": 0, "fetch.connections": 32,
        },
        "run": True,
    }  # fmt: skip


@contextmanager
def serving(data: Path) -> Iterator[tuple[int, int]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "mekik", "serve", "--port", "0", "--rate", "0", "--data", str(data)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "http://" in line)
        found = re.search(r":(\d+)", line.partition("http:")[2])
        assert found
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait(60)


def _ask(port: int, token: str, method: str, path: str, body: Any = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    assert answer.status < 300, data
    return json.loads(data)


def _until_running(port: int, token: str) -> None:
    for _ in range(300):
        if any(one["state"] == "running" for one in _ask(port, token, "GET", "/api/v1/status")):
            return
        time.sleep(0.2)
    raise AssertionError("the crawl does not begin")


def _status(port: int, token: str) -> int:
    return sum(one["pages"] for one in _ask(port, token, "GET", "/api/v1/status") if one["state"] == "running")


async def _people(port: int, words: list[str], people: int, seconds: float, reading: float) -> Waited:
    waited = Waited()
    waited.seconds = seconds
    end = time.monotonic() + seconds
    await asyncio.gather(
        *(_person(port, words, random.Random(number), end, reading, waited) for number in range(people))
    )
    return waited


async def _person(
    port: int, words: list[str], chance: random.Random, end: float, reading: float, waited: Waited
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(chance.random() * reading)
    try:
        while time.monotonic() < end:
            if reader.at_eof():  # the server does not keep a connection for ever
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            query = " ".join(chance.sample(words, chance.choice((1, 1, 2, 3))))
            page = chance.random() < 0.5
            path = ("/?" if page else "/api/v1/search?") + urlencode({"q": query})
            accept = "text/html" if page else "application/json"
            began = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            await reader.readexactly(int(length[1]) if length else 0)
            waited.times.append(time.perf_counter() - began)
            waited.errors += not head.startswith(b"HTTP/1.1 200")
            await asyncio.sleep(chance.expovariate(1 / reading) if reading else 0)
    except (OSError, asyncio.IncompleteReadError):
        waited.errors += 1
    finally:
        writer.close()
