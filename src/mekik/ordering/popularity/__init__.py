"""popularity: Karaca's model. What many waiting addresses have in common is visited first; what waits long, too.

formula.py     the score and its parts, and how an address is cut in root, path and query
exact.py       the order itself, exact at every hand-out
contest.py     who competes and who is best: what is asked of the two that know it
native/        the one that is compiled
in_python.py   the one in Python, made of:
parts.py       how many share a path or a query; roots.py the same for roots, whose hosts sleep
buckets.py     addresses with the same counts compete by age: a heap of them
candidates.py  which bucket is best, without looking at all of them
refreshed.py   the plain formula every few minutes, as the source had it
scored.py      popularity as a part of a mix
"""

from __future__ import annotations

from collections.abc import Iterable

from mekik.ordering.popularity.exact import Popularity
from mekik.ordering.popularity.formula import Standing, Weights, among, splitter, standing
from mekik.ordering.popularity.refreshed import RefreshedPopularity
from mekik.ordering.popularity.scored import PopularityScorer
from mekik.ordering.protocol import Ordering, Score, Waiting
from mekik.settings import OrderingSettings


def popularity(settings: OrderingSettings) -> Ordering:
    weights, cut = Weights.of(settings), splitter(settings)
    if settings.popularity_refresh is not None:
        return RefreshedPopularity(weights, cut, 60 * settings.popularity_refresh)
    return Popularity(weights, cut)


def explain_among(address: Waiting, waiting: Iterable[Waiting], settings: OrderingSettings) -> Score:
    """What popularity says of one address, without anything being built of the others."""
    return among(address, waiting, Weights.of(settings), splitter(settings))


def popularity_scorer(settings: OrderingSettings) -> PopularityScorer:
    return PopularityScorer(Weights.of(settings), splitter(settings), settings.refresh)


__all__ = [
    "Popularity",
    "PopularityScorer",
    "RefreshedPopularity",
    "Standing",
    "Weights",
    "explain_among",
    "popularity",
    "popularity_scorer",
    "splitter",
    "standing",
]
