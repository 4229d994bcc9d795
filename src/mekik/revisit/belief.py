"""What is believed of a page's change rate: a gamma distribution, which every visit makes narrower.

A visit tells only whether a page changed since the last one, never how often: five changes between two visits look like
one. Counting changes by visits is therefore too low for pages that change fast (Cho and Garcia-Molina, *Estimating
frequency of change*). Here the likelihood of what was seen is used: e^(-rate·t) for a page that did not change in t
seconds, 1 - e^(-rate·t) for one that did, with whatever t each visit has.

The first keeps a gamma distribution one. The second makes it the difference of two; its mean and variance are known
exactly, and the gamma distribution with the same two takes its place. So a page costs two numbers however often it was
visited.
"""

from __future__ import annotations

from math import expm1, log1p
from typing import NamedTuple

_SHORTEST = 1.0
"""Seconds. Stores know no less."""
_LEAST_SHAPE = 1e-3
_LEAST_TIME = 1.0


class Belief(NamedTuple):
    """A gamma distribution: as if `shape` changes had been seen in `time` seconds."""

    shape: float
    time: float

    @property
    def rate(self) -> float:
        """Changes a second, expected."""
        return self.shape / self.time


class Evidence(NamedTuple):
    """What visits added to the belief before them."""

    shape: float = 0.0
    time: float = 0.0


def after_no_change(belief: Belief, seconds: float) -> Belief:
    return Belief(belief.shape, belief.time + max(seconds, _SHORTEST))


def after_change(belief: Belief, seconds: float) -> Belief:
    """It changed at least once in these seconds."""
    shape, time = belief
    logarithm = -log1p(max(seconds, _SHORTEST) / time)
    whole = expm1(shape * logarithm)
    mean = shape / time * expm1((shape + 1) * logarithm) / whole
    square = shape * (shape + 1) / time**2 * expm1((shape + 2) * logarithm) / whole
    variance = square - mean * mean
    if variance <= 0:  # less than the numbers can tell: the interval says nothing new
        return belief
    return Belief(mean * mean / variance, mean / variance)


def after_announced(belief: Belief, seconds: float) -> Belief:
    """It changed, and the visit was made because that was said. Such visits come just after changes, so that "at least
    one in these seconds" would be far too high an estimate: the change itself was observed."""
    return Belief(belief.shape + 1, belief.time + max(seconds, _SHORTEST))


def learned(
    prior: Belief, evidence: Evidence, seconds: float, *, changed: bool, memory: float, announced: bool = False
) -> Evidence:
    """What is known after one more visit. What came before fades, so that a page may take up other habits: after
    `memory` visits about a third of it is left."""
    kept = 1 - 1 / memory
    before = believed(prior, Evidence(evidence.shape * kept, evidence.time * kept))
    if not changed:
        after = after_no_change(before, seconds)
    else:
        after = after_announced(before, seconds) if announced else after_change(before, seconds)
    return Evidence(after.shape - prior.shape, after.time - prior.time)


def believed(prior: Belief, evidence: Evidence) -> Belief:
    """Both together. The prior may have changed since, so what is left must stay a distribution."""
    return Belief(max(prior.shape + evidence.shape, _LEAST_SHAPE), max(prior.time + evidence.time, _LEAST_TIME))
