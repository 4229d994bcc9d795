"""Orders: hand-outs a second with many waiting addresses, and the memory of one; popularity beside its plain formula.

The addresses are those of a made-up frontier: a few large sites, many small ones, and one in ten on a host of its own;
home pages, articles, lists with page numbers, and scripts with ids. Each hand-out is what it is in a crawl: the host
rests after it and wakes some hand-outs later, and pages that were read bring new addresses, as many as were handed out.
"""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import measure
import report
from mekik.ordering import NAMES, Ordering, Waiting, make
from mekik.ordering.popularity import Popularity, Weights
from mekik.settings import OrderingSettings
from mekik.urls import split

HANDED_OUT = 20_000
COMPARED = 600
"""Hand-outs of popularity that are compared with the plain formula over everything."""
RESTS = 200
"""A host rests for so many hand-outs."""
SITES = 3_000
CHUNK = 20_000
MIX_OF_ALL = "mix of all"
ALL_OF_THEM = OrderingSettings(mix={name: 1.0 for name in NAMES if name != "mix"}, words=("haber",))
LINKS = 20
"""New addresses that come at a time, as those of a page do. popularity alone is measured with one at a time."""


def addresses(count: int, first: int = 1, seed: int = 1) -> Iterator[Waiting]:
    """Found over a day, the newest last."""
    chance = random.Random(seed)
    for id in range(first, first + count):
        if chance.random() < 0.1:
            host = SITES + id
        else:
            host = int(SITES * chance.random() ** 3)
        kind = chance.random()
        if kind < 0.1:
            path = "/"
        elif kind < 0.6:
            path = f"/haber/{chance.randrange(2000)}/{id}.html"
        elif kind < 0.8:
            path = f"/{chance.choice(('konu', 'liste', 'arsiv'))}/{chance.randrange(300)}?page={chance.randrange(50)}"
        else:
            path = f"/index.php?id={chance.randrange(id + 100)}"
        yield Waiting(
            id, host, 1 + id % 5, max(1, id // 20), 50, 1_700_000_000 + id * 86_400 // 1_000_000, id,
            f"http://site{host}.test{path}", "anchor",
            around=f"what stands beside this link to number {id % 1000} of the harbour, its lamps and the ferry",
        )  # fmt: skip


def chunks(count: int) -> Iterator[list[Waiting]]:
    for start in range(1, count + 1, CHUNK):
        yield list(addresses(min(CHUNK, count + 1 - start), start, seed=start))


class Crawl:
    """Hands out, rests and wakes hosts, and adds what was found."""

    def __init__(self, count: int) -> None:
        self.hosts = {address.host for chunk in chunks(count) for address in chunk}
        self._resting: deque[int] = deque()

    def load(self, model: Ordering, count: int) -> None:
        self.model = model
        for chunk in chunks(count):
            model.add(chunk)
        for host in self.hosts:
            model.wake(host)

    def turn(self, found: Waiting) -> tuple[int, int]:
        answer = self.hand_out()
        self.take([found])
        return answer

    def hand_out(self) -> tuple[int, int]:
        answer = self.model.pop()
        assert answer is not None
        self.model.rest(answer[0])
        self._resting.append(answer[0])
        if len(self._resting) > RESTS:
            self.model.wake(self._resting.popleft())
        return answer

    def take(self, found: list[Waiting]) -> None:
        for address in found:
            if address.host not in self.hosts:
                self.hosts.add(address.host)
                self.model.wake(address.host)
        self.model.add(found)

    @property
    def resting(self) -> set[int]:
        return set(self._resting)


def run(count: int, compared: int) -> dict[str, float]:
    rows = [["order", "hand-outs/s", "bytes an address", "to load, s"]]
    rates, sizes = {}, {}
    for name in (*NAMES, MIX_OF_ALL):
        command = [sys.executable, str(Path(__file__).resolve()), name, str(count)]
        measured = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        if name != MIX_OF_ALL:  # which costs what all of them cost together
            rates[name], sizes[name] = measured["rate"], measured["bytes"]
        rows.append([name, f"{measured['rate']:,.0f}", f"{measured['bytes']:.0f}", f"{measured['load']:.1f}"])
    print(f"\n{count:,} waiting addresses; a hand-out with a host that rests, one that wakes and a new address\n")
    print(report.table(rows))
    rate, checked, scans = _popularity(compared)
    print(
        f"\npopularity with {compared:,}: {rate:,.0f} pop + add a second, all {checked} compared equal to the plain "
        f"formula; {scans} looks at everything"
    )
    place = _worst_case(compared // 2)
    print(
        f"{compared // 2:,} that share nothing, then as many of one site: the site comes first, and the oldest of the "
        f"others is handed out as number {place:,}"
    )
    report.keep("orders", {"rates": rates, "bytes": sizes, "popularity": rate, "worst_case": place})
    return {"orders.slowest": min(rates.values()), "orders.bytes": max(sizes.values()), "popularity.rate": rate}


def _worst_case(size: int) -> int:
    """Karaca's: the dense group first, and yet nobody starves. Compared with the plain formula as it goes."""
    dense = size
    waiting = [
        Waiting(id + 1, id, 0, None, 50, 1_000_000 + id, 0, f"http://site{id}.test/{id}.html?n={id}")
        for id in range(size)
    ]
    waiting += [
        Waiting(size + id + 1, dense, 0, None, 50, 1_000_000 + size + id, 0, f"http://dense.test/{id}.html")
        for id in range(size)
    ]
    model, plain = Popularity(Weights(), split), Plain(waiting, len(waiting))
    model.add(waiting)
    for host in range(size + 1):
        model.wake(host)
    for number in range(len(waiting)):
        best = plain.best(set()) if number % (size // 20) == 0 else None
        answer = model.pop()
        assert answer is not None
        assert best in (None, answer), f"hand-out {number}: {answer}, by the plain formula {best}"
        assert number > size // 2 or answer[0] == dense, f"hand-out {number} is not of the dense group: {answer}"
        plain.gone(answer[1])
        if answer[1] == 1:
            return number + 1
    raise AssertionError("the oldest address was never handed out")


def _popularity(count: int) -> tuple[float, int, int]:
    model = Popularity(Weights(), split)
    crawl = Crawl(count)
    crawl.load(model, count)
    new = list(addresses(HANDED_OUT, count + 1, seed=9))
    plain = Plain([*(address for chunk in chunks(count) for address in chunk), *new], count)
    gc.collect()
    gc.disable()
    seconds, checked = 0.0, 0
    for number, found in enumerate(new):
        compare = number % (HANDED_OUT // COMPARED) == 0
        if compare:
            best = plain.best(crawl.resting)
        started = time.process_time()
        answer = crawl.turn(found)
        seconds += time.process_time() - started
        if compare:
            assert answer == best, f"hand-out {number}: {answer}, by the plain formula {best}"
            checked += 1
        plain.gone(answer[1])
        plain.came(found.id)
    gc.enable()
    return HANDED_OUT / seconds, checked, model.scans


class Plain:
    """The formula as it is written, over all that wait, without anything remembered but who waits."""

    def __init__(self, everything: list[Waiting], waiting: int) -> None:
        parts = [split(address.url) for address in everything]
        self._ids = np.array([address.id for address in everything])
        self._hosts = np.array([address.host for address in everything])
        self._times = np.array([address.found_at for address in everything], dtype=np.float64)
        self._parts = [_numbered([part[kind] for part in parts]) for kind in range(3)]
        self._waits = np.zeros(len(everything), dtype=bool)
        self._waits[:waiting] = True

    def gone(self, id: int) -> None:
        self._waits[id - 1] = False

    def came(self, id: int) -> None:
        self._waits[id - 1] = True

    def best(self, resting: set[int]) -> tuple[int, int]:
        waits = np.flatnonzero(self._waits)
        score = np.zeros(waits.size)
        for weight, part in zip(Weights(), self._parts, strict=False):
            here = part[waits]
            score += weight * 100.0 * np.bincount(here)[here] / waits.size
        times = self._times[waits]
        score += Weights().time * 100.0 * (times.max() - times) / (times.max() - times.min())
        score[np.isin(self._hosts[waits], np.array(list(resting)))] = -1.0
        best = waits[np.flatnonzero(score >= score.max() - 1e-12)[0]]
        return int(self._hosts[best]), int(self._ids[best])


def _numbered(texts: list[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return np.array([numbers[text] for text in texts])


def _making(count: int) -> float:
    """Seconds that the addresses themselves take."""
    started = time.process_time()
    for _ in chunks(count):
        pass
    return time.process_time() - started


def main() -> None:
    name, count = sys.argv[1], int(sys.argv[2])
    crawl = Crawl(count)
    gc.collect()
    before = measure.anonymous_memory(os.getpid())
    making = _making(count)
    started = time.process_time()
    crawl.load(make("mix", ALL_OF_THEM) if name == MIX_OF_ALL else make(name, OrderingSettings()), count)
    load = time.process_time() - started - making
    gc.collect()
    size = (measure.anonymous_memory(os.getpid()) - before) / count
    # A mix looks at everything when a tenth came or went: measured over more than one such time.
    turns = max(HANDED_OUT, 6 * count // 100) if name.startswith("mix") else HANDED_OUT
    new = list(addresses(turns, count + 1, seed=9))
    gc.disable()
    started = time.process_time()
    for start in range(0, turns, LINKS):
        for _ in range(LINKS):
            crawl.hand_out()
        crawl.take(new[start : start + LINKS])
    rate = turns / (time.process_time() - started)
    print(json.dumps({"rate": rate, "bytes": size, "load": load}))


if __name__ == "__main__":
    main()
