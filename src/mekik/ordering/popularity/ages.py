"""The oldest and the newest of times that come and go."""

from __future__ import annotations

from heapq import heappop, heappush


class Ages:
    """Counts a second once, however many addresses were found in it."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self._oldest: list[int] = []
        self._newest: list[int] = []

    def add(self, time: int) -> None:
        count = self._counts.get(time, 0)
        self._counts[time] = count + 1
        if not count:
            heappush(self._oldest, time)
            heappush(self._newest, -time)

    def remove(self, time: int) -> None:
        if self._counts[time] == 1:
            del self._counts[time]
        else:
            self._counts[time] -= 1

    def span(self) -> tuple[int, int]:
        """(oldest, newest); (0, 0) when there is none."""
        counts, oldest, newest = self._counts, self._oldest, self._newest
        while oldest and oldest[0] not in counts:
            heappop(oldest)
        while newest and -newest[0] not in counts:
            heappop(newest)
        return (oldest[0], -newest[0]) if oldest else (0, 0)
