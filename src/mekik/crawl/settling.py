"""The last two steps of a page: it becomes searchable, and its address gets its new state."""

from __future__ import annotations

import time

from mekik.crawl.departures import Fate
from mekik.crawl.discovery import Discovery
from mekik.crawl.facts import asked_to_wait, short_digest
from mekik.crawl.late_topics import refresh
from mekik.crawl.log import log_entry
from mekik.crawl.parts import Parts
from mekik.crawl.picture_index import index_pictures
from mekik.crawl.visits import finds_of, lesson_of, visit_of
from mekik.frontier import Judge
from mekik.index import entry_of
from mekik.outcome import Outcome, Status
from mekik.page import Links, Page


class Settling:
    def __init__(self, parts: Parts, discovery: Discovery, reading: dict[int, Page]) -> None:
        self._parts = parts
        self._settings = parts.settings
        self._frontier = parts.frontier
        self._discovery = discovery
        self._reading = reading
        """Pages that a worker has: the engine's."""

    # 7: index

    def put(self, page: Page, *, again: bool = False) -> bool:
        """Whether the page is searchable now. `again`: it was before, and only what is said about it is new."""
        if page.outcome.status is Status.COMPLETED:
            self._parts.trust.weigh(page, page.address.id, again=again)
        index = self._parts.index
        indexed = False
        self._discovery.recall(page)
        if index is not None:
            page.rank = self._parts.ranks.give(page.address.key, self._frontier.known())
            entry = entry_of(page, self._settings.owner, self._parts.job)
            if entry is not None and self._parts.rules.wanted(page):
                index.put(entry, replace=page.address.digest is not None or not self._parts.alone)
                indexed = True
                self._parts.rates.indexed += 1
            known = page.address.digest is not None or not self._parts.alone
            index_pictures(index, page, entry, self._parts.rules, self._parts.job, self._settings.owner, known=known)
        return indexed

    # 8: settle

    def settle(
        self, page: Page, retry_in: float | None = None, *, links: Links | None = None, indexed: bool = False,
        digest: bytes | None = None, duplicate_of: int | None = None,
    ) -> None:  # fmt: skip
        now, at = time.monotonic(), time.time()
        self._discovery.judge(page)
        address, exchange, outcome = page.address, page.exchange, page.outcome
        if links is not None and self._frontier.learns:
            self._frontier.learn(lesson_of(page, links, self._frontier))
        if links is not None and self._parts.index is not None and address.digest is None:
            judged = page.spam is not None and page.spam.action
            self._parts.ranks.read(address.key, b"" if judged else links.keys)
        self._parts.traps.settled(page)
        links = self._parts.forms.settled(page, links)
        new = 0
        news: dict[int, int] = {}
        if links is not None and links.urls:
            judge: Judge = self._parts.rules.judge
            if not links.hints:  # who tells more about an address than its name vouches for it
                judge = self._parts.traps.beside(judge, address.url)
            new = self._frontier.offer(links, address, judge, at, now)
            self._parts.rates.found += new
            news = self._frontier.hints.take_news()
            if news:
                self._parts.coming_back.heard(news, at, now)
            if self._frontier.hints.grown:
                archive = self._parts.archive if self._parts.index else None
                refresh(self._frontier, archive, self._parts.pool, self._reading, obey=self._settings.robots.obey)
        if retry_in is None and outcome.passing and exchange.status:
            retry_in = asked_to_wait(exchange, self._settings.frontier.max_retry_after)
        digest = page.capture.digest if page.capture else digest or page.digest
        if digest and (outcome.status is not Status.COMPLETED or outcome is Outcome.NO_SITEMAP):
            self._frontier.forget_payload(short_digest(digest), address)
            digest = None
        parts = self._parts
        next_visit = parts.coming_back.settled(page, digest, at)
        fate = parts.departures.settled(page, at, indexed=indexed)
        if fate is Fate.HELD and digest:
            self._frontier.forget_payload(short_digest(digest), address)
        if fate is Fate.NONE and not indexed and parts.archive is None and not parts.alone:
            self._forget(page)
        visit = visit_of(page, digest, duplicate_of, indexed, self._frontier, fate) if exchange.status else None
        finds = finds_of(page, self._frontier, stays=parts.departures.stays(page, fate))
        if finds is not None:
            self._frontier.picked(finds)
        next_visit = self._discovery.settled(page, new + len(news), at) or next_visit
        again = self._frontier.settle(address, outcome, page.reason, visit, at, now, retry_in, next_visit)
        if parts.collection is not None:
            parts.collection.settled(page, at, now, indexed=indexed)
        self._parts.commits.settled(address.id, indexed=indexed)
        self._parts.log.add(log_entry(page, at, retry=again))

    def _forget(self, page: Page) -> None:
        """Without an archive an earlier visit may have put it into the index that a crash made the state forget."""
        told = page.document is not None or page.outcome in (Outcome.NOT_FOUND, Outcome.DUPLICATE)
        if told and self._parts.index is not None:
            self._parts.index.remove(self._settings.owner, page.address.url)
            self._parts.index.remove_shown(self._settings.owner, page.address.url)
