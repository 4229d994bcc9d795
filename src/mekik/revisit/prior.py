"""What is believed of a page's change rate before anybody came back to it.

A page is first taken for a usual one of its site, or for what its sitemap says of it. Neither counts for much: many
sitemaps say `daily` of everything.
"""

from __future__ import annotations

from typing import NamedTuple

from mekik.revisit.belief import Belief, Evidence

_DAY = 86_400.0
_SHAPE = 0.3
"""How sure one is of a page that nobody came back to. Rates differ by four orders of magnitude, also within a site: so
little that a few visits decide."""
_USUAL = Belief(5.0, 5.0 * 30 * _DAY)
"""Of a site: that many changes are needed before its habits count as much as what is usual elsewhere."""
_BY_WORD = {
    "always": 3600.0, "hourly": 3600.0, "daily": _DAY, "weekly": 7 * _DAY, "monthly": 30 * _DAY, "yearly": 365 * _DAY,
    "never": 3650 * _DAY,
}  # fmt: skip
_LONGEST = 3650 * _DAY
"""Dates before this are not believed to mean anything."""
_LEAST = 3600.0
_SURE = 60 * _DAY


_ANY_SITE = Belief(_SHAPE, _SHAPE / _USUAL.rate)
"""Of a page of a site that nobody knows yet."""


class Said(NamedTuple):
    """What others say of a page. Times are seconds since the epoch."""

    changefreq: str = ""
    lastmod: int | None = None
    published: int | None = None


_NOTHING = Said()


class Habits:
    """How fast the pages of each site change, from all visits to them: two numbers a site."""

    def __init__(self) -> None:
        self._sites: dict[int, tuple[float, float]] = {}

    def tell(self, site: int, before: Evidence, after: Evidence) -> None:
        """The evidence of one of its pages is another one now."""
        shape, time = self._sites.get(site, (0.0, 0.0))
        self._sites[site] = (shape + after.shape - before.shape, time + after.time - before.time)

    def of(self, site: int) -> Belief:
        """What to expect of a page of this site: with few visits the usual, with many what they showed."""
        if site not in self._sites:
            return _ANY_SITE
        shape, time = self._sites[site]
        pooled = Belief(_USUAL.shape + max(shape, 0.0), _USUAL.time + max(time, 0.0))
        return Belief(_SHAPE, _SHAPE / pooled.rate)


def prior(said: Said, site: Belief, now: float, trust: float = 1.0) -> tuple[Belief, str]:
    """The belief, and where it comes from: site, changefreq, lastmod or published. `trust`: in what the site says."""
    if said == _NOTHING:
        return _OPEN if site is _ANY_SITE else _open_to_doubt(site), "site"
    belief, source = site, "site"
    word = _BY_WORD.get(said.changefreq)
    if word is not None:
        belief, source = Belief(_SHAPE, _SHAPE * word), "changefreq"
    since = _age(said.lastmod, now)
    if since is not None and trust:
        # One change, and none in all the time since.
        belief, source = Belief(belief.shape + trust, belief.time + trust * since), "lastmod"
    elif (since := _age(said.published, now)) is not None and trust:
        belief, source = Belief(belief.shape, belief.time + trust * since), "published"
    return _open_to_doubt(belief), source


def _open_to_doubt(belief: Belief) -> Belief:
    """The same rate, no surer than visits over `_SURE` would make it: an old page may begin to change every day."""
    doubt = min(1.0, _SURE / belief.time)
    return Belief(belief.shape * doubt, belief.time * doubt)


_OPEN = _open_to_doubt(_ANY_SITE)


def _age(moment: int | None, now: float) -> float | None:
    if moment is None or moment > now or moment <= 0:
        return None
    return min(max(now - moment, _LEAST), _LONGEST)
