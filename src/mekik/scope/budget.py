"""How many pages and bytes a job may fetch, and how many pages from one host.

Asked when an address is handed out: `admit` reserves a page, which `spent` turns into a fetched one or
`release` gives back. So pages in flight never go beyond the limit, and failures do not eat it up.
"""

from __future__ import annotations

from collections.abc import Mapping

from mekik.outcome import Outcome
from mekik.scope.bending import Bending
from mekik.scope.verdict import ALLOWED, Verdict
from mekik.settings import ScopeSettings


class Budget:
    def __init__(
        self,
        settings: ScopeSettings,
        pages: int = 0,
        bytes: int = 0,
        pages_by_host: Mapping[str, int] | None = None,
        bending: Bending | None = None,
    ) -> None:
        """The numbers are what earlier runs of the job fetched."""
        self.pages, self.bytes, self.in_flight = pages, bytes, 0
        self._max_pages, self._max_bytes = settings.max_pages, settings.max_bytes
        self._max_by_host = settings.max_pages_per_host
        self._bending = bending if bending is not None and bending.limits_hosts else None
        # Counted only where there is a limit, so that a job without one keeps nothing per host.
        self._counts_hosts = self._max_by_host is not None or self._bending is not None
        self._by_host = dict(pages_by_host or {}) if self._counts_hosts else {}
        self._in_flight_by_host: dict[str, int] = {}

    @property
    def exhausted(self) -> str | None:
        """The limit of the whole job that is reached, in words."""
        if self._max_pages is not None and self.pages >= self._max_pages:
            return f"max_pages: {self.pages} pages are fetched, {self._max_pages} are allowed"
        if self._max_bytes is not None and self.bytes >= self._max_bytes:
            return f"max_bytes: {self.bytes} bytes are fetched, {self._max_bytes} are allowed"
        return None

    def admit(self, authority: str) -> Verdict:
        """Reserves a page, or says why not.

        A refusal without an outcome is for now only: pages in flight would fill the budget if all of them
        came to something.
        """
        exhausted = self.exhausted
        if exhausted is not None:
            return Verdict(False, Outcome.OVER_BUDGET, exhausted)
        limit = self._max_by_host
        if self._bending is not None:
            limit = self._bending.settings(f"http://{authority}/").scope.max_pages_per_host
        if limit is not None:
            fetched, waiting = self._by_host.get(authority, 0), self._in_flight_by_host.get(authority, 0)
            if fetched >= limit:
                rule = f"max_pages_per_host: {fetched} pages of {authority} are fetched, {limit} are allowed"
                return Verdict(False, Outcome.OVER_BUDGET, rule)
            if fetched + waiting >= limit:
                return Verdict(False, None, f"max_pages_per_host: the last pages of {authority} are under way")
        if self._max_pages is not None and self.pages + self.in_flight >= self._max_pages:
            return Verdict(False, None, "max_pages: the last pages are under way")
        self.in_flight += 1
        if limit is not None:
            self._in_flight_by_host[authority] = waiting + 1
        return ALLOWED

    def spent(self, authority: str, bytes: int) -> None:
        """A page came of it."""
        self.release(authority)
        self.pages += 1
        self.bytes += bytes
        if self._counts_hosts:
            self._by_host[authority] = self._by_host.get(authority, 0) + 1

    def release(self, authority: str, bytes: int = 0) -> None:
        """No page came of it; the bytes that it cost count all the same."""
        self.in_flight = max(0, self.in_flight - 1)
        self.bytes += bytes
        waiting = self._in_flight_by_host.pop(authority, 0) - 1
        if waiting > 0:
            self._in_flight_by_host[authority] = waiting
