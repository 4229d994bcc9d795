"""One queue and one clock per host: which hosts may be visited now, and when the others may."""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Iterator
from math import inf

from mekik.frontier.clocks import Clock, ClockBook
from mekik.ordering import Ordering
from mekik.scope import Bending
from mekik.settings import FrontierSettings

_GIVE_UP = 10
"""A host that failed this often in a row, each time after a longer rest, is given up."""
_LONGEST_REST = 3600.0


class Host:
    """The politeness state of one host. Times are monotonic."""

    __slots__ = (
        "active", "authority", "awake", "bent_until", "crawl_delay", "due_at", "failures", "last", "number",
        "ready_at", "response_time", "settings", "waiting", "why",
    )  # fmt: skip

    def __init__(self, number: int, clock: Clock, now: float, longest: float, settings: FrontierSettings) -> None:
        self.number = number
        self.settings = settings
        self.bent_until = inf
        """When its settings are to be looked up again."""
        self.authority = clock.authority
        # A wall clock that jumped must not close a host for years.
        self.ready_at = now + min(max(0.0, clock.ready_at - time.time()), longest)
        self.due_at = 0.0
        """What it stands under in the heap of resting hosts."""
        self.failures = clock.failures
        self.crawl_delay = 0.0
        self.response_time = 0.0
        self.active = 0
        self.waiting = 0
        self.awake = False
        self.why = "politeness"
        self.last = ""
        """The code or outcome of its last answer."""


