"""What a search is asked for beside its words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import msgspec

from mekik.errors import UsageError
from mekik.search.conditions import between, fetched_since, host_of, is_value, of_type, on_site
from mekik.search.dates import read_date
from mekik.search.parts import Query

MOST_HITS = 1000
"""Of one answer."""
DEEPEST_HIT = 10_000
"""How far an answer may reach back. Nobody reads on; a program should narrow its query or export."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Raises UsageError where something impossible is wished for."""

    limit: int = 10
    offset: int = 0
    host: str | None = None
    """A host or a registrable domain."""
    language: str | None = None
    type: str | None = None
    topic: str | None = None
    keyword: str | None = None
    job: str | None = None
    since: str | datetime | None = None
    until: str | datetime | None = None
    """Before that moment."""
    fetched_since: datetime | None = None
    """Fetched on that day (UTC) or later, whatever the page's own date is."""
    sort: Literal["relevance", "date"] = "relevance"
    mine: bool = False
    """Only the viewer's own pages."""
    similar: Literal["one", "all"] = "one"
    """Pages whose texts are alike are one hit, and `total` counts them once; with `all` each is a hit of its own."""
    cursor: str = ""
    """Where an earlier answer to the same question ended; `offset` then does not count."""
    explain: bool = False
    """Say of each hit which word in which field brought how much of its score."""
    keywords: bool = False
    """Count the keywords of the pages found, too; there are many, so it takes its time."""
    translate: bool = False
    """In all languages: pages in other languages than the query's are looked for too."""
    source: str | None = None
    """The language of the query; by default it is recognised."""

    def __post_init__(self) -> None:
        if not 0 <= self.limit <= MOST_HITS:
            raise UsageError(f"A search gives 0 to {MOST_HITS} hits at a time, not {self.limit}.")
        if not 0 <= self.offset <= DEEPEST_HIT - self.limit:
            raise UsageError(f"Only the first {DEEPEST_HIT} hits can be looked through. Narrow the query instead.")
        if self.sort not in ("relevance", "date"):
            raise UsageError(f"Hits are sorted by relevance or by date, not by {self.sort!r}.")
        if self.similar not in ("one", "all"):
            raise UsageError(f"Of pages that are alike, one or all are shown, not {self.similar!r}.")
        for moment in (self.since, self.until):
            _moment(moment)

    @property
    def question(self) -> tuple[object, ...]:
        """What decides which pages are found, and in which order."""
        return (
            self.host, self.language, self.type, self.topic, self.keyword, self.job, self.since, self.until,
            self.fetched_since, self.sort, self.mine, self.similar, self.translate, self.source,
        )  # fmt: skip

    def conditions(self) -> list[Query]:
        """What a page must meet, whatever its rank. A keyword is not among them: it is a word and has forms."""
        found = []
        if self.host:
            found.append(on_site(host_of(self.host)))
        if self.language:
            found.append(is_value("language", self.language.lower()))
        if self.type:
            found.append(of_type(self.type))
        if self.topic:
            found.append(is_value("topics", self.topic))
        if self.job:
            found.append(is_value("job", self.job))
        if self.since or self.until:
            found.append(between(_moment(self.since), _moment(self.until)))
        if self.fetched_since:
            found.append(fetched_since(self.fetched_since))
        return found


def _moment(date: str | datetime | None) -> datetime | None:
    if not date:
        return None
    moment = read_date(date) if isinstance(date, str) else date
    if moment is None:
        raise UsageError(f"{date!r} is not a date. Write it as 2024-05-17, or 7d for a week back.")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
