"""How a budget of visits is shared out among pages.

A policy says how many visits a second a page gets at a certain *level*; the higher the level the more visits all pages
get. `fit` finds the level at which all pages together use the budget; that is computed for all at once, from time to
time. `interval` then answers for one page, at a cost that does not depend on how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mekik.errors import SettingError

Floats = NDArray[np.float64]
Frequency = Callable[[Floats, Floats, float], Floats]
"""(rates, weights, level) → visits a second, which grow with the level."""

_STEPS = 80
_SAMPLE = 100_000
"""Pages looked at for the level; more are represented by a sample."""


class Limits(NamedTuple):
    """Seconds between two visits to a page."""

    least: float
    most: float


class Policy(Protocol):
    name: str

    def fit(self, rates: Floats, weights: Floats, budget: float) -> None:
        """Shares out so many visits a second among pages with these change rates and weights."""

    def interval(self, rate: float, weight: float) -> float:
        """Seconds until the next visit to such a page."""


class LevelledPolicy:
    """A policy by its `Frequency`."""

    def __init__(self, name: str, frequency: Frequency, limits: Limits) -> None:
        self.name = name
        self._frequency, self._limits = frequency, limits
        self._level: float | None = None

    def fit(self, rates: Floats, weights: Floats, budget: float) -> None:
        if not len(rates):
            return
        if len(rates) > _SAMPLE:
            chosen = np.random.default_rng(0).choice(len(rates), _SAMPLE, replace=False)
            budget *= _SAMPLE / len(rates)
            rates, weights = rates[chosen], weights[chosen]
        low, high = -60.0, 60.0
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if self._visits(rates, weights, exp(middle)).sum() < budget:
                low = middle
            else:
                high = middle
        self._level = exp((low + high) / 2)

    def interval(self, rate: float, weight: float) -> float:
        if self._level is None:
            return self._limits.most
        return float(1.0 / self._visits(np.array([rate]), np.array([weight]), self._level)[0])

    def _visits(self, rates: Floats, weights: Floats, level: float) -> Floats:
        least, most = self._limits
        found: Floats = np.clip(self._frequency(rates, weights, level), 1 / most, 1 / least)
        return found


def uniform(rates: Floats, _weights: Floats, level: float) -> Floats:
    """Every page alike."""
    return np.full(len(rates), level)


def proportional(rates: Floats, _weights: Floats, level: float) -> Floats:
    """Twice the visits to a page that changes twice as often. It spends most on what cannot be kept fresh anyway."""
    return level * rates


_SPANS: Floats = np.concatenate(([0.0], np.geomspace(1e-6, 60.0, 4000)))
_GAINS: Floats = np.where(_SPANS < 1e-3, _SPANS**2 / 2 - _SPANS**3 / 3, 1 - np.exp(-_SPANS) * (1 + _SPANS))


def optimal(rates: Floats, weights: Floats, level: float) -> Floats:
    """As much weight as possible is fresh (Cho and Garcia-Molina, *Effective page refresh policies*).

    A page with rate r, visited f times a second, is fresh for F = f/r·(1 - e^(-r/f)) of the time. The weighted
    sum of F for a given sum of f is greatest where one more visit gains the same everywhere: w·dF/df = 1/level, the
    Lagrange multiplier. With s = r/f that is 1 - e^(-s)·(1 + s) = r / (w·level), which a table turns round. A page of
    which the right side is 1 or more changes too fast for its weight to be worth any visit.
    """
    wanted = rates / np.maximum(weights * level, 1e-300)
    # For small spans the table is too coarse, and the series is exact enough.
    spans = np.where(wanted < 1e-9, np.sqrt(2 * wanted), np.interp(wanted, _GAINS, _SPANS, right=np.inf))
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = np.where(spans > 0, rates / spans, np.sqrt(rates * weights * level / 2))
    return found


_POLICIES: dict[str, Frequency] = {"uniform": uniform, "proportional": proportional, "optimal": optimal}
NAMES = tuple(_POLICIES)


def make(name: str, limits: Limits) -> Policy:
    try:
        return LevelledPolicy(name, _POLICIES[name], limits)
    except KeyError:
        raise SettingError(f"There is no policy {name!r}. There are: {', '.join(NAMES)}.") from None
