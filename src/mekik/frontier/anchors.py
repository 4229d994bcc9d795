"""What else links call an address: the first link's text stands with the address, here is what others say.

The links of a page are mostly those of the page before, so only addresses that were found lately are looked at, each at
the first few pages that name it. What is new is written beside the address: a page that is indexed by then has it at
once, all others with their next visit or when the index is made anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from mekik.frontier.lookup import key_at, present
from mekik.frontier.store import Batch

SCHEMA = "CREATE TABLE anchor (address INTEGER PRIMARY KEY, texts TEXT NOT NULL);\n"

MOST = 3
"""Texts that are kept of an address beside the first."""
LONGEST = 60
"""Characters of one."""
SIGHTINGS = 5
"""Pages that name an address, of which the texts are looked at."""
ROOM = 20_000
"""Addresses that are looked at."""


class Named:
    """An address, with the texts of links to it. The first is the one by which it was found."""

    __slots__ = ("id", "sightings", "texts")

    def __init__(self, id: int, text: str) -> None:
        self.id, self.texts, self.sightings = id, [text], 1


class Anchors:
    def __init__(self) -> None:
        self._looked_at: dict[int, Named] = {}
        """By key, the oldest first."""
        self._done: dict[int, Named] = {}
        """Of which enough was seen; kept until others need the room."""
        self._changed: dict[int, Named] = {}

    def found(self, key: int, id: int, text: str) -> None:
        _put(self._looked_at, key, Named(id, text[:LONGEST]))

    def name(self, keys: bytes, texts: Sequence[str]) -> None:
        """A page names these, with keys as in `Links.keys`. What it is the first to name is `found` afterwards."""
        looked_at = self._looked_at
        for place, named in present(keys, looked_at):
            text, known = texts[place][:LONGEST], named.texts
            named.sightings += 1
            if text and text not in known:
                known.append(text)
                self._changed[named.id] = named
            if named.sightings >= SIGHTINGS or len(known) > MOST:
                key = key_at(keys, place)
                looked_at.pop(key, None)  # which may stand there twice
                if len(known) > 1:
                    _put(self._done, key, named)

    def others(self, key: int) -> tuple[str, ...]:
        """Texts of other links to an address than the first, as far as they are in memory."""
        named = self._looked_at.get(key) or self._done.get(key)
        return tuple(named.texts[1:]) if named else ()

    def give(self, batch: Batch) -> None:
        batch.anchors = [(id, "\n".join(named.texts[1:])) for id, named in self._changed.items()]
        self._changed = {}


def _put(kept: dict[int, Named], key: int, named: Named) -> None:
    if len(kept) >= ROOM:
        del kept[next(iter(kept))]
    kept[key] = named


def write(db: sqlite3.Connection, rows: Sequence[tuple[int, str]]) -> None:
    db.executemany("INSERT OR REPLACE INTO anchor VALUES (?, ?)", rows)


def others_of(db: sqlite3.Connection, address: int) -> tuple[str, ...]:
    row = db.execute("SELECT texts FROM anchor WHERE address = ?", (address,)).fetchone()
    return tuple(row[0].split("\n")) if row else ()
