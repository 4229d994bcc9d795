"""What a frontier keeps on disk, and the Protocol of whatever keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from mekik.frontier.around import Row as AroundRow
from mekik.frontier.finds import PageFinds
from mekik.frontier.forms import FormRow
from mekik.frontier.keyset import Keys
from mekik.frontier.lessons import Row as LessonRow
from mekik.ordering import Lesson, Waiting
from mekik.outcome import Outcome, Status
from mekik.page import Address, Hint
from mekik.revisit import Evidence, Watched


class Rates(NamedTuple):
    """Columns: keys and ids of addresses, their change rates, and when they were last seen."""

    keys: NDArray[np.int64]
    ids: NDArray[np.int64]
    rates: NDArray[np.float64]
    seen_at: NDArray[np.float64]


class Found(NamedTuple):
    """A new address: a row of the table `address`, in its order of columns."""

    id: int
    key: int
    host: int
    status: int
    depth: int
    found_on: int | None
    outcome: int | None
    found_at: int
    url: str
    path: str
    anchor: str
    reason: str | None


class Settled(NamedTuple):
    """The new state of an address."""

    status: int
    outcome: int | None
    reason: str | None
    attempts: int
    next_visit: int | None
    id: int


class Visit(NamedTuple):
    """The last visit to an address."""

    address: int
    at: int
    code: int
    type: int
    """Number of a `name`."""
    bytes: int
    ms: int
    digest: int | None
    """First eight bytes of the payload's sha1."""
    file: int | None
    """Number of a `name`."""
    offset: int | None
    length: int | None
    etag: str | None
    last_modified: str | None
    language: str | None
    duplicate_of: int | None
    indexed: int


class HintRow(NamedTuple):
    """What others said of an address: a row of the table `hint`. Unset is None."""

    address: int
    source: int | None
    """The address that said so."""
    role: str | None
    priority: float | None
    changefreq: str | None
    lastmod: int | None
    published: int | None
    author: str | None
    topics: str | None
    """One a line."""
    query: str | None
    """What was typed into a form."""
    item: str | None
    """The rest, as JSON."""
    interval: int | None
    """Seconds between two visits, as learned."""


class TextRow(NamedTuple):
    """A text that was new when it came: a row of the table `text`. It never changes."""

    number: int
    group: int
    """Of its fingerprint: what all pages with this text or nearly this text share."""
    sketch: bytes
    address: int
    """Who brought it."""


class JudgementRow(NamedTuple):
    """What became of a page's text: a row of the table `judgement`."""

    address: int
    text: int | None
    """Number of the text that it repeats, or that it brought."""
    likeness: float | None
    """To that text; None for the page that brought it."""
    preference: int
    """Which page of a group is shown: the least."""
    spam: float
    action: str | None
    reasons: str | None
    """One a line."""


class PatternRow(NamedTuple):
    """What was learned of a pattern of addresses: a row of the table `pattern`."""

    pattern: str
    kind: str
    """trap or parameter."""
    state: str
    """watched, suspected or lifted."""
    visits: int
    new: int
    """Visits that brought something new."""
    set_aside: int
    """Addresses that were refused because of it."""
    credit: int
    since: float
    """When it was suspected, seconds since the epoch."""
    why: str


class ChangeRow(NamedTuple):
    """What visits showed of a page's changes: a row of the table `change`. Times are seconds since the epoch."""

    address: int
    content: int
    """Of its main text: what must differ for the page to have changed."""
    seen_at: float
    """The last visit that saw the page."""
    changed_at: float
    """The visit that brought this content first."""
    visits: int = 1
    changes: int = 0
    shape: float = 0.0
    """With `time` the evidence of its change rate."""
    time: float = 0.0
    rate: float = 0.0
    """Changes a second that are expected of it, by all that was known at the last visit."""
    missing: int = 0
    """Visits since, in a row, to which the server said that there is no such page."""
    watched: float = 0.0
    """Seconds between its visits, those of them in which our copy was fresh, and its age summed over them."""
    fresh: float = 0.0
    aged: float = 0.0


class TombstoneRow(NamedTuple):
    """A page that is no longer searchable: a row of the table `tombstone`."""

    number: int
    """Grows."""
    address: int
    at: int
    why: str
    """gone, redirect, noindex, unwanted, copy or replaced."""


class Batch(msgspec.Struct):
    """All that one commit writes, together or not at all."""

    hosts: list[tuple[int, str]] = []
    names: list[tuple[int, str]] = []
    found: list[Found] = []
    settled: list[Settled] = []
    visits: list[Visit] = []
    leased: list[tuple[int, float]] = []
    returned: list[tuple[int]] = []
    hints: list[HintRow] = []
    lessons: list[LessonRow] = []
    around: list[AroundRow] = []
    texts: list[TextRow] = []
    judgements: list[JudgementRow] = []
    site_links: list[tuple[int, int]] = []
    """Numbers of two sites, of which the first links to the second."""
    outward: list[tuple[int, str]] = []
    """Pages whose links mostly lead to other sites, and what was seen of them."""
    renamed: list[tuple[str, int, int]] = []
    """Anchor, page and id: refused before, and called by a name here that lets them wait."""
    reopened: list[tuple[int]] = []
    """Visited before, and waiting again because their time came."""
    finds: list[PageFinds] = []
    patterns: list[PatternRow] = []
    forms: list[FormRow] = []
    sooner: list[tuple[int, int]] = []
    """When they come back and ids: of those that come back sooner than was decided at their last visit."""
    changes: list[ChangeRow] = []
    claims: list[tuple[int, float, float]] = []
    tombstones: list[TombstoneRow] = []
    anchors: list[tuple[int, str]] = []
    """Ids, and what other links than the first call them, one a line."""
    risen: list[tuple[int]] = []
    """Whose tombstone goes, before those of this batch are set."""
    meta: dict[str, Any] = {}

    def __bool__(self) -> bool:
        changed = (
            self.found or self.settled or self.visits or self.leased or self.returned or self.hints or self.reopened
        )
        return bool(changed or self.sooner or self.finds or self.meta)


