"""A page's way through the eight steps.

    2 hand_out → door (robots.txt) → 3 fetch → 4 archive → 5, 6 workers → 7 index → 8 settle

Everything here runs in the loop's thread; each step is a method, and each ends by calling the next one. The last two
steps are in `settling.py`.
"""

from __future__ import annotations

import hashlib
import time
from typing import cast

from mekik.archive import Position
from mekik.crawl.discovery import Discovery, is_sitemap
from mekik.crawl.facts import asked_to_wait, no_exchange, short_digest, source_of, wishes_of
from mekik.crawl.parts import Parts
from mekik.crawl.redirects import Redirect, follow
from mekik.crawl.refusals import refusal_of
from mekik.crawl.settling import Settling
from mekik.errors import DiskFull
from mekik.fetch import Exchanges, Request, RobotsState
from mekik.frontier import links_of
from mekik.outcome import OUTCOME_BY_LABEL, Outcome
from mekik.page import Address, Exchange, Hint, LinkKind, Page, Parsed
from mekik.urls import is_file, keys
from mekik.urls import root as root_of

_BACKLOG = 160
"""Pages that may wait for a worker before fewer are fetched."""
_REFUSALS = 200
"""Addresses refused at one go before the loop looks at its sockets again."""
_MOMENT = 0.2
_NO_ANSWER = {
    Outcome.DNS_NOT_FOUND, Outcome.DNS_FAILURE, Outcome.DNS_TIMEOUT, Outcome.CONNECT_FAILED, Outcome.TIMEOUT,
}  # fmt: skip
_READ = {Outcome.OK, Outcome.TRUNCATED}
Known = tuple[int, str, int] | None
"""Address, its text and the time of an earlier answer with the same bytes."""


