"""Whether the difference of two configurations on the same queries may be chance: two paired, two-sided tests."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

ROUNDS = 20_000
"""Random exchanges of the two configurations' values."""
_EXACT = 14
"""With so few queries that differ all exchanges are tried: 16,384."""
_SEED = 2002
"""The same answer for the same values."""
_AT_ONCE = 2_000_000
"""Numbers held in memory."""
_CLOSE = 1e-12
"""Sums of the same numbers in another order differ by less."""


class Difference(msgspec.Struct, frozen=True):
    """How much better the first configuration is than the second."""

    mean: float
    better: int
    worse: int
    equal: int
    t: float
    t_test: float
    """Probability of a difference like this one where there is none, by Student's t-test."""
    randomisation: float
    """The same by exchanging the two values of a query at random; it assumes no distribution."""


def compare(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Values of the same queries in the same order."""
    deltas = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    deltas[np.abs(deltas) < _CLOSE] = 0.0
    t, chance = t_test(deltas)
    return Difference(
        mean=float(deltas.mean()),
        better=int((deltas > 0).sum()),
        worse=int((deltas < 0).sum()),
        equal=int((deltas == 0).sum()),
        t=t,
        t_test=chance,
        randomisation=randomisation(deltas),
    )


def t_test(deltas: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Student's t and its two-sided probability. Nothing can be said of one query, or of equal differences only."""
    count = len(deltas)
    spread = float(deltas.std(ddof=1)) if count > 1 else 0.0
    if spread < _CLOSE:
        return 0.0, 1.0
    t = float(deltas.mean()) / (spread / math.sqrt(count))
    freedom = count - 1
    return t, incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def randomisation(deltas: npt.NDArray[np.float64]) -> float:
    """Share of the exchanges that give a difference as large as the one seen."""
    deltas = deltas[deltas != 0]  # exchanging equal values changes nothing
    count = len(deltas)
    if not count:
        return 1.0
    seen = abs(float(deltas.sum())) - _CLOSE * count
    if count <= _EXACT:
        signs = 1.0 - 2.0 * ((np.arange(1 << count)[:, None] >> np.arange(count)) & 1)
        return float((np.abs(signs @ deltas) >= seen).mean())
    chance, reached, left = np.random.default_rng(_SEED), 0, ROUNDS
    while left:
        rounds = min(left, max(1, _AT_ONCE // count))
        signs = 1.0 - 2.0 * chance.integers(0, 2, size=(rounds, count), dtype=np.int8)
        reached += int((np.abs(signs @ deltas) >= seen).sum())
        left -= rounds
    return (reached + 1) / (ROUNDS + 1)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # where the fraction is slow, the other side is quick
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    ) / a  # fmt: skip
    tiny = 1e-300
    upper, lower = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1), tiny)
    value = lower
    for step in range(1, 500):
        for term in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            lower = 1 / _away_from_zero(1 + term * lower, tiny)
            upper = _away_from_zero(1 + term / upper, tiny)
            value *= lower * upper
        if abs(lower * upper - 1) < 1e-15:
            break
    return front * value


def _away_from_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
