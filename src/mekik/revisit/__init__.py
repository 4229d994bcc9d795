"""When is a page worth another visit? The arithmetic of coming back; it knows neither addresses nor a store.

    belief.py     what is believed of a page's change rate, and what a visit teaches
    prior.py      what is believed before the first visit: sitemap, feed, the habits of the site
    allowance.py  a budget of visits that is never overdrawn
    claims.py     how far sitemaps and feeds can be relied on that say when a page changed
    freshness.py  how fresh and how old a copy is, expected and as visits show it
    policies.py   how a budget of visits is shared out: `Policy`, and `make(name, limits)`

A page changes as a Poisson process with a rate of its own, in changes a second.
"""

from mekik.revisit.allowance import Allowance
from mekik.revisit.belief import Belief, Evidence, after_change, after_no_change, learned
from mekik.revisit.claims import Claims, is_news, pulled_forward
from mekik.revisit.freshness import (
    Watched,
    age_after,
    expected_age,
    expected_freshness,
    fresh_after,
    watch,
)
from mekik.revisit.policies import NAMES, Limits, Policy, make
from mekik.revisit.prior import Habits, Said, prior

__all__ = [
    "NAMES",
    "Allowance",
    "Belief",
    "Claims",
    "Evidence",
    "Habits",
    "Limits",
    "Policy",
    "Said",
    "Watched",
    "after_change",
    "after_no_change",
    "age_after",
    "expected_age",
    "expected_freshness",
    "fresh_after",
    "is_news",
    "learned",
    "make",
    "prior",
    "pulled_forward",
    "watch",
]
