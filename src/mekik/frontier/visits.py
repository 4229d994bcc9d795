"""The last visit to each address, also one that is not committed yet."""

from __future__ import annotations

from mekik.frontier.changes import Changes
from mekik.frontier.store import Batch, FrontierStore, Visit
from mekik.page import Address


class Visits:
    def __init__(self, store: FrontierStore, changes: Changes) -> None:
        self._store, self._changes = store, changes
        self._fresh: dict[int, Visit] = {}

    def of(self, id: int) -> Visit | None:
        return self._fresh.get(id) or self._store.visit(id)

    def note(self, visit: Visit) -> None:
        self._fresh[visit.address] = visit

    def written(self, batch: Batch) -> None:
        for visit in batch.visits:
            if self._fresh.get(visit.address) is visit:
                del self._fresh[visit.address]

    def onto(self, address: Address) -> Address:
        """With what the store has not heard of yet."""
        visit = self._fresh.get(address.id)
        if visit is not None:
            known = visit.duplicate_of is None
            address.digest, address.indexed = visit.digest, bool(visit.indexed)
            address.etag, address.last_modified = (visit.etag, visit.last_modified) if known else (None, None)
            change = self._changes.of(address.id)
            if change is not None:
                address.rate, address.seen_at = change.rate, int(change.seen_at)
        return address
