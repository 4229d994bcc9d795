"""popularity, exact at every hand-out."""

from __future__ import annotations

from collections.abc import Sequence

from mekik.ordering.popularity.ages import Ages
from mekik.ordering.popularity.contest import Contest, Rival, Row
from mekik.ordering.popularity.formula import Split, Weights, standing
from mekik.ordering.popularity.in_python import PythonContest
from mekik.ordering.popularity.native import compiled_contest, is_compiled
from mekik.ordering.protocol import Lesson, Score, Waiting

_HASH = (1 << 60) - 1
_NEAR = 1e-10
"""What floating-point numbers may lose, for each that waits."""
_LARGEST = 1 << 20


class Popularity:
    """Gives out the address with the highest P of all awake hosts; of equals the one with the smallest id.

    The contest finds those that are best up to what floating-point numbers may lose; between these, whole numbers
    decide.
    """

    name = "popularity"
    texts, learns = True, False

    def __init__(self, weights: Weights, cut: Split, *, native: bool | None = None) -> None:
        """`native`: the compiled contest or the one in Python; by default the first where there is one."""
        self._weights, self._whole, self._cut = weights, weights.whole(), cut
        # Only their proportions matter. Whole numbers that are not too large add up exactly: equals are known as such.
        largest = max(self._whole) or 1
        divisor = 1 if largest <= _LARGEST else largest
        root, path, query, self._time_weight = (weight / divisor for weight in self._whole)
        self._near = _NEAR * (largest / divisor)
        make = compiled_contest if (is_compiled() if native is None else native) else PythonContest
        self._contest: Contest = make((root, path, query))
        self._ages = Ages()

    @property
    def scans(self) -> int:
        """How often everything was looked at."""
        return self._contest.scans

    def add(self, addresses: Sequence[Waiting]) -> None:
        rows = [self._row(address) for address in addresses]
        self._contest.add(rows)
        for row in rows:
            self._ages.add(row[4])

    def wake(self, host: int) -> None:
        self._contest.wake(host)

    def rest(self, host: int) -> None:
        self._contest.rest(host)

    def pop(self) -> tuple[int, int] | None:
        waiting = len(self._contest)
        if not waiting:
            return None
        oldest, newest = self._ages.span()
        c = self._time_weight * waiting / (newest - oldest) if newest > oldest else 0.0
        found = self._contest.best(c, oldest, self._near * waiting)
        if not found:
            return None
        host, id, time = self._contest.take(found[0] if len(found) == 1 else self._first(found, newest - oldest))
        self._ages.remove(time)
        return host, id

    def drain(self, host: int) -> list[int]:
        gone = self._contest.drain(host)
        for _, time in gone:
            self._ages.remove(time)
        return sorted(id for id, _ in gone)

    def explain(self, address: Waiting) -> Score:
        root, path, query, _, time, _ = self._row(address)
        counts, (oldest, newest) = self._contest.counts(root, path, query), self._ages.span()
        return standing(counts, len(self._contest), time, oldest, newest).told(self._weights)

    def learn(self, page: Lesson) -> None:
        """Counts what waits, not what was read."""

    def _row(self, address: Waiting) -> Row:
        root, path, query = self._cut(address.url)
        host = address.host
        # Without a weight for time the oldest of equals is the one with the smallest id.
        time = max(address.found_at, 0) if self._weights.time else 0
        return hash((host, root)) & _HASH, hash(path) & _HASH, hash(query) & _HASH, host, time, address.id

    def _first(self, slots: list[int], span: int) -> int:
        """The best of some that are equal or nearly so, by whole numbers."""
        root, path, query, time = self._whole
        waiting = len(self._contest)

        def worth(slot: int) -> tuple[int, int]:
            rival = Rival(*self._contest.rival(slot))
            counted = root * rival.root + path * rival.path + query * rival.query
            return counted * max(span, 1) - time * waiting * rival.time, -rival.id

        return max(slots, key=worth)
