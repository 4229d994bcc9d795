"""The door of a site: its robots.txt, fetched before the first page, kept for a day, shared by all jobs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from mekik.errors import StorageError
from mekik.fetch import Exchanges, Fetcher, RobotsState, fetch_robots
from mekik.frontier import ClockBook
from mekik.settings import RobotsSettings

Admit = Callable[[RobotsState], None]

_REMEMBERED = 20_000
_BYTES = 4_000_000
"""Of robots.txt files; read, they take some twenty times that."""


class Gate:
    def __init__(
        self,
        fetcher: Fetcher,
        clocks: ClockBook,
        settings: RobotsSettings,
        archive: Callable[[Exchanges], None],
    ) -> None:
        self._fetcher = fetcher
        self._clocks = clocks
        self._settings = settings
        self._archive = archive
        self._states: dict[str, RobotsState] = {}
        self._size = 0
        self._asking: dict[str, list[Admit]] = {}

    def ask(self, root: str, admit: Admit) -> None:
        """Calls `admit` with the site's rules: at once when they are known, else when they came."""
        state = self._states.get(root)
        now = time.time()
        if state is None or state.expires_at <= now:
            record = self._clocks.robots(root, now)
            if record is None:
                self._fetch(root, admit)
                return
            state = self._remember(root, RobotsState.decode(record))
        admit(state)

    def known(self, root: str) -> RobotsState | None:
        """The site's rules as far as they are known, without asking for them."""
        state = self._states.get(root)
        if state is None:
            record = self._clocks.robots(root, time.time())
            state = self._remember(root, RobotsState.decode(record)) if record is not None else None
        return state

    def _fetch(self, root: str, admit: Admit) -> None:
        waiting = self._asking.get(root)
        if waiting is not None:
            waiting.append(admit)
            return
        self._asking[root] = [admit]

        def done(state: RobotsState, exchanges: Exchanges) -> None:
            self._archive(exchanges)
            self._remember(root, state)
            with suppress(StorageError):  # asked again after a restart, that is all
                self._clocks.write_robots(root, state.expires_at, state.encode())
            for waiting in self._asking.pop(root):
                waiting(state)

        fetch_robots(self._fetcher, root, self._settings, done, self._states.get(root))

    def _remember(self, root: str, state: RobotsState) -> RobotsState:
        self._size += state.size
        if len(self._states) >= _REMEMBERED or self._size > _BYTES:
            self._states.clear()
            self._size = state.size
        self._states[root] = state
        return state
