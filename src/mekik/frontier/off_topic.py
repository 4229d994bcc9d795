"""What a selective ordering does not follow, and when such an address gets a second chance."""

from __future__ import annotations

from mekik.frontier.keyset import KeySet
from mekik.frontier.lookup import key_at
from mekik.frontier.store import FrontierStore
from mekik.ordering import Ordering, Selective, Waiting
from mekik.outcome import Outcome
from mekik.page import Address


class OffTopic:
    """The keys of the addresses that were refused because of their links, at 8 bytes each: another page may name one of
    them by a better link."""

    def __init__(self, store: FrontierStore, ordering: Ordering) -> None:
        self._selective = ordering if isinstance(ordering, Selective) else None
        self._keys = KeySet(store.keys(Outcome.OFF_TOPIC) if self._selective else None)
        self._lifted: set[int] = set()

    def __bool__(self) -> bool:
        return self._selective is not None

    def refusal(self, waiting: Waiting) -> str:
        """Why a link is not followed."""
        reason = self._selective.refusal(waiting) if self._selective else ""
        if reason:
            self._keys.add_new(waiting.key.to_bytes(8, "little", signed=True))
            self._lifted.discard(waiting.key)
        return reason

    def refused_before(self, keys: bytes) -> list[int]:
        """The places in `keys`, as in `Links.keys`, of those that were refused."""
        return [place for place in self._keys.present(keys) if key_at(keys, place) not in self._lifted]

    def lift(self, key: int) -> None:
        self._lifted.add(key)

    @property
    def harvest(self) -> tuple[float, int] | None:
        return self._selective.harvest if self._selective else None


def is_judged(address: Address) -> bool:
    """Seeds, sitemaps and what a redirect leads to are followed whatever they are called."""
    if address.found_on is None or address.path.endswith("R"):
        return False
    return address.hint is None or address.hint.role not in ("sitemap", "guess")
