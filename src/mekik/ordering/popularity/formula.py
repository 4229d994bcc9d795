"""Karaca's formula: what is worth a visit is what many waiting addresses have in common, and what waits long.

P = 0.40·Xp + 0.25·Yp + 0.15·Zp + 0.20·Tp
Xp, Yp, Zp = 100 · waiting addresses with this root, path, query / all that wait
Tp = 100 · (time of the newest − its own time) / (time of the newest − time of the oldest)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from mekik.ordering.protocol import Score, Waiting
from mekik.settings import OrderingSettings
from mekik.urls import split


class Weights(NamedTuple):
    root: float = 0.40
    path: float = 0.25
    query: float = 0.15
    time: float = 0.20

    @classmethod
    def of(cls, settings: OrderingSettings) -> Weights:
        return cls(
            settings.popularity_root, settings.popularity_path, settings.popularity_query, settings.popularity_time
        )

    def whole(self) -> tuple[int, int, int, int]:
        """The weights as they are written, made whole numbers: comparing sums of these is exact."""
        exact = [Fraction(repr(weight)) for weight in self]
        scale = lcm(*(weight.denominator for weight in exact))
        root, path, query, time = (int(weight * scale) for weight in exact)
        return root, path, query, time


class Standing(NamedTuple):
    """How an address stands among all that wait: the four parts of its score, each 0–100."""

    root: float
    path: float
    query: float
    time: float

    def score(self, weights: Weights) -> float:
        return sum(weight * part for weight, part in zip(weights, self, strict=True))

    def told(self, weights: Weights) -> Score:
        value = self.score(weights)
        parts = " + ".join(
            f"{weight:.2f} × {part:.2f} {name}" for weight, part, name in zip(weights, self, self._fields, strict=True)
        )
        return Score(value, f"popularity {value:.2f} = {parts}")


def standing(counts: tuple[int, int, int], waiting: int, time: int, oldest: int, newest: int) -> Standing:
    """`counts`: how many of all that wait share its root, path and query."""
    root, path, query = (100 * count / max(waiting, 1) for count in counts)
    return Standing(root, path, query, 100 * (newest - time) / (newest - oldest) if newest > oldest else 0.0)


def among(address: Waiting, waiting: Iterable[Waiting], weights: Weights, cut: Split) -> Score:
    """How one address stands among all that wait, by going over them once; nothing is kept."""
    own = cut(address.url)
    root = path = query = count = 0
    oldest = newest = max(address.found_at, 0)
    for other in waiting:
        parts = cut(other.url)
        count += 1
        root += other.host == address.host and parts[0] == own[0]
        path += parts[1] == own[1]
        query += parts[2] == own[2]
        oldest, newest = min(oldest, max(other.found_at, 0)), max(newest, other.found_at)
    if not weights.time:
        oldest = newest = 0
    return standing((root, path, query), count, max(address.found_at, 0), oldest, newest).told(weights)


Split = Callable[[str], tuple[str, str, str]]


def splitter(settings: OrderingSettings) -> Split:
    """Cuts an address in root, path and query: `http://a.test`, `/www/index.php?`, `id=10`; `-` where there is none."""
    if settings.popularity_paths == "whole" and settings.popularity_queries == "whole":
        return split
    folders, names = settings.popularity_paths == "folder", settings.popularity_queries == "names"

    def cut(url: str) -> tuple[str, str, str]:
        root, path, query = split(url)
        if folders and path != "-":
            path = path[: path.rfind("/") + 1]
        if names and query != "-":
            query = "&".join(pair.partition("=")[0] for pair in query.split("&"))
        return root, path, query

    return cut
