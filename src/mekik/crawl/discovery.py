"""Addresses that no link leads to: from sitemaps and feeds, and when a feed is worth another visit.

Sitemaps come from robots.txt or, after the first page of a host, from the usual places. They, and what they and feeds
name, go to the frontier like every address: scope, egress, robots.txt and politeness hold for them too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from mekik.crawl.rules import Rules
from mekik.crawl.topics import Topics
from mekik.fetch import RobotsState
from mekik.frontier import Frontier
from mekik.outcome import Outcome, Status
from mekik.page import Address, Hint, LinkKind, Links, Page
from mekik.settings import Settings
from mekik.urls import authority as authority_of
from mekik.urls import is_file, keys, registrable_domain
from mekik.urls import root as root_of

_REMEMBERED = 100_000
"""Hosts that are known to have been asked; beyond it they are asked again, which offers nothing new."""
_LEVELS = re.compile(r"[MR]*\Z")
_TYPES = {
    "sitemap": ("application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream"),
    "feed": ("application/feed+json", "application/json", "application/rdf+xml", "application/x-rss+xml"),
}  # fmt: skip
_NOTHING_THERE = {
    Outcome.NOT_FOUND, Outcome.FORBIDDEN, Outcome.CLIENT_ERROR, Outcome.SERVER_ERROR, Outcome.UNWANTED_TYPE,
    Outcome.REDIRECT_OUT_OF_SCOPE, Outcome.UNREADABLE,
}  # fmt: skip
_SITEMAPS = ("sitemap", "guess")


class Discovery:
    def __init__(
        self, settings: Settings, rules: Rules, frontier: Frontier, sitemaps: dict[str, int],
        known: Callable[[str], RobotsState | None],
    ) -> None:  # fmt: skip
        """`sitemaps` are those that were taken up before, by host; `known` tells the rules of a site that was asked
        for its robots.txt."""
        self._known = known if settings.robots.obey else None
        self._settings = settings.discovery
        self._rules, self._frontier = rules, frontier
        self._topics = Topics(settings.discovery)
        comes_back = settings.revisit.policy != "never"
        self._returns = {"feed": settings.discovery.feeds, "sitemap": settings.discovery.sitemaps and comes_back}
        self._asked: set[str] = set()
        """Roots whose robots.txt was looked through."""
        self._guessed: set[str] = set()
        """Hosts whose usual places need no further look."""
        self._sitemaps: dict[str, int] = {}
        for host, count in sitemaps.items():
            self._count(host, count)

    # where to look

    def robots(self, root: str, state: RobotsState) -> None:
        """Takes up the sitemaps that a site's robots.txt names, once."""
        if root in self._asked:
            return
        if len(self._asked) >= _REMEMBERED:
            self._asked.clear()
        self._asked.add(root)
        named = state.rules.sitemaps if self._settings.sitemaps else ()
        if named:
            self._guessed.add(authority_of(root + "/"))
            found = self._rules.normaliser.links(root + "/robots.txt", list(named))
            self._offer([url for url in dict.fromkeys(found) if url], "sitemap")

    def page_came(self, address: Address) -> None:
        """The first page of a host came: now its usual places are worth a look."""
        host, root = address.authority, root_of(address.url)
        if is_file(address.url) or not self._settings.sitemaps:
            return
        if self._known is not None and root not in self._asked:
            # Read from the archive after a crash: nobody came to the door this time.
            state = self._known(root)
            if state is None:
                return
            self.robots(root, state)
        if host in self._guessed:
            return
        if len(self._guessed) >= _REMEMBERED:
            self._guessed.clear()
        self._guessed.add(host)
        self._guess(address.url, 0)

    def _guess(self, url: str, place: int) -> None:
        places = self._settings.places[place : place + 1]
        target = self._rules.normaliser.normalise(places[0], root_of(url) + "/") if places else None
        if target and self._rules.judge(target, 0) is None:
            self._offer([target], "guess")

    def _offer(self, urls: list[str], role: str) -> None:
        if role == "sitemap":
            urls = self._within_limit(urls)
        links = Links(
            urls=urls, keys=keys(urls), anchors=[""] * len(urls), kinds=bytes([LinkKind.SITEMAP]) * len(urls),
            hints=[Hint(role=role)] * len(urls),
        )  # fmt: skip
        self._frontier.offer(links, None, self._rules.judge, time.time(), time.monotonic())

    # how to fetch

    def wants(self, address: Address, types: tuple[str, ...]) -> tuple[tuple[str, ...], int | None]:
        """Content types and size of what is expected there, `types` being the usual ones; None is the usual size."""
        role = address.role
        if not role:
            return types, None
        return (*types, *_TYPES["feed" if role == "feed" else "sitemap"]), self._settings.max_size

    def judge(self, page: Page) -> None:
        """A usual place without a sitemap is no failure, and the next one is tried."""
        hint = page.address.hint
        if hint is None or hint.role != "guess":
            return
        empty = page.outcome in (Outcome.OK, Outcome.TRUNCATED) and (
            page.document is None or page.document.listing is None
        )
        if empty or page.outcome in _NOTHING_THERE:
            page.outcome, page.reason = Outcome.NO_SITEMAP, page.reason or Outcome.NO_SITEMAP.sentence
            page.document = None
            path = page.address.url.removeprefix(root_of(page.address.url))
            if path in self._settings.places:
                self._guess(page.address.url, self._settings.places.index(path) + 1)

    # what was read

    def read(self, page: Page, remark: str) -> Links | None:
        """The links of any page that was read; those of sitemaps and feeds are looked at more closely."""
        if page.address.hint is not None:
            self.judge(page)
        document = page.document
        if document is None:
            return None
        if document.listing is not None:
            return self._listed(page, remark)
        links = document.links
        if not self._settings.feeds and LinkKind.FEED in links.kinds:
            return taken(links, [place for place, kind in enumerate(links.kinds) if kind != LinkKind.FEED])
        return links

    def _listed(self, page: Page, remark: str) -> Links:
        """The addresses that a sitemap or feed may add, with what is said about them."""
        document, address = page.document, page.address
        assert document is not None
        assert document.listing is not None
        kind = document.listing.kind
        links = document.links
        remarks = [remark] if remark else []
        if kind == "sitemap":
            links, more = self._bounded(links, address)
            remarks += more
        if kind == "feed":
            links.hints = self._topics.given(address, document.listing, links.hints)
        page.reason = "; ".join(remarks)
        if kind == "sitemap" or address.role not in _SITEMAPS:
            self._frontier.hints.tell(address.id, Hint(role=kind))
        return links

    def _bounded(self, links: Links, address: Address) -> tuple[Links, list[str]]:
        """Without what the job does not want, and without sitemaps beyond the limits."""
        levels = _LEVELS.search(address.path)
        nested = levels[0].count("M") if levels else 0
        judge, depth = self._rules.judge, address.depth + 1
        deep = foreign = 0
        places: list[int] = []
        children: list[int] = []
        for place, (url, hint) in enumerate(zip(links.urls, links.hints, strict=True)):
            if hint.role == "sitemap":
                if nested >= self._settings.max_nesting:
                    deep += 1
                else:
                    children.append(place)
            elif judge(url, depth) is None:
                places.append(place)
            else:
                foreign += 1
        allowed = set(self._within_limit([links.urls[place] for place in children]))
        kept = [place for place in children if links.urls[place] in allowed]
        remarks = []
        if deep:
            remarks.append(f"left out {_some(deep, 'sitemap')} nested deeper than {self._settings.max_nesting}")
        if len(kept) < len(children):
            limit = self._settings.max_sitemaps
            remarks.append(f"left out {_some(len(children) - len(kept), 'sitemap')} beyond the {limit} of one domain")
        if foreign:
            remarks.append(f"passed over {_some(foreign, 'link')} to what the job does not want")
        return taken(links, sorted(kept + places)), remarks

    def _within_limit(self, urls: list[str]) -> list[str]:
        """Those sitemaps that are known or that the limit of their domain still admits."""
        if self._settings.max_sitemaps is None:
            return urls
        kept = []
        for url, packed in zip(urls, _signed(urls), strict=True):
            if self._frontier.id_of(packed) is not None:
                kept.append(url)
            elif self._count(authority_of(url), 0) < self._settings.max_sitemaps:
                self._count(authority_of(url), 1)
                kept.append(url)
        return kept

    def _count(self, authority: str, more: int) -> int:
        """Per registrable domain, because hosts are free."""
        domain = registrable_domain(authority.rpartition(":")[0] or authority)
        self._sitemaps[domain] = count = self._sitemaps.get(domain, 0) + more
        return count

    # when to come back

    def settled(self, page: Page, new: int, at: float) -> float | None:
        """Called for every page; answers when it is to be visited again, if at all."""
        address, document = page.address, page.document
        if address.authority not in self._guessed and page.outcome is Outcome.OK:
            self.page_came(address)
        if address.hint is None and (document is None or document.listing is None):
            return None
        return self.next_visit(page, new, at)

    def recall(self, page: Page) -> None:
        """What a feed said while the page was on its way."""
        if self._topics.any:
            page.address.hint = self._frontier.hints.of(page.address.id)

    def next_visit(self, page: Page, new: int, at: float) -> float | None:
        """When a feed, or a sitemap where pages come back, is to be visited again: sooner when it brought something
        new, later when it did not."""
        address, document = page.address, page.document
        listing = document.listing if document else None
        kind = listing.kind if listing else address.role
        settings = self._settings
        if not self._returns.get(kind) or page.outcome is Outcome.DUPLICATE:
            return None
        hint = address.hint
        before = float(hint.interval) if hint and hint.interval else 0.0
        if page.outcome.status is Status.COMPLETED and page.outcome is not Outcome.REDIRECT:
            interval = settings.interval if not before else before * (0.5 if new else 1.5)
            least = max(settings.min_interval, listing.pause if listing else 0)
        elif page.outcome.passing and before:
            interval, least = before * 2, settings.min_interval
        else:
            return None
        interval = min(max(interval, least), settings.max_interval)
        self._frontier.hints.tell(address.id, Hint(role=kind, interval=max(round(interval), 1)))
        return at + interval


def is_sitemap(address: Address) -> bool:
    return address.role in _SITEMAPS


def taken(links: Links, places: list[int]) -> Links:
    """Some of the links."""
    if len(places) == len(links.urls):
        return links
    return Links(
        urls=[links.urls[place] for place in places],
        keys=b"".join(links.keys[8 * place : 8 * place + 8] for place in places),
        anchors=[links.anchors[place] for place in places],
        kinds=bytes(links.kinds[place] for place in places),
        hints=[links.hints[place] for place in places] if links.hints else [],
    )


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" + "s" * (count != 1)


def _signed(urls: list[str]) -> list[int]:
    packed = keys(urls)
    return [int.from_bytes(packed[at : at + 8], "little", signed=True) for at in range(0, len(packed), 8)]
