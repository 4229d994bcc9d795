"""What is next, and when may we? The memory of a crawl while it runs; the store is its durable half.

An address is *found* once (`offer`), handed out (`next`), given back to its host's clock when the request ended
(`release`) and done when its new state is committed (`settle`, then `take_batch` and `written`).
"""

from __future__ import annotations

import heapq
import time

from mekik.frontier.finding import Finding
from mekik.frontier.hosts import Host, waiting_for
from mekik.frontier.off_topic import OffTopic
from mekik.frontier.offers import waiting_of
from mekik.frontier.settling import Settling
from mekik.frontier.store import Settled
from mekik.ordering import make
from mekik.outcome import Outcome, Status
from mekik.page import Address
from mekik.scope import Bending
from mekik.settings import FrontierSettings, OrderingSettings


class Frontier(Finding, Settling):
    # 2: what is next

    def next(self, now: float) -> Address | None:
        """The best waiting address among the hosts that may be visited now; it is ours until `settle`."""
        self._hosts.wake_due(now)
        for waiting in self._later.take_due(now):
            self._wait([waiting], {waiting.host: 1}, now)
        if self.limited.put_off:
            for waiting in self.limited.take_ready(now):
                self._wait([waiting], {waiting.host: 1}, now)
        for waiting, status, is_page in self.returning.take_due(now, self.limited.room(now)):
            if waiting.id in self._attempts or waiting.id in self._running:
                continue  # the store had not heard yet that it is on its way
            if is_page:
                self.limited.promise(waiting.id)
            self._attempts[waiting.id] = 0
            self._batch.reopened.append((waiting.id,))
            self._move(status, Status.WAITING)
            self._wait([waiting], {waiting.host: 1}, now)
        while taken := self._hosts.ordering.pop():
            number, id = taken
            host = self._hosts.get(number)
            assert host is not None
            if id in self._taken:
                self._taken.discard(id)
                self._hosts.more(host, -1, now)
                continue
            if self._hosts.closed(host, now):
                self._hosts.ordering.add([waiting_of(self.address(id), number)])
                continue
            address = self.address(id)
            if not self.limited.admits(address, number, now):
                self._hosts.more(host, -1, now)
                continue
            self._hosts.handed_out(host, now)
            self._lease(id, number)
            return address
        return None

    def lease(self, id: int) -> Address:
        """Hands out a certain waiting address before its turn: for catching up from the archive."""
        address = self.address(id)
        if id in self._later:
            self._later.remove(id)
        elif status := self.returning.forget(id):
            self._move(status, Status.WAITING)
        else:
            self._taken.add(id)
        self._lease(id, self.numbers.host(address.authority))
        return address

    def next_due(self) -> float | None:
        """When something may be handed out, if nothing else happens."""
        times = (self._hosts.next_due(), self._later.next_due, self.next_return())
        dues = [due for due in times if due is not None]
        return min(dues, default=None)

    def next_return(self) -> float | None:
        """When a known address may be visited again: a feed or sitemap, or a page within the budget."""
        listing, page = self.returning.next_listing, self.returning.next_page
        if self.limited.put_off:
            page = self.limited.ready_at()
        elif page is not None:
            page = max(page, self.limited.ready_at())
        return min((due for due in (listing, page) if due is not None), default=None)

    def waiting_for(self, now: float) -> str:
        """What keeps the next address from being visited, for people."""
        over = self.over_budget(now)
        return waiting_for(self._hosts, self._later.next_due, self.next_return(), now, over_budget=over)

    def over_budget(self, now: float) -> bool:
        """Whether pages are due that the budget does not allow to be visited yet."""
        due = self.returning.next_page
        return self.limited.room(now) == 0 and (self.limited.put_off > 0 or (due is not None and due <= now))

    def _lease(self, id: int, host: int) -> None:
        self._running[id] = host
        self._batch.leased.append((id, time.time()))
        self._move(Status.WAITING, Status.RUNNING)

    # 3: the host's clock

    def release(
        self,
        address: Address,
        now: float,
        *,
        response_time: float | None = None,
        failed: bool = False,
        rest: float | None = None,
        why: str = "",
        outcome: Outcome = Outcome.CONNECT_FAILED,
        code: int = 0,
    ) -> None:
        """The request to its host ended; `response_time` None: there was none. A host that never answers is
        given up: all its waiting addresses get `outcome`."""
        number = self._running[address.id]
        host = self._hosts.get(number)
        assert host is not None
        if response_time is not None:
            host.last = str(code) if code else outcome.label
        if self._hosts.released(host, now, response_time=response_time, failed=failed, rest=rest, why=why):
            self.give_up(address.authority, outcome, f"{address.authority} did not answer {host.failures} times")

    def rest(self, address: Address, until: float, why: str, now: float) -> None:
        host = self._hosts.get(self._running[address.id])
        if host is not None:
            self._hosts.rest(host, until, why, now)

    def crawl_delay(self, address: Address, seconds: float) -> None:
        host = self._hosts.get(self._running[address.id])
        if host is not None:
            host.crawl_delay = seconds

    def visited(self, authority: str, at: float, now: float) -> None:
        """The archive shows a visit that the clocks missed: the host rests from then on."""
        host = self._hosts.open(self.numbers.host(authority), authority, now)
        ready_at = now + min(at - time.time(), 0.0) + self._hosts.delay(host)
        if ready_at > max(host.ready_at, now):
            self._hosts.rest(host, ready_at, "politeness", now)

    def give_up(self, authority: str, outcome: Outcome, reason: str) -> None:
        """Every waiting address of the host ends with this outcome."""
        host = self._hosts.get(self.numbers.host(authority))
        if host is None:
            return
        for id in self._hosts.ordering.drain(host.number):
            if id in self._taken:
                self._taken.discard(id)
                continue
            self.limited.forget(id)
            self._batch.settled.append(Settled(outcome.status.value, outcome.number, reason, 0, None, id))
            self._move(Status.WAITING, outcome.status)
        self._hosts.emptied(host)

    # the hosts, the order and the pace

    def change_settings(self, settings: FrontierSettings, bending: Bending, now: float) -> None:
        """Another delay, other hours from now on; a host that rests by the old ones rests no longer than by the new."""
        self._settings = settings
        self._hosts.change_settings(settings, bending, now)

    def change_order(self, name: str, now: float, settings: OrderingSettings | None = None) -> None:
        """Another model from now on, or the same with other settings. The caller has committed all batches before."""
        self._ordering_settings = settings or self._ordering_settings
        self._hosts.change_ordering(make(name, self._ordering_settings, self._examples), now)
        if self._off_topic:  # the new order may follow what the old one did not
            waiting = self._store.reopen([Outcome.OFF_TOPIC])
            self.counts[Status.REFUSED] -= waiting
            self.counts[Status.WAITING] += waiting
        self._off_topic = OffTopic(self._store, self._hosts.ordering)
        for host in self._hosts:
            host.waiting = 0
        self._later.clear()
        self.limited.clear()
        self._taken.clear()
        self._load_waiting(now)

    @property
    def hosts(self) -> int:
        return len(self._hosts)

    def busiest(self, count: int) -> list[tuple[Host, float]]:
        """The hosts with most to do, each with its delay."""
        best = heapq.nlargest(count, self._hosts, key=lambda host: (host.waiting + host.active, host.ready_at))
        return [(host, self._hosts.delay(host)) for host in best if host.waiting or host.active]

    def write_clocks(self, now: float) -> None:
        clocks = self._hosts.take_dirty(now)
        if clocks:
            self._clocks.write_clocks(clocks)
