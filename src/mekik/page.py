"""The values that travel through the eight steps.

A `Page` starts as a leased `Address`; fetch adds an `Exchange`, archive a `Capture`, parse a `Document`,
analyse an `Analysis`. No step reaches back. Structs are msgspec's: small, fast, and ready for a pipe.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from mekik.outcome import Outcome


class LinkKind(IntEnum):
    """How a page names another address. The letter goes into the discovery path."""

    ANCHOR = 0
    AREA = 1
    FRAME = 2
    REFRESH = 3
    REDIRECT = 4
    CANONICAL = 5
    ALTERNATE = 6
    SEED = 7
    SITEMAP = 8
    FEED = 9
    IMAGE = 10
    FORM = 11
    SCRIPT = 12
    HEADER = 13

    @property
    def letter(self) -> str:
        return "LLERRCASMFIQJH"[self]


NOFOLLOW = 0x80
"""Added to a LinkKind in `Links.kinds` when the link carries rel=nofollow."""


class Hint(msgspec.Struct, array_like=True, frozen=True, kw_only=True):
    """What a sitemap, a feed or a form said about an address. Most addresses have none."""

    role: str = ""
    """sitemap or feed: the address was named as one; guess: it is a usual place of a sitemap."""
    priority: float | None = None
    """By a sitemap, from 0 to 1; 0.5 is usual."""
    changefreq: str = ""
    """By a sitemap: always, hourly, daily, weekly, monthly, yearly or never."""
    lastmod: int | None = None
    """By a sitemap or feed, seconds since the epoch."""
    published: int | None = None
    author: str = ""
    topics: tuple[str, ...] = ()
    """Of the feeds that named it; they go into the index with the page."""
    query: str = ""
    """What was typed into a form to find it."""
    title: str = ""
    summary: str = ""
    categories: tuple[str, ...] = ()
    guid: str = ""
    """By which a feed knows its item."""
    enclosures: tuple[str, ...] = ()
    """Addresses of media that belong to it."""
    source: int = 0
    """Id of the address that said so."""
    interval: int = 0
    """Seconds between two visits, as learned from a feed."""


class Address(msgspec.Struct):
    """An address of the frontier as it is handed out."""

    id: int
    url: str
    key: int
    authority: str
    """host or host:port: whose queue and clock it belongs to."""
    depth: int = 0
    path: str = ""
    """How it was found, a letter a hop (L link, R redirect, S seed, M sitemap, F feed, E frame, C canonical,
    A alternate, I image, Q form, J script, H header)."""
    found_on: int | None = None
    via: str = ""
    """The address of the page that named it."""
    anchor: str = ""
    attempts: int = 0
    etag: str | None = None
    last_modified: str | None = None
    found_at: int = 0
    digest: int | None = None
    """First eight bytes of the last visit's payload digest."""
    hint: Hint | None = None
    indexed: bool = False
    """An earlier visit made it searchable, and it still is."""
    rate: float = 0.0
    """Changes a second, as far as earlier visits tell."""
    seen_at: int = 0
    """When it was last seen, in seconds since the epoch; 0 for never."""


class Exchange(msgspec.Struct):
    """One request and what came back: step 3. Bodies are as on the wire, still content-encoded."""

    url: str
    outcome: Outcome
    reason: str = ""
    """One sentence more than the outcome says, for people; never holds a secret."""
    started_at: float = 0.0
    """Seconds since the epoch."""
    elapsed: float = 0.0
    first_byte: float = 0.0
    status: int = 0
    """The HTTP status code, 0 when there was no answer."""
    address: str = ""
    """The network address that was connected to."""
    protocol: str = "http/1.1"
    request_head: bytes = b""
    """Request line and headers with the closing blank line, secrets replaced."""
    response_head: bytes = b""
    """Status line and headers with the closing blank line, as received."""
    body: bytes = b""
    truncated: str | None = None
    """As in WARC-Truncated: length, time or disconnect."""
    headers: dict[str, str] = {}
    """Response headers by lower-case name; repeated ones joined with ', '."""


