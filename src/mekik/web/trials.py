"""Looks at other sites for a person who fills in a form: one at a time for each, a few in all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from mekik.errors import Conflict

MOST = 3
T = TypeVar("T")


class Trials:
    def __init__(self) -> None:
        self._busy: set[str] = set()
        self._lock = threading.Lock()

    def run(self, person: str, look: Callable[[], T]) -> T:
        """Raises Conflict while the person's last look, or those of too many others, are under way."""
        with self._one_more(person):
            return look()

    @contextmanager
    def _one_more(self, person: str) -> Iterator[None]:
        with self._lock:
            if person in self._busy or len(self._busy) >= MOST:
                raise Conflict("Another look at sites is under way. Try again in a moment.")
            self._busy.add(person)
        try:
            yield
        finally:
            with self._lock:
                self._busy.discard(person)
