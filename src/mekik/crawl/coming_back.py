"""When a page is visited again: what its visits taught, and what the job's policy makes of it.

Called once for every settled page. What it learns goes to the table `change`, in the same commit as the page's state;
the policy is fitted to all pages from time to time, when a tenth more visits were made.
"""

from __future__ import annotations

import time
from itertools import islice

import numpy as np
import xxhash

from mekik.crawl.facts import gone_after, short_digest
from mekik.crawl.fresh_copies import FreshCopies, copies_of
from mekik.frontier import Batch, ChangeRow, Frontier, FrontierStore
from mekik.frontier.hints import changed_at
from mekik.frontier.importance import Importance
from mekik.frontier.store import Rates
from mekik.outcome import Outcome, Status
from mekik.page import Address, Page
from mekik.revisit import (
    Belief,
    Claims,
    Evidence,
    Habits,
    Limits,
    Said,
    Watched,
    is_news,
    learned,
    make,
    prior,
    pulled_forward,
    watch,
)
from mekik.revisit.belief import believed
from mekik.settings import RevisitSettings

DAY = 86_400.0
_FIRST_FIT = 50
"""Visits before the first fit; until then the mean interval holds."""
_GROWTH = 0.1
_RELIABLE = 0.5
_NEWS = 5000
"""Pages of one listing whose dates are looked at; the rest come in their time."""
_SEEN = {Outcome.OK, Outcome.TRUNCATED, Outcome.NOT_MODIFIED, Outcome.DUPLICATE, Outcome.REDIRECT}
"""Visits that show what stands at an address."""
_UNSAID = Said()


