"""Who brought which content first, also before it is committed."""

from __future__ import annotations

from mekik.frontier.store import Batch, FrontierStore
from mekik.page import Address


class Payloads:
    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, tuple[int, str, int]] = {}

    def same(self, digest: int) -> tuple[int, str, int] | None:
        """(id, url, time) of an earlier visit that brought this payload."""
        return self._fresh.get(digest) or self._store.same_payload(digest)

    def first(self, digest: int, address: Address, at: int) -> None:
        """From now on this address is the one that brought this payload first."""
        self._fresh[digest] = (address.id, address.url, at)

    def forget(self, digest: int, address: Address) -> None:
        """It came to nothing after all."""
        if self._fresh.get(digest, (0,))[0] == address.id:
            del self._fresh[digest]

    def written(self, batch: Batch) -> None:
        for visit in batch.visits:
            if visit.digest is not None and self._fresh.get(visit.digest, (0,))[0] == visit.address:
                del self._fresh[visit.digest]
