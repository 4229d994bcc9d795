"""What a search answers: the JSON that others rely on."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from mekik.search.explain import Reason
from mekik.search.snippet import Snippet


class Match(msgspec.Struct, frozen=True):
    """A word of the query, and the first that was found for it as the page writes it."""

    word: str
    found: str
    translated: str | UnsetType = UNSET
    """What stands for it in the page's translation, where it was found by that. A translator of whole sentences does
    not say which word of the page was meant: there it is `found`, too."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    url: str
    title: str
    score: float
    """0 when sorted by date."""
    language: str
    host: str
    content_type: str
    fetched_at: str
    """ISO 8601, UTC."""
    snippet: Snippet
    job: str = ""
    type: str = ""
    topics: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    """What the page is about, as it writes the words; `keyword:` filters by them."""
    query: str | UnsetType = UNSET
    """What was typed into a form to find the page; `query:` filters by it."""
    size: int = 0
    group: str = ""
    """Pages whose texts are alike have the same; `group:` searches for it. Empty for a page that is too short."""
    similar: int = 0
    """How many more hits are like this one and not shown."""
    matched: tuple[Match, ...] | UnsetType = UNSET
    """Which words were found, in the page's language; only given where the query was translated."""
    spam: float | UnsetType = UNSET
    """0 to 1; only given above 0."""
    spam_reasons: tuple[str, ...] | UnsetType = UNSET
    source: str | UnsetType = UNSET
    """Of a picture: the page that shows it. It and the next three are only given for pictures."""
    thumb: str | UnsetType = UNSET
    """Where a small view can be made from: the picture itself."""
    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    """Pixels, where they are known."""
    why: tuple[Reason, ...] | UnsetType = UNSET
    """What its score is made of; only given with `explain`."""
    author: str = ""
    published: str | None = None
    """When the page says that it was published: ISO 8601, UTC."""
    description: str = ""


class FacetCount(msgspec.Struct, frozen=True):
    value: str
    count: int


class Facets(msgspec.Struct, frozen=True, kw_only=True):
    """How many of all hits have which value; the most frequent values first."""

    host: list[FacetCount]
    language: list[FacetCount]
    type: list[FacetCount]
    topic: list[FacetCount] = []
    keyword: list[FacetCount] = []
    """Only given where that was wished for."""
    job: list[FacetCount] = []
    date: list[FacetCount] = []
    """Of the last day, week, month and year: 1d, 7d, 30d and 365d, each with those before it."""


class Suggestion(msgspec.Struct, frozen=True):
    """Another query, and how many pages it finds."""

    query: str
    total: int


class TranslatedQuery(msgspec.Struct, frozen=True, kw_only=True):
    source: str
    """The language of the query as it was typed; empty when nobody could tell."""
    languages: tuple[str, ...]
    """Into which it was translated."""


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    query: str
    total: int
    """Hits; pages that are alike count once."""
    total_about: bool = False
    """There are so many that their number is an estimate, within a few percent."""
    facets_about: bool = False
    """The same of the numbers of facets."""
    took_ms: float
    interpretation: str
    """How the query was read, with a word on what was odd about it."""
    reading: str = ""
    """The same without those words: a query that is read the same way."""
    hits: list[Hit]
    facets: Facets
    notices: list[str] = []
    offset: int = 0
    """The place of the first hit."""
    next: str = ""
    """The cursor of what follows; empty at the end."""
    previous: str = ""
    did_you_mean: Suggestion | None = None
    """A likelier spelling that finds more."""
    translation: TranslatedQuery | UnsetType = UNSET
    """Only given where that was wished for."""
