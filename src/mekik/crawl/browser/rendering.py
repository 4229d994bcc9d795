"""Which pages a browser shows, and what becomes of them: between steps 5 and 6, on the engine's loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from mekik.archive import ArchiveWriter
from mekik.crawl.browser.chromium import find_chromium, has_sandbox, render_patterns, require_browser
from mekik.crawl.browser.messages import BrowserOrders, Show, Shown
from mekik.crawl.browser.renderer import Renderer
from mekik.crawl.gate import Gate
from mekik.crawl.rules import Rules
from mekik.errors import DiskFull
from mekik.fetch import Poller, RobotsState
from mekik.fetch.head import user_agent
from mekik.frontier import Frontier
from mekik.outcome import Outcome
from mekik.page import Exchange, Page
from mekik.settings import Settings
from mekik.urls import is_file, split
from mekik.version import __version__

_HTML = ("text/html", "application/xhtml+xml")
_BACKLOG = 8
"""Pages that may wait for a browser before fewer are fetched."""
_WHY = "a page that is being rendered"

Read = Callable[[Page, Exchange], None]
"""Parses a page anew, with this document in the place of the answer's."""
Known = tuple[bytes, tuple[int, str, int]]
"""The digest of a payload, and the address that brought it before."""


class Rendering:
    def __init__(
        self, settings: Settings, poller: Poller, rules: Rules, gate: Gate, frontier: Frontier,
        archive: ArchiveWriter | None, read: Read, go_on: Callable[[Page], None],
    ) -> None:  # fmt: skip
        """`read` takes a page on with its rendered document, `go_on` one that could not be rendered."""
        require_browser(settings)
        self._settings, self._rules, self._gate, self._frontier = settings, rules, gate, frontier
        self._archive, self._read, self._go_on = archive, read, go_on
        self._patterns = render_patterns(settings)
        self._renderer = Renderer(poller, _orders(settings), self._shown, self._may)
        self._pages: dict[int, tuple[Page, float]] = {}
        """Pages in a browser, and since when."""
        self._remarks: dict[int, str] = {}
        """Of pages that were rendered and are being parsed again."""
        self._doubts: dict[int, Known] = {}
        self._given: dict[int, Exchange] = {}

    @property
    def busy(self) -> int:
        return len(self._pages)

    @property
    def is_full(self) -> bool:
        return self._renderer.backlog >= _BACKLOG * self._settings.render.browsers

    @property
    def pids(self) -> list[int]:
        return self._renderer.pids if self._pages else []

    def check(self, now: float) -> None:
        self._renderer.check(now)

    def close(self) -> None:
        self._renderer.close()

    # two addresses, one answer

    def doubts(self, page: Page, digest: bytes, known: tuple[int, str, int]) -> bool:
        """Many addresses of a site that is made by script answer with the same bytes, and scripts make different pages
        of them: such an answer is looked at before it is taken for a repetition."""
        doubtful = known[0] != page.address.id and bool(page.exchange.body) and self._may_be_shown(page)
        if doubtful:
            self._doubts[page.address.id] = (digest, known)
        return doubtful

    def repeats(self, page: Page) -> Known | None:
        """What a page that is not rendered after all repeats."""
        return self._doubts.pop(page.address.id, None)

    # a page on its way

    def give(self, page: Page, document: Exchange) -> None:
        """The page was rendered before a crash: this is what came of it."""
        self._given[page.address.id] = document

    def begins(self, page: Page) -> bool:
        """Whether the page, parsed as it came, goes to a browser now. It comes back by `read` or `go_on`."""
        id = page.address.id
        if id in self._remarks or not self.wants(page):
            return False
        given = self._given.pop(id, None)
        if given is not None:
            self._doubts.pop(id, None)
            self._remarks[id] = "rendered by a browser before"
            self._read(page, given)
            return True
        exchange, now = page.exchange, time.monotonic()
        self._pages[id] = (page, now)
        self._frontier.rest(page.address, now + self._settings.render.timeout, _WHY, now)
        self._renderer.submit(
            Show(
                token=id, url=exchange.url, content_type=exchange.headers.get("content-type", "text/html"),
                body=exchange.body, encoding=exchange.headers.get("content-encoding", ""),
                policy=exchange.headers.get("content-security-policy", ""),
            )
        )  # fmt: skip
        return True

    def remark(self, page: Page) -> str:
        """On a page that was rendered, for people. Asked once, when it is parsed again."""
        return self._remarks.pop(page.address.id, "")

    def wants(self, page: Page) -> bool:
        document = page.document
        if document is None or document.content_type not in _HTML or not self._may_be_shown(page):
            return False
        if document.noindex and document.nofollow:
            return False
        if self._settings.render.mode == "always" or document.needs_script:
            return True
        return self._patterns is not None and self._patterns.judge(page.exchange.url)[1]

    def _may_be_shown(self, page: Page) -> bool:
        return page.outcome in (Outcome.OK, Outcome.TRUNCATED) and not page.address.role and not is_file(
            page.exchange.url
        )  # fmt: skip

    def _shown(self, shown: Shown) -> None:
        page, began = self._pages.pop(shown.token)
        self._release(page)
        if not shown.document:
            page.reason = "; ".join(filter(None, (page.reason, f"not rendered: {shown.reason}")))
            self._go_on(page)
            return
        elapsed = time.monotonic() - began
        document = self._document(page, shown, elapsed)
        if self._archive is not None:
            with suppress(DiskFull):  # the engine finds out with the next answer; without this record it is read plain
                self._archive.write_rendered(
                    document, page.capture, via=page.address.via, path=page.address.path
                )  # fmt: skip
        self._doubts.pop(shown.token, None)
        details = f"rendered by a browser in {elapsed:.1f} s, {shown.requests} requests"
        more = (f"{shown.refused} refused" if shown.refused else "", shown.reason)
        self._remarks[shown.token] = ", ".join(filter(None, (details, *more)))
        self._read(page, document)

    def _release(self, page: Page) -> None:
        """The host rests from now on as after any visit."""
        now = time.monotonic()
        self._frontier.rest(page.address, now, "politeness", now)
        self._frontier.visited(page.address.authority, time.time(), now)

    def _document(self, page: Page, shown: Shown, elapsed: float) -> Exchange:
        """As if a server had sent it."""
        headers = {"content-type": "text/html; charset=utf-8"}
        wishes = page.exchange.headers.get("x-robots-tag")
        if wishes:
            headers["x-robots-tag"] = wishes
        if shown.leads_to:
            headers["content-location"] = shown.leads_to
        return Exchange(
            url=page.exchange.url, outcome=Outcome.OK, started_at=time.time(), elapsed=elapsed, status=200,
            body=shown.document, headers=headers,
        )  # fmt: skip

    # what scripts ask for

    def _may(self, url: str, answer: Callable[[bool], None]) -> None:
        """Scripts are fetched where robots.txt lets us: they are part of the page."""
        robots = self._settings.robots
        if self._rules.egress.check_url(url) is not None:
            answer(False)
        elif not robots.obey:
            answer(True)
        else:

            def admitted(state: RobotsState) -> None:
                answer(not state.closed and state.verdict(robots.agent, url).allowed)

            self._gate.ask(split(url).root, admitted)


def _orders(settings: Settings) -> BrowserOrders:
    fetch = settings.fetch
    return BrowserOrders(
        render=settings.render, executable=find_chromium(settings), sandbox=has_sandbox(settings),
        user_agent=user_agent(fetch, __version__), accept_language=fetch.accept_language, verify_tls=fetch.verify_tls,
        allow=fetch.allow_addresses, contact_set=fetch.contact is not None,
        per_host=settings.frontier.connections_per_host, max_document=fetch.max_size,
    )  # fmt: skip