class Capture(msgspec.Struct, frozen=True):
    """Where an exchange stands in the archive: step 4."""

    file: str
    """Name of the WARC file inside the archive folder."""
    offset: int
    """Of the response (or revisit) record."""
    length: int
    digest: bytes
    """sha1 of the payload, 20 bytes."""
    revisit: bool = False


class Links(msgspec.Struct, array_like=True):
    """A page's links by column, one entry per distinct target, in page order."""

    urls: list[str] = []
    keys: bytes = b""
    """Little-endian u64 each: `numpy.frombuffer(keys, '<u8')`."""
    anchors: list[str] = []
    kinds: bytes = b""
    """A LinkKind each, plus NOFOLLOW."""
    hints: list[Hint] = []
    """One each where the links come from a sitemap, a feed or a form; else none at all."""


class Image(msgspec.Struct, omit_defaults=True):
    """A picture of a page, with what the page says about it."""

    url: str
    alt: str = ""
    title: str = ""
    caption: str = ""
    width: int = 0
    """Pixels; 0 where the page does not tell."""
    height: int = 0


class Item(msgspec.Struct, omit_defaults=True):
    """A thing that a page describes for machines, by JSON-LD or microdata."""

    type: str
    """Such as NewsArticle, without the vocabulary's address."""
    fields: dict[str, str] = {}
    """Its main ones: headline, author, datePublished, image, …"""


class Metadata(msgspec.Struct, omit_defaults=True):
    """What a page says about itself for machines."""

    opengraph: dict[str, str] = {}
    """By the name without `og:`; `article:` and `twitter:` keep theirs."""
    items: list[Item] = []
    alternates: dict[str, str] = {}
    """The same page in other languages: hreflang to address."""
    images: list[Image] = []


class Listing(msgspec.Struct, frozen=True):
    """What a document that only names others says of itself."""

    kind: str
    """sitemap or feed."""
    title: str = ""
    language: str = ""
    categories: tuple[str, ...] = ()
    pause: int = 0
    """Seconds between two visits that it asks for."""


class Find(msgspec.Struct, array_like=True, frozen=True):
    """Something that the job asked to be picked out of a page: step 6."""

    kind: str
    """email, phone, or the name of a pattern or selector of the job."""
    value: str
    """In its normal form."""
    original: str
    """As it is written on the page."""
    place: str
    """text, source, href, data-cfemail, json-ld, css or xpath."""
    offset: int
    """Character of the text, byte of the source, or number among what a selector selects."""
    context: str
    """The words around it."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """A field of a form that offers values."""

    name: str
    usual: str
    """What is sent when nobody changes it."""
    others: list[str]


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form of a page. All but the first four are known only of those that may be sent, and `fixed` of logins."""

    kind: str
    """search, choice, login, register, purchase, delete, newsletter, contact, upload or other."""
    action: str
    method: str
    words: str = ""
    """Its labels and buttons, for people."""
    text: str = ""
    """Name of the field to type into; a form of choices has none."""
    fixed: list[tuple[str, str]] = []
    choices: list[Choice] = []
    charset: str = "utf-8"


class Document(msgspec.Struct):
    """What a page says: step 5."""

    content_type: str = "text/html"
    charset: str = ""
    title: str = ""
    text: str = ""
    """What a visitor reads: first the main content, then everything else on the page."""
    main: int | None = None
    """Characters of the text that are main content; None when all of it is."""
    strong: str = ""
    """What stands in headings and in bold. It helps to find the keywords and is not kept."""
    links: Links = msgspec.field(default_factory=Links)
    language: str = ""
    """As the page itself declares it."""
    canonical: str = ""
    description: str = ""
    author: str = ""
    published: int | None = None
    """As the page itself says, in seconds since the epoch."""
    modified: int | None = None
    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False
    needs_script: bool = False
    """It says little by itself, and its scripts may say more."""
    metadata: Metadata | None = None
    listing: Listing | None = None
    """For sitemaps and feeds, which are no pages themselves."""
    forms: list[Form] = []
    """Where the job asks forms."""
    finds: list[Find] = []
    """Of step 6; here because they are wanted without an index, too."""
    generator: str = ""
    """The software that made the page, as that calls itself."""
    unseen: dict[str, str] = {}
    """Text that a visitor does not see, by the way in which it is hidden. For the analysis; it goes no further."""


