"""What each pattern of addresses brings: one that stops bringing anything new loses its budget.

Every pattern begins with the same credit. A page that says something new earns some; a page that says nothing new
costs some, if the pattern grew it itself: a list elsewhere that names a hundred alike pages names no more than that,
but a calendar that leads to nothing but its own next month never ends. Pages with exactly the text of another one
cost a little wherever they were found. A pattern without credit is suspected of being a trap.

A coarse pattern stands for many fine ones, such as all combinations of filters; those of its fine patterns that
have shown new things themselves are not touched when it is suspected.

Addresses that go on from the one before by nothing but digits, ids or its own folders once more (the next month, the
next step of a redirect) are suspected *early*: when the first of them says nothing new. Then only what the pattern
itself names is set aside, and the first new thing that it brings or leads to ends the suspicion. When nothing else
is left to visit, such patterns are looked at again, the more often the larger the crawl was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from enum import Enum

from mekik.crawl.novelty import Memory, Recent
from mekik.crawl.pattern import LIFTED, SUSPECTED, WATCHED, Pattern
from mekik.frontier import PatternRow
from mekik.outcome import Outcome, Status
from mekik.page import Address, Document, Page
from mekik.scope import Shape, goes_on, has_session, shape_of
from mekik.settings import TrapSettings

_UNIT = 4
"""What a page that says nothing new costs; one that only repeats another's text costs half."""
_TEXTS = 65_536
_MOST_PATTERNS = 20_000
_ESTABLISHED = 8
_FEWEST_LOOKS = 2
_SHORT = 400
"""Characters of main content that are compared together with the rest of the page."""
_MUCH = 24
"""New pages beyond which a pattern earns no further patience."""
_LOOK = 4
"""Of a pattern that brought so much, and nothing but new pages lately, every so many-th page is looked at."""


class _Said(Enum):
    NEW = 0
    NOTHING_NEW = 1
    THE_SAME = 2
    UNKNOWN = 3
    TRUSTED = 4
    """Nobody looked, as its pattern brings nothing but new pages."""
    FIRST = 5
    """New, as the first page of a kind always is: that tells nothing."""


_WELCOME = (_Said.NEW, _Said.FIRST, _Said.TRUSTED)


