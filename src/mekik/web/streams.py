"""Who watches: a bounded number of live views, of one person and of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable

from litestar.exceptions import TooManyRequestsException
from litestar.response import ServerSentEvent
from litestar.types import SSEData

MOST_A_PERSON = 6
MOST = 200
_RETRY = 2000


class Streams:
    def __init__(self) -> None:
        self._by_person: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_person.total()

    def open(self, person: str, events: Callable[[], AsyncIterator[SSEData]]) -> ServerSentEvent:
        """An answer that goes on until its events end or its reader is gone. One too many is refused at once."""
        if self._by_person[person] >= MOST_A_PERSON or len(self) >= MOST:
            raise TooManyRequestsException("Too many live views are open. Close one, or look without it.")
        return ServerSentEvent(self._counted(person, events), retry_duration=_RETRY)

    async def _counted(self, person: str, events: Callable[[], AsyncIterator[SSEData]]) -> AsyncIterator[SSEData]:
        self._by_person[person] += 1  # here, because an answer that nobody begins to read is never finished
        try:
            async for event in events():
                yield event
        finally:
            self._by_person[person] -= 1
            self._by_person += Counter()  # forgets those with none