class Keyword(msgspec.Struct, frozen=True, array_like=True):
    """A word that says what a page is about."""

    root: str
    """By which it is filtered and counted."""
    text: str
    """As the page writes it."""


class LanguageShare(msgspec.Struct, frozen=True, array_like=True):
    """A language of a page that is in several."""

    language: str
    share: float
    """Of the characters of the main content."""


class Traits(msgspec.Struct, frozen=True, array_like=True):
    """What the words of a page tell beside what they say."""

    words: int = 0
    sketch: bytes = b""
    """By which texts that are nearly the same are found; empty when the text is too short."""
    spam: float = 0.0
    """What the page alone shows, 0 to 1; its site may add to it."""
    spam_reasons: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    """Registrable domains of others that a page full of links leads to."""
    outward: float = 0.0
    """Share of its links that lead to them."""


class Analysis(msgspec.Struct):
    """What we make of it: step 6. The texts are words with blanks between them, ready for the index."""

    language: str = ""
    confidence: float = 0.0
    fingerprint: int = 0
    """xxh3-64 of the normalised main content: another advert does not change it."""
    title_exact: str = ""
    title_root: str = ""
    """The root of each word; empty where an analyser finds none."""
    content_exact: str = ""
    content_root: str = ""
    content_short: str = ""
    """First letters of words, where they are not the root."""
    rest_exact: str = ""
    """The words outside the main content."""
    rest_root: str = ""
    text: bytes = b""
    """The document's text as UTF-8, which is how the index stores it: from a worker it comes here only."""
    traits: Traits = Traits()
    keywords: tuple[Keyword, ...] = ()
    languages: tuple[LanguageShare, ...] = ()
    """Of a page in several, the largest share first, which is `language`; empty for a page in one."""


class Picture(msgspec.Struct):
    """A picture of a page, ready for the index."""

    image: Image
    title: str
    analysis: Analysis


class Source(msgspec.Struct, array_like=True):
    """What the parser needs of an exchange: sent to a worker process."""

    token: int
    url: str
    content_type: str
    content_encoding: str
    body: bytes
    robots_header: str = ""
    """X-Robots-Tag."""
    link_header: str = ""
    content_location: str = ""
    role: str = ""
    """What the address was named as: sitemap, feed, or guess for the usual place of a sitemap."""


class Parsed(msgspec.Struct, array_like=True):
    """What a worker sends back: steps 5 and 6 of one page."""

    token: int
    outcome: str
    """Label of an Outcome."""
    reason: str = ""
    document: Document | None = None
    analysis: Analysis | None = None
    pictures: list[Picture] = []
    """Of the page, where the job makes them searchable."""


class Duplicate(msgspec.Struct, frozen=True):
    """A page whose text came before, in the same words or in nearly the same."""

    of: int
    """Id of the address that brought the text first."""
    likeness: float
    """1 for the same text; else about the share of word pairs in common."""


class Spam(msgspec.Struct, frozen=True):
    score: float
    """0 to 1."""
    reasons: list[str]
    """Names, the weightiest first."""
    action: str = ""
    """drop, lower or mark; empty below the threshold."""


class Page(msgspec.Struct):
    """One address on its way through steps 3 to 8."""

    address: Address
    exchange: Exchange
    capture: Capture | None = None
    outcome: Outcome = Outcome.OK
    reason: str = ""
    document: Document | None = None
    analysis: Analysis | None = None
    pictures: list[Picture] = []
    group: int = 0
    """The same for all pages whose texts are alike; 0 for a page without enough text."""
    duplicate: Duplicate | None = None
    """None for the first page of its group."""
    preference: int = 0
    """The page of a group with the least of these is shown for all."""
    spam: Spam | None = None
    digest: bytes = b""
    """Of the payload, also where there is no archive to know it."""

    @property
    def text(self) -> str:
        """What the page says, wherever it is kept."""
        if self.analysis is not None and self.analysis.text:
            return self.analysis.text.decode()
        return self.document.text if self.document is not None else ""