class Yields:
    def __init__(
        self, settings: TrapSettings, rows: Iterable[PatternRow] = (), find: Callable[[int], Address] | None = None
    ) -> None:
        self._settings, self._find = settings, find
        self._start = settings.patience * _UNIT
        self._ceilings = [self._start * (1 + new // 8) for new in range(_MUCH + 1)]
        self._patterns: dict[str, Pattern] = {}
        self._by_host: dict[str, int] = {}
        self._suspects: dict[str, int] = {}
        """Suspected patterns by host."""
        self._changed: dict[str, Pattern] = {}
        self._phrases = Memory()
        self._texts = Recent(_TEXTS)
        self._pictures = Recent(_TEXTS)
        self.cleared: set[str] = set()
        """Suspected patterns that have shown something new since."""
        self._early = 0
        """Visits of this run to patterns that were suspected early, which brought nothing."""
        self._looked_at = ""
        """The address that is visited though its pattern is suspected."""
        for row in rows:
            self._patterns[row.pattern] = pattern = Pattern.stored(row)
            self._count(pattern)

    # asked for every address

    def refusal(self, url: str, via: str) -> Pattern | None:
        """The suspected pattern that an address, found on the page `via`, belongs to."""
        if not self._suspects or _host(url.partition("://")[2]) not in self._suspects:
            return None
        shape = shape_of(url)
        fine = self._patterns.get(shape.fine)
        if fine is not None and fine.early:
            if url == self._looked_at:
                return None
            return fine if shape_of(via).fine == shape.fine else None
        if fine is not None and fine.state != WATCHED:
            return fine if fine.state == SUSPECTED else None
        coarse = self._patterns.get(shape.coarse)
        if coarse is None or coarse.state != SUSPECTED or (fine and self._proven(fine)):
            return None
        return coarse

    # told of every visit

    def settled(self, page: Page) -> Pattern | None:
        """Takes note of a visit; the pattern that is suspected from now on, if one is."""
        address = page.address
        shape = shape_of(address.url)
        fine, coarse = self._get(shape.fine), None
        fine.visits += 1
        if shape.coarse != shape.fine:
            coarse = self._get(shape.coarse)
            coarse.visits += 1
        said = self._said(page, fine, shape)
        if said is _Said.UNKNOWN:
            return None
        if said in _WELCOME:
            telling = said is not _Said.FIRST
            if said is not _Said.TRUSTED:
                self._earn(fine, coarse, telling=telling)
            self._praise(fine, coarse, page.address.via, telling=telling)
            return None
        if fine.state == WATCHED and fine.new <= 1 and not fine.leads and goes_on(address.url, address.via):
            self._early += 1
            self._suspect(fine)
            return fine
        self._early += fine.early
        cost = self._cost(shape, address.via) if address.found_on is not None else 0
        if said is _Said.THE_SAME:
            cost = max(cost, _UNIT if has_session(address.url) else _UNIT // 2)
        elif page.outcome is Outcome.REDIRECT:  # who sends on and on has nothing to say
            cost *= 2
        return self._spend(fine, coarse, cost) if cost else None

    def _said(self, page: Page, fine: Pattern, shape: Shape) -> _Said:
        outcome, document = page.outcome, page.document
        if outcome is Outcome.DUPLICATE:
            at_home = f"://{page.address.authority}/" in page.reason
            return _Said.THE_SAME if at_home else _Said.UNKNOWN
        if outcome is Outcome.REDIRECT:
            onward = page.address.path.endswith("R") and shape_of(page.address.via).fine == shape.fine
            return _Said.NOTHING_NEW if onward else _Said.UNKNOWN
        if outcome.status is not Status.COMPLETED:
            dead = outcome.status is Status.ERROR and not outcome.passing
            return _Said.NOTHING_NEW if dead else _Said.UNKNOWN
        if document is None:
            return _Said.UNKNOWN
        analysis, enough = page.analysis, self._settings.new_phrases
        if analysis is not None and analysis.fingerprint:
            before = self._texts.add(analysis.fingerprint ^ hash(page.address.authority))
            if not before or self._repeats(page):
                return _Said.THE_SAME
        if fine.new >= _ESTABLISHED and fine.credit >= self._most(fine) and fine.visits % _LOOK:
            return _Said.TRUSTED
        if analysis is not None and analysis.fingerprint:
            text = analysis.content_exact
            if len(text) < _SHORT:  # next to what the whole page says, a month's name is little
                text = f"{text} {analysis.rest_exact}"
        else:  # without an index nobody reads the text: titles and links have to do
            text, enough = " ".join((document.title, *document.links.anchors)).lower(), max(enough // 2, 1)
        phrases = self._phrases.of(shape.coarse)
        first = phrases.empty
        says_new = phrases.says_new(text, enough)
        if says_new is None:
            return _Said.UNKNOWN
        if says_new and fine.new > 1 and not first:
            return _Said.NEW
        shows_new = self._shows_new(document, fine)
        if first:
            return _Said.FIRST
        return _Said.NEW if says_new or shows_new else _Said.NOTHING_NEW

    def _shows_new(self, document: Document, fine: Pattern) -> bool:
        """Whether there is a picture that was not on the pattern's first pages, nor on those without new words."""
        images = document.metadata.images if document.metadata else ()
        new = [image for image in images if self._pictures.add(hash((fine.text, image.url.partition("?")[0])))]
        return bool(new)

    def _repeats(self, page: Page) -> bool:
        """Whether an earlier run of the job met this text on the same host."""
        if page.duplicate is None or page.duplicate.likeness < 1.0 or self._find is None:
            return False
        return self._find(page.duplicate.of).authority == page.address.authority

    def _cost(self, shape: Shape, via: str) -> int:
        """Nothing, unless the address was found on a page of its own kind, or of a kind that has little to say."""
        source = shape_of(via)
        pattern = self._patterns.get(source.fine)
        if pattern is not None and pattern.state == SUSPECTED and not pattern.early:
            return 2 * _UNIT
        if source.fine == shape.fine or source.coarse == shape.coarse:
            return _UNIT
        return _UNIT if pattern is not None and pattern.credit < self._start else 0

    def _earn(self, fine: Pattern, coarse: Pattern | None, *, telling: bool) -> None:
        fine.new += 1
        self._credit(fine, _UNIT, telling=telling)
        if coarse is not None:
            coarse.new += 1
            self._credit(coarse, _UNIT, telling=telling)

    def _praise(self, fine: Pattern, coarse: Pattern | None, via: str, *, telling: bool) -> None:
        """Who leads to something new gets a little for it."""
        source = self._patterns.get(shape_of(via).fine) if via else None
        if source is not None and source is not fine and source is not coarse:
            source.leads = source.leads or telling
            self._credit(source, _UNIT // 2, telling=telling)

    def _credit(self, pattern: Pattern, amount: int, *, telling: bool) -> None:
        if pattern.credit < self._start:
            self._changed[pattern.text] = pattern
        pattern.credit = min(pattern.credit + amount, self._most(pattern))
        if telling and pattern.early and not pattern.cleared:
            self.cleared.add(pattern.text)

    def _spend(self, fine: Pattern, coarse: Pattern | None, cost: int) -> Pattern | None:
        suspect = None
        for pattern in (fine, coarse):
            if pattern is None:
                continue
            pattern.credit -= cost
            self._changed[pattern.text] = pattern
            # A coarse pattern is to blame only when no fine one is.
            if pattern.credit <= 0 and pattern.state == WATCHED and fine.state == WATCHED:
                self._suspect(pattern)
                suspect = pattern
        return suspect

    def _suspect(self, pattern: Pattern) -> None:
        pattern.state, pattern.since = SUSPECTED, time.time()
        self._changed[pattern.text] = pattern
        host = _host(pattern.text)
        self._suspects[host] = self._suspects.get(host, 0) + 1

    def _most(self, pattern: Pattern) -> int:
        """Who brought much may bring nothing for longer."""
        return self._ceilings[min(pattern.new, _MUCH)]

    def _proven(self, pattern: Pattern) -> bool:
        return pattern.new >= 2 and pattern.credit >= self._start

    # what people see and say

    def set_aside(self, pattern: Pattern) -> None:
        pattern.set_aside += 1
        self._changed[pattern.text] = pattern

    def doubtful(self, pages: int) -> list[Pattern]:
        """Those suspected early that are worth another look, after so many visits in all."""
        if self._early >= max(_FEWEST_LOOKS, pages // self._settings.second_look_every):
            return []
        return [pattern for pattern in self._patterns.values() if pattern.early and pattern.set_aside]

    def look_at(self, pattern: Pattern, url: str) -> None:
        """One of those that it set aside; nothing when there is none."""
        self._looked_at = url
        pattern.set_aside = pattern.set_aside - 1 if url else 0

    def lift(self, text: str) -> bool:
        return self._release(text, LIFTED)

    def clear(self, text: str) -> bool:
        """It was suspected too early: it is watched as before. That is done once, so that it comes to an end."""
        self.cleared.discard(text)
        released = self._release(text, WATCHED)
        if released:
            self._patterns[text].cleared = True
        return released

    def _release(self, text: str, state: str) -> bool:
        pattern = self._patterns.get(text)
        if pattern is None or pattern.state != SUSPECTED:
            return False
        pattern.state, pattern.set_aside = state, 0
        self._changed[text] = pattern
        host = _host(text)
        self._suspects[host] -= 1
        if not self._suspects[host]:
            del self._suspects[host]
        return True

    def suspects(self) -> list[Pattern]:
        return [pattern for pattern in self._patterns.values() if pattern.state == SUSPECTED]

    def take_changed(self) -> list[PatternRow]:
        """For the next commit."""
        rows = [pattern.row() for pattern in self._changed.values()]
        self._changed = {}
        return rows

    # the small parts

    def _get(self, text: str) -> Pattern:
        pattern = self._patterns.get(text)
        if pattern is None:
            host = _host(text)
            if self._by_host.get(host, 0) >= self._settings.max_patterns or len(self._patterns) >= _MOST_PATTERNS:
                self._forget(host)
            pattern = self._patterns[text] = Pattern(text, self._start)
            self._by_host[host] = self._by_host.get(host, 0) + 1
        return pattern

    def _forget(self, host: str) -> None:
        """The older half of what is only watched, of this host or, when there are too many in all, of any."""
        every = len(self._patterns) >= _MOST_PATTERNS
        watched = [
            text
            for text, pattern in self._patterns.items()
            if pattern.state == WATCHED and text not in self._changed and (every or _host(text) == host)
        ]
        for text in watched[: len(watched) // 2 + 1]:
            del self._patterns[text]
            self._by_host[_host(text)] -= 1

    def _count(self, pattern: Pattern) -> None:
        host = _host(pattern.text)
        self._by_host[host] = self._by_host.get(host, 0) + 1
        if pattern.state == SUSPECTED:
            self._suspects[host] = self._suspects.get(host, 0) + 1


def _host(text: str) -> str:
    """host:port of a pattern, or of an address without its scheme."""
    return text.partition("/")[0]
