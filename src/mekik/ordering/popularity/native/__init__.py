"""The contest of popularity in C. `_contest.c` is what Python sees; each header does what one file of Python does.

contest.h     what all of them share
map.h         memory that grows, and a table from keys to numbers
slots.h       waiting addresses, and heaps of them
parts.h       how many share a root, a path or a query; which hosts are awake
buckets.h     addresses with the same counts compete by age
candidates.h  which bucket is best
"""

from __future__ import annotations

from mekik.compiled import compiled
from mekik.ordering.popularity import candidates
from mekik.ordering.popularity.contest import Contest

VERSION = 2
"""Of what is asked for here: another one was compiled from other sources."""

_module = compiled(f"{__name__}._contest", VERSION)


def is_compiled() -> bool:
    return _module is not None


def compiled_contest(weights: tuple[float, float, float]) -> Contest:
    """`weights` of root, path and query."""
    assert _module is not None
    made: Contest = _module.Contest(
        weights, candidates.KEPT, candidates.KEPT_OF_ROOT, candidates.MOST, candidates.WINDOW
    )
    return made
