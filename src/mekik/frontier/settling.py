"""8: the new state of an address, and the batch that makes it durable."""

from __future__ import annotations

from mekik.frontier.finds import PageFinds
from mekik.frontier.memory import Memory
from mekik.frontier.offers import waiting_of
from mekik.frontier.returning import LISTINGS
from mekik.frontier.store import Batch, Settled, Visit
from mekik.outcome import Outcome, Status
from mekik.page import Address

_SOONEST = 1.0
"""A server that says "Retry-After: 0" is not taken at its word."""


class Settling(Memory):
    def settle(
        self, address: Address, outcome: Outcome, reason: str, visit: Visit | None, at: float, now: float,
        retry_in: float | None = None, next_visit: float | None = None,
    ) -> bool:  # fmt: skip
        """Its new state, for the next batch. True when it will be tried again. `next_visit`: when it comes back."""
        number = self._running.pop(address.id)
        self.limited.forget(address.id)
        self._sooner.pop(address.id, None)
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
                    int(outcome.status), outcome.number, reason or None, attempts,
                    None if next_visit is None else int(next_visit), address.id,
                )
            )  # fmt: skip
            if next_visit is not None:
                hint = self.hints.fresh(address.id) or address.hint
                listing = hint is not None and hint.role in LISTINGS
                comes_back = now + next_visit - at
                self.returning.add(comes_back, waiting_of(address, number), outcome.status, listing=listing)
        if visit is not None:
            self._visit(visit)
        self._move(Status.RUNNING, Status.WAITING if again else outcome.status)
        return again

    def sooner(self, address: Address, when: float, at: float, now: float) -> None:
        """A page that comes back later than that comes back then; `when` and `at`, which is now, are of the wall."""
        id = address.id
        if id in self._running or id in self._attempts:
            return
        due, known = now + when - at, self.returning.page(id)
        if known is None and (kept := self._store.return_of(id)) is not None:
            known = now + kept[0] - at, kept[1]
        if known is not None and due < known[0]:
            self.returning.add(due, waiting_of(address, self.numbers.host(address.authority)), known[1])
            self._sooner[id] = int(when)

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

    def picked(self, finds: PageFinds) -> None:
        """What was picked out of a page, to be committed with its new state."""
        self._batch.finds.append(finds)

    def put_back(self, address: Address, now: float) -> None:
        """Gives a handed-out address back untouched."""
        number = self._running.pop(address.id)
        self._batch.returned.append((address.id,))
        self._move(Status.RUNNING, Status.WAITING)
        self._wait([waiting_of(address, number)], {number: 1}, now)

    # the batch

    @property
    def changed(self) -> bool:
        return bool(self._batch) or bool(self._sooner) or self.hints.changed

    def take_batch(self) -> Batch:
        """All that changed since the last one; the caller has the store write it, then calls `written`."""
        batch, self._batch = self._batch, Batch()
        batch.sooner, self._sooner = [(when, id) for id, when in self._sooner.items()], {}
        for part in (self.numbers, self.hints, self.changes, self.departed, self.anchors, self.around):
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
        for part in (self.numbers, self.hints, self.changes, self._payloads, self._visits, self.around):
            part.written(batch)