class Engine:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings = parts.settings
        self._frontier = parts.frontier
        self._in_flight = 0
        """Handed out and not yet fetched."""
        self._reading: dict[int, Page] = {}
        """Pages that a worker has."""
        self.limit: str | None = None
        """The budget that ended the crawl."""
        self.halted = ""
        """Why nothing is handed out though something could be: a full disk."""
        self.current = ""
        self._discovery = Discovery(parts.settings, parts.rules, parts.frontier, parts.sitemaps, parts.gate.known)
        self._settling = Settling(parts, self._discovery, self._reading)
        self._refused = 0
        """Of what was looked at for the last hand-out."""
        self._arrived: list[tuple[Request, Exchange]] = []
        self._new_payload = b""
        """Digest that nobody brought before, as was just found out for the archive."""

    @property
    def busy(self) -> int:
        return self._in_flight + len(self._reading) + (self._parts.rendering.busy if self._parts.rendering else 0)

    # 2: what is next

    def hand_out(self, now: float) -> bool:
        """Sends out all that may go. True when there was room for more than the frontier had."""
        self._refused = 0
        while True:
            leaving: list[Address] = []
            more = self._choose(now, leaving)
            for address in leaving:
                self._door(address)
            full = self._in_flight >= self._settings.fetch.connections or self._refused >= _REFUSALS
            if more or full or not leaving:  # else robots.txt kept some out, which leaves room for others
                return more

    def _choose(self, now: float, leaving: list[Address]) -> bool:
        """Adds those that may go; they count as in flight. True as above."""
        parts = self._parts
        if parts.commits.behind:
            return False
        while self._in_flight < self._settings.fetch.connections and parts.pool.backlog < _BACKLOG:
            if parts.rendering is not None and parts.rendering.is_full:
                return False
            self.limit = parts.rules.budget.exhausted
            if self.limit or self.halted or parts.departures.tripped:
                return False
            address = self._frontier.next(now)
            if address is None:
                return True
            refusal = refusal_of(address, parts)
            if refusal is not None:
                self._in_flight += 1
                self._refuse(address, *refusal, now)
                self._refused += 1
                if self._refused >= _REFUSALS:
                    return False
                continue
            verdict = parts.rules.budget.admit(address.authority)
            if not verdict.allowed and verdict.outcome is None:  # what is in flight may use the budget up
                self._frontier.rest(address, now + _MOMENT, "the last pages of a budget", now)
                self._frontier.release(address, now)
                self._frontier.put_back(address, now)
                continue
            self._in_flight += 1
            if verdict.allowed:
                leaving.append(address)
            else:
                self._refuse(address, verdict.outcome or Outcome.OVER_BUDGET, verdict.rule, now)
        return False

    def _door(self, address: Address) -> None:
        if self._settings.robots.obey and not is_file(address.url):
            root = root_of(address.url)
            self._parts.gate.ask(root, lambda state: self._admitted(address, root, state))
        else:
            self._fetch(address, address.url, 0)

    def _admitted(self, address: Address, root: str, state: RobotsState) -> None:
        now = time.monotonic()
        robots = self._settings.robots
        if state.closed:
            self._parts.rules.budget.release(address.authority)
            self._closed(address, state, now)
            return
        verdict = state.verdict(robots.agent, address.url)
        if not verdict.allowed:
            self._parts.rules.budget.release(address.authority)
            self._refuse(address, Outcome.ROBOTS_DENIED, f"robots.txt line {verdict.line}: {verdict.rule}", now)
            return
        self._discovery.robots(root, state)
        delay = state.crawl_delay(robots.agent)
        if delay is not None:
            self._frontier.crawl_delay(address, delay)
        self._fetch(address, address.url, 0)

    def _closed(self, address: Address, state: RobotsState, now: float) -> None:
        """RFC 9309: a site whose robots.txt cannot be had is closed for now; after a while it is given up."""
        self._in_flight -= 1
        reason = f"robots.txt: {state.reason}"
        give_up = state.failures >= self._settings.robots.max_closed or not state.outcome.passing
        wait = max(state.expires_at - time.time(), 1.0)
        self._frontier.release(address, now)
        if give_up:
            self._frontier.give_up(address.authority, state.outcome, reason)
        else:
            self._frontier.rest(address, now + wait, "robots.txt", now)
        self._settling.settle(
            Page(address, no_exchange(address, state.outcome, reason), outcome=state.outcome, reason=reason), wait
        )

    def _refuse(self, address: Address, outcome: Outcome, reason: str, now: float) -> None:
        self._in_flight -= 1
        self._frontier.release(address, now)
        self._settling.settle(Page(address, no_exchange(address, outcome, reason), outcome=outcome, reason=reason))

    # 3: fetch

    def _fetch(self, address: Address, url: str, hops: int) -> None:
        self.current = url
        self._frontier.limited.requested(address, time.monotonic())
        known = self._settings.archive.revisit
        usual, most, seconds = self._parts.rules.limits(url)
        types, size = self._discovery.wants(address, usual)
        request = Request(
            url=url, purpose="page", token=(address, hops), types=types, max_size=size or most, timeout=seconds,
            etag=address.etag if known else None, last_modified=address.last_modified if known else None,
        )  # fmt: skip
        fetcher = self._parts.files if is_file(url) else self._parts.fetcher
        fetcher.start(request, self._fetched)

    def _fetched(self, request: Request, exchange: Exchange) -> None:
        if not self._arrived:
            self._parts.poller.call_at(0.0, self._take_up)
        self._arrived.append((request, exchange))

    def _take_up(self) -> None:
        """All that came in this turn of the loop, step by step: a step that is done for many pages in a row costs much
        less than one that is done between others."""
        arrived, self._arrived = self._arrived, []
        now = time.monotonic()
        archived: list[tuple[Page, Redirect | None, int, Known]] = []
        for request, exchange in arrived:
            address, hops = cast("tuple[Address, int]", request.token)
            page = Page(address, exchange, outcome=exchange.outcome, reason=exchange.reason)
            redirect = self._redirect(page, hops)
            if self._archive(page, now):
                archived.append((page, redirect, hops, self._known(page, redirect)))
        for page, redirect, hops, known in archived:
            if redirect is not None and redirect.again:
                self._fetch(page.address, redirect.again, hops + 1)
                continue
            self._in_flight -= 1
            self._release(page.address, page.exchange, now)
            self._count(page.address, page.exchange)
            self._go_on(page, redirect, known)

    def _redirect(self, page: Page, hops: int) -> Redirect | None:
        exchange, rules = page.exchange, self._parts.rules
        if exchange.outcome is not Outcome.REDIRECT:
            return None
        redirect = follow(
            page.address, exchange.url, exchange.headers.get("location", ""), hops, self._frontier, rules.normaliser,
            rules.egress, rules.judge, self._settings.fetch.max_redirects,
        )  # fmt: skip
        page.outcome, page.reason = redirect.outcome, redirect.reason
        return redirect

    def _go_on(self, page: Page, redirect: Redirect | None, known: Known) -> None:
        if redirect is None:
            self._read(page, known)
        elif redirect.target:
            links = links_of([redirect.target], keys([redirect.target]), LinkKind.REDIRECT)
            if page.address.role:  # what stands there is expected to be the same kind of thing
                links.hints = [Hint(role=page.address.role)]
            self._settling.settle(page, links=links)
        else:
            self._settling.settle(page)

    def catch_up(self, page: Page, begin: Position, document: Exchange | None = None) -> None:
        """Goes on with a page that was archived before a crash, and with what a browser made of it, if one did."""
        if document is not None and self._parts.rendering is not None:
            self._parts.rendering.give(page, document)
        redirect = self._redirect(page, 0)
        self._parts.commits.archived(page.address.id, begin)
        self._count(page.address, page.exchange)
        self._go_on(page, redirect, self._known(page, redirect))

    def _release(self, address: Address, exchange: Exchange, now: float) -> None:
        rest = None
        if exchange.outcome in (Outcome.RATE_LIMITED, Outcome.SERVER_ERROR):
            rest = asked_to_wait(exchange, self._settings.frontier.max_retry_after)
        self._frontier.release(
            address, now, response_time=exchange.first_byte or exchange.elapsed,
            failed=exchange.outcome in _NO_ANSWER, rest=rest, why="the server's Retry-After", outcome=exchange.outcome,
            code=exchange.status,
        )  # fmt: skip

    def _count(self, address: Address, exchange: Exchange) -> None:
        rates = self._parts.rates
        rates.bytes += len(exchange.body)
        if exchange.status and not exchange.outcome.passing and not is_sitemap(address):
            rates.pages += 1
            self._parts.rules.budget.spent(address.authority, len(exchange.body))
        else:
            self._parts.rules.budget.release(address.authority, len(exchange.body))

    # 4: archive

    def _archive(self, page: Page, now: float) -> bool:
        """Every answer goes to the archive before anything else. False: the disk is full, the page waits again."""
        archive, exchange = self._parts.archive, page.exchange
        if archive is None or not exchange.status or page.outcome is Outcome.UNWANTED_TYPE:
            return True
        address = page.address
        try:
            begin = archive.position
            page.capture = archive.write(exchange, via=address.via, path=address.path, known=self._known_payload)
        except DiskFull as error:
            self.halted = str(error)
            self._in_flight -= 1
            self._parts.rules.budget.release(address.authority)
            self._frontier.release(address, now)
            self._frontier.put_back(address, now)
            return False
        self._parts.commits.archived(address.id, begin)
        return True

    def archive_robots(self, exchanges: Exchanges) -> None:
        """robots.txt decides what may be visited, so it is kept too, with path P for precondition."""
        if self._parts.archive is None:
            return
        for exchange in exchanges:
            if exchange.status:
                try:
                    self._parts.archive.write(exchange, path="P", known=lambda digest: None)
                except DiskFull as error:
                    self.halted = str(error)
                    return

    def _known_payload(self, digest: bytes) -> tuple[str, str] | None:
        if not self._settings.archive.revisit:
            return None
        known = self._frontier.same_payload(short_digest(digest))
        self._new_payload = b"" if known else digest
        if known is None:
            return None
        return known[1], time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(known[2]))

    def _known(self, page: Page, redirect: Redirect | None) -> Known:
        """Who brought the same bytes before; where nobody did, this page is the first."""
        exchange, capture = page.exchange, page.capture
        if redirect is not None or page.outcome not in _READ:
            return None
        digest = capture.digest if capture else hashlib.sha1(exchange.body, usedforsecurity=False).digest()
        page.digest = digest
        # What a server says at a usual place of a sitemap may be what it says everywhere.
        if not (exchange.body or (capture and capture.revisit)) or page.address.role == "guess":
            return None
        fresh = digest == self._new_payload
        self._new_payload = b""
        known = None if fresh else self._frontier.same_payload(short_digest(digest))
        if known is None:
            self._frontier.first_payload(short_digest(digest), page.address, int(exchange.started_at))
        return known

    # 5 and 6: parse and analyse, in a worker

    def _read(self, page: Page, known: Known) -> None:
        exchange, digest = page.exchange, page.digest
        if page.outcome not in _READ:
            self._settling.settle(page)
            return
        role, obey, rendering = page.address.role, self._settings.robots.obey, self._parts.rendering
        if known is not None and (rendering is None or not rendering.doubts(page, digest, known)):
            self._seen_before(page, digest, known)
            return
        self._reading[page.address.id] = page
        anchors, around = self._frontier.anchors_of(page.address), self._frontier.reads_around
        self._parts.pool.submit(
            source_of(exchange, page.address.id, obey=obey, role=role, anchors=anchors, around=around)
        )

    def _seen_before(self, page: Page, digest: bytes, known: tuple[int, str, int]) -> None:
        """The same bytes came before: from this address, or from another one, whose links need no second look."""
        if known[0] == page.address.id:
            page.outcome = Outcome.NOT_MODIFIED
            self._settling.settle(page, digest=digest)
            return
        page.outcome, page.reason = Outcome.DUPLICATE, f"the same content as {known[1]}"
        self._settling.settle(page, digest=digest, duplicate_of=known[0])

    def parsed(self, answer: Parsed) -> None:
        page = self._reading.pop(answer.token)
        outcome = OUTCOME_BY_LABEL[answer.outcome]
        page.document, page.analysis, page.pictures = answer.document, answer.analysis, answer.pictures
        if outcome is not Outcome.OK:
            page.outcome = outcome
        wishes = wishes_of(page.document) if page.document else ""
        page.reason = "; ".join(filter(None, (answer.reason, wishes))) if wishes else answer.reason or page.reason
        rendering = self._parts.rendering
        if answer.token < 0:
            if rendering is None or not rendering.wants(page):  # what a browser made of it is not at hand
                self._settling.put(page, again=True)
                self._parts.commits.reindexed()
        elif rendering is None or not rendering.begins(page):
            self.read_on(page, answer.reason)

    def read_rendered(self, page: Page, document: Exchange) -> None:
        """A browser showed the page: its document takes the place of the answer's."""
        self._reading[page.address.id] = page
        obey, anchors = self._settings.robots.obey, self._frontier.anchors_of(page.address)
        around = self._frontier.reads_around
        self._parts.pool.submit(source_of(document, page.address.id, obey=obey, anchors=anchors, around=around))

    def read_on(self, page: Page, remark: str = "") -> None:
        """Goes on with a page that is parsed, and rendered where that is wanted."""
        rendering = self._parts.rendering
        if rendering is not None:
            repeats = rendering.repeats(page)
            if repeats is not None:
                self._seen_before(page, *repeats)
                return
            page.reason = "; ".join(filter(None, (page.reason, rendering.remark(page))))
        links = self._discovery.read(page, remark)
        if self._parts.rules.chosen:
            links = self._parts.rules.chosen.led_on(page, links, self._frontier)
        self._settling.settle(page, links=links, indexed=self._settling.put(page))
