"""Has this text come before, in the same words or in nearly the same? The memory of a job's texts.

The first page with a text founds a group; whoever is like that text later belongs to it. A text is never compared with
those that merely joined, so that a group does not wander off. The group's name is the founder's fingerprint: the same
after a crash, after `reindex`, and in every job.
"""

from __future__ import annotations

import numpy as np

from mekik.analysis import SKETCH_VERSION, likeness
from mekik.crawl.bands import Bands, keys_of
from mekik.frontier import FrontierStore, TextRow
from mekik.settings import DuplicatesSettings

_MOST_COMPARED = 8
"""Sketches looked at for one page."""


class Texts:
    def __init__(self, store: FrontierStore, settings: DuplicatesSettings) -> None:
        self._store, self._settings = store, settings
        self._bands: Bands | None = None
        self._last = store.last_text()
        self._new: dict[int, TextRow] = {}
        """Not yet given to a batch."""
        self._given: dict[int, TextRow] = {}
        """Given, and perhaps not yet written."""

    @property
    def recipe(self) -> str:
        """Texts that were grouped by another one should be grouped anew."""
        return f"{SKETCH_VERSION}/{self._settings.threshold}/{self._settings.min_words}/{self._settings.near}"

    def place(self, address: int, fingerprint: int, sketch: bytes) -> tuple[TextRow, float | None]:
        """The text that this one repeats and how like it is, or itself and None when it is the first of its kind."""
        if self._bands is None:
            self._bands = self._load()
        group = fingerprint >> 1  # SQLite's numbers have a sign
        keys = keys_of(group, sketch)
        candidates = self._bands.candidates(keys)
        best = self._best(candidates, group, sketch) if candidates else None
        if best is not None:
            return (best[0], None) if best[0].address == address else best
        self._last += 1
        row = TextRow(self._last, group, sketch, address)
        self._new[row.number] = row
        self._bands.add(keys, row.number)
        return row, None

    def _best(self, candidates: list[int], group: int, sketch: bytes) -> tuple[TextRow, float] | None:
        """The text that is most like this one, if any is like enough."""
        best: tuple[TextRow, float] | None = None
        for number in candidates[:_MOST_COMPARED]:
            row = self.row(number)
            if row is None:
                continue
            alike = 1.0 if row.group == group else min(likeness(row.sketch, sketch), 0.999)
            if alike >= (self._settings.threshold if self._settings.near else 1.0) and (not best or alike > best[1]):
                best = (row, alike)
                if alike == 1.0:
                    break
        return best

    def row(self, number: int) -> TextRow | None:
        return self._new.get(number) or self._given.get(number) or self._store.text(number)

    def give(self) -> list[TextRow]:
        """What is new goes with this batch; that of the batch before is in the store."""
        self._given, self._new = self._new, {}
        return list(self._given.values())

    def forget(self) -> None:
        """Begins anew."""
        self._store.forget_texts()
        self._bands, self._last = None, 0
        self._new, self._given = {}, {}

    def _load(self) -> Bands:
        bands = Bands(self._settings.memory)
        numbers: list[int] = []
        packed = bytearray()
        for number, group, sketch in self._store.texts():
            numbers.append(number)
            packed += sketch + (group & 0xFFFFFFFF).to_bytes(4, "little")
        bands.load(np.array(numbers, dtype=np.uint32), bytes(packed))
        return bands
