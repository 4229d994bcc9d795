"""Who waits, who of them competes, and who is best: the part of popularity that has to be quick.

It is there twice, compiled (`native/`) and in Python (`in_python.py`), and both answer the same.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

Row = tuple[int, int, int, int, int, int]
"""Hashes of root, path and query, host, time, id. A root belongs to one host; a time is not below 0."""


class Rival(NamedTuple):
    """One who is among the best: how many share its root, path and query, and what decides between equals."""

    root: int
    path: int
    query: int
    time: int
    id: int


class Contest(Protocol):
    """A slot is the number of one who waits, until it goes."""

    @property
    def scans(self) -> int:
        """How often everything was looked at."""

    def __len__(self) -> int:
        """How many wait."""

    def add(self, rows: list[Row], /) -> None: ...
    def wake(self, host: int, /) -> None: ...
    def rest(self, host: int, /) -> None: ...

    def best(self, c: float, oldest: int, near: float, /) -> list[int]:
        """Slots of those of awake hosts whose `root + path + query − c·time`, each weight × count, is highest, up to a
        difference of `near`; of those that are exactly equal perhaps only the one with the smallest id. `oldest`: about
        the time of all that wait. With a `c` of 0 all have the same time.
        """

    def rival(self, slot: int, /) -> tuple[int, int, int, int, int]:
        """What `Rival` names."""

    def take(self, slot: int, /) -> tuple[int, int, int]:
        """Host, id and time of one who waits no longer."""

    def drain(self, host: int, /) -> list[tuple[int, int]]:
        """The same for all of a host: id and time of each."""

    def counts(self, root: int, path: int, query: int, /) -> tuple[int, int, int]:
        """How many share these."""
