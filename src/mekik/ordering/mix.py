"""A weighted sum of several models, each by its *place*: the share of all addresses that it would put behind this one.

Places lie between 0 and 1 whatever a model counts in, so weights mean what they say. A table of up to 10,000 scores a
model says which score has which place; it is made anew when the addresses found have grown by `ordering.refresh`, or a
model computed anew. Between that, the scores are as current as the models' own, on the places of the last table.
A model that gives an address its rank once, when it is found (breadth, depth), counts with that rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mekik.errors import SettingError
from mekik.ordering.columns import Column
from mekik.ordering.protocol import Lesson, Ordering, Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.scored import NONE, Ids, Learned, ScoredOrdering, Scorer

_TABLE = 10_000


class RankScorer:
    """A model that gives ranks once, as a `Scorer`."""

    grades = False

    def __init__(self, ordering: RankedOrdering) -> None:
        self.name = ordering.name
        self._ordering = ordering
        self._ranks = Column(np.float64, 0.0)

    def place(self, addresses: Sequence[Waiting]) -> None:
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._ranks.put(ids, [-float(self._ordering.rank(address)) for address in addresses])

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._ranks.take(ids)

    def learn(self, _page: Lesson) -> Learned:
        return Learned(None, NONE)

    def renew(self) -> bool:
        return False

    def explain(self, address: Waiting) -> Score:
        return self._ordering.explain(address)


class Part(NamedTuple):
    weight: float
    scorer: Scorer


def scorer_of(ordering: Ordering) -> Scorer:
    """The scores of a model. Not every model tells them: popularity weighs what waits at this moment as a whole."""
    if isinstance(ordering, ScoredOrdering):
        return ordering.scorer
    if isinstance(ordering, RankedOrdering) and not ordering.learns:
        return RankScorer(ordering)
    raise SettingError(
        f"The order {ordering.name!r} cannot be part of a mix: it does not tell the scores of single addresses."
    )


class MixScorer:
    name = "mix"

    def __init__(self, parts: Sequence[Part], growth: float) -> None:
        if not parts:
            raise SettingError("The order mix needs models and weights: ordering.mix = {pagerank = 1, breadth = 0.5}")
        graded = [part.scorer.name for part in parts if part.scorer.grades]
        if len(graded) > 1:
            raise SettingError(f"A mix can hold one of {', '.join(graded)} only: a page keeps the grade of one model.")
        self.grades = bool(graded)
        self._parts = list(parts)
        self._growth = growth
        self._tables: list[NDArray[Any]] = [np.zeros(1) for _ in parts]
        self._known = Column(np.bool_, False)
        self._count = 0
        self._due_at = 1

    def place(self, addresses: Sequence[Waiting]) -> None:
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._count += int((~self._known.take(ids)).sum())
        self._known.put(ids, True)
        for part in self._parts:
            part.scorer.place(addresses)

    def scores(self, ids: Ids) -> NDArray[Any]:
        total = np.zeros(len(ids))
        for part, table in zip(self._parts, self._tables, strict=True):
            total += part.weight * places(table, part.scorer.scores(ids))
        return total

    def learn(self, page: Lesson) -> Learned:
        grade: float | None = None
        changed = NONE
        for part in self._parts:
            told = page if part.scorer.grades else page._replace(grade=None)
            answer = part.scorer.learn(told)
            if part.scorer.grades:
                grade = answer.grade
            changed = np.union1d(changed, answer.changed)
        known = self._known.take(changed)
        return Learned(grade, changed[known])

    def renew(self) -> bool:
        computed = [part.scorer.renew() for part in self._parts]
        if not any(computed) and self._count < self._due_at:
            return False
        ids = np.flatnonzero(self._known.values)
        sample = ids[:: len(ids) // _TABLE + 1]
        self._tables = [np.sort(part.scorer.scores(sample)) for part in self._parts]
        self._due_at = self._count + max(1, int(self._count * self._growth))
        return True

    def explain(self, address: Waiting) -> Score:
        self.place([address])
        ids = np.array([address.id])
        texts, reasons = [], []
        for part, table in zip(self._parts, self._tables, strict=True):
            place = float(places(table, part.scorer.scores(ids))[0])
            texts.append(f"{part.weight:g} × {place:.3f} {part.scorer.name}")
            reasons.append(part.scorer.explain(address).text)
        total = float(self.scores(ids)[0])
        return Score(total, f"mix {total:.4g} = {' + '.join(texts)} ({'; '.join(reasons)})")


def places(table: NDArray[Any], scores: NDArray[Any]) -> NDArray[np.float64]:
    """The share of the sorted table that lies below each score; equals count half."""
    below = np.searchsorted(table, scores, side="left")
    up_to = np.searchsorted(table, scores, side="right")
    found: NDArray[np.float64] = (below + up_to) / (2.0 * max(len(table), 1))
    return found
