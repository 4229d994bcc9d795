"""What is set aside because its kind brings nothing new, told to people, and lifted by them.

`Traps` asks `Yields` (patterns that ran dry) and `Parameters` (spellings that change nothing) about every address
that is found or handed out, and tells both of every visit. Refused addresses keep their outcome in the store;
the patterns are kept in a table of their own, written together with the state of the pages that taught them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from mekik.crawl.log import LogEntry, LogWriter
from mekik.crawl.parameters import PARAMETER, Parameters, Rule, rule_text
from mekik.crawl.pattern import SUSPECTED, TRAP, WATCHED, Pattern
from mekik.crawl.results import is_result
from mekik.crawl.yields import Yields
from mekik.errors import UsageError
from mekik.frontier import Batch, Judge, PatternRow, SqliteStore
from mekik.outcome import Outcome
from mekik.page import Address, Page
from mekik.scope import shape_of
from mekik.settings import TrapSettings

OUTCOMES = (Outcome.TRAP_SUSPECTED, Outcome.SAME_PAGE)
_REMEMBERED = 16_000
_SHOWN = 5
_LOCAL = "file:"
"""Folders end somewhere, however deep they are: nothing there is a trap."""


class Trap(msgspec.Struct):
    """A pattern as people see it."""

    pattern: str
    kind: str
    """trap, or parameter: a part of an address that changes nothing."""
    state: str
    """suspected or lifted."""
    visits: int
    new: int
    set_aside: int
    since: float
    why: str


class Traps:
    def __init__(
        self, settings: TrapSettings, rows: Sequence[PatternRow] = (), log: LogWriter | None = None,
        find: Callable[[int], Address] | None = None,
    ) -> None:  # fmt: skip
        """`find` gives an address by its id."""
        self._log = log
        self._yields = Yields(settings, (row for row in rows if row.kind == TRAP), find)
        self._parameters = Parameters(settings, (row for row in rows if row.kind == PARAMETER))
        self._enabled = settings.enabled

    def remember(self, store: SqliteStore) -> None:
        """What was visited before this run, where that decides about other addresses."""
        for host in list(self._parameters.hosts):
            for (url,) in store.query(
                "SELECT a.url FROM address a JOIN host h ON h.number = a.host"
                " WHERE h.authority = ? AND a.status = 2 ORDER BY a.id DESC LIMIT ?",
                (host, _REMEMBERED),
            ):
                self._parameters.remember(url)

    # asked

    def refusal(self, url: str, via: str, *, vouched: bool = False) -> tuple[Outcome, str] | None:
        """Why an address that was found on `via` is set aside, or None; it is counted with its pattern. Nothing is
        that a sitemap, a feed, a form or a person named."""
        if not self._enabled or vouched:
            return None
        pattern = self._yields.refusal(url, via)
        if pattern is not None:
            self._yields.set_aside(pattern)
            return Outcome.TRAP_SUSPECTED, trap_reason(pattern.text)
        rule = self._parameters.refusal(url)
        if rule is not None:
            self._parameters.set_aside(rule)
            return Outcome.SAME_PAGE, rule_reason(rule.text)
        return None

    def beside(self, judge: Judge, via: str) -> Judge:
        """The rules of a job and ours, for what stands on the page `via`."""
        if not self._enabled or via.startswith(_LOCAL):
            return judge

        def both(url: str, depth: int) -> Outcome | None:
            refusal = judge(url, depth)
            if refusal is not None:
                return refusal
            ours = self.refusal(url, via)
            return ours[0] if ours else None

        return both

    # told

    def settled(self, page: Page) -> None:
        if not self._enabled or not page.exchange.status or page.outcome.passing or is_result(page.address):
            return
        if page.address.url.startswith(_LOCAL):
            return
        found: Iterable[Pattern | Rule | None] = (self._yields.settled(page), self._parameters.settled(page))
        for learned in found:
            if learned is not None and self._log is not None:
                self._tell(learned, page.address, self._log)

    def _tell(self, learned: Pattern | Rule, address: Address, log: LogWriter) -> None:
        outcome = Outcome.TRAP_SUSPECTED if isinstance(learned, Pattern) else Outcome.SAME_PAGE
        reason = trap_reason(learned.text) if isinstance(learned, Pattern) else rule_reason(learned.text)
        note = f"{reason} ({learned.why}); others like it are set aside from now on"
        log.add(LogEntry(time=time.time(), outcome=outcome.label, url=address.url, reason=note))

    def give(self, batch: Batch) -> None:
        batch.patterns = [*self._yields.take_changed(), *self._parameters.take_changed()]

    # what people see and say

    def suspects(self) -> list[Trap]:
        """The ones with most set aside."""
        rows = [pattern.row() for pattern in self._yields.suspects()]
        rows += [rule.row() for rule in self._parameters.suspects()]
        return [_trap(row) for row in sorted(rows, key=lambda row: -row.set_aside)[:_SHOWN]]

    def lift(self, text: str) -> bool:
        return self._yields.lift(text) or self._parameters.lift(text)

    @property
    def cleared(self) -> bool:
        """Whether patterns were suspected too early, and nobody has taken up yet what they set aside."""
        return bool(self._yields.cleared)

    def doubtful(self, pages: int) -> bool:
        """Whether a pattern was suspected so early that it deserves another look, after so many visits in all."""
        return bool(self._yields.doubtful(pages))

    def look_again(self, store: SqliteStore, pages: int) -> list[int]:
        """Ids of addresses to be visited though their patterns are suspected: one at most."""
        for pattern in self._yields.doubtful(pages):
            ids = addresses_of(store, pattern.text)[-1:]
            self._yields.look_at(pattern, store.address(ids[0]).url if ids else "")
            if ids:
                return ids
        return []

    def clear(self) -> list[str]:
        """Those patterns; they are suspected no more."""
        return [text for text in list(self._yields.cleared) if self._yields.clear(text)]


def trap_reason(pattern: str) -> str:
    return f"trap suspected: {pattern}"


def rule_reason(text: str) -> str:
    shape, _, name = text.rpartition(" ")
    what = f"part {name[1:]} of the path" if name.startswith("/") else f"the variable {name}"
    return f"{what} of {shape} changes nothing"


def stored_traps(store: SqliteStore) -> list[Trap]:
    """What was learned so far, the largest first."""
    rows = [row for row in store.patterns() if row.state != WATCHED]
    return [_trap(row) for row in sorted(rows, key=lambda row: (row.state != SUSPECTED, -row.set_aside))]


def reason_for(store: SqliteStore, url: str) -> str:
    """Why a refused address was set aside."""
    for row in store.patterns():
        if row.state == SUSPECTED and _belongs(url, row.pattern):
            return trap_reason(row.pattern) if row.kind == TRAP else rule_reason(row.pattern)
    return ""


def named(store: SqliteStore, text: str) -> list[str]:
    """The suspected patterns that a person means: by their whole text, without the host, by an address, or all."""
    suspected = [row.pattern for row in store.patterns() if row.state == SUSPECTED]
    found = [
        pattern
        for pattern in suspected
        if text in ("all", pattern, pattern[pattern.find("/") :]) or ("://" in text and _belongs(text, pattern))
    ]
    if not found:
        known = ", ".join(suspected[:_SHOWN]) or "none"
        raise UsageError(f"No pattern {text!r} is suspected. There are: {known}.")
    return found


def addresses_of(store: SqliteStore, pattern: str) -> list[int]:
    """Those that were set aside because of a pattern."""
    numbers = ", ".join(str(outcome.number) for outcome in OUTCOMES)
    rows = store.query(f"SELECT id, url FROM address WHERE status = 4 AND outcome IN ({numbers})")  # noqa: S608 - ours
    return [id for id, url in rows if _belongs(url, pattern)]


def lift_stored(store: SqliteStore, settings: TrapSettings, text: str) -> dict[str, int]:
    """Lifts patterns of a job that does not run: its addresses wait again. How many, by pattern."""
    traps = Traps(settings, store.patterns())
    lifted = {}
    for pattern in named(store, text):
        traps.lift(pattern)
        ids = addresses_of(store, pattern)
        store.reopen_addresses(ids)
        lifted[pattern] = len(ids)
    batch = Batch()
    traps.give(batch)
    store.write(batch)
    return lifted


def _belongs(url: str, pattern: str) -> bool:
    shape, blank, name = pattern.rpartition(" ")
    return rule_text(url, name) == pattern and bool(shape) if blank else pattern in shape_of(url)


def _trap(row: PatternRow) -> Trap:
    return Trap(row.pattern, row.kind, row.state, row.visits, row.new, row.set_aside, row.since, row.why)