class Record(msgspec.Struct):
    """Everything the store knows of one address: for `why`, exports and reports."""

    id: int
    url: str
    status: Status
    outcome: Outcome | None
    reason: str
    depth: int
    path: str
    anchor: str
    host: int
    found_on: int | None
    found_on_url: str
    found_at: int
    attempts: int
    next_visit: int | None
    running: bool
    visited_at: int | None = None
    code: int | None = None
    content_type: str = ""
    bytes: int | None = None
    ms: int | None = None
    file: str = ""
    offset: int | None = None
    length: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    language: str = ""
    duplicate_of: str = ""
    indexed: bool = False
    query: str = ""
    """What was typed into a form to find it."""


class FrontierStore(Protocol):
    """Keeps a job's addresses. One process writes; any number read."""

    def write(self, batch: Batch) -> None:
        """Commits the batch: after it returns, a crash loses nothing of it."""

    def close(self) -> None: ...

    # what a frontier needs to start
    def return_leases(self) -> None:
        """What was running when the last engine ended runs no longer."""

    def meta(self) -> dict[str, Any]: ...
    def keys(self, refused: Outcome | None = None) -> Keys:
        """Sorted; of all addresses, or of those refused with this outcome."""

    def waiting(self, *, texts: bool = False, only: int | None = None) -> Iterator[tuple[Waiting, int | None]]:
        """Every waiting address in the order of ids, or `only` the one with this id, with the time before which it may
        not be visited."""

    def lessons(self, order: str, *, texts: bool = False) -> Iterator[Lesson]:
        """What the ordering was told of pages that were read, as far as it is kept, with the grades of this
        order. With `texts` its links have the anchors of what was found on that page first."""

    def reopen(
        self, outcomes: Iterable[Outcome], *, scheduled: bool = True, meta: Mapping[str, object] | None = None
    ) -> int:
        """Every address with one of these outcomes waits again; without `scheduled` only those that neither come back
        by themselves nor left. `meta` is written with it, or neither is."""

    def returning(self, most: int, *, listings: bool = False) -> Iterator[tuple[Waiting, int, int]]:
        """Visited pages, or feeds and sitemaps, that come back, the soonest first: with that time and their status."""

    def sitemaps_by_host(self) -> dict[str, int]:
        """How many addresses of a host were named as sitemaps."""

    def counts(self) -> dict[int, int]:
        """Addresses by number of their status."""

    def last_id(self) -> int: ...
    def host_number(self, authority: str) -> int | None: ...
    def host_authority(self, number: int) -> str: ...
    def last_host(self) -> int: ...
    def names(self) -> dict[str, int]: ...
    def patterns(self) -> list[PatternRow]: ...
    def forms(self) -> list[FormRow]: ...
    def last_tombstone(self) -> int: ...
    def tombstones(self, after: int = 0) -> Iterator[tuple[TombstoneRow, str]]:
        """With their addresses, those with higher numbers than `after`."""

    def rates(self) -> Rates:
        """Of every page that comes back."""

    def evidence_by_host(self) -> Iterator[tuple[int, Evidence]]:
        """What the visits to each host's pages showed, added up."""

    def watched(self) -> Watched:
        """What the visits to all pages showed, added up."""

    def claims(self) -> Iterator[tuple[int, float, float]]:
        """Of each host that said when its pages changed: how far that could be relied on, in two numbers."""

    def return_of(self, id: int) -> tuple[int, Status] | None:
        """When a visited address comes back, if it does, and what it is until then."""

    def pages_by_host(self, since: int) -> dict[str, int]: ...

    # one address
    def address(self, id: int) -> Address: ...
    def id_of(self, key: int) -> int | None: ...
    def visit(self, id: int) -> Visit | None: ...
    def status(self, id: int) -> Status: ...
    def change(self, id: int) -> ChangeRow | None: ...
    def tombstone(self, id: int) -> TombstoneRow | None: ...
    def hint(self, id: int) -> Hint | None: ...
    def indexed_since(self, at: int) -> tuple[Keys, Keys]:
        """Ids and keys of pages that visits since then made searchable."""

    def around(self, id: int) -> str:
        """The words around the link that led to it, if they were kept."""

    def said_of(self, key: int) -> tuple[Hint | None, str]:
        """By the key of an address: what sitemaps, feeds and forms said of it, and what links call it, one a line."""

    def other_anchors(self, id: int) -> tuple[str, ...]:
        """What other links than the first call it."""

    def same_payload(self, digest: int) -> tuple[int, str, int] | None:
        """(id, url, time) of the first visit that brought this payload."""

    def texts(self) -> Iterator[tuple[int, int, bytes]]:
        """Number, group and sketch of every text, in the order in which they came."""

    def last_text(self) -> int: ...
    def text(self, number: int) -> TextRow | None: ...
    def judgement(self, id: int) -> JudgementRow | None: ...
    def site_links(self, site: int) -> set[int]: ...
    def outward(self) -> list[tuple[int, str]]: ...
    def forget_texts(self) -> None:
        """Drops all texts and judgements: they are made anew from the archive."""

    def find_count(self) -> int:
        """How much was picked out of pages; asked for every page, so it must cost nothing."""

    def record(self, key: int) -> Record | None: ...
    def records(self, where: str = "", arguments: tuple[Any, ...] = ()) -> Iterator[Record]: ...
