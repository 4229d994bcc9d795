"""How fresh and how old copies are: expected from change rates, and as visits show it.

A copy is fresh while the page still says the same. Its age is the time since it ceased to be so, 0 while it is fresh.
"""

from __future__ import annotations

from math import exp, expm1
from typing import NamedTuple

_SMALL = 1e-4


def fresh_after(rate: float, seconds: float) -> float:
    """How likely a copy is still fresh so long after the visit."""
    return exp(-rate * max(seconds, 0.0))


def age_after(rate: float, seconds: float) -> float:
    """Expected age of a copy so long after the visit, in seconds."""
    span = rate * max(seconds, 0.0)
    if span < _SMALL:
        return max(seconds, 0.0) * span / 2
    return max(seconds, 0.0) + expm1(-span) / rate


def expected_freshness(rate: float, interval: float) -> float:
    """Share of the time in which a page is fresh that is visited so often."""
    span = rate * interval
    return -expm1(-span) / span if span > _SMALL else 1 - span / 2


def expected_age(rate: float, interval: float) -> float:
    """Mean age of its copy over the time, in seconds."""
    span = rate * interval
    if span < _SMALL:
        return interval * span / 6
    return interval * (0.5 - 1 / span - expm1(-span) / span**2)


class Watched(NamedTuple):
    """What the visits to a page showed, all of them added up."""

    seconds: float = 0.0
    """From the first visit to the last."""
    fresh: float = 0.0
    """Seconds of them in which our copy was fresh."""
    aged: float = 0.0
    """Its age, summed over those seconds."""


def watch(before: Watched, seconds: float, rate: float, *, changed: bool) -> Watched:
    """One more visit. A page that changed did so at an unknown moment between both: on average at that which its rate
    makes likely for the first change."""
    if not changed:
        return Watched(before.seconds + seconds, before.fresh + seconds, before.aged)
    span = rate * seconds
    if span < _SMALL:
        first, square = seconds / 2, seconds * seconds / 3
    else:
        happened = -expm1(-span)
        first = 1 / rate - seconds * exp(-span) / happened
        # The mean square of the time that was left after the first change.
        square = seconds**2 / happened - 2 * seconds / rate / happened + 2 / rate**2
    return Watched(
        before.seconds + seconds,
        before.fresh + min(max(first, 0.0), seconds),
        before.aged + min(max(square, 0.0), seconds * seconds) / 2,
    )
