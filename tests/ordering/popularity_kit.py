"""The plain formula over everything that waits: what `popularity` has to agree with."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from fractions import Fraction

import pytest

from mekik.ordering import Ordering, Waiting
from mekik.ordering.popularity import Weights
from mekik.ordering.popularity.native import is_compiled
from mekik.urls import split


def need_compiled() -> None:
    if not is_compiled():
        assert not (os.environ.get("CI") and shutil.which("cc")), "there is a compiler, but _contest.c is not compiled"
        pytest.skip("_contest.c is not compiled here: install a C compiler, then: pip install -e .")


def plain_best(waiting: dict[int, Waiting], awake: set[int], weights: Weights) -> tuple[int, int] | None:
    """(host, id) of the best in whole numbers, that is without any rounding; of equals the smallest id."""
    if not any(address.host in awake for address in waiting.values()):
        return None
    parts = {id: split(address.url) for id, address in waiting.items()}
    roots = Counter((waiting[id].host, part.root) for id, part in parts.items())
    paths = Counter(part.path for part in parts.values())
    queries = Counter(part.query for part in parts.values())
    times = [address.found_at for address in waiting.values()]
    span = max(times) - min(times)
    newest, all_of_them = max(times), len(waiting)
    root, path, query, time = (int(Fraction(repr(weight)) * 10**6) for weight in weights)

    def score(id: int) -> tuple[int, int]:
        """P × all that wait × the span of time, a whole number."""
        address, part = waiting[id], parts[id]
        counted = root * roots[address.host, part.root] + path * paths[part.path] + query * queries[part.query]
        return counted * (span or 1) + time * all_of_them * (newest - address.found_at if span else 0), -id

    best = max((id for id in waiting if waiting[id].host in awake), key=score)
    return waiting[best].host, best


class Watched:
    """An ordering, and beside it everything that waits and every host that is awake."""

    def __init__(self, model: Ordering, weights: Weights | None = None) -> None:
        self.model, self.weights = model, weights or Weights()
        self.waiting: dict[int, Waiting] = {}
        self.awake: set[int] = set()

    def add(self, addresses: list[Waiting]) -> None:
        self.model.add(addresses)
        self.waiting.update((address.id, address) for address in addresses)

    def wake(self, host: int) -> None:
        self.model.wake(host)
        self.awake.add(host)

    def rest(self, host: int) -> None:
        self.model.rest(host)
        self.awake.discard(host)

    def drain(self, host: int) -> None:
        ids = sorted(id for id, address in self.waiting.items() if address.host == host)
        assert self.model.drain(host) == ids
        for id in ids:
            del self.waiting[id]

    def pop(self) -> tuple[int, int] | None:
        best = plain_best(self.waiting, self.awake, self.weights)
        assert self.model.pop() == best
        if best is not None:
            del self.waiting[best[1]]
        return best
