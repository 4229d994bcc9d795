"""How far a site's word on when its pages changed can be relied on: `lastmod` of sitemaps, dates of feeds.

Many sites say "today" of every page. What counts is therefore not how often a page had changed that was said to have,
but how much more often than its change rate lets one expect anyway: a site that always says "now" gains nothing by it,
however fast its pages change, and one that says the truth gains all there is to gain.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

_DAY = 86_400
_GAINED, _POSSIBLE = 1.0, 2.0
"""Of a site that nobody knows yet: half of what it says is believed, and a few visits decide."""
_KEPT = 0.97
"""Of what was learned, after one more visit: a site may mend its ways."""
_LEAST = 0.3
"""Less than this may be mere chance, and counts for nothing."""
_OPEN = 20
"""Pages of a site that may be pulled forward at once before anything is known of it."""
_PER_SIGN = 10
"""As many more for each change that was announced and found."""


class Claims:
    """Two numbers a site, and the pages whose visits were pulled forward and are still to be made."""

    def __init__(self, known: Iterable[tuple[int, float, float]] = ()) -> None:
        self._sites = {site: (gained, possible) for site, gained, possible in known}
        self._open: dict[int, set[int]] = {}
        self._new: set[int] = set()

    def trust(self, site: int) -> float:
        """From 0, as good as not said, to 1, always true."""
        gained, possible = self._sites.get(site, (0.0, 0.0))
        share = (_GAINED + gained) / (_POSSIBLE + possible)
        return min(max(share, 0.0), 1.0) if share >= _LEAST else 0.0

    def tell(self, site: int, id: int, rate: float, seconds: float, *, changed: bool) -> None:
        """A page that was said to have changed was visited, so many seconds after the visit before."""
        expected = 1 - exp(-rate * seconds)
        gained, possible = self._sites.get(site, (0.0, 0.0))
        self._sites[site] = (gained * _KEPT + changed - expected, possible * _KEPT + 1 - expected)
        self._new.add(site)
        self.visited(site, id)

    def visited(self, site: int, id: int) -> None:
        self._open.get(site, set()).discard(id)

    def is_open(self, site: int, id: int) -> bool:
        """Whether its visit was pulled forward."""
        return id in self._open.get(site, ())

    def admits(self, site: int, id: int) -> bool:
        """Whether one more page of the site may be pulled forward; it then is, until it is visited."""
        if not self.trust(site):
            return False
        waiting = self._open.setdefault(site, set())
        if len(waiting) >= _OPEN + _PER_SIGN * max(self._sites.get(site, (0.0, 0.0))[0], 0.0):
            return False
        waiting.add(id)
        return True

    def take_new(self) -> list[tuple[int, float, float]]:
        """What was learned since the last call: site, and its two numbers."""
        found = [(site, *self._sites[site]) for site in sorted(self._new)]
        self._new.clear()
        return found


def is_news(date: int, seen_at: float, now: float) -> bool:
    """Whether a page that is said to have changed then may have done so since it was seen. A date without a time
    means some moment of that day, and no more than a day may lie between two clocks."""
    latest = date + _DAY if date % _DAY == 0 else date
    return latest > seen_at and 0 < date <= now + _DAY


def pulled_forward(due: float, now: float, soonest: float, trust: float) -> float:
    """When to visit a page that is said to have changed, and would be visited at `due`. `due` is what its change rate
    makes of it, so saying it again and again pulls no further."""
    return min(max(now + (1 - trust) * (due - now), soonest), due)
