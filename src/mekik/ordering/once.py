"""Models that say what an address is worth when it is found, as a `Scorer`: their part in a mix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mekik.ordering.columns import Column
from mekik.ordering.lots import lot
from mekik.ordering.protocol import Grade, Lesson, Score, Waiting
from mekik.ordering.scored import NONE, Ids, Learned, Waits


class OnceScorer:
    """8 bytes for each address that waits or waited. What a page teaches counts for what is found afterwards."""

    def __init__(
        self,
        name: str,
        worth: Callable[[Waiting], float],
        explain: Callable[[Waiting], Score],
        learn: Callable[[Lesson], Grade],
    ) -> None:
        self.name = name
        self._worth, self._learn = worth, learn
        self.explain = explain
        self._values = Column(np.float64, 0.0)

    def place(self, addresses: Sequence[Waiting]) -> None:
        ids = np.array([address.id for address in addresses], dtype=np.int64)
        self._values.put(ids, [self._worth(address) for address in addresses])

    def scores(self, ids: Ids) -> NDArray[Any]:
        return self._values.take(ids)

    def learn(self, page: Lesson) -> Learned:
        return Learned(self._learn(page), NONE)

    def renew(self, _waiting: Waits) -> bool:
        return False


def lots(seed: int) -> OnceScorer:
    """random, where it is one part of several: an address draws a lot once, instead of anew at every hand-out."""

    def explain(address: Waiting) -> Score:
        drawn = lot(seed, address.key)
        return Score(drawn, f"random: its lot is {drawn:.3f}")

    def nothing(_page: Lesson) -> None: ...

    return OnceScorer("random", lambda address: lot(seed, address.key), explain, nothing)
