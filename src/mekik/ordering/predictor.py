"""What will an unseen link be worth? A logistic regression that learns on line from links whose pages were read."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple
from zlib import crc32

import numpy as np

from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings

_BITS = 18
_MASK = (1 << _BITS) - 1
_STEP = 0.35
_SOURCE, _SITE, _WORD, _NEAR, _TOLD = 2.5, 1.5, 2.0, 1.0, 2.0
"""Before anything is learned: links of wanted pages, of sites with wanted pages, with a wanted word in them or near
them, and among words that wanted pages use are good."""
_BIAS = -2.0
_UNKNOWN = 0.5
_FEWER = 0.5
"""What all words around a link count for beside a word of its anchor."""
_BLUR = 3.0
"""Pages of the usual kind that a site is taken to have beside those that were read."""
_WORTH_TELLING = 4
_MOST_SITES = 200_000


class Link(NamedTuple):
    """A link as the predictor sees it."""

    places: list[int]
    """Of its words and of its folder among the weights."""
    shares: list[float]
    """How much each of them counts: many words around it no more than a few."""
    names: list[str]
    source: float
    """Grade of the page that named it."""
    site: float
    """What pages of its host were worth so far."""
    holds: bool
    """One of the job's words."""
    near: bool
    """One of them stands around it."""
    told: float
    """What the classifier makes of the words around it."""


class Predictor:
    def __init__(self, settings: OrderingSettings, words: Words) -> None:
        self._words = words
        self._wanted = words.wanted(settings.words)
        self._weights = np.zeros(1 << _BITS, dtype=np.float32)
        self._squares = np.full(1 << _BITS, 0.1, dtype=np.float32)
        self._bias, self._dense, self._taught = _BIAS, [_SOURCE, _SITE, _WORD, _NEAR, _TOLD], 0
        self._sites: dict[int, tuple[float, int]] = {}

    def link(self, anchor: str, around: str, url: str, host: int, source: float | None, told: float = 0.5) -> Link:
        in_anchor, in_address = self._words.of_text(anchor), self._words.of_address(url)
        beside = self._words.of_text(around) if around else []
        names = list(dict.fromkeys([
            *(f"anchor {forms[-1]}" for forms in in_anchor), *(f"address {forms[-1]}" for forms in in_address),
            f"folder {host}{_folder(url)}",
        ]))  # fmt: skip
        near_names = list(dict.fromkeys(f"near {forms[-1]}" for forms in beside))
        shares = [1.0] * len(names) + [_FEWER / sqrt(len(near_names) or 1)] * len(near_names)
        names += near_names
        holds = any(not self._wanted.isdisjoint(forms) for forms in (*in_anchor, *in_address))
        near = any(not self._wanted.isdisjoint(forms) for forms in beside)
        places = [crc32(name.encode()) & _MASK for name in names]
        total, pages = self._sites.get(host, (0.0, 0))
        site = (total + _UNKNOWN * _BLUR) / (pages + _BLUR)
        return Link(places, shares, names, _UNKNOWN if source is None else source, site, holds, near, told)

    def worth(self, link: Link) -> float:
        return 1 / (1 + exp(-max(min(self._odds(link), 30.0), -30.0)))

    def teach(self, link: Link, grade: float, host: int) -> None:
        """The page behind the link was read."""
        error = self.worth(link) - grade
        places = np.array(link.places, dtype=np.int64)
        self._squares[places] += error * error
        self._weights[places] -= _STEP * error * np.array(link.shares) / np.sqrt(self._squares[places])
        self._taught += 1
        step = _STEP * error / sqrt(self._taught)
        self._bias -= step
        self._dense = [weight - step * value for weight, value in zip(self._dense, self._values(link), strict=True)]
        if len(self._sites) >= _MOST_SITES:
            self._sites.clear()
        total, pages = self._sites.get(host, (0.0, 0))
        self._sites[host] = (total + grade, pages + 1)

    def explain(self, link: Link) -> str:
        """What speaks for the link and against it, in log odds, the weightiest first."""
        dense = zip(
            ("page that named it", "site", "word of the job", "word of the job near it", "words near it"),
            self._dense,
            self._values(link),
            strict=True,
        )
        parts = [(name, weight * value) for name, weight, value in dense]
        own = zip(link.names, link.places, link.shares, strict=True)
        parts += [(name, float(self._weights[place]) * share) for name, place, share in own]
        parts = sorted((part for part in parts if abs(part[1]) >= 0.01), key=lambda part: -abs(part[1]))
        return ", ".join(f"{name} {worth:+.2f}" for name, worth in parts[:_WORTH_TELLING])

    def _odds(self, link: Link) -> float:
        weights = self._weights
        own = sum([float(weights[place]) * share for place, share in zip(link.places, link.shares, strict=True)])
        return self._bias + own + sum(map(_times, self._dense, self._values(link)))

    @staticmethod
    def _values(link: Link) -> Sequence[float]:
        # A page of middling worth says nothing for its links.
        return _logit(link.source), _logit(link.site), float(link.holds), float(link.near), _logit(link.told)


def _times(one: float, other: float) -> float:
    return one * other


def _logit(share: float) -> float:
    """-1 to 1, and 0 in the middle."""
    share = min(max(share, 0.02), 0.98)
    return log(share / (1 - share)) / 4


def _folder(url: str) -> str:
    path = url.partition("?")[0]
    return path[path.find("/", path.find("://") + 3) : path.rfind("/") + 1]
