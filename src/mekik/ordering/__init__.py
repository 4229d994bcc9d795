"""What makes an address worth visiting next: one file per model, all behind `Ordering`.

The frontier tells an ordering which addresses wait and which hosts may be visited now; the ordering answers
with the best of them. `make(name, settings)` gives a model by its name; `NAMES` lists them.

`RankedOrdering` serves every model whose worth of an address does not change while it waits: such a model is
one function from `Waiting` to an integer (`breadth.py`, `depth.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from mekik.errors import SettingError
from mekik.ordering.breadth import breadth
from mekik.ordering.depth import depth
from mekik.ordering.protocol import USUAL_PRIORITY, Lesson, Ordering, Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.settings import OrderingSettings

_MODELS: dict[str, Callable[[OrderingSettings], Ordering]] = {
    "breadth": lambda settings: breadth(),
    "depth": lambda settings: depth(),
}

NAMES = tuple(_MODELS)


def make(name: str, settings: OrderingSettings | None = None) -> Ordering:
    try:
        model = _MODELS[name]
    except KeyError:
        raise SettingError(f"There is no order {name!r}. There are: {', '.join(NAMES)}.") from None
    return model(settings or OrderingSettings())


__all__ = ["NAMES", "USUAL_PRIORITY", "Lesson", "Ordering", "RankedOrdering", "Score", "Waiting", "make"]