class Hosts:
    """All hosts that have something waiting or running; the others are forgotten until they are named again."""

    def __init__(
        self, settings: FrontierSettings, clocks: ClockBook, ordering: Ordering, bending: Bending | None = None
    ) -> None:
        self._bending = bending
        self._settings = settings
        self._clocks = clocks
        self.ordering = ordering
        self._hosts: dict[int, Host] = {}
        self._due: list[tuple[float, int]] = []
        self._idle: deque[int] = deque()
        self._dirty: set[int] = set()

    def __iter__(self) -> Iterator[Host]:
        return iter(self._hosts.values())

    def __len__(self) -> int:
        return len(self._hosts)

    def get(self, number: int) -> Host | None:
        return self._hosts.get(number)

    def open(self, number: int, authority: str, now: float) -> Host:
        host = self._hosts.get(number)
        if host is None:
            longest = max(self._settings.max_retry_after, self._settings.max_delay)
            host = self._hosts[number] = Host(number, self._clocks.clock(authority), now, longest, self._settings)
            if self._bending is not None and self._bending.any:
                self._bend(host, self._bending, now)
        return host

    def change_settings(self, settings: FrontierSettings, bending: Bending, now: float) -> None:
        self._settings, self._bending = settings, bending
        for host in self._hosts.values():
            host.settings, host.bent_until = settings, inf
            if bending.any:
                self._bend(host, bending, now)
            if host.why == "politeness":
                host.ready_at = min(host.ready_at, now + self.delay(host))
            self._schedule(host, now)

    def _bend(self, host: Host, bending: Bending, now: float) -> None:
        host.settings = bending.of_host(host.authority)
        host.bent_until = now + bending.changes_in()

    def delay(self, host: Host) -> float:
        """The larger of setting and Crawl-delay, adapted to how long the server takes to answer."""
        settings = host.settings
        if not host.authority:  # local files
            return 0.0
        wanted = max(settings.delay, host.crawl_delay, settings.response_factor * host.response_time)
        return min(wanted, settings.max_delay)

    def more(self, host: Host, count: int, now: float) -> None:
        """`count` more addresses of this host wait."""
        host.waiting += count
        self._schedule(host, now)

    def closed(self, host: Host, now: float) -> bool:
        """Whether its visiting hours ended while it was awake; it then rests until they begin again."""
        if host.settings.hours or host.settings.days or now >= host.bent_until:
            self._schedule(host, now)
        return not host.awake

    def handed_out(self, host: Host, now: float) -> None:
        host.waiting -= 1
        host.active += 1
        if host.settings.connections_per_host > 1:  # else it rests until `released` anyway
            host.ready_at = now + self.delay(host)
        self._schedule(host, now)

    def released(
        self, host: Host, now: float, *, response_time: float | None, failed: bool, rest: float | None, why: str
    ) -> bool:
        """A request ended (`response_time` None: it was never made). True when the host must be given up."""
        host.active -= 1
        give_up = False
        if response_time is not None:
            self._dirty.add(host.number)
            if failed:
                host.failures += 1
                back_off = min(host.settings.retry_delay * 2 ** (host.failures - 1), _LONGEST_REST)
                host.ready_at, host.why = now + back_off, "a host that did not answer"
                give_up = host.failures >= _GIVE_UP
            else:
                host.failures = 0
                smooth = 0.3 if host.response_time else 1.0
                host.response_time += smooth * (response_time - host.response_time)
                host.ready_at, host.why = now + self.delay(host), "politeness"
            if rest is not None and now + rest > host.ready_at:
                host.ready_at, host.why = now + rest, why
        self._schedule(host, now)
        return give_up

    def rest(self, host: Host, until: float, why: str, now: float) -> None:
        host.ready_at, host.why = until, why
        self._dirty.add(host.number)
        self._schedule(host, now)

    def emptied(self, host: Host) -> None:
        host.waiting = 0
        host.failures = 0
        self._sleep(host)

    def wake_due(self, now: float) -> None:
        due, hosts = self._due, self._hosts
        while due and due[0][0] <= now:
            host = hosts.get(heapq.heappop(due)[1])
            if host is not None:
                host.due_at = 0.0
                self._schedule(host, now)

    def next_due(self) -> float | None:
        """When the next resting host may be visited."""
        due, hosts = self._due, self._hosts
        while due:
            when, number = due[0]
            host = hosts.get(number)
            if host is not None and not host.awake and host.waiting and host.ready_at <= when:
                return when
            heapq.heappop(due)
            if host is not None and host.due_at == when:
                host.due_at = 0.0
        return None

    def take_dirty(self, now: float) -> list[Clock]:
        """The clocks that changed since the last call, on the wall clock."""
        to_wall = time.time() - now
        clocks = [
            Clock(host.authority, host.ready_at + to_wall, host.failures)
            for host in map(self._hosts.get, self._dirty)
            if host is not None
        ]
        self._dirty.clear()
        self._forget_idle(now)
        return clocks

    def change_ordering(self, ordering: Ordering, now: float) -> None:
        self.ordering = ordering
        for host in self._hosts.values():
            host.awake = False
            self._schedule(host, now)

    def _schedule(self, host: Host, now: float) -> None:
        if now >= host.bent_until and self._bending is not None:
            self._bend(host, self._bending, now)
        if host.waiting and (host.settings.hours or host.settings.days) and self._bending is not None:
            opens_in = self._bending.opens_in(host.authority)
            if opens_in and now + opens_in > host.ready_at:
                host.ready_at, host.why = now + opens_in, "visiting hours"
        if host.waiting and host.active < host.settings.connections_per_host:
            if host.ready_at <= now:
                if not host.awake:
                    host.awake = True
                    self.ordering.wake(host.number)
                return
            if host.due_at != host.ready_at:
                host.due_at = host.ready_at
                heapq.heappush(self._due, (host.ready_at, host.number))
        elif not host.waiting and not host.active:
            self._idle.append(host.number)
        self._sleep(host)

    def _sleep(self, host: Host) -> None:
        if host.awake:
            host.awake = False
            self.ordering.rest(host.number)

    def _forget_idle(self, now: float) -> None:
        for _ in range(len(self._idle)):
            number = self._idle.popleft()
            host = self._hosts.get(number)
            if host is None or host.waiting or host.active:
                continue
            if host.ready_at <= now:
                del self._hosts[number]
            else:
                self._idle.append(number)


def waiting_for(hosts: Hosts, retry: float | None, again: float | None, now: float, *, over_budget: bool) -> str:
    """What keeps the next address from being visited, for people. `retry` and `again` are when something else is due:
    a further try, and a new visit to what was visited."""
    due = hosts.next_due()
    if due is not None and (retry is None or due <= retry):
        reasons = {host.why for host in hosts if host.waiting and host.ready_at <= due + 0.001}
        return f"{', '.join(sorted(reasons)) or 'politeness'} ({max(0.0, due - now):.0f} s)"
    if retry is not None:
        return f"a retry ({max(0.0, retry - now):.0f} s)"
    if again is None:
        return ""
    what = "the budget of visits to known pages" if over_budget else "the next visit of a page or feed"
    return f"{what} ({max(0.0, again - now):.0f} s)"
