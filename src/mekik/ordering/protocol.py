"""The plug point of the frontier: `Ordering`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from mekik.page import Links

USUAL_PRIORITY = 50

Grade = float | dict[str, float] | None
"""What a model wants to be told again with a page: a number, or those of several models by their names."""


class Waiting(NamedTuple):
    """A waiting address as an ordering sees it."""

    id: int
    """Grows with the time of discovery."""
    host: int
    depth: int
    found_on: int | None
    """The page that named it; addresses of one page come together, in page order."""
    priority: int = USUAL_PRIORITY
    """What a sitemap says of it, in percent."""
    found_at: int = 0
    """Seconds since the epoch."""
    key: int = 0
    url: str = ""
    """Address and anchor text are always there for a model that asks for `texts`; others must not count on them."""
    anchor: str = ""
    rate: float = 0.0
    """Of a page that was visited before: changes a second that are expected of it, and when it was last seen, in
    seconds since the epoch. Both are there as address and anchor are."""
    seen_at: int = 0
    around: str = ""
    """The words around the link, for a model that reads them (`reads_around`)."""


class Lesson(NamedTuple):
    """A page that was read, as a model that `learns` sees it. What is told again at start has no texts, but `grade`."""

    id: int
    host: int
    key: int
    url: str
    depth: int
    links: Links
    """Told again at start it holds keys only."""
    title: str = ""
    language: str = ""
    words: str = ""
    """The words of its text with blanks between them."""
    roots: str = ""
    """Roots that differ from their words."""
    grade: float | None = None
    """What `learn` answered when the page was new, if that was a number."""
    anchor: str = ""
    """Of the link that led to the page first."""
    found_on: int | None = None
    grades: Mapping[str, float] = {}
    """What `learn` answered, if those were several."""
    around: str = ""
    """The words around the link that led to the page first."""


ORDINARY = 0.5


class Example(NamedTuple):
    """A page that shows what is wanted, or what is not."""

    grade: float
    """1: wanted, 0: not; `ORDINARY`: any page, which shows what words are everybody's."""
    title: str
    words: str
    roots: str
    named: bool = True
    """By a person; else it is a page that the job judged clearly before."""


class Score(NamedTuple):
    """Why an address stands where it stands, for `mekik why`."""

    value: float
    text: str


class Ordering(Protocol):
    """Decides which waiting address is visited next.

    Hosts are numbers. A host is *awake* while it may be visited; only addresses of awake hosts are given out.
    Nothing of an ordering is stored: it is rebuilt with `add` from the waiting addresses at start, in the order
    of their ids, and when a running job changes its order.
    """

    name: str
    texts: bool
    """Whether it needs address and anchor of what waits; without them a start with a million addresses is quicker."""
    learns: bool
    """Whether it wants to hear of every page that was read."""

    def add(self, addresses: Sequence[Waiting]) -> None:
        """These wait from now on (found just now, or put back)."""

    def wake(self, host: int) -> None:
        """The host may be visited."""

    def rest(self, host: int) -> None:
        """The host may not be visited until `wake`."""

    def pop(self) -> tuple[int, int] | None:
        """(host, id) of the best waiting address of all awake hosts; it no longer waits."""

    def drain(self, host: int) -> list[int]:
        """Gives up every waiting address of a host: their ids."""

    def explain(self, address: Waiting) -> Score:
        """The address's present score and where it comes from."""

    def learn(self, page: Lesson) -> Grade:
        """Told of every page before its links are added, if the model `learns`. The answer is kept with the page and
        comes back as `grade` or `grades` when the model is built anew."""


@runtime_checkable
class Selective(Protocol):
    """An ordering that does not follow everything, and tells how much of what it read was wanted."""

    def refusal(self, address: Waiting) -> str:
        """Why a link is not followed; empty when it is. Seeds, redirects and sitemaps are not asked about. Asked when
        an address is found, and again when it is handed out."""

    @property
    def harvest(self) -> tuple[float, int]:
        """Sum of the grades, and number of pages graded."""


@runtime_checkable
class Taught(Protocol):
    """An ordering that is shown examples before anything else."""

    def study(self, example: Example) -> None: ...
