"""Numbers by id or by node in flat arrays that grow: a few bytes each where a dictionary takes a hundred."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_LEAST = 1024


class Column:
    """An array with a number for every place from 0 on; places that were never written hold `fill`."""

    def __init__(self, dtype: DTypeLike, fill: float) -> None:
        self._fill = fill
        self.values: NDArray[Any] = np.full(_LEAST, fill, dtype=dtype)

    def reach(self, last: int) -> None:
        """Makes room up to the place `last`."""
        size = len(self.values)
        if last >= size:
            more = np.full(max(last + 1, size * 3 // 2) - size, self._fill, dtype=self.values.dtype)
            self.values = np.concatenate((self.values, more))

    def at(self, place: int) -> Any:
        return self.values.item(place) if place < len(self.values) else self._fill

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        if len(places):
            self.reach(int(places.max()))
        return self.values[places]

    def put(self, places: NDArray[np.int64], values: Any) -> None:
        if len(places):
            self.reach(int(places.max()))
            self.values[places] = values
