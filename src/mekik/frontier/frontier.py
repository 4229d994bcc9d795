"""What is next, and when may we? The memory of a crawl while it runs; the store is its durable half.

An address is *found* once (`offer`), handed out (`next`), given back to its host's clock when the request ended
(`release`) and done when its new state is committed (`settle`, then `take_batch` and `written`).
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable

import numpy as np

from mekik.frontier.changes import Changes, Departed
from mekik.frontier.clocks import ClockBook
from mekik.frontier.finds import PageFinds
from mekik.frontier.hints import Hints, percent
from mekik.frontier.hosts import Host, Hosts, waiting_for
from mekik.frontier.importance import Importance
from mekik.frontier.keyset import KeySet
from mekik.frontier.later import Later
from mekik.frontier.loading import load, no_collection
from mekik.frontier.numbers import Numbers
from mekik.frontier.off_topic import OffTopic, is_judged
from mekik.frontier.offers import waiting_of
from mekik.frontier.payloads import Payloads
from mekik.frontier.returning import Returning
from mekik.frontier.store import Batch, Found, FrontierStore, Settled, Visit
from mekik.frontier.visits import Visits
from mekik.ordering import Example, Lesson, Waiting, make
from mekik.outcome import Outcome, Status
from mekik.page import NOFOLLOW, Address, Hint, LinkKind, Links
from mekik.scope import Bending
from mekik.settings import FrontierSettings, OrderingSettings
from mekik.urls import authority as authority_of

Judge = Callable[[str, int], Outcome | None]
"""(address, depth) → why it is refused, or None."""

_SOONEST = 1.0
"""A server that says "Retry-After: 0" is not taken at its word."""
_ANCHOR = 100
_FEED = Hint(role="feed")
_LETTERS = [kind.letter for kind in LinkKind]


class Frontier:
    def __init__(
        self, store: FrontierStore, clocks: ClockBook, settings: FrontierSettings, order: str, now: float,
        ordering: OrderingSettings | None = None, bending: Bending | None = None,
        examples: Callable[[], Iterable[Example]] = tuple, importance: Importance | None = None,
    ) -> None:  # fmt: skip
        self._store, self.importance = store, importance
        self._clocks = clocks
        self._settings = settings
        self._keys = KeySet(store.keys())
        self._last_id = store.last_id()
        self.numbers = Numbers(store)
        self.hints = Hints(store)
        self._later = Later()
        self.returning = Returning(store, now)
        self._attempts: dict[int, int] = {}
        """How often those were tried in this run; the store may not have heard of it yet."""
        self._running: dict[int, int] = {}
        """id → host of what is handed out."""
        self._leased: set[int] = set()
        """Those of them that the store knows of."""
        self._taken: set[int] = set()
        """Handed out before their turn; the ordering does not know it yet."""
        self._fresh: dict[int, Found] = {}
        self._fresh_keys: dict[int, int] = {}
        self.changes, self.departed = Changes(store), Departed(store)
        self._visits = Visits(store, self.changes)
        self.visit = self._visits.of
        self._payloads = Payloads(store)
        self.same_payload, self.first_payload = self._payloads.same, self._payloads.first
        self.forget_payload = self._payloads.forget
        self._batch = Batch()
        self.counts = dict.fromkeys(Status, 0)
        for number, count in store.counts().items():
            self.counts[Status(number)] = count
        self.counts[Status.WAITING] += self.counts[Status.RUNNING]
        self.counts[Status.RUNNING] = 0
        self._ordering_settings, self._examples = ordering, examples
        self._hosts = Hosts(settings, clocks, make(order, ordering, examples), bending)
        self._off_topic = OffTopic(store, self._hosts.ordering)
        store.return_leases()
        with no_collection():
            self._load_waiting(now)

    # 1 → 2: what was found

    def offer(self, links: Links, source: Address | None, judge: Judge, at: float, now: float) -> int:
        """Takes up the links that nobody named before; how many were new."""
        keys = np.frombuffer(links.keys, dtype="<i8").tolist()
        places = self._keys.add_new(keys)
        if self._off_topic and source is not None:
            self._name_again(links, keys, set(places), source, now)
        if not places and not links.hints:
            return 0
        urls, anchors, kinds, hints = links.urls, links.anchors, links.kinds, links.hints
        depth_of_source = source.depth if source else -1
        known = self._last_id
        waiting: list[Waiting] = []
        by_host: dict[int, int] = {}
        for place in places:
            url = urls[place]
            kind = kinds[place] & ~NOFOLLOW
            hint = hints[place] if hints else None
            beside = kind == LinkKind.REDIRECT or (hint is not None and hint.role == "sitemap")
            depth = depth_of_source if beside and source else depth_of_source + 1
            refusal = judge(url, depth)
            self._last_id += 1
            host, reason = self.numbers.host(authority_of(url)), None
            if self._off_topic and source is not None and not refusal and not beside:
                anchor = anchors[place][:_ANCHOR]
                named = Waiting(self._last_id, host, depth, source.id, key=keys[place], url=url, anchor=anchor)
                reason = self._off_topic.refusal(named) or None
                refusal = Outcome.OFF_TOPIC if reason else None
            found = Found(
                id=self._last_id, key=keys[place], host=host,
                status=(refusal.status if refusal else Status.WAITING).value, depth=depth,
                found_on=source.id if source else None, outcome=refusal.number if refusal else None,
                found_at=int(at), url=url, path=(source.path if source else "") + _LETTERS[kind],
                anchor=anchors[place][:_ANCHOR], reason=reason,
            )  # fmt: skip
            self._batch.found.append(found)
            self._fresh[found.id] = found
            self._fresh_keys[found.key] = found.id
            self.counts[refusal.status if refusal else Status.WAITING] += 1
            if kind == LinkKind.FEED and not hints:
                self.hints.tell(found.id, _FEED, found.found_on or 0, is_new=True)
            if not refusal:
                priority = percent(hint.priority if hint else None)
                waiting.append(
                    Waiting(
                        found.id, found.host, depth, found.found_on, priority, found.found_at, found.key, url,
                        found.anchor,
                    )
                )  # fmt: skip
                by_host[found.host] = by_host.get(found.host, 0) + 1
        self._wait(waiting, by_host, now)
        if hints:
            told = zip(map(self.id_of, keys), hints, strict=True)
            self.hints.hear(told, source.id if source else 0, self._fresh, known)
        return len(places)

    def _name_again(self, links: Links, keys: list[int], new: set[int], source: Address, now: float) -> None:
        """What was not followed when it was found may be called by a better name here."""
        for place in self._off_topic.refused_before(keys):
            id = None if place in new else self.id_of(keys[place])
            if id is None:
                continue
            url, anchor = links.urls[place], links.anchors[place][:_ANCHOR]
            before = self.address(id)
            named = waiting_of(before, self.numbers.host(before.authority))
            named = named._replace(found_on=source.id, url=url, anchor=anchor)
            if self._off_topic.refusal(named):
                continue
            self._off_topic.lift(keys[place])
            self._batch.renamed.append((anchor, source.id, id))
            found = self._fresh.get(id)
            if found is not None:
                waiting = Status.WAITING.value
                self._fresh[id] = found._replace(
                    status=waiting, outcome=None, reason=None, anchor=anchor, found_on=source.id
                )
            self._move(Status.REFUSED, Status.WAITING)
            self._wait([named], {named.host: 1}, now)

    def off_topic(self, address: Address) -> str:
        """Why the ordering does not want an address after all."""
        if not self._off_topic or not is_judged(address):
            return ""
        return self._off_topic.refusal(waiting_of(address, self.numbers.host(address.authority)))

    @property
    def harvest(self) -> tuple[float, int] | None:
        """Sum of the grades of pages and their number, for an ordering that grades them."""
        return self._off_topic.harvest

    # 2: what is next

    def next(self, now: float) -> Address | None:
        """The best waiting address among the hosts that may be visited now; it is ours until `settle`."""
        self._hosts.wake_due(now)
        for waiting in self._later.take_due(now):
            self._wait([waiting], {waiting.host: 1}, now)
        for waiting, status in self.returning.take_due(now):
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
            self._hosts.handed_out(host, now)
            self._lease(id, number)
            return self.address(id)
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
        times = (self._hosts.next_due(), self._later.next_due, self.returning.next_due)
        dues = [due for due in times if due is not None]
        return min(dues, default=None)

    def waiting_for(self, now: float) -> str:
        """What keeps the next address from being visited, for people."""
        return waiting_for(self._hosts, self._later.next_due, self.returning.next_due, now)

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
            self._batch.settled.append(Settled(outcome.status.value, outcome.number, reason, 0, None, id))
            self._move(Status.WAITING, outcome.status)
        self._hosts.emptied(host)

    # 8: the new state

    def settle(
        self, address: Address, outcome: Outcome, reason: str, visit: Visit | None, at: float, now: float,
        retry_in: float | None = None, next_visit: float | None = None,
    ) -> bool:  # fmt: skip
        """Its new state, for the next batch. True when it will be tried again. `next_visit`: when it comes back."""
        number = self._running.pop(address.id)
        attempts = address.attempts + 1
        self._batch.returned.append((address.id,))
        host = self._hosts.get(number)
        settings = host.settings if host is not None else self._settings
        again = outcome.passing and attempts <= settings.retries
        self._attempts.pop(address.id, None)
        if again:
            self._attempts[address.id] = attempts
            retry_delay = settings.retry_delay
            if retry_in is None:
                wait = retry_delay * 2 ** (attempts - 1)
            else:
                wait = max(retry_in, min(retry_delay, _SOONEST))
            due = int(at + wait) + 1
            self._later.add(now + wait, waiting_of(address, number))
            self._batch.settled.append(
                Settled(Status.WAITING.value, outcome.number, reason or None, attempts, due, address.id)
            )
        else:
            self._batch.settled.append(
                Settled(
                    outcome.status.value, outcome.number, reason or None, attempts,
                    None if next_visit is None else int(next_visit), address.id,
                )
            )  # fmt: skip
            if next_visit is not None:
                self.returning.add(now + next_visit - at, waiting_of(address, number), outcome.status)
        if visit is not None:
            self._visit(visit)
        self._move(Status.RUNNING, Status.WAITING if again else outcome.status)
        return again

    def leave(self, id: int, outcome: Outcome, reason: str) -> str | None:
        """A visited address is wanted no longer: its address, or None while it waits or is being visited."""
        if id in self._running or id in self._attempts:
            return None
        visit = self.visit(id)
        address = self.address(id)
        status = self.returning.forget(id) or self._store.status(id)
        if visit is None or status is Status.WAITING:
            return None
        self._batch.settled.append(Settled(outcome.status.value, outcome.number, reason, 0, None, id))
        # Should it come back, it is to be sent in full.
        self._visit(visit._replace(indexed=0, digest=0, etag=None, last_modified=None, duplicate_of=None))
        self._move(status, outcome.status)
        return address.url

    def wait_again(self, ids: list[int], now: float) -> None:
        """Refused addresses that are wanted after all."""
        for id in ids:
            if id in self._running or id in self._attempts:
                continue
            address = self.address(id)
            self._attempts[id] = 0
            self._batch.reopened.append((id,))
            self._move(Status.REFUSED, Status.WAITING)
            number = self.numbers.host(address.authority)
            self._wait([waiting_of(address, number)], {number: 1}, now)

    @property
    def has_finds(self) -> bool:
        """Whether anything was ever picked out of a page of this job."""
        return self._store.find_count() > 0

    def picked(self, finds: PageFinds) -> None:
        """What was picked out of a page, to be committed with its new state."""
        self._batch.finds.append(finds)

    def put_back(self, address: Address, now: float) -> None:
        """Gives a handed-out address back untouched."""
        number = self._running.pop(address.id)
        self._batch.returned.append((address.id,))
        self._move(Status.RUNNING, Status.WAITING)
        self._wait([waiting_of(address, number)], {number: 1}, now)

    @property
    def changed(self) -> bool:
        return bool(self._batch) or self.hints.changed

    def is_retrying(self, id: int) -> bool:
        return id in self._later

    def take_batch(self) -> Batch:
        """All that changed since the last one; the caller has the store write it, then calls `written`."""
        batch, self._batch = self._batch, Batch()
        for part in (self.numbers, self.hints, self.changes, self.departed):
            part.give(batch)
        # An address that came back within one batch never needs a lease on disk.
        batch.leased = [lease for lease in batch.leased if lease[0] in self._running]
        batch.returned = [back for back in batch.returned if back[0] in self._leased]
        self._leased.difference_update(id for (id,) in batch.returned)
        self._leased.update(id for id, _ in batch.leased)
        return batch

    def written(self, batch: Batch) -> None:
        for found in batch.found:
            self._fresh.pop(found.id, None)
            self._fresh_keys.pop(found.key, None)
        for part in (self.numbers, self.hints, self.changes, self._payloads, self._visits):
            part.written(batch)

    def write_clocks(self, now: float) -> None:
        clocks = self._hosts.take_dirty(now)
        if clocks:
            self._clocks.write_clocks(clocks)

    # looking things up

    def address(self, id: int) -> Address:
        found = self._fresh.get(id)
        if found is None:
            address = self._store.address(id)
            address.attempts = self._attempts.get(id, address.attempts)
            address.hint = self.hints.fresh(id) or address.hint
            return self._visits.onto(address)
        via = ""
        if found.found_on is not None:
            source = self._fresh.get(found.found_on)
            via = source.url if source else self._store.address(found.found_on).url
        address = Address(
            id=id, url=found.url, key=found.key, authority=authority_of(found.url), depth=found.depth,
            path=found.path, found_on=found.found_on, via=via, anchor=found.anchor, attempts=self._attempts.get(id, 0),
            found_at=found.found_at, hint=self.hints.fresh(id),
        )  # fmt: skip
        return self._visits.onto(address)

    def id_of(self, key: int) -> int | None:
        id = self._fresh_keys.get(key)
        return id if id is not None else self._store.id_of(key)

    def _visit(self, visit: Visit) -> None:
        self._batch.visits.append(visit)
        self._visits.note(visit)

    # what the ordering is told

    @property
    def learns(self) -> bool:
        return self._hosts.ordering.learns or self.importance is not None

    def learn(self, lesson: Lesson) -> None:
        """A page was read; its links are about to be offered."""
        grade = self._hosts.ordering.learn(lesson) if self._hosts.ordering.learns else None
        if self.importance is not None:
            self.importance.learn(lesson)
        self._batch.lessons.append((lesson.id, lesson.links.keys, grade, self.order))

    @property
    def order(self) -> str:
        return self._hosts.ordering.name

    @property
    def hosts(self) -> int:
        return len(self._hosts)

    def busiest(self, count: int) -> list[tuple[Host, float]]:
        """The hosts with most to do, each with its delay."""
        best = heapq.nlargest(count, self._hosts, key=lambda host: (host.waiting + host.active, host.ready_at))
        return [(host, self._hosts.delay(host)) for host in best if host.waiting or host.active]

    def known(self) -> int:
        return len(self._keys)

    # a change of order or pace, and the start

    def change_settings(self, settings: FrontierSettings, bending: Bending, now: float) -> None:
        """Another delay, other hours from now on; a host that rests by the old ones rests no longer than by the new."""
        self._settings = settings
        self._hosts.change_settings(settings, bending, now)

    def change_order(self, name: str, now: float) -> None:
        """Another model from now on. The caller has committed all batches before."""
        self._hosts.change_ordering(make(name, self._ordering_settings, self._examples), now)
        if self._off_topic:  # the new order may follow what the old one did not
            waiting = self._store.reopen([Outcome.OFF_TOPIC])
            self.counts[Status.REFUSED] -= waiting
            self.counts[Status.WAITING] += waiting
        self._off_topic = OffTopic(self._store, self._hosts.ordering)
        for host in self._hosts:
            host.waiting = 0
        self._later.clear()
        self._taken.clear()
        self._load_waiting(now)

    def _load_waiting(self, now: float) -> None:
        longest = now + self._settings.max_retry_after
        ready, by_host = load(self._store, self._hosts.ordering, self._running, self._later, longest, now)
        self._wait(ready, by_host, now)

    # the small parts

    def _wait(self, waiting: list[Waiting], by_host: dict[int, int], now: float) -> None:
        self._hosts.ordering.add(waiting)
        for waiting_one in waiting:
            count = by_host.pop(waiting_one.host, 0)
            if count:
                host = self._hosts.get(waiting_one.host)
                if host is None:
                    host = self._hosts.open(waiting_one.host, self._authority(waiting_one), now)
                self._hosts.more(host, count, now)
            if not by_host:
                break

    def _authority(self, waiting: Waiting) -> str:
        found = self._fresh.get(waiting.id)
        return authority_of(found.url) if found else self._store.host_authority(waiting.host)

    def _lease(self, id: int, host: int) -> None:
        self._running[id] = host
        self._batch.leased.append((id, time.time()))
        self._move(Status.WAITING, Status.RUNNING)

    def _move(self, before: Status, after: Status) -> None:
        self.counts[before] -= 1
        self.counts[after] += 1
