"""Who brought which content first, also before it is committed."""

from __future__ import annotations

from mekik.frontier.store import Batch, FrontierStore
from mekik.page import Address

_BITS = 1 << 23


class Payloads:
    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, tuple[int, str, int]] = {}
        self._met = None if store.last_id() else bytearray(_BITS // 8)
        """A bit for each payload that the store may know, where this run saw all of them come: most pages are new, and
        need not be looked up then. Payloads may share one; in a crawl of many millions most of the bits are set."""

    def same(self, digest: int) -> tuple[int, str, int] | None:
        """(id, url, time) of an earlier visit that brought this payload."""
        known = self._fresh.get(digest)
        if known is not None:
            return known
        if self._met is not None and not self._met[(digest % _BITS) >> 3] >> (digest & 7) & 1:
            return None
        return self._store.same_payload(digest)

    def came(self, digest: int) -> None:
        """The store is to hear of a visit with this payload, whatever becomes of it."""
        if self._met is not None:
            self._met[(digest % _BITS) >> 3] |= 1 << (digest & 7)

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