class ComingBack:
    def __init__(
        self, settings: RevisitSettings, frontier: Frontier, store: FrontierStore, importance: Importance | None = None
    ) -> None:
        self._settings, self._frontier, self._store = settings, frontier, store
        self._importance = importance if settings.importance != "equal" else None
        self._limits = Limits(settings.min_interval, max(settings.max_interval, settings.min_interval))
        self._policy = make(settings.policy, self._limits) if settings.policy != "never" else None
        self._habits = Habits()
        self._claims = Claims(store.claims())
        self._visits = self._fit_at = 0
        self._fitted = False
        self._mean_weight = 1.0
        self._watched = store.watched()
        self.copies: FreshCopies | None = None
        """When that was last worked out."""
        if self._policy is not None:
            for host, evidence in store.evidence_by_host():
                self._habits.tell(host, Evidence(), evidence)
            self.fit(time.time())

    def settled(self, page: Page, digest: bytes | None, at: float) -> float | None:
        """Takes the visit in; answers when the page is to be visited again, if at all."""
        if page.address.role or (page.document is not None and page.document.listing is not None):
            return None  # a feed or sitemap: that is the matter of discovery.py
        row = self._learn(page, digest)
        if self._policy is None:
            return None
        self._claims.visited(self._site(page.address), page.address.id)
        self._visits += 1
        if self._visits >= self._fit_at:
            self.fit(at)
        interval = self._interval(page, row)
        return None if interval is None else at + interval

    def look(self, at: float) -> None:
        """Works out how fresh the copies are now."""
        if self._policy is not None:
            self._note(self._store.rates(), at)

    def _note(self, pages: Rates, at: float) -> None:
        if len(pages.rates):
            self.copies = copies_of(pages.rates, pages.seen_at, self._watched, at)

    # what others say

    def heard(self, news: dict[int, int], at: float, now: float) -> None:
        """Sitemaps and feeds say of these pages that they changed, and when: what can be relied on comes sooner."""
        if self._policy is None:
            return
        for id, date in islice(news.items(), _NEWS):
            row = self._frontier.changes.of(id)
            if row is None or row.missing or not is_news(date, row.seen_at, at):
                continue
            address = self._frontier.address(id)
            site = self._site(address)
            if self._claims.admits(site, id):
                due = row.seen_at + self.usual_interval(row, address.key)
                when = pulled_forward(due, at, row.seen_at + self._limits.least, self._claims.trust(site))
                self._frontier.sooner(address, when, at, now)

    def give(self, batch: Batch) -> None:
        batch.claims = self._claims.take_new()

    def _site(self, address: Address) -> int:
        return self._frontier.numbers.host(address.authority)

    # what a visit teaches

    def _learn(self, page: Page, digest: bytes | None) -> ChangeRow | None:
        """Its history with this visit; None for a page that nobody ever saw."""
        address, at = page.address, page.exchange.started_at
        before = self._frontier.changes.of(address.id) if address.seen_at else None
        if page.outcome in _SEEN:
            content = content_of(page, digest, before)
            belief = self.before_visits(page, at)
            row = self._again(page, before, content, belief) if before else self._first(page, content, belief)
            address.rate, address.seen_at = row.rate, int(row.seen_at)
        elif page.outcome is Outcome.NOT_FOUND and before is not None:
            row = before._replace(missing=before.missing + 1)
        else:
            return before
        self._frontier.changes.note(row)
        return row

    def before_visits(self, page: Page, at: float) -> Belief:
        """What is believed of the page without its own visits."""
        hint, site = page.address.hint, self._site(page.address)
        if hint is None:
            return prior(_UNSAID, self._habits.of(site), at)[0]
        said = Said(hint.changefreq, hint.lastmod, hint.published)
        return prior(said, self._habits.of(site), at, self._claims.trust(site))[0]

    def _first(self, page: Page, content: int, belief: Belief) -> ChangeRow:
        at = page.exchange.started_at
        return ChangeRow(page.address.id, content, at, at, rate=belief.rate)

    def _again(self, page: Page, before: ChangeRow, content: int, belief: Belief) -> ChangeRow:
        at = page.exchange.started_at
        seconds = at - before.seen_at
        if seconds <= 0:  # read from the archive again, or a clock that was put back: it teaches nothing
            return before._replace(content=content, missing=0)
        changed = content != before.content
        site, hint, id = self._site(page.address), page.address.hint, page.address.id
        # A visit that was made for a word that proves true tells the change itself; any other only that there was one.
        announced = self._claims.is_open(site, id) and self._claims.trust(site) >= _RELIABLE
        if self._claims.is_open(site, id) or (hint is not None and changed_at(hint) > before.seen_at):
            self._claims.tell(site, id, before.rate, seconds, changed=changed)
        known = Evidence(before.shape, before.time)
        evidence = learned(
            belief, known, seconds, changed=changed, memory=self._settings.memory, announced=announced
        )  # fmt: skip
        self._habits.tell(site, known, evidence)
        rate = believed(belief, evidence).rate
        watched = watch(Watched(before.watched, before.fresh, before.aged), seconds, rate, changed=changed)
        self._watched = watch(self._watched, seconds, rate, changed=changed)
        return ChangeRow(
            before.address, content, at, at if changed else before.changed_at, before.visits + 1,
            before.changes + changed, evidence.shape, evidence.time, rate, 0, *watched,
        )  # fmt: skip

    # what the policy makes of it

    def _interval(self, page: Page, row: ChangeRow | None) -> float | None:
        outcome = page.outcome
        if outcome in _SEEN and row is not None:
            return self.usual_interval(row, page.address.key)
        if (
            outcome is Outcome.NOT_FOUND
            and row is not None
            and row.missing < gone_after(self._settings, page.address.url)
        ):
            return self._within(min(self.usual_interval(row, page.address.key), DAY))  # soon, to be sure
        if outcome.status is Status.ERROR and outcome is not Outcome.NOT_FOUND:
            return self._within(self._settings.interval)
        # There is nothing to keep fresh, but some day there may be.
        return self._limits.most if page.exchange.status else None

    def usual_interval(self, row: ChangeRow, key: int) -> float:
        assert self._policy is not None
        if not self._fitted:
            return self._within(self._settings.interval)
        weight = self._importance.of(key) / self._mean_weight if self._importance else 1.0
        return self._policy.interval(row.rate, weight)

    def _within(self, interval: float) -> float:
        return min(max(interval, self._limits.least), self._limits.most)

    def fit(self, at: float) -> None:
        """Shares out the budget among all pages that come back; a part of it is kept for those that still wait."""
        assert self._policy is not None
        pages = self._store.rates()
        count = len(pages.rates)
        self._visits, self._fit_at = 0, max(_FIRST_FIT, int(count * _GROWTH))
        if not count:
            return
        weights = np.ones(count)
        if self._importance is not None:
            weights = self._importance.of_many(pages.keys)
            self._mean_weight = float(weights.mean()) or 1.0
            weights = weights / self._mean_weight
        settings = self._settings
        expected = count + self._frontier.counts[Status.WAITING]
        if settings.collection is not None:
            expected = max(count, min(expected, settings.collection))
        budget = count / settings.interval if settings.budget is None else settings.budget / DAY * count / expected
        self._policy.fit(pages.rates, weights, budget)
        self._fitted = count >= _FIRST_FIT or settings.budget is None
        self._note(pages, at)


def content_of(page: Page, digest: bytes | None, before: ChangeRow | None) -> int:
    """What must differ for a page to have changed: its main text; where there is none, what was sent."""
    if page.outcome is Outcome.NOT_MODIFIED and before is not None:
        return before.content
    if page.outcome is Outcome.REDIRECT:
        return _signed(xxhash.xxh3_64_intdigest(page.exchange.headers.get("location", "").encode()))
    if page.analysis is not None and page.analysis.fingerprint:
        return _signed(page.analysis.fingerprint)
    return short_digest(digest) if digest else 0


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number
