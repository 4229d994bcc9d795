"""How well pages are linked, for the ranking of a search: PageRank without a table of links.

A page that is read shares what it is worth, a little of its own and what it got by then, equally among its links: one
round of PageRank in the order of the crawl, after the on-line importance of Abiteboul, Preda and Cobéna. What each
address got stands in a table of a fixed size, at the place that its key names; in a crawl of millions some share one
and look a little better linked than they are. It costs a page some microseconds and a job five megabytes of memory.
"""

from __future__ import annotations

from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

LEVELS = (4.0, 16.0, 64.0)
"""Times the mean: what a page must have got for each level above 0."""
_PLACES = 1 << 20
_HANDED_ON = 0.85
_OFTEN = 5000
"""Pages after which the table is written."""
_TOGETHER = 32
"""Pages whose links are counted at once, which takes hardly longer than the links of one; fewer while a crawl is small,
for a page that is read in the same lot as those that name it hands on too little."""


class Ranks:
    """Of one job, kept in the file at `path` between its runs; in memory only without one."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._got: NDArray[np.float32] = np.zeros(_PLACES, dtype=np.float32)
        self._given = bytearray(_PLACES)
        """The level with which this run indexed the page of each place."""
        self._all = 0.0
        self._read = self._unsaved = 0
        self._waiting: list[tuple[int, bytes]] = []
        """Pages whose links are not counted yet, with those links."""
        if path is not None and path.exists():
            self._load(path)

    def read(self, key: int, links: bytes) -> None:
        """A page was read for the first time; `links` as in `Links.keys`."""
        self._read += 1
        self._unsaved += 1
        if links:
            self._waiting.append((key & (_PLACES - 1), links))
            if len(self._waiting) >= min(_TOGETHER, self._read // _TOGETHER):
                self._count()
        if self._unsaved >= _OFTEN:
            self.save()

    def _count(self) -> None:
        if not self._waiting:
            return
        pages, links = zip(*self._waiting, strict=True)
        self._waiting = []
        counts = np.array([len(keys) // 8 for keys in links])
        places = (np.frombuffer(b"".join(links), dtype="<u8") & np.uint64(_PLACES - 1)).astype(np.int64)
        handed_on = _HANDED_ON * (1.0 - _HANDED_ON + self._got[list(pages)])
        np.add.at(self._got, places, (handed_on / counts).astype(np.float32).repeat(counts))
        self._all += float(handed_on.sum())

    def give(self, key: int, known: int) -> int:
        """The level for a page that is indexed now."""
        level = self._given[key & (_PLACES - 1)] = self.level(key, known)
        return level

    def is_better(self, key: int, known: int) -> bool:
        """Whether the page has a higher level by now than when this run indexed it."""
        return self.level(key, known) > self._given[key & (_PLACES - 1)]

    def level(self, key: int, known: int) -> int:
        """0 for most pages; `known` is the number of known addresses, among whom all was shared."""
        got = self._got.item(key & (_PLACES - 1))
        known = max(known, 1)
        if not got or got < LEVELS[0] * self._all / known:
            return 0
        return sum(got >= times * self._all / known for times in LEVELS)

    def best(self, keys: NDArray[np.int64], known: int) -> list[int]:
        """The places in `keys` of those above level 0, the best first."""
        self._count()
        got = self._got[keys & (_PLACES - 1)]
        least = LEVELS[0] * self._all / max(known, 1)
        order = np.argsort(-got, kind="stable")
        return [int(place) for place in order[: int((got >= least).sum())] if got[place] > 0]

    def save(self) -> None:
        """Whole or not at all. What a crash loses are some links' worth."""
        self._unsaved = 0
        if self._path is None or not self._read:
            return
        self._count()
        places = np.flatnonzero(self._got)
        fresh = self._path.with_suffix(".new")
        try:
            with fresh.open("wb") as file:
                np.savez(file, places=places.astype(np.uint32), got=self._got[places], all=self._all, read=self._read)
            fresh.replace(self._path)
        except OSError:  # a full disk: whoever needs the room more will say so
            fresh.unlink(missing_ok=True)

    def _load(self, path: Path) -> None:
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                self._got[saved["places"]] = saved["got"]
                self._all, self._read = float(saved["all"]), int(saved["read"])
        except (OSError, ValueError, KeyError, IndexError, BadZipFile):  # begins anew: it is a guess at best
            self._got[:] = 0
            self._all, self._read = 0.0, 0
