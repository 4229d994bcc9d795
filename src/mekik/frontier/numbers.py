"""Small numbers instead of texts that stand in many rows: hosts, content types, archive files."""

from __future__ import annotations

from mekik.frontier.store import Batch, FrontierStore

_HOSTS = 200_000
"""Hosts whose number is kept in memory."""
_TYPES = 2000


class Numbers:
    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._hosts: dict[str, int] = {}
        self._last_host = store.last_host()
        self._knows_all = not self._last_host
        """The store knows no host that is not here."""
        self._names = store.names()
        self._fresh_hosts: dict[str, int] = {}
        """Given out, but not yet committed."""
        self._new_hosts: list[tuple[int, str]] = []
        self._new_names: list[tuple[int, str]] = []

    @property
    def names(self) -> dict[str, int]:
        return self._names

    def host(self, authority: str) -> int:
        number = self._hosts.get(authority)
        if number is not None:
            return number
        number = self._fresh_hosts.get(authority)
        if number is None and not self._knows_all:
            number = self._store.host_number(authority)
        if number is None:
            self._last_host += 1
            number = self._last_host
            self._fresh_hosts[authority] = number
            self._new_hosts.append((number, authority))
        if len(self._hosts) > _HOSTS:
            self._hosts.clear()
            self._knows_all = False
        self._hosts[authority] = number
        return number

    def type(self, text: str) -> int:
        """Servers may invent any number of content types; beyond many, they are all one."""
        return self.file(text if text in self._names or len(self._names) < _TYPES else "(other)")

    def file(self, text: str) -> int:
        number = self._names.get(text)
        if number is None:
            number = self._names[text] = len(self._names) + 1
            self._new_names.append((number, text))
        return number

    def give(self, batch: Batch) -> None:
        """What is new goes with this batch."""
        batch.hosts, self._new_hosts = self._new_hosts, []
        batch.names, self._new_names = self._new_names, []

    def written(self, batch: Batch) -> None:
        for _, authority in batch.hosts:
            self._fresh_hosts.pop(authority, None)
