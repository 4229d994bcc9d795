"""A weighted sum of several models, each by its *place*: the share of what waits that it would put behind this address.

Places lie between 0 and 1 whatever a model counts in, so weights mean what they say. A table of up to 10,000 scores a
model says which score has which place; it is made anew when as many addresses came or went as `ordering.refresh` says,
or a model computed anew. Between that, the scores are as current as the models' own, on the places of the last table,
and what is handed out is exactly the highest sum of these.

Any model can be a part. One that draws or ranks an address once (breadth, depth), or judges links when they are found
(topic, topic_focused, focused), counts with that; random with a lot that an address keeps; popularity as
`popularity/scored.py` says. A mix refuses no link: what topic or focused would not follow comes late.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mekik.errors import SettingError
from mekik.ordering.protocol import Lesson, Score, Selective, Waiting
from mekik.ordering.scored import NONE, Ids, Learned, ScoredOrdering, Scorer, Waits

_TABLE = 10_000


class Table:
    """Which place a score has among those of a sample: the share of them that lies below it; equals count half."""

    def __init__(self, sample: NDArray[Any]) -> None:
        self._values, counts = np.unique(sample, return_counts=True)
        up_to = np.cumsum(counts)
        self._between = np.concatenate(([0], up_to)) / len(sample)
        """By the number of values that lie below a score that is not among them."""
        self._among = (up_to - counts / 2) / len(sample)

    def places(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        below = np.searchsorted(self._values, scores)
        nearest = np.minimum(below, len(self._values) - 1)
        found: NDArray[np.float64] = np.where(
            self._values[nearest] == scores, self._among[nearest], self._between[below]
        )
        return found


class Part(NamedTuple):
    weight: float
    scorer: Scorer
    selective: Selective | None = None
    """The model itself, where it grades pages."""
    notice: Callable[[Waiting], None] | None = None
    """Where it wants to hear of every new link."""
    reads_around: bool = False
    """Whether it wants the words around links."""


class MixScorer:
    name = "mix"

    def __init__(self, parts: Sequence[Part], growth: float) -> None:
        if not parts:
            raise SettingError("The order mix needs models and weights: ordering.mix = {pagerank = 1, breadth = 0.5}")
        self._parts = list(parts)
        self._growth = growth
        self._tables = [Table(np.zeros(1)) for _ in parts]
        self._events, self._due_at = 0, 1

    def place(self, addresses: Sequence[Waiting]) -> None:
        self._events += len(addresses)
        for part in self._parts:
            part.scorer.place(addresses)

    def scores(self, ids: Ids) -> NDArray[Any]:
        total = np.zeros(len(ids))
        for part, table in zip(self._parts, self._tables, strict=True):
            total += part.weight * table.places(part.scorer.scores(ids))
        return total

    def learn(self, page: Lesson) -> Learned:
        grades: dict[str, float] = {}
        changed = NONE
        for part in self._parts:
            name = part.scorer.name
            answer = part.scorer.learn(page._replace(grade=page.grades.get(name)))
            if isinstance(answer.grade, float):
                grades[name] = answer.grade
            if len(answer.changed):
                changed = np.union1d(changed, answer.changed)
        return Learned(grades or None, changed)

    def renew(self, waiting: Waits) -> bool:
        self._events += 1  # the hand-out that this is asked for
        computed = [part.scorer.renew(waiting) for part in self._parts]
        if not any(computed) and self._events < self._due_at:
            return False
        ids = waiting()
        if not len(ids):
            return False
        sample = ids[:: len(ids) // _TABLE + 1]
        self._tables = [Table(part.scorer.scores(sample)) for part in self._parts]
        self._events, self._due_at = 0, max(1, int(len(ids) * self._growth))
        return True

    def explain(self, address: Waiting) -> Score:
        ids = np.array([address.id])
        texts, reasons = [], []
        for part, table in zip(self._parts, self._tables, strict=True):
            place = float(table.places(part.scorer.scores(ids))[0])
            texts.append(f"{part.weight:g} × {place:.3f} {part.scorer.name}")
            reasons.append(part.scorer.explain(address).text)
        total = float(self.scores(ids)[0])
        return Score(total, f"mix {total:.4g} = {' + '.join(texts)} ({'; '.join(reasons)})")


class SelectiveMix(ScoredOrdering):
    """A mix with models that grade pages: it shows how much of what it read was wanted, by the first of them."""

    def __init__(self, scorer: Scorer, parts: Sequence[Part]) -> None:
        super().__init__(scorer)
        self._selective = [part.selective for part in parts if part.selective]
        self._noticing = [part.notice for part in parts if part.notice]
        self.reads_around = any(part.reads_around for part in parts)

    def refusal(self, address: Waiting) -> str:
        for notice in self._noticing:
            notice(address)
        return ""

    @property
    def harvest(self) -> tuple[float, int]:
        told = (selective.harvest for selective in self._selective)
        return next((harvest for harvest in told if harvest[1]), (0.0, 0))


def mixed(parts: Sequence[Part], growth: float) -> ScoredOrdering:
    scorer = MixScorer(parts, growth)
    if any(part.selective for part in parts):
        return SelectiveMix(scorer, parts)
    return ScoredOrdering(scorer)
