"""What a frontier knows while a crawl runs, beside what the store knows already, and how it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mekik.frontier.anchors import Anchors
from mekik.frontier.beside import Beside
from mekik.frontier.changes import Changes, Departed
from mekik.frontier.clocks import ClockBook
from mekik.frontier.hints import Hints
from mekik.frontier.hosts import Hosts
from mekik.frontier.importance import Importance
from mekik.frontier.keyset import KeySet
from mekik.frontier.later import Later
from mekik.frontier.limited import Limited
from mekik.frontier.loading import load, no_collection
from mekik.frontier.numbers import Numbers
from mekik.frontier.off_topic import OffTopic
from mekik.frontier.payloads import Payloads
from mekik.frontier.returning import Returning
from mekik.frontier.store import Batch, Found, FrontierStore, Visit
from mekik.frontier.visits import Visits
from mekik.ordering import Example, Waiting, make, reads_around
from mekik.outcome import Status
from mekik.page import Address
from mekik.scope import Bending
from mekik.settings import FrontierSettings, OrderingSettings
from mekik.urls import authority as authority_of


class Memory:
    def __init__(
        self, store: FrontierStore, clocks: ClockBook, settings: FrontierSettings, order: str, now: float,
        ordering: OrderingSettings | None = None, bending: Bending | None = None,
        examples: Callable[[], Iterable[Example]] = tuple, importance: Importance | None = None,
        limited: Limited | None = None,
    ) -> None:  # fmt: skip
        self._store, self.importance = store, importance
        self.limited = limited or Limited()
        self._clocks = clocks
        self._settings = settings
        self._keys = KeySet(store.keys())
        self._last_id = store.last_id()
        self.numbers = Numbers(store)
        self.hints = Hints(store)
        self.around = Beside(store)
        self._later = Later()
        self.returning = Returning(store, now)
        self._sooner: dict[int, int] = {}
        """id → when it comes back, for those that were pulled forward since the last batch."""
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
        self.anchors = Anchors()
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

    @property
    def reads_around(self) -> bool:
        """Whether the order wants the words around links."""
        return reads_around(self._hosts.ordering)

    def address(self, id: int) -> Address:
        address = self._address(id)
        if self.reads_around:
            address.around = self.around.of(id)
        return address

    def _address(self, id: int) -> Address:
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

    def anchors_of(self, address: Address) -> str:
        """What links call it, one a line, as far as it is known."""
        others = self.anchors.others(address.key)
        if not others and address.digest is not None:  # it was found long ago
            others = self._store.other_anchors(address.id)
        return "\n".join((address.anchor, *others))

    def id_of(self, key: int) -> int | None:
        id = self._fresh_keys.get(key)
        return id if id is not None else self._store.id_of(key)

    def known(self) -> int:
        return len(self._keys)

    @property
    def order(self) -> str:
        return self._hosts.ordering.name

    @property
    def has_finds(self) -> bool:
        """Whether anything was ever picked out of a page of this job."""
        return self._store.find_count() > 0

    def is_retrying(self, id: int) -> bool:
        return id in self._later

    # what waits, and what moves

    def _load_waiting(self, now: float) -> None:
        longest = now + self._settings.max_retry_after
        ready, by_host = load(self._store, self._hosts.ordering, self._running, self._later, longest, now)
        self._wait(ready, by_host, now)

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

    def _move(self, before: Status, after: Status) -> None:
        self.counts[before] -= 1
        self.counts[after] += 1

    def _visit(self, visit: Visit) -> None:
        self._batch.visits.append(visit)
        self._visits.note(visit)
        if visit.digest is not None:
            self._payloads.came(visit.digest)
